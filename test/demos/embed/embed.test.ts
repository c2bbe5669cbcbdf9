import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSnippets } from '#demos/shared/copy-and-go/code-section.js';

const EMBED = join(import.meta.dirname, '../../../demos/embed');
const HTML = readFileSync(join(EMBED, 'index.html'), 'utf8');

test('the code to copy makes both players that stand on the page Embed', () => {
  const players = HTML.match(/<odori-player\b/g)!.length;
  expect(players).toBe(2);
  const counts = readSnippets('embed').map(({ code }) => code.match(/<odori-?player\b/gi)!.length);
  expect(counts).toEqual([players, players]);
});

test('the page Embed names the song in the format that every phone plays', () => {
  for (const text of [HTML, ...readSnippets('embed').map(({ code }) => code)])
    expect([...text.matchAll(/song\.\w+/g)].map(([name]) => name)).toEqual(['song.m4a']);
});

test('the poster of the page Embed is as small as its text says', () => {
  expect(HTML).toMatch(/less\s+than forty\s+kilobytes/);
  expect(statSync(join(EMBED, '../home/pictures/embed-poster.webp')).size).toBeLessThan(40_000);
});
