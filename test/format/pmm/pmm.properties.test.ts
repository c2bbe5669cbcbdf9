import {
  MmdFormatError,
  parsePmm,
  type Pmm,
  pmmCameraToVmd,
  type PmmKeys,
  pmmToVmd,
  serializePmm,
  serializeVmd,
} from '@odori/format';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_FULL, RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';
import { pmm as anyPmm, pmmBytes } from './arbitrary-pmm.js';
import {
  BLOCKS,
  headBytes,
  modelBytes,
  modelHead,
  PmmBytes,
  sceneBytes,
  tailBytes,
  version1Bytes,
  wholeBytes,
} from './pmm-bytes.js';

/** A project has many parts: each case costs as much as many cases of other formats. */
const CASES = Math.ceil(RUNS / 6);

/**
 * Any bytes give a document with sound tracks, which is written back as the same bytes, or a MmdFormatError.
 */
function holds(bytes: Uint8Array): void {
  let document: Pmm;
  try {
    document = parsePmm(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(['bad-signature', 'bad-syntax', 'too-large', 'truncated']).toContain(
      (error as MmdFormatError).code,
    );
    return;
  }
  expect(Buffer.compare(serializePmm(document), bytes)).toBe(0);
  for (const keys of sectionsOf(document)) checkTracks(keys);
  serializeVmd(pmmCameraToVmd(document));
  if (document.version === 2) document.models.forEach((_, i) => serializeVmd(pmmToVmd(document, i)));
}

function sectionsOf({ models, accessories, camera, light, gravity, selfShadow }: Pmm): PmmKeys[] {
  return [
    ...models.flatMap(({ bones, morphs, properties }) => [bones, morphs, properties]),
    ...accessories.map(({ keys }) => keys),
    ...[camera, light, gravity, selfShadow].map(({ keys }) => keys),
  ];
}

/** Every key occurs once. Every track has a first key and sorted frames. */
function checkTracks({ count, starts, frames, links }: PmmKeys): void {
  for (let track = 0; track < starts.length - 1; track++) {
    expect(starts[track + 1]).toBeGreaterThan(starts[track]);
    for (let key = starts[track] + 1; key < starts[track + 1]; key++) {
      expect(frames[key]).toBeGreaterThanOrEqual(frames[key - 1]);
    }
  }
  expect(frames.length).toBe(count);
  expect(new Set(links?.records).size).toBe(links ? count : 0);
}

test('any bytes give a document or a MmdFormatError', () => {
  checkBytes(fc.uint8Array({ maxLength: 200 }), holds);
});

test('any bytes after a sound header give a document or a MmdFormatError', () => {
  const body = fc.uint8Array({ maxLength: 400 });
  for (const version of [1, 2] as const) {
    const head = headBytes(version).u8(1).build();
    checkBytes(
      body.map((bytes) => Uint8Array.from([...head, ...bytes])),
      holds,
    );
  }
});

test('a sound file with changed bytes gives a document or a MmdFormatError', () => {
  const whole = fc.constant(wholeBytes().build()).map((bytes) => bytes.slice());
  fc.assert(fc.property(flippedBytes(fc.oneof(pmmBytes, whole)), holds), { numRuns: CASES });
});

test('a file of version 1 with changed bytes gives a document or a MmdFormatError', () => {
  const sound = version1File();
  const bytes = fc.constant(sound).map((file) => file.slice());
  fc.assert(fc.property(flippedBytes(bytes), holds), { numRuns: CASES });
});

test('a sound file truncated anywhere gives a document or a MmdFormatError', () => {
  fc.assert(fc.property(cutBytes(pmmBytes), holds), { numRuns: CASES });
});

/** At every seventh byte in `pnpm fuzz`, at fewer in `pnpm test`. */
const STEP = IS_FULL ? 7 : 29;

test('files truncated at many bytes, and at every byte of their ends, give a document or a MmdFormatError', () => {
  for (const bytes of [wholeBytes().build(), version1File()]) {
    for (let length = 0; length <= bytes.length; length += length < bytes.length - 150 ? STEP : 1) {
      holds(bytes.subarray(0, length));
    }
  }
});

test('any links of two bones and a pool of up to eight keys give sound tracks', () => {
  const link = fc.oneof({ weight: 9, arbitrary: fc.nat(10) }, { weight: 1, arbitrary: fc.integer() });
  const base = fc.tuple(fc.nat(20), link, link);
  const pool = fc.array(fc.tuple(base, fc.option(link, { freq: 4 })), { maxLength: 8 });
  const before = modelHead(headBytes().u8(1)).build();
  const rest = tailBytes(sceneBytes(restOfModel())).build();
  const file = fc.tuple(base, base, pool).map(([root, arm, list]) => {
    const bones = new PmmBytes().bone(root, 1).bone(arm, 2).i32(list.length);
    list.forEach(([key, number], i) => bones.bone([number ?? 2 + i, ...key], 3));
    return joined(before, bones.build(), rest);
  });
  fc.assert(fc.property(file, holds), { numRuns: CASES });
});

test('a document that is written and read again keeps all values', () => {
  fc.assert(
    fc.property(anyPmm, (document) => {
      const read = parsePmm(serializePmm(document));
      expect(withoutSpelling(read)).toEqual(withoutSpelling(document));
    }),
    { numRuns: CASES },
  );
});

test('strict mode gives an error if and only if there are warnings', () => {
  fc.assert(
    fc.property(pmmBytes, (bytes) => {
      const [expected] = parsePmm(bytes).warnings;
      if (!expected) {
        expect(parsePmm(bytes, { strict: true }).warnings).toEqual([]);
        return;
      }
      expect(() => parsePmm(bytes, { strict: true })).toThrow(expected.message);
    }),
    { numRuns: CASES },
  );
});

function version1File(): Uint8Array {
  return BLOCKS.reduce((file, block) => block(file), version1Bytes()).build();
}

/** Of the whole model, what is behind its bone keys. */
function restOfModel(): PmmBytes {
  const file = modelBytes(new PmmBytes());
  return new PmmBytes().bytes(file.build().subarray(file.marks['morphs']));
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** What a program says of a project, without what only a file has. */
function withoutSpelling(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSpelling);
  const kept = Object.entries(value).filter(([key]) => !['links', 'source', 'warnings'].includes(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutSpelling(entry)]));
}
