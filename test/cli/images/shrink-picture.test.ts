import { shrinkPicture } from '#src/cli/images/shrink-picture.js';
import { expect, test } from 'vitest';

const row = (...pixels: number[][]) => ({
  width: pixels.length,
  height: 1,
  data: Uint8Array.from(pixels.flat()),
});

test('a pixel is the mean of those that it covers, as much as it covers of them', () => {
  const three = row([0, 0, 0, 255], [90, 30, 60, 255], [240, 0, 0, 255]);
  // the first covers 1 and a half, the second a half and 1: (0 + 45) / 1.5, (45 + 240) / 1.5
  expect([...shrinkPicture(three, { width: 2, height: 1 }).data]).toEqual([
    30, 10, 20, 255, 190, 10, 20, 255,
  ]);
});

test('the color of a transparent pixel does not count beside visible ones', () => {
  const { data } = shrinkPicture(row([255, 0, 0, 0], [10, 20, 30, 128]), { width: 1, height: 1 });
  expect([...data]).toEqual([10, 20, 30, 64]);
});

test('transparent pixels keep their color: a filter mixes it with that of their neighbors', () => {
  const { data } = shrinkPicture(row([100, 0, 0, 0], [200, 0, 0, 0]), { width: 1, height: 1 });
  expect([...data]).toEqual([150, 0, 0, 0]);
});

test('the same size gives the same pixels, and rows are means, too', () => {
  const square = { width: 1, height: 2, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
  expect(shrinkPicture(square, { width: 1, height: 2 })).toEqual(square);
  expect(
    shrinkPicture({ ...square, data: Uint8Array.of(0, 0, 0, 255, 50, 0, 0, 255) }, { width: 1, height: 1 })
      .data[0],
  ).toBe(25);
});
