import {
  fromJson,
  MmdFormatError,
  parseVmd,
  serializeVmd,
  stringifyJson,
  toJson,
  type Vmd,
} from '@odori/format';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vmd as anyVmd, vmdBytes } from '#test/support/arbitrary-vmd.js';
import { RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

const HEADER = new TextEncoder().encode('Vocaloid Motion Data 0002\0\0\0\0\0model name, 20 bytes');
const OLD_HEADER = new TextEncoder().encode('Vocaloid Motion Data file\0\0\0\0\0ten bytes.');

/** The one promise for any bytes: a document that gives them back, through JSON too, or a MmdFormatError. */
function holds(bytes: Uint8Array): void {
  let document: Vmd;
  try {
    document = parseVmd(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(
      bytes.length >= 50 && Buffer.from(bytes).toString('latin1').startsWith('Vocaloid Motion Data'),
    ).toBe(false);
    return; // only a header can be refused
  }
  expect(Buffer.compare(serializeVmd(document), bytes)).toBe(0);
  const throughJson = fromJson(JSON.parse(stringifyJson(toJson(document))));
  expect(Buffer.compare(serializeVmd(throughJson), bytes)).toBe(0);
  expect(document.warnings.length).toBeLessThan(60); // one per code and section at most
}

function check(bytes: fc.Arbitrary<Uint8Array>): void {
  checkBytes(bytes, holds);
}

test('any bytes are written back unchanged or give an MmdFormatError', () => {
  check(fc.uint8Array({ maxLength: 200 }));
});

test('any bytes after a valid header are written back unchanged', () => {
  const body = fc.uint8Array({ maxLength: 400 });
  const header = fc.constantFrom(HEADER, OLD_HEADER);
  check(fc.tuple(header, body).map((parts) => Uint8Array.from(parts.flatMap((part) => [...part]))));
});

test('small counts and junk in every section are written back unchanged', () => {
  const section = fc
    .tuple(fc.nat(3), fc.uint8Array({ maxLength: 250 }))
    .map(([count, junk]) => [count, 0, 0, 0, ...junk]);
  const sections = fc.array(section, { maxLength: 6 });
  check(sections.map((parts) => Uint8Array.from([...HEADER, ...parts.flat()])));
});

test('a valid file with flipped bytes is written back unchanged or gives an MmdFormatError', () => {
  check(flippedBytes(vmdBytes));
});

test('a valid file truncated at any place is written back unchanged or gives an MmdFormatError', () => {
  check(cutBytes(vmdBytes));
});

test('one valid file truncated at every place is written back unchanged or gives an MmdFormatError', () => {
  const [bytes] = fc.sample(vmdBytes, { numRuns: 1, seed: 7 });
  for (let length = 0; length <= bytes.length; length++) holds(bytes.subarray(0, length));
});

test('document → bytes → document keeps every key', () => {
  fc.assert(
    fc.property(anyVmd, (document) => {
      const bytes = serializeVmd(document);
      const read = parseVmd(bytes);
      expect(Buffer.compare(serializeVmd(read), bytes)).toBe(0);
      expect(keysOf(read)).toEqual(keysOf(document));
    }),
    { numRuns: RUNS },
  );
});

test('document → JSON → document keeps everything', () => {
  fc.assert(
    fc.property(anyVmd, (document) => {
      const read = fromJson(JSON.parse(stringifyJson(toJson(document))));
      expect(serializeVmd(read)).toEqual(serializeVmd(document));
    }),
    { numRuns: RUNS },
  );
});

test('in strict mode, there is no warning or the first one is thrown', () => {
  fc.assert(
    fc.property(vmdBytes, (bytes) => {
      const expected = parseVmd(bytes).warnings[0];
      if (!expected) {
        expect(parseVmd(bytes, { strict: true }).warnings).toEqual([]);
        return;
      }
      expect(() => parseVmd(bytes, { strict: true })).toThrow(expected.message);
    }),
    { numRuns: RUNS },
  );
});

/** Keys as strings of bits, frame 0 first as the writer orders them; names as far as a field holds them. */
function keysOf(vmd: Vmd): string[][] {
  const { bones, morphs, cameras, lights, selfShadows, properties } = vmd;
  const bits = (column: Float32Array, n: number, i: number): string =>
    [...new Uint32Array(column.slice(n * i, n * i + n).buffer)].join(' ');
  const name = (of: Vmd['bones'] | Vmd['morphs'], i: number): string =>
    hex(of.names[of.nameIndex[i]].bytes, 15);
  const list = (count: number, frames: Uint32Array, key: (i: number) => string): string[] => {
    const keys = Array.from({ length: count }, (_, i) => ({
      frame: frames[i],
      text: `${frames[i]} ${key(i)}`,
    }));
    return [...keys.filter((k) => k.frame === 0), ...keys.filter((k) => k.frame !== 0)].map((k) => k.text);
  };
  const switches = (i: number): string[] =>
    [...properties.ikNameIndex.subarray(properties.ikStarts[i], properties.ikStarts[i + 1])].map(
      (ik, j) => `${hex(properties.names[ik].bytes, 20)}=${properties.ikEnabled[properties.ikStarts[i] + j]}`,
    );
  return [
    list(bones.count, bones.frames, (i) =>
      [
        name(bones, i),
        bits(bones.positions, 3, i),
        bits(bones.rotations, 4, i),
        bones.curves.subarray(16 * i, 16 * i + 16).join(),
        bones.physics[i],
      ].join('|'),
    ),
    list(morphs.count, morphs.frames, (i) => `${name(morphs, i)}|${bits(morphs.weights, 1, i)}`),
    list(cameras.count, cameras.frames, (i) =>
      [
        bits(cameras.distances, 1, i),
        bits(cameras.targets, 3, i),
        bits(cameras.rotations, 3, i),
        cameras.curves.subarray(24 * i, 24 * i + 24).join(),
        cameras.fovs[i],
        cameras.perspective[i],
      ].join('|'),
    ),
    list(lights.count, lights.frames, (i) => `${bits(lights.colors, 3, i)}|${bits(lights.directions, 3, i)}`),
    list(
      selfShadows.count,
      selfShadows.frames,
      (i) => `${selfShadows.modes[i]}|${bits(selfShadows.distances, 1, i)}`,
    ),
    list(properties.count, properties.frames, (i) => `${properties.visible[i]}|${switches(i).join()}`),
  ];
}

function hex(bytes: Uint8Array, width: number): string {
  return Buffer.from(bytes.subarray(0, width)).toString('hex');
}
