import { GlbError, GlbMemory } from '#src/vrm/glb/glb.js';
import { AccessorReader, checkGlb } from '#src/vrm/glb/read-accessor.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { expect, test } from 'vitest';

/** Bytes 0, 1, 2 … 63. */
const BIN = Uint8Array.from({ length: 64 }, (_, i) => i);

function reader(
  accessor: unknown,
  bufferViews: unknown = [{ buffer: 0, byteLength: 64 }],
  bin: Uint8Array = BIN,
): AccessorReader {
  const json = { accessors: [accessor], bufferViews };
  return new AccessorReader({ json, bin, memory: new GlbMemory(bin.length) });
}

/** A buffer of numbers, little-endian. */
function bytesOf(column: Int8Array | Int16Array | Uint16Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(column.buffer);
}

test.each([
  ['signed bytes', 5120, bytesOf(Int8Array.of(-128, -1, 127, 0)), [-128, -1, 127, 0]],
  ['bytes', 5121, Uint8Array.of(0, 1, 255, 7), [0, 1, 255, 7]],
  ['signed 16-bit integers', 5122, bytesOf(Int16Array.of(-32768, -1, 32767, 5)), [-32768, -1, 32767, 5]],
  ['16-bit integers', 5123, bytesOf(Uint16Array.of(0, 65535, 256, 5)), [0, 65535, 256, 5]],
  ['32-bit integers', 5125, bytesOf(Uint32Array.of(0, 1, 65536, 5)), [0, 1, 65536, 5]],
  ['floats', 5126, bytesOf(Float32Array.of(0.5, -3, 1e9, 0)), [0.5, -3, 1e9, 0]],
])('reads %s', (_name, componentType, bin, expected) => {
  const views = [{ buffer: 0, byteLength: bin.length }];
  const values = reader({ bufferView: 0, componentType, count: 2, type: 'VEC2' }, views, bin).read(0, 'VEC2');
  expect([...values]).toEqual(expected);
});

test.each([
  ['signed bytes', 5120, bytesOf(Int8Array.of(-128, -127, 127, 0)), [-1, -1, 1, 0]],
  ['bytes', 5121, Uint8Array.of(0, 51, 255, 102), [0, 0.2, 1, 0.4]],
  ['signed 16-bit integers', 5122, bytesOf(Int16Array.of(-32768, -32767, 32767, 0)), [-1, -1, 1, 0]],
  ['16-bit integers', 5123, bytesOf(Uint16Array.of(0, 13107, 65535, 26214)), [0, 0.2, 1, 0.4]],
])(
  'reads normalized %s as numbers from -1 to 1, by the formulas of glTF',
  (_name, componentType, bin, expected) => {
    const views = [{ buffer: 0, byteLength: bin.length }];
    const accessor = { bufferView: 0, componentType, normalized: true, count: 4, type: 'SCALAR' };
    const values = reader(accessor, views, bin).read(0, 'SCALAR');
    expected.forEach((value, i) => expect(values[i]).toBeCloseTo(value, 6));
  },
);

test('reads elements at a stride, from the offsets of view and accessor on', () => {
  const views = [{ buffer: 0, byteOffset: 8, byteLength: 32, byteStride: 12 }];
  const accessor = { bufferView: 0, byteOffset: 4, componentType: 5121, count: 3, type: 'VEC3' };
  const values = reader(accessor, views).read(0, 'VEC3');
  expect([...values]).toEqual([12, 13, 14, 24, 25, 26, 36, 37, 38]); // bytes 8 + 4 + 12·i
});

test('reads sparse elements over those of the view, and over zeros where there is none', () => {
  const sparse = {
    count: 2,
    indices: { bufferView: 0, byteOffset: 1, componentType: 5121 }, // 1, 2
    values: { bufferView: 0, byteOffset: 50 },
  };
  const base = { componentType: 5121, count: 4, type: 'VEC2', sparse };
  expect([...reader({ ...base, bufferView: 0 }).read(0, 'VEC2')]).toEqual([0, 1, 50, 51, 52, 53, 6, 7]);
  expect([...reader(base).read(0, 'VEC2')]).toEqual([0, 0, 50, 51, 52, 53, 0, 0]);
});

test('reads an accessor once', () => {
  const read = reader({ bufferView: 0, componentType: 5121, count: 3, type: 'SCALAR' });
  expect(read.read(0, 'SCALAR')).toBe(read.read(0, 'SCALAR'));
});

const good = { bufferView: 0, componentType: 5121, count: 3, type: 'SCALAR' };

test.each([
  ['an index that is missing', undefined, 'bad-index'],
  ['another type', { ...good, type: 'VEC3' }, 'bad-accessor'],
  ['a component type that glTF does not define', { ...good, componentType: 5124 }, 'bad-accessor'],
  ['a count that is no whole number', { ...good, count: 1.5 }, 'bad-accessor'],
  ['a count below 0', { ...good, count: -1 }, 'bad-accessor'],
  ['no count', { ...good, count: undefined }, 'bad-accessor'],
  ['a view that is missing', { ...good, bufferView: 1 }, 'bad-index'],
  ['more elements than the view has', { ...good, count: 65 }, 'truncated'],
  ['an offset beyond the view', { ...good, byteOffset: 62 }, 'truncated'],
  ['billions of zeros', { ...good, bufferView: undefined, count: 2 ** 40 }, 'too-large'],
  ['a type that cannot become a text', { ...good, type: { toString: 1, valueOf: 1 } }, 'bad-accessor'],
  [
    'more sparse elements than elements',
    { ...good, sparse: { count: 4, indices: {}, values: {} } },
    'bad-accessor',
  ],
  ['sparse elements that are no object', { ...good, sparse: 1 }, 'bad-accessor'],
  [
    'a sparse index beyond the last element',
    {
      ...good,
      sparse: {
        count: 1,
        indices: { bufferView: 0, byteOffset: 3, componentType: 5121 },
        values: { bufferView: 0 },
      },
    },
    'bad-accessor',
  ],
])('throws a GlbError with a code for %s', (_name, accessor, code) => {
  const error = thrownBy(() => reader(accessor).read(0, 'SCALAR'));
  expect(error).toBeInstanceOf(GlbError);
  expect(error).toMatchObject({ code, offset: 20 });
});

test.each([
  ['in another buffer', { buffer: 1, byteLength: 64 }, 'bad-index'],
  ['that ends beyond the buffer', { buffer: 0, byteOffset: 4, byteLength: 61 }, 'truncated'],
  ['with a stride smaller than its elements', { buffer: 0, byteLength: 64, byteStride: 0 }, 'truncated'],
  ['without a length', { buffer: 0 }, 'bad-accessor'],
])('throws a GlbError with a code for a view %s', (_name, view, code) => {
  expect(thrownBy(() => reader(good, [view]).read(0, 'SCALAR'))).toMatchObject({ name: 'GlbError', code });
});

test('the message says what is needed and what is there', () => {
  const error = thrownBy(() => reader({ ...good, count: 65 }).read(0, 'SCALAR'));
  expect(error.message).toBe('accessors[0] needs 65 bytes of bufferViews[0], which has 64 (at byte 20)');
});

test('a file that asks three for far more zeros than it is long is refused', () => {
  const zeros = (count: unknown): Uint8Array =>
    glbBytes({ accessors: [{ ...good, bufferView: undefined, count }, 1, null, {}] });
  checkGlb(zeros(1e6));
  for (const count of [1e7, 2 ** 52, 1e308])
    expect(thrownBy(() => checkGlb(zeros(count)))).toMatchObject({ code: 'too-large' });
  expect(thrownBy(() => checkGlb(glbBytes([])))).toMatchObject({ code: 'bad-json' });
});
