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
import { vmd } from '#test/support/arbitrary-vmd.js';
import { RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

const VERSIONS: Bvmd['version'][] = [
  [2, 0, 0],
  [2, 1, 0],
  [3, 0, 0],
];

/** The bytes of a sound file, of any version, with every section in it. */
const bvmdBytes = fc
  .tuple(vmd, fc.constantFrom(...VERSIONS))
  .map(([document, version]): Uint8Array => serializeBvmd(vmdToBvmd(document), { version }));

/** Files of version 3 with two sections in the same place. */
const overlapping = fc.tuple(vmd, fc.nat(4), fc.nat(4)).map(([document, section, other]): Uint8Array => {
  const bytes = serializeBvmd(vmdToBvmd(document));
  bytes.copyWithin(12 + 4 * section, 12 + 4 * other, 16 + 4 * other);
  return bytes;
});

/** Any bytes give a document, which is written back as the same bytes, or a MmdFormatError. */
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

test('any bytes, also after a sound header, give a document or a MmdFormatError', () => {
  const body = fc.uint8Array({ maxLength: 300 });
  checkBytes(body, holds);
  checkBytes(
    fc.tuple(fc.constantFrom(...VERSIONS), body).map(([version, junk]) => {
      return Uint8Array.from([0x42, 0x56, 0x4d, 0x44, ...version, 0, 20, 0, 0, 0, ...junk]);
    }),
    holds,
  );
});

test('a sound file with changed bytes gives a document or a MmdFormatError', () => {
  checkBytes(flippedBytes(bvmdBytes), holds);
});

test('a sound file truncated anywhere gives a document', () => {
  checkBytes(cutBytes(bvmdBytes), holds);
});

test('a sound file is written back byte for byte', () => {
  fc.assert(
    fc.property(bvmdBytes, (bytes) => {
      expect(Buffer.compare(serializeBvmd(parseBvmd(bytes)), bytes)).toBe(0);
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

test('an edit of a document from any file is in the written file', () => {
  const pick = fc.nat();
  const spoiled = fc.oneof(flippedBytes(bvmdBytes), cutBytes(bvmdBytes), overlapping);
  const edit = fc.constantFrom(rename, turn, moveKey, blink, zoom);
  fc.assert(
    fc.property(spoiled, edit, pick, (bytes, change, place) => {
      const bvmd = readable(bytes);
      if (!bvmd) return;
      change(bvmd, place);
      expect(contentOf(parseBvmd(serializeBvmd(bvmd)))).toEqual(contentOf(bvmd));
    }),
    { numRuns: RUNS },
  );
});

function readable(bytes: Uint8Array): Bvmd | undefined {
  try {
    return parseBvmd(bytes);
  } catch (error) {
    if (error instanceof MmdFormatError) return undefined;
    throw error;
  }
}

function rename({ bones, morphs, properties }: Bvmd, place: number): void {
  for (const { names } of [bones, morphs, properties]) {
    if (names.length === 0) continue;
    const bytes = new TextEncoder().encode(['head', '足', 'ab'][place % 3]);
    names[place % names.length] = { text: new TextDecoder().decode(bytes), bytes };
  }
}

function turn({ bones }: Bvmd, place: number): void {
  if (bones.count > 0) bones.rotations[place % (4 * bones.count)] = 0.625;
}

function moveKey({ bones, morphs }: Bvmd, place: number): void {
  for (const { count, names, nameIndex } of [bones, morphs]) {
    if (count > 0) nameIndex[place % count] = (nameIndex[place % count] + 1) % names.length;
  }
}

function blink({ morphs, properties }: Bvmd, place: number): void {
  if (morphs.count > 0) morphs.weights[place % morphs.count] = 0.375;
  if (properties.count > 0) properties.frames[place % properties.count] = 777;
}

function zoom({ cameras }: Bvmd, place: number): void {
  if (cameras.count === 0) return;
  cameras.curves[place % (24 * cameras.count)] = 99;
  cameras.fovs[place % cameras.count] = 12.5;
}

/**
 * All values that a file has, track by track. A bone that does not move has no positions and no curves for
 * them.
 */
function contentOf({ bones, morphs, properties, cameras, trailing }: Bvmd): unknown {
  const isMovable = bones.names.map((_, name) => bones.movable[name] === 1);
  for (let key = 0; key < bones.count; key++) {
    const position = bones.positions.subarray(3 * key, 3 * key + 3);
    if (position.some((value) => value !== 0)) isMovable[bones.nameIndex[key]] = true;
  }
  const boneTracks = bones.names.map(({ text }, name) => [
    text,
    isMovable[name],
    keysOf(bones, name).map((key) => [
      bones.frames[key],
      bones.rotations.slice(4 * key, 4 * key + 4),
      bones.curves.slice(16 * key + (isMovable[name] ? 0 : 12), 16 * key + 16),
      bones.physics[key],
      isMovable[name] && bones.positions.slice(3 * key, 3 * key + 3),
    ]),
  ]);
  const morphTracks = morphs.names.map(({ text }, name) => [
    text,
    keysOf(morphs, name).map((key) => [morphs.frames[key], morphs.weights[key]]),
  ]);
  return {
    bones: [...boneTracks.filter(([, on]) => !on), ...boneTracks.filter(([, on]) => on)],
    morphs: morphTracks,
    properties: { ...properties, names: properties.names.map(({ text }) => text) },
    cameras,
    trailing,
  };
}

function keysOf({ count, nameIndex }: Pick<Bvmd['morphs'], 'count' | 'nameIndex'>, name: number): number[] {
  return Array.from({ length: count }, (_, key) => key).filter((key) => nameIndex[key] === name);
}
