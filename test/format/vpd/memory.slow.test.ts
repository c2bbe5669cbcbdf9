import { MmdFormatError, parseVpd } from '@odori/format';
import { encodeCp932 } from '@odori/format/internal';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  for (let i = 0; i < 2; i++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What the document of a file takes. */
function heapBytesOf(bytes: Uint8Array): number {
  const before = heapBytes();
  const document = parseVpd(bytes);
  const taken = heapBytes() - before;
  expect(document.bones.length + document.morphs.length).toBeGreaterThan(0);
  return taken;
}

/** A pose of a text whose letters each stand for a byte. */
function pose(body: string): Uint8Array {
  const bytes = Buffer.from(`Vocaloid Pose Data file\nm.osm;\n1;\n${body}`, 'latin1');
  /\d/.test('0'); // the engine keeps the last text that a regular expression searched
  return bytes;
}

/**
 * A text in the encoding of the file, a letter for each byte: it is encoded once, however often it is in a
 * file.
 */
const encoded = (text: string): string => Buffer.from(encodeCp932(text).bytes).toString('latin1');

const BONES = (count: number): string => 'Bone{\n0,0,0,0,0,0,1}'.repeat(count);
const NAMED = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Bone{${i}\n.1,.1,.1,.1,.1,.1,1}`).join('');
const MORPHS = (count: number): string => Array.from({ length: count }, (_, i) => `Morph{${i}\n.1}`).join('');
const NAME = encoded('ボーン');
/** About what MMD writes. */
const USUAL = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `Bone${i}{${NAME}${i}\r\n  0.000000,1.500000,-0.000000;\t\t\t\t// trans x,y,z\r\n` +
      '  0.100000,0.200000,0.300000,0.900000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n',
  ).join('');

test.each([
  ['4,000 tiny bones', BONES(4000)],
  ['4,000 tiny bones with names', NAMED(4000)],
  ['8,000 tiny morphs', MORPHS(8000)],
  ['20,000 bones as MMD writes them', USUAL(20_000)],
  ['a long name of half-width kana', `Bone{${encoded('ｱ').repeat(1e6)}\n0,0,0,0,0,0,1}`],
  [
    'a name that is a small part of a long text',
    `Bone{${encoded('あ').repeat(20)}\n0,0,0,0,0,0,1}//${encoded('あ').repeat(1e6)}`,
  ],
])('%s take at most three times their file and 1 MB of heap', (_, body) => {
  const bytes = pose(body);
  const limit = 3 * bytes.length + 1024 * 1024;
  // The runner shares this heap: something else may allocate in one of the runs.
  let least = Infinity;
  for (let run = 0; run < 5 && least > limit; run++) least = Math.min(least, heapBytesOf(bytes));
  expect(least).toBeLessThanOrEqual(limit);
});

test.each([
  ['bones', BONES(60_000)],
  ['named bones', NAMED(60_000)],
  ['morphs', MORPHS(60_000)],
])('60,000 tiny %s are refused, because they would take more', (kind, body) => {
  const error = thrownBy(() => parseVpd(pose(body)));
  expect(error).toBeInstanceOf(MmdFormatError);
  expect(error).toMatchObject({ code: 'too-large', section: kind.split(' ').at(-1) });
  expect(error.message).toMatch(
    /^(bones|morphs)\[\d+\] is one too many: a pose may take three times its file/,
  );
});

test('50,000 bones as MMD writes them are not too many', () => {
  expect(parseVpd(pose(USUAL(50_000))).bones.length).toBe(50_000);
});
