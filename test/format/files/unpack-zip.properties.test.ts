import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FilesError } from '#src/format/files/files-error.js';
import { unpackZip } from '#src/format/files/unpack-zip.js';
import { RUNS } from '#test/support/runs.js';
import { cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';
import { zipBytes } from '#test/support/zip-bytes.js';

const LIMITS = { files: 100, bytes: 100_000 };

const name = fc.oneof(
  fc.constantFrom('a.pmx', 'tex/b.png', '顔.png', '__MACOSX/c', '../d', 'tex\\b.png', 'e/', '__proto__'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const content = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.tuple(fc.nat(255), fc.nat(5_000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
);
/** fflate takes an object, which cannot have the key `__proto__`. */
const fflateName = name.filter((text) => text !== '__proto__');
const byFflate = fc
  .tuple(fc.dictionary(fflateName, content, { maxKeys: 4 }), fc.constantFrom(0, 6, 9))
  .map(([files, level]) => zipSync(files, { level }));

const lie = fc.constantFrom(0, 1, 5, 60, 0xffff, 0xfffffffe, 0xffffffff);
const lying = fc.record(
  {
    name: fc.oneof(name, fc.uint8Array({ maxLength: 6 })),
    content,
    packed: fc.uint8Array({ maxLength: 40 }),
    method: fc.constantFrom(0, 8, 8, 9),
    flags: fc.constantFrom(0, 0, 0, 1, 8, 1 << 11),
    size: lie,
    packedBytes: lie,
    offset: lie,
    extra: fc.uint8Array({ maxLength: 24 }),
  },
  { requiredKeys: ['name'] },
);
const byLiars = fc
  .tuple(
    fc.array(lying, { maxLength: 3 }),
    fc.record({ count: fc.constantFrom(0, 1, 2, 3, 0xffff), isWide: fc.boolean() }, { requiredKeys: [] }),
  )
  .map(([files, parts]) => zipBytes(files, parts));

async function holds(bytes: Uint8Array): Promise<Map<string, Uint8Array> | undefined> {
  let files: Map<string, Uint8Array>;
  try {
    files = await unpackZip(bytes, LIMITS);
  } catch (error) {
    expect(error).toBeInstanceOf(FilesError);
    return undefined;
  }
  const unpacked = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  expect(unpacked).toBeLessThanOrEqual(LIMITS.bytes);
  expect(files.size).toBeLessThanOrEqual(LIMITS.files);
  return files;
}

async function check(bytes: fc.Arbitrary<Uint8Array>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(bytes, async (zip) => {
      await holds(zip);
    }),
    { numRuns: RUNS },
  );
}

test('any bytes give files or a FilesError', async () => {
  await check(fc.uint8Array({ maxLength: 200 }));
});

test('any bytes before an end record give files or a FilesError', async () => {
  const end = zipBytes([]);
  const counts = fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.nat(3), fc.nat(250));
  await check(
    counts.map(([bytes, count, offset]) => {
      const zip = Uint8Array.from([...bytes, ...end]);
      zip[bytes.length + 8] = count;
      zip[bytes.length + 16] = offset;
      return zip;
    }),
  );
});

test('zips with wrong numbers give files or a FilesError', async () => {
  await check(byLiars);
});

test('zips with flipped bytes give files or a FilesError', async () => {
  await check(flippedBytes(byFflate));
});

test('a correct zip gives the files that were put into it', async () => {
  const safeName = fc.stringMatching(/^[a-zé顔ミク][\w]{0,3}$/);
  const sound = fc.tuple(fc.dictionary(safeName, content, { maxKeys: 4 }), fc.constantFrom(0, 6, 9));
  await fc.assert(
    fc.asyncProperty(sound, async ([files, level]) => {
      const unpacked = (await holds(zipSync(files, { level }))) ?? new Map<string, Uint8Array>();
      expect([...unpacked.keys()].sort()).toEqual(Object.keys(files).sort());
      for (const [path, file] of unpacked) {
        expect(Buffer.compare(file, files[path])).toBe(0);
      }
    }),
    { numRuns: RUNS },
  );
});

test('a truncated zip is refused', async () => {
  await fc.assert(
    fc.asyncProperty(cutBytes(byFflate.filter((zip) => zip.length > 22)), async (zip) => {
      const files = await holds(zip);
      if (files) expect(await holds(zip.subarray(0, -1))).toBeUndefined(); // it needed all of its bytes
    }),
    { numRuns: RUNS },
  );
});
