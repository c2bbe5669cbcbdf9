import {
  type Bvmd,
  bvmdToVmd,
  MmdFormatError,
  parseBvmd,
  serializeBvmd,
  serializeVmd,
  vmdToBvmd,
} from '@odori/format';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vmd } from '../../support/arbitrary-vmd.js';
import { RUNS } from '../../support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '../../support/spoiled-bytes.js';

const VERSIONS: Bvmd['version'][] = [
  [2, 0, 0],
  [2, 1, 0],
  [3, 0, 0],
];

/** The bytes of a sound file, of any version, with every section in it. */
const bvmdBytes = fc
  .tuple(vmd, fc.constantFrom(...VERSIONS))
  .map(([document, version]): Uint8Array => serializeBvmd(vmdToBvmd(document), { version }));

/** Any bytes give a document that gives them back, or a MmdFormatError. */
function holds(bytes: Uint8Array): void {
  let bvmd: Bvmd;
  try {
    bvmd = parseBvmd(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return;
  }
  expect(Buffer.compare(serializeBvmd(bvmd), bytes)).toBe(0);
  const plain: Bvmd = { ...bvmd, trailing: new Uint8Array(0) };
  delete plain.source;
  const written = serializeBvmd(plain);
  expect(parseBvmd(written)).not.toHaveProperty('source');
  expect(Buffer.compare(serializeBvmd(parseBvmd(written)), written)).toBe(0);
  expect(bvmd.warnings.length).toBeLessThan(60); // one per code and section at most
  expect(bvmd.bones.count + bvmd.morphs.count + bvmd.cameras.count).toBeLessThanOrEqual(bytes.length);
  serializeVmd(bvmdToVmd(bvmd));
}

test('any bytes, behind a sound header too', () => {
  const body = fc.uint8Array({ maxLength: 300 });
  checkBytes(body, holds);
  checkBytes(
    fc.tuple(fc.constantFrom(...VERSIONS), body).map(([version, junk]) => {
      return Uint8Array.from([0x42, 0x56, 0x4d, 0x44, ...version, 0, 20, 0, 0, 0, ...junk]);
    }),
    holds,
  );
});

test('a sound file with flipped bytes', () => {
  checkBytes(flippedBytes(bvmdBytes), holds);
});

test('a sound file cut at any place', () => {
  checkBytes(cutBytes(bvmdBytes), holds);
});

test('a sound file comes back', () => {
  fc.assert(
    fc.property(bvmdBytes, (bytes) => {
      expect(Buffer.compare(serializeBvmd(parseBvmd(bytes)), bytes)).toBe(0);
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});
