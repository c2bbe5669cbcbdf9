import { parsePmx, type Pmx, serializePmx, serializeVmd, createVmd } from '@odori/format';
import { addMorphKey, unpackZip } from '@odori/format/internal';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { decodePicture } from '#src/cli/images/decode-picture.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { bmp, tga, type TestImage } from '#test/support/test-images.js';
import { zipBytes } from '#test/support/zip-bytes.js';
import { emptyFolder, odori } from '../odori.js';

/** The left half is red, the right half blue. */
const HALVES: TestImage = {
  width: 64,
  rows: Array.from({ length: 32 }, () =>
    Array.from({ length: 64 }, (_, x): [number, number, number] => (x < 32 ? [200, 20, 10] : [10, 20, 200])),
  ),
};

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

function model(textures: readonly string[], toon = -1): Pmx {
  const builder = new ModelBuilder();
  builder.textures.push(...textures);
  textures.forEach((_, i) => {
    builder.material({ texture: i === toon ? -1 : i, sharedToon: 0, toon: i === toon ? i : -1 });
    builder.quad({ center: [i, 0, 0], width: 1, height: 1 });
  });
  return builder.build();
}

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();

test('a model keeps its shape, and its textures become WebP, at paths as the disk spells them', async () => {
  const before = model(['TEX\\Body.BMP', 'tex/face.tga', 'screen.bmp', 'gone.png']);
  const folder = folderOf({
    'a.pmx': serializePmx(before),
    'tex/body.bmp': await bytesOf(bmp(HALVES)),
    'tex/face.tga': await bytesOf(tga(HALVES)),
  });
  const { code, text, messages } = await odori(['optimize', 'a.pmx', '-o', 'out'], folder);
  expect(messages).toEqual(['odori: a.pmx: warning: the texture gone.png is missing']);
  expect(code).toBe(0);
  expect(text).toContain('tex/body.webp');
  expect(filesIn(join(folder, 'out'))).toEqual(['a.pmx', 'tex/body.webp', 'tex/face.webp']);
  const after = parsePmx(readFileSync(join(folder, 'out/a.pmx')));
  expect(after.textures).toEqual(['tex\\body.webp', 'tex\\face.webp', 'screen.bmp', 'gone.png']);
  expect(after.vertices.positions).toEqual(before.vertices.positions);
  const picture = await decodePicture(readFileSync(join(folder, 'out/tex/body.webp')), 'image/webp');
  expect(picture).toMatchObject({ width: 64, height: 32 });
  expect([...picture!.data.subarray(0, 4)]).toEqual([200, 20, 10, 255]); // few colors: no pixel changes
});

test('--max-size makes textures smaller, in their shape; two files of one name keep different ones', async () => {
  const folder = folderOf({
    'a.pmx': serializePmx(model(['a.bmp', 'a.tga'])),
    'a.bmp': await bytesOf(bmp(HALVES)),
    'a.tga': await bytesOf(tga(HALVES)),
  });
  const { code, text } = await odori(
    ['optimize', 'a.pmx', '-o', 'out', '--max-size', '16', '--json'],
    folder,
  );
  expect(code).toBe(0);
  const report = JSON.parse(text) as { textures: unknown[]; graphicsBytes: unknown };
  const size = { before: { width: 64, height: 32 }, after: { width: 16, height: 8 } };
  expect(report.textures).toMatchObject([
    { path: 'a.bmp', output: 'a.webp', size },
    { path: 'a.tga', output: 'a-2.webp', size },
  ]);
  // 2 textures of 2048 pixels and of 128 pixels, 4 bytes each, and a third more for smaller sizes
  expect(report.graphicsBytes).toEqual({ before: 21846, after: 1366 });
  expect(parsePmx(readFileSync(join(folder, 'out/a.pmx'))).textures).toEqual(['a.webp', 'a-2.webp']);
});

test('a zip gives a zip, with the author’s terms and without pictures that no model uses', async () => {
  const zip = zipBytes([
    { name: 'miku/a.pmx', content: serializePmx(model(['..\\tex\\a.bmp'])) },
    { name: 'tex/a.bmp', content: await bytesOf(bmp(HALVES)) },
    { name: 'tex/preview.png', content: Uint8Array.of(1) },
    { name: 'readme.txt', content: Uint8Array.of(65) },
  ]);
  const folder = folderOf({ 'a.zip': zip });
  const { code, text } = await odori(['optimize', 'a.zip', '-o', 'b.zip'], folder);
  expect(code).toBe(0);
  expect(text).toContain('left out, because no model uses it: tex/preview.png');
  const files = await unpackZip(readFileSync(join(folder, 'b.zip')));
  expect([...files.keys()].toSorted()).toEqual(['miku/a.pmx', 'readme.txt', 'tex/a.webp']);
  expect(parsePmx(files.get('miku/a.pmx')!).textures).toEqual(['..\\tex\\a.webp']);
});

test('textures stay as they are with --textures keep, and where WebP would not help', async () => {
  const broken = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2);
  const folder = folderOf({
    'a.pmx': serializePmx(model(['a.bmp', 'b.png', 'c.gif'])),
    'a.bmp': await bytesOf(bmp(HALVES)),
    'b.png': broken,
    'c.gif': Buffer.from('GIF89a\x08\0\x08\0'),
  });
  await odori(['optimize', 'a.pmx', '-o', 'kept', '--textures', 'keep'], folder);
  expect(filesIn(join(folder, 'kept'))).toEqual(['a.bmp', 'a.pmx', 'b.png', 'c.gif']);
  const { text } = await odori(['optimize', 'a.pmx', '-o', 'out', '--json'], folder);
  const { textures } = JSON.parse(text) as { textures: { reason?: string }[] };
  expect(textures.map(({ reason }) => reason)).toEqual([
    undefined,
    'the image is broken: its header has no size',
    'is a kind of GIF that stays as it is',
  ]);
  expect(new Uint8Array(readFileSync(join(folder, 'out/b.png')))).toEqual(broken);
});

test('a toon stays exact at any size of file', async () => {
  const steps = Array.from({ length: 32 }, (_, y): [number, number, number][] => [[8 * y, 7 * y, 5 * y + 3]]);
  const folder = folderOf({
    'a.pmx': serializePmx(model(['toon.bmp'], 0)),
    'toon.bmp': await bytesOf(bmp({ width: 1, rows: steps })),
  });
  await odori(['optimize', 'a.pmx', '-o', 'out'], folder);
  const picture = await decodePicture(readFileSync(join(folder, 'out/toon.webp')), 'image/webp');
  expect([...picture!.data]).toEqual(steps.flatMap(([color]) => [...color, 255]));
});

test('--keep names a motion whose morphs stay', async () => {
  const pmx = model([]);
  const empty = { nameEn: '', panel: 4, vertices: new Uint32Array(0), offsets: new Float32Array(0) };
  pmx.morphs = ['笑い', '瞬き'].map((name) => ({ ...empty, name, type: 'vertex' as const }));
  const vmd = createVmd();
  addMorphKey(vmd, { name: '瞬き', frame: 0, weight: 1 });
  const folder = folderOf({ 'a.pmx': serializePmx(pmx), 'face.vmd': serializeVmd(vmd) });
  const { text } = await odori(['optimize', 'a.pmx', '-o', 'out', '--keep', 'face.vmd', '--json'], folder);
  expect(JSON.parse(text)).toMatchObject({ models: [{ droppedMorphs: ['笑い'] }] });
  expect(parsePmx(readFileSync(join(folder, 'out/a.pmx'))).morphs.map(({ name }) => name)).toEqual(['瞬き']);
});

test('files of the input are never overwritten, and others only with --force', async () => {
  const folder = folderOf({ 'a.pmx': serializePmx(model([])), 'out/a.pmx': 'mine' });
  const same = await odori(['optimize', 'a.pmx', '-o', '.', '--force'], folder);
  expect(same).toMatchObject({ code: 1, messages: [expect.stringContaining('is a file of the input')] });
  const other = await odori(['optimize', 'a.pmx', '-o', 'out'], folder);
  expect(other).toMatchObject({
    code: 1,
    messages: [expect.stringContaining('already exists; use --force')],
  });
  expect(readFileSync(join(folder, 'out/a.pmx'), 'utf8')).toBe('mine');
  expect((await odori(['optimize', 'a.pmx', '-o', 'out', '--force'], folder)).code).toBe(0);
});

test.each([
  [[], 'missing input'],
  [['a.pmx'], 'missing --output'],
  [['a.pmx', 'b.pmx', '-o', 'out'], 'one input at a time'],
  [['a.pmx', '-o', 'out', '--textures', 'png'], '--textures "png" is not one of'],
  [['a.pmx', '-o', 'out', '--textures', 'keep', '--max-size', '9'], '--max-size has no effect'],
  [['a.pmx', '-o', 'out', '--max-size', '0'], '--max-size 0 is not between'],
])('%j is wrong usage', async (args, message) => {
  const { code, messages } = await odori(['optimize', ...args], emptyFolder());
  expect(code).toBe(2);
  expect(messages.join()).toContain(message);
});

test('a folder without a PMX, a PMD and a cut model are errors', async () => {
  const folder = folderOf({ 'a.txt': 'x', 'cut.pmx': serializePmx(model(['a.bmp'])).slice(0, -2) });
  const none = await odori(['optimize', 'a.txt', '-o', 'out'], folder);
  expect(none).toMatchObject({ code: 1, messages: ['odori: a.txt: there is no PMX model'] });
  const cut = await odori(['optimize', 'cut.pmx', '-o', 'out'], folder);
  expect(cut).toMatchObject({ code: 1, messages: [expect.stringContaining('--allow truncated')] });
});

test('--textures ktx2 makes blocks for graphics cards, in whole blocks of pixels; toons stay exact', async () => {
  const folder = folderOf({
    'a.pmx': serializePmx(model(['a.bmp', 'toon.bmp'], 1)),
    'a.bmp': await bytesOf(bmp({ width: 63, rows: HALVES.rows.slice(0, 30).map((row) => row.slice(0, 63)) })),
    'toon.bmp': await bytesOf(bmp(HALVES)),
  });
  const { code, text } = await odori(
    ['optimize', 'a.pmx', '-o', 'out', '--textures', 'ktx2', '--json'],
    folder,
  );
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    textures: [
      { output: 'a.ktx2', size: { before: { width: 63, height: 30 }, after: { width: 64, height: 32 } } },
      { output: 'toon.webp' },
    ],
    // 63 × 30 and 64 × 32 pixels of 4 bytes, then 64 × 32 of one byte and of 4;
    // a third more for smaller sizes
    graphicsBytes: { before: 10080 + 10923, after: 2731 + 10923 },
  });
  const file = readFileSync(join(folder, 'out/a.ktx2'));
  expect(file.subarray(0, 8)).toEqual(Buffer.from('\xabKTX 20\xbb', 'latin1'));
  // Basis pixels, 64 × 32, no depth, no layers, one face, 7 sizes, packed by Zstandard
  const words = Array.from({ length: 9 }, (_, i) => file.readUInt32LE(12 + 4 * i));
  expect(words).toEqual([0, 1, 64, 32, 0, 0, 1, 7, 2]);
});
