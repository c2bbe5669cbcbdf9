import { expect, test } from 'vitest';
import { durationText, estimateBytes, filmSize } from '#demos/dance/src/record/film-size.js';

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

test('a film in Full HD has as many bytes as the encoder is asked for: 6 million bits a second', () => {
  expect(estimateBytes({ width: 1080, height: 1920 }, 10, false)).toBeCloseTo(7_500_000);
});

test('with a quarter of the pixels, a film has a little more than a quarter of the bytes', () => {
  // 0.25 ** 0.95
  expect(estimateBytes({ width: 960, height: 540 }, 1, false) / 750_000).toBeCloseTo(0.26794, 5);
});

test('a song adds 192,000 bits a second, whatever the size of the picture', () => {
  const [silent, loud] = [false, true].map((hasSong) =>
    estimateBytes({ width: 1280, height: 720 }, 60, hasSong),
  );
  expect(loud - silent).toBeCloseTo(1_440_000); // 192,000 / 8 × 60
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
