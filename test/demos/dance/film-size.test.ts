import { expect, test } from 'vitest';
import { durationText, estimateFilm, filmSize } from '#demos/dance/src/record/film-size.js';

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

const sample = { width: 1280, height: 720, seconds: 0.1, bytes: 5000 };

test('a film of the measured size takes as long, and has as many bytes, as its frames', () => {
  expect(estimateFilm(sample, { width: 720, height: 1280 }, 300)).toEqual({ seconds: 30, bytes: 1_500_000 });
});

test('with four times the pixels, a film takes four times as long and has less than four times the bytes', () => {
  const { seconds, bytes } = estimateFilm(sample, { width: 2560, height: 1440 }, 10);
  expect(seconds).toBeCloseTo(4);
  expect(bytes / 50_000).toBeCloseTo(3.7321, 4); // 4 ** 0.95
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
