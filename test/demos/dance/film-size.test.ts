import { expect, test } from 'vitest';
import { durationText, filmBytes, filmSize } from '#demos/dance/src/record/film-size.js';

test.each([
  ['16:9', 720, [1280, 720]],
  ['9:16', 720, [720, 1280]],
  ['1:1', 720, [1080, 1080]],
  ['16:9', 1080, [1920, 1080]],
  ['9:16', 1440, [1440, 2560]],
  ['1:1', 1440, [2160, 2160]],
] as const)('a film of %s in quality %i has %o pixels', (shape, quality, [width, height]) => {
  expect(filmSize(shape, quality)).toEqual({ width, height });
});

test('ten seconds of Full HD are 7.6 MB, and 0.24 MB more with a song', () => {
  const size = { width: 1920, height: 1080 };
  expect(filmBytes(size, 10, false)).toBeCloseTo(7.625e6); // 6.1 Mbit/s · 10 s / 8
  expect(filmBytes(size, 10, true) - filmBytes(size, 10, false)).toBeCloseTo(240e3); // 192 kbit/s · 10 s / 8
});

test('a film of a quarter of the pixels has a little more than a quarter of the bytes', () => {
  const part =
    filmBytes({ width: 960, height: 540 }, 10, false) / filmBytes({ width: 1920, height: 1080 }, 10, false);
  expect(part).toBeCloseTo(0.268, 3); // 0.25 ** 0.95
});

test.each([
  [0.2, 'about 5 seconds'],
  [33, 'about 35 seconds'],
  [58, 'about a minute'],
  [89, 'about a minute'],
  [200, 'about 3 minutes'],
])('%f seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
