import { createPmm, parsePmx, parseVmd, serializePmm } from '@odori/format';
import { packZip } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectModel } from '#demos/shared/group/project-model.js';
import { decodePicture } from '#src/cli/images/decode-picture.js';
import { hasBrowser } from '#test/support/launch-browser.js';
import { emptyFolder, odori, type Outcome } from '../odori.js';

const FILES = join(import.meta.dirname, '../../../packages/sample/files');
const SOURCES = ['dancer.pmx', 'dance.vmd', 'song.ogg'].map((name) => join(FILES, name));
/** What a computer without a graphics card draws fast. */
const LIGHT = ['--look', 'plain', '--stage', 'none', '--size', '160x90'];
const RANGE = ['--range', '20s,20.2s']; // 6 frames

function render(folder: string, ...args: string[]): Promise<Outcome> {
  const all = ['render', ...SOURCES, ...LIGHT, ...args];
  return odori(all, folder, undefined, new AbortController().signal);
}

test.skipIf(!hasBrowser)('shards draw the pictures of the whole, and their films join', async () => {
  const folder = emptyFolder();
  const lines: string[] = [];
  for (const [out, ...shard] of [['whole'], ['parts', '1'], ['parts', '2']]) {
    mkdirSync(join(folder, out), { recursive: true });
    const part = shard.length > 0 ? ['--shards', '2', '--shard', shard[0]] : [];
    const { code, messages } = await render(folder, ...RANGE, ...part, '-o', `${out}/%03d.png`);
    expect([code, messages.at(-1)]).toEqual([0, expect.stringContaining('wrote')]);
    lines.push(...messages);
  }
  expect(lines.join('\n')).toContain('card    ');
  const names = readdirSync(join(folder, 'whole'));
  expect(names).toEqual(['000.png', '001.png', '002.png', '003.png', '004.png', '005.png']);
  expect(readdirSync(join(folder, 'parts'))).toEqual(names);
  const pictures = names.map((name) => readFileSync(join(folder, 'whole', name)));
  for (const [i, name] of names.entries())
    expect(readFileSync(join(folder, 'parts', name)).equals(pictures[i]), name).toBe(true);
  expect(new Set(pictures.map(String)).size).toBe(6); // she moves
  for (const shard of ['1', '2']) {
    const part = ['--shards', '2', '--shard', shard, '-o', `part${shard}.webm`];
    expect((await render(folder, ...RANGE, ...part)).code).toBe(0);
  }
  const args = ['join', 'part2.webm', 'part1.webm', '-o', 'film.webm'];
  const joined = await odori(args, folder, undefined, new AbortController().signal);
  expect(joined.messages).toEqual(['wrote film.webm: 6 frames of 2 parts, with sound']);
});

test.skipIf(!hasBrowser)('two runs give the same bytes, and a stopped one leaves no file', async () => {
  const folder = emptyFolder();
  for (const name of ['a.mp4', 'b.mp4']) {
    const { code, text } = await render(folder, ...RANGE, '-o', name, '--json');
    expect(code).toBe(0);
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(['start', ...Array(6).fill('frame'), 'done']);
  }
  expect(readFileSync(join(folder, 'a.mp4')).equals(readFileSync(join(folder, 'b.mp4')))).toBe(true);
  const stopped = await odori(['render', ...SOURCES, ...LIGHT, '-o', 'c.mp4'], folder);
  expect([stopped.code, stopped.messages.at(-1)]).toEqual([1, 'odori: stopped']);
  expect(readdirSync(folder)).toEqual(['a.mp4', 'b.mp4']);
});

test.skipIf(!hasBrowser)('a transparent film, a transparent still and a sheet are written', async () => {
  const folder = emptyFolder();
  expect((await render(folder, '--range', '20s,20.1s', '--alpha', '-o', 'clear.webm')).code).toBe(0);
  expect((await render(folder, '--at', '20s', '--background', 'transparent', '-o', 'a.png')).code).toBe(0);
  const corner = readFileSync(join(folder, 'a.png'));
  expect([corner.readUInt32BE(16), corner.readUInt32BE(20), corner[25]]).toEqual([160, 90, 6]); // RGBA
  expect((await render(folder, '--sheet', '2x3', '-o', 'sheet.png')).code).toBe(0);
  const sheet = readFileSync(join(folder, 'sheet.png'));
  expect([sheet.readUInt32BE(16), sheet.readUInt32BE(20)]).toEqual([320, 270]);
});

/** Renders a still of files; returns its bytes. */
async function still(folder: string, ...files: string[]): Promise<Buffer> {
  const args = ['render', ...files, ...LIGHT, '--at', '20s', '-o', 'still.png', '--force'];
  const { code, messages } = await odori(args, folder, undefined, new AbortController().signal);
  expect([code, messages.at(-1)]).toEqual([0, expect.stringContaining('wrote')]);
  return readFileSync(join(folder, 'still.png'));
}

/**
 * How many heads a white picture has: groups of columns that are not white in the upper fifth of what is
 * drawn.
 */
async function headsOf(png: Buffer): Promise<number> {
  const { data, width } = (await decodePicture(png, 'image/png'))!;
  const isInk = (pixel: number): boolean => data[4 * pixel] < 200;
  const ink = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter(isInk);
  const [top, bottom] = [ink[0], ink[ink.length - 1]].map((pixel) => Math.floor(pixel / width));
  const upper = ink.filter((pixel) => pixel / width < top + (bottom - top) / 5);
  const columns = new Set(upper.map((pixel) => pixel % width));
  return [...columns].filter((column) => !columns.has(column - 1)).length;
}

test.skipIf(!hasBrowser)('a folder and a zip give the picture of their files', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'show'));
  for (const name of ['dancer.pmx', 'dance.vmd', 'textures'])
    cpSync(join(FILES, name), join(folder, 'show', name), { recursive: true });
  const names = readdirSync(join(folder, 'show'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = names.map(
    (path) => [path.slice(join(folder, 'show/').length), readFileSync(path)] as const,
  );
  writeFileSync(join(folder, 'show.zip'), packZip(new Map(contents)));
  const named = await still(folder, 'show/dancer.pmx', 'show/dance.vmd');
  expect((await still(folder, 'show')).equals(named)).toBe(true);
  expect((await still(folder, 'show.zip')).equals(named)).toBe(true);
  expect(await headsOf(named)).toBe(1);
});

test.skipIf(!hasBrowser)('several dancers and a project are drawn', async () => {
  const folder = emptyFolder();
  for (const place of ['a', 'b', 'project/models'])
    for (const name of ['dancer.pmx', 'textures'])
      cpSync(join(FILES, name), join(folder, place, name), { recursive: true });
  expect(await headsOf(await still(folder, 'a/dancer.pmx', 'b/dancer.pmx', join(FILES, 'dance.vmd')))).toBe(
    2,
  );
  const pmx = parsePmx(readFileSync(join(FILES, 'dancer.pmx')));
  const motion = Motion.from(parseVmd(readFileSync(join(FILES, 'dance.vmd'))));
  const path = 'UserFile\\Model\\dancer.pmx';
  const models = [-6, 6].map((x, i) => projectModel({ pmx, path, motion, place: { x, z: 0, turn: 0 } }, i));
  writeFileSync(join(folder, 'project/scene.pmm'), serializePmm(createPmm({ models })));
  expect(await headsOf(await still(folder, 'project'))).toBe(2);
});
