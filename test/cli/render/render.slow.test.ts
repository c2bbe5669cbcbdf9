import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasBrowser } from '#test/support/launch-browser.js';
import { emptyFolder, odori, type Outcome } from '../odori.js';

const FILES = join(import.meta.dirname, '../../../demos/assets/files');
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
