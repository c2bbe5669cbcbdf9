import { describe, expect, test } from 'vitest';
import { sharedToonPixels } from '#src/model/look/shared-toons.js';

/** The rows of a toon, as r g b; checks that all are opaque. */
function rowsOf(toon: number): number[][] {
  const pixels = sharedToonPixels(toon)!;
  expect(pixels.length).toBe(4 * 32);
  return Array.from({ length: 32 }, (_, row) => {
    expect(pixels[4 * row + 3]).toBe(255);
    return [...pixels.subarray(4 * row, 4 * row + 3)];
  });
}

function rows(count: number, color: number[]): number[][] {
  return Array.from({ length: count }, () => color);
}

test.each([
  [0, [205, 205, 205]],
  [1, [245, 225, 225]],
  [2, [154, 154, 154]],
  [3, [248, 239, 235]],
])('toon %i (from 0) is white above and has its shade below', (toon, shade) => {
  const seen = rowsOf(toon);
  expect(seen.slice(0, 16)).toEqual(rows(16, [255, 255, 255]));
  expect(seen.slice(16)).toEqual(rows(16, shade));
});

test('toon05 blends from white to a skin colour', () => {
  const seen = rowsOf(4);
  expect(seen[18]).toEqual([255, 255, 255]);
  expect(seen[21]).toEqual([255, 244, 240]); // half of the way to 255 233 224: 244, and 239.5 rounded up
  expect(seen[24]).toEqual([255, 233, 224]);
  expect(seen.slice(26)).toEqual(rows(6, [255, 231, 221]));
});

test('toon06 is gold with a shine and a shade', () => {
  const seen = rowsOf(5);
  const gold = [255, 237, 97];
  expect([...seen.slice(0, 8), ...seen.slice(12, 22)]).toEqual(rows(18, gold));
  expect(seen[10]).toEqual([255, 254, 239]);
  expect(seen[24]).toEqual([205, 183, 18]);
  expect(seen.slice(26)).toEqual(rows(6, [195, 172, 3]));
});

test('toon07 to toon10 are white', () => {
  for (const toon of [6, 7, 8, 9]) expect(rowsOf(toon)).toEqual(rows(32, [255, 255, 255]));
});

describe('other numbers', () => {
  test('other numbers give no toon', () => {
    for (const toon of [-1, 10, 255, 1.5, NaN]) expect(sharedToonPixels(toon)).toBeUndefined();
  });

  test('each call returns new pixels', () => {
    sharedToonPixels(6)!.fill(0);
    expect(rowsOf(6)[0]).toEqual([255, 255, 255]);
  });
});
