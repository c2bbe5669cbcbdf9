import { MmdFormatError } from '@odori/format';
import { createX, parseX, serializeX } from '@odori/format/x';
import { unpackMszip } from '#src/format/x/mszip.js';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { packX, xText, XTokenBytes } from '#test/support/x-bytes.js';

const TEXT = `Frame 舞台 {
  FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,2,3,4,1;; }
  Mesh m {
    3; 0;0;0;, 0;1;0;, 1;0;0.1;; 1; 3;0,1,2;;
    MeshMaterialList { 1; 1; 0; Material { 1;0.5;0;1;; 5; 0.1;0.2;0.3;; 0;0;0;; TextureFilename { "ソ.bmp"; } } }
    MeshTextureCoords { 3; 0;0;, 0;1;, 1;0;; }
    MeshVertexColors { 1; 2; 1;0;0;1;;; }
  }
}`;

/** The same in tokens, with a template, a GUID, and lists of several lengths. */
function binary(bits: 32 | 64): Uint8Array<ArrayBuffer> {
  return new XTokenBytes(bits)
    .token(31).name('Vector').open().guid().token(42).name('x').token(20).token(52).token(14).token(15).close() // prettier-ignore
    .name('Frame').name('舞台').open().guid()
    .name('FrameTransformMatrix').open()
    .floats(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1).close()
    .name('Mesh').name('m').open()
    .integer(3).floats(0, 0, 0).floats(0, 1, 0, 1, 0, 0.1).floats()
    .integers(1, 3, 0, 1, 2)
    .name('MeshMaterialList').open().integers(1, 1, 0)
    .name('Material').open().floats(1, 0.5, 0, 1, 5, 0.1, 0.2, 0.3, 0, 0, 0)
    .name('TextureFilename').open().text('ソ.bmp').close().close().close()
    .name('MeshTextureCoords').open().integers(3).floats(0, 0, 0, 1, 1, 0).close()
    .name('MeshVertexColors').open().integer(1).integer(2).floats(1, 0, 0, 1).token(19).close()
    .close().close()
    .build(); // prettier-ignore
}

/** What a document says, without the way it is written. */
function content(bytes: Uint8Array): object {
  return { ...parseX(bytes, { strict: true }), encoding: '', floatBits: 0, source: 0 };
}

describe('one accessory says the same', () => {
  const text = content(xText(TEXT));

  test('in text and binary, with floats of 32 and 64 bits', () => {
    expect(content(binary(32))).toEqual(text);
    expect(content(binary(64))).toEqual(text);
  });

  test.each([
    ['in one block', 0x8000],
    ['in blocks of 100 bytes that look back into one another', 100],
  ])('compressed, %s', (_, blockBytes) => {
    expect(content(packX(xText(TEXT), blockBytes))).toEqual(text);
    expect(content(packX(binary(32), blockBytes))).toEqual(text);
  });

  test('the header names the encoding', () => {
    expect(parseX(packX(xText(TEXT))).encoding).toBe('compressed-text');
    expect(parseX(packX(binary(64)))).toMatchObject({ encoding: 'compressed-binary', floatBits: 64 });
  });
});

test('a compressed text of several blocks of 32 kB is whole', () => {
  const numbers = Array.from({ length: 30_000 }, (_, i) => i / 7);
  const body = `Mesh { ${numbers.length / 3}; ${numbers.join(';')};; 0; }`;
  expect(body.length).toBeGreaterThan(4 * 0x8000);
  const { meshes } = parseX(packX(xText(body)));
  expect(meshes[0].positions).toEqual(Float32Array.from(numbers));
});

test('a text may end with a terminator of four bytes', () => {
  const bytes = new XTokenBytes()
    .name('Material').open().floats(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    .name('TextureFilename').open().text('a.bmp').raw(new Uint8Array(2)).close().close()
    .build(); // prettier-ignore
  expect(parseX(bytes).materials[0].texture).toBe('a.bmp');
});

describe('a broken binary file is refused with its offset:', () => {
  test.each([
    ['an unknown token', new XTokenBytes().token(99), 'unknown-type', 16],
    ['a list of 4 thousand million numbers', new XTokenBytes().name('Mesh').open().token(6).raw(new Uint8Array(4).fill(255)), 'truncated', 28],
    ['a text of 4 thousand million bytes', new XTokenBytes().token(1).raw(new Uint8Array(4).fill(255)), 'truncated', 22],
    ['half a token', new XTokenBytes().raw(Uint8Array.of(1)), 'truncated', 16],
    ['half a GUID', new XTokenBytes().name('Frame').token(5).raw(new Uint8Array(9)), 'truncated', 29],
    ['a name for a number', new XTokenBytes().name('Mesh').open().name('x'), 'bad-syntax', 28],
  ])('%s', (_, bytes, code, offset) => {
    const error = thrownBy(() => parseX(bytes.build()));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code, offset, line: undefined });
  }); // prettier-ignore
});

describe('a broken compression is refused:', () => {
  const packed = packX(xText(TEXT));

  test.each([
    ['a block without its signature', 24, 0x41],
    ['a block that unpacks to more than it declares', 20, packed[20] - 1],
    ['a block that unpacks to less than it declares', 20, packed[20] + 1],
    ['a block of more than 32 kB', 21, 0x81],
    ['a stream with a damaged byte', 26, 0xff],
  ])('%s', (_, at, byte) => {
    const spoiled = packed.slice();
    spoiled[at] = byte;
    expect(thrownBy(() => parseX(spoiled))).toMatchObject({
      code: 'bad-compression',
      section: 'compression',
      offset: 20,
    });
  });

  test('a file that ends inside a block', () => {
    expect(thrownBy(() => parseX(packed.subarray(0, 100)))).toMatchObject({ code: 'truncated', offset: 20 });
  });

  test('a file that unpacks to more than 256 MB, before any memory is taken', () => {
    const block = packX(new Uint8Array(16 + 0x8000).map((_, i) => (i * i) >> 9)).subarray(20);
    const bytes = mszip(Array.from({ length: 8200 }, () => block));
    expect(100 * bytes.length).toBeGreaterThan(2 ** 28);
    expectTooLarge(bytes);
  });

  test.each([
    ['of zeros', 0x8000, 40],
    ['of small blocks', 4000, 300],
  ])('a file that unpacks to more than 100 times its size: %s', (_, blockBytes, count) => {
    const block = packX(new Uint8Array(16 + blockBytes)).subarray(20);
    expectTooLarge(mszip(Array.from({ length: count }, () => block)));
  });

  test('up to 100 times, files are read', () => {
    const text = xText(`Frame {}${' '.repeat(8000)}`);
    const bytes = packX(text);
    const [ratio, isRead] = [text.length / bytes.length, bytes.length + 90];
    expect(ratio).toBeGreaterThan(100);
    expectTooLarge(bytes);
    const longer = mszip([bytes.subarray(20), packX(xText(noise(isRead))).subarray(20)]);
    expect(text.length / longer.length).toBeGreaterThan(20);
    expect(parseX(longer).frames).toHaveLength(1);
  });

  /** A comment that hardly becomes smaller. */
  function noise(length: number): string {
    return `//${Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * i * 7) % 26))).join('')}`;
  }

  function mszip(blocks: readonly Uint8Array[]): Uint8Array {
    return Uint8Array.from(Buffer.concat([Buffer.from('xof 0302tzip0032'), new Uint8Array(4), ...blocks]));
  }

  function expectTooLarge(bytes: Uint8Array): void {
    const before = process.memoryUsage().arrayBuffers;
    expect(thrownBy(() => parseX(bytes))).toMatchObject({ code: 'too-large', section: 'compression' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  }
});

test('unpacking takes the size of the unpacked file once, however many blocks there are', () => {
  const text = xText(`Frame {} ${'0123456789 '.repeat(9)} ;`.repeat(20_000));
  const packed = packX(text, 500);
  const before = process.memoryUsage().arrayBuffers;
  const unpacked = unpackMszip(packed);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * text.length);
  expect(Buffer.compare(unpacked.subarray(16), text.subarray(16))).toBe(0);
});

test('what Odori packs, it reads again, also a column of a million zeros', () => {
  const positions = new Float32Array(3 * 2 ** 18);
  const x = createX({
    meshes: [{ positions, faceStarts: new Uint32Array(1), corners: new Uint32Array(0) }],
  });
  const bytes = serializeX(x, { encoding: 'compressed-binary' });
  const read = parseX(bytes).meshes[0].positions;
  expect(read.length).toBe(positions.length);
  expect(read.some((value) => value !== 0)).toBe(false);
});

test('an unchanged file is written as it came, in every encoding', () => {
  for (const bytes of [xText(TEXT), binary(32), binary(64), packX(xText(TEXT)), packX(binary(32))]) {
    expect(serializeX(parseX(bytes))).toEqual(bytes);
  }
});
