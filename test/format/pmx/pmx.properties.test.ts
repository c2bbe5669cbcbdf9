import { MmdFormatError, parsePmx, type Pmx, serializePmx } from '@odori/format';
import { QDEF } from '@odori/format/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pmx as anyPmx, pmxBytes } from '#test/support/arbitrary-pmx.js';
import { RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

/** `PMX `, 2.1, eight globals: UTF-16, no more UVs, indices of one byte; four empty texts. */
const HEADER = [
  0x50,
  0x4d,
  0x58,
  0x20,
  0x66,
  0x66,
  0x06,
  0x40,
  8,
  0,
  0,
  1,
  1,
  1,
  1,
  1,
  1,
  ...Array<number>(16).fill(0),
];

/** The one promise for any bytes: a document that gives them back, or a MmdFormatError. */
function holds(bytes: Uint8Array): void {
  let document: Pmx;
  try {
    document = parsePmx(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return;
  }
  expect(Buffer.compare(serializePmx(document), bytes)).toBe(0);
  expect(document.warnings.length).toBeLessThan(60); // one per code and section at most
}

function check(bytes: fc.Arbitrary<Uint8Array>): void {
  checkBytes(bytes, holds);
}

test('any bytes', () => {
  check(fc.uint8Array({ maxLength: 100 }));
});

test('any bytes after a valid header', () => {
  check(fc.uint8Array({ maxLength: 300 }).map((body) => Uint8Array.from([...HEADER, ...body])));
});

test('small counts and random bytes in every section', () => {
  const section = fc
    .tuple(fc.nat(2), fc.uint8Array({ maxLength: 60 }))
    .map(([count, junk]) => [count, 0, 0, 0, ...(count > 0 ? junk : [])]);
  check(fc.array(section, { maxLength: 10 }).map((parts) => Uint8Array.from([...HEADER, ...parts.flat()])));
});

test('a valid file with flipped bytes', () => {
  check(flippedBytes(pmxBytes));
});

test('a valid file truncated at any place', () => {
  check(cutBytes(pmxBytes));
});

test('a valid file truncated at every place', () => {
  const [bytes] = fc.sample(pmxBytes, { numRuns: 1, seed: 7 });
  for (let length = 0; length <= bytes.length; length++) holds(bytes.subarray(0, length));
});

test('document → bytes → document keeps everything', () => {
  fc.assert(
    fc.property(anyPmx, (document) => {
      const bytes = serializePmx(document);
      const read = parsePmx(bytes);
      expect(Buffer.compare(serializePmx(read), bytes)).toBe(0);
      expect(said(read)).toEqual(said(document));
    }),
    { numRuns: RUNS },
  );
});

test('strict: no warning, or an error', () => {
  fc.assert(
    fc.property(pmxBytes, fc.nat(), (bytes, length) => {
      const cut = bytes.subarray(0, length % 2 === 0 ? bytes.length : length % bytes.length);
      let expected: string | undefined;
      try {
        expected = parsePmx(cut).warnings[0]?.message;
      } catch (error) {
        expected = (error as Error).message.replace(/ \(at byte \d+\)$/, '');
        expect(() => parsePmx(cut, { strict: true })).toThrow(MmdFormatError);
        return;
      }
      if (expected === undefined) expect(parsePmx(cut, { strict: true }).warnings).toEqual([]);
      else expect(() => parsePmx(cut, { strict: true })).toThrow(expected);
    }),
    { numRuns: RUNS },
  );
});

/** What a document says: columns bit for bit, weights as far as their type has them. */
function said(pmx: Pmx): unknown {
  const document = { ...pmx, source: undefined, warnings: undefined };
  const { weightTypes, boneIndices, boneWeights, ...columns } = document.vertices;
  const weights = Array.from(weightTypes, (type, i) => {
    const bones = [1, 2, 4, 2, 4][type];
    const words = new Uint32Array(
      boneWeights.slice(4 * i, 4 * i + (type === 2 || type === QDEF ? 4 : bones - 1)).buffer,
    );
    return [type, boneIndices.subarray(4 * i, 4 * i + bones).join(), words.join()];
  });
  const text = JSON.stringify({ ...document, vertices: { ...columns, weights } }, (_key, value: unknown) => {
    if (value instanceof Float32Array) return new Uint32Array(value.slice().buffer).join();
    if (ArrayBuffer.isView(value)) return [...(value as Uint8Array)].join();
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    return value;
  });
  return JSON.parse(text);
}
