import { expect, test } from 'vitest';
import { FORM, sectionAtBar, SONG_BARS, SONG_BEATS, SONG_SECONDS } from '#demos/assets/src/song/form.js';

test('the sections fill 32 bars, which are 64 seconds', () => {
  let bar = 0;
  for (const { firstBar, bars } of FORM) {
    expect(firstBar).toBe(bar);
    bar += bars;
  }
  expect(bar).toBe(SONG_BARS);
  expect([SONG_BARS, SONG_BEATS, SONG_SECONDS]).toEqual([32, 128, 64]);
});

test('the song has the planned sections', () => {
  expect(FORM.map(({ name, bars }) => `${name} ${bars}`)).toEqual([
    'intro 2',
    'verse 8',
    'lift 4',
    'chorus 8',
    'break 2',
    'chorusB 6',
    'outro 2',
  ]);
});

test('a bar lies in one section', () => {
  expect(sectionAtBar(0).name).toBe('intro');
  expect(sectionAtBar(13).name).toBe('lift');
  expect(sectionAtBar(14).name).toBe('chorus');
  expect(sectionAtBar(31).name).toBe('outro');
  expect(() => sectionAtBar(32)).toThrow(RangeError);
});
