import { MmdFormatError, parsePmd, type Pmd, pmdToPmx, serializePmd } from '@odori/format';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pmd as anyPmd, pmdBytes } from '#test/support/arbitrary-pmd.js';
import { badIndices } from '#test/support/bad-indices.js';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

/** `Pmd`, version 1, a name and a comment. */
const HEADER = Uint8Array.from([0x50, 0x6d, 0x64, 0, 0, 0x80, 0x3f, ...new Uint8Array(20 + 256)]);

/**
 * The one promise for any bytes: a document that gives them back and makes a sound PMX, or a MmdFormatError.
 */
function holds(bytes: Uint8Array): void {
  let document: Pmd;
  try {
    document = parsePmd(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(['bad-signature', 'truncated']).toContain((error as MmdFormatError).code);
    return;
  }
  expect(Buffer.compare(serializePmd(document), bytes)).toBe(0);
  expect(badIndices(pmdToPmx(document))).toEqual([]);
  expect(document.warnings.length).toBeLessThan(60); // one per code and section at most
}

function check(bytes: fc.Arbitrary<Uint8Array>): void {
  checkBytes(bytes, holds);
}

test('any bytes', () => {
  check(fc.uint8Array({ maxLength: 200 }));
});

test('any bytes after a valid header', () => {
  check(fc.uint8Array({ maxLength: 400 }).map((body) => Uint8Array.from([...HEADER, ...body])));
});

test('small counts and random bytes after a header without geometry', () => {
  const u16 = fc.nat(2).map((count) => [count, 0]);
  const u32 = fc.nat(2).map((count) => [count, 0, 0, 0]);
  const u8 = fc.nat(2).map((count) => [count]);
  const junk = (bytes: number): fc.Arbitrary<number[]> =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((list) => [...list]);
  const bones = fc.nat(3).chain((count) => junk(39 * count).map((list) => [count, 0, ...list]));
  const iks = fc.nat(3).chain((count) => junk(11 * count).map((list) => [count, 0, ...list]));
  const section = fc.oneof(u8, u16, u32, junk(20), junk(3), junk(83));
  check(
    fc
      .tuple(bones, iks, fc.array(section, { maxLength: 12 }))
      .map(([bone, ik, tail]) =>
        Uint8Array.from([...HEADER, ...new Uint8Array(12), ...bone, ...ik, ...tail.flat()]),
      ),
  );
});

test('a sound file with flipped bytes', () => {
  check(flippedBytes(pmdBytes));
});

test('a sound file cut at any place', () => {
  check(cutBytes(pmdBytes));
});

test('a sound file cut at every place', () => {
  const bytes = wholeBytes().build();
  for (let length = 0; length <= bytes.length; length++) holds(bytes.subarray(0, length));
});

test('document → bytes → document keeps everything', () => {
  fc.assert(
    fc.property(anyPmd, (document) => {
      const bytes = serializePmd(document);
      const { source, warnings, ...read } = parsePmd(bytes);
      const { warnings: _, ...expected } = document;
      expect(source!.oddFields).toEqual([]);
      expect(warnings.every(({ code }) => code !== 'truncated')).toBe(true);
      expect(read).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

test('the IKs of the PMX are solved in the order of the list', () => {
  fc.assert(
    fc.property(anyPmd, (document) => {
      const { bones, iks } = document;
      const listed = iks
        .filter(({ bone: target, effector }) => bones[target] && bones[effector])
        .map(({ effector, loopCount: iterations }) => [effector, iterations]);
      const solved = pmdToPmx(document)
        .bones.filter(({ ik }) => ik)
        .sort((a, b) => a.layer - b.layer) // stable: then by index
        .map(({ ik }) => [ik!.effector, ik!.loopCount]);
      expect(solved).toEqual(listed);
    }),
    { numRuns: RUNS },
  );
});

test('strict: no warning, or an error', () => {
  fc.assert(
    fc.property(pmdBytes, (bytes) => {
      const expected = parsePmd(bytes).warnings[0];
      if (!expected) {
        expect(parsePmd(bytes, { strict: true }).warnings).toEqual([]);
        return;
      }
      expect(() => parsePmd(bytes, { strict: true })).toThrow(expected.message);
    }),
    { numRuns: RUNS },
  );
});
