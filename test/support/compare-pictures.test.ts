import { expect, test } from 'vitest';
import { outside } from './compare-pictures.js';

/** A row of gray pixels. */
function row(...grays: number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(grays.flatMap((gray) => [gray, gray, gray, 255]));
}

test('an edge may lie a pixel apart, or be blended otherwise', () => {
  expect(outside(row(0, 0, 200, 200), row(0, 200, 200, 200), 4)).toBe(0);
  expect(outside(row(0, 100, 200, 200), row(0, 0, 200, 200), 4)).toBe(0);
});

test('a color that no neighbor has, or one two pixels away, differs', () => {
  expect(outside(row(0, 0, 90, 0), row(0, 0, 60, 0), 4)).toBe(1 / 4); // 90 > 60 + 24
  expect(outside(row(200, 200, 200, 200), row(0, 0, 0, 200), 4)).toBe(2 / 4);
});

test('a line that one picture lacks shows in one direction', () => {
  expect(outside(row(0, 0, 0, 0), row(0, 200, 0, 0), 4)).toBe(0);
  expect(outside(row(0, 200, 0, 0), row(0, 0, 0, 0), 4)).toBe(1 / 4);
});

test('pixels of the rows above and below are neighbors', () => {
  const [left, right] = [row(0, 0, 0), row(200, 200, 200)];
  expect(outside(Uint8ClampedArray.of(...right, ...left), Uint8ClampedArray.of(...left, ...right), 3)).toBe(
    0,
  );
});
