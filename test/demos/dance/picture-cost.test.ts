import { expect, test } from 'vitest';
import { PictureCost } from '#demos/dance/src/record/picture-cost.js';

const size = { width: 400, height: 200 };

/** Draws 17 pictures, the times of which are that many milliseconds apart. */
function drawn(milliseconds: number, cost = new PictureCost()): PictureCost {
  for (let picture = 0; picture <= 16; picture++) cost.add(size, 5000 + picture * milliseconds);
  return cost;
}

/** Milliseconds for encoding a picture of that size: 12 for 1280 × 720. */
const ENCODING = (12 * 400 * 200) / (1280 * 720);

test('a picture of a film takes as long as one on the screen and its encoding, and with twice the pixels twice as long', () => {
  const cost = drawn(20);
  const seconds = 0.3 * (20 + ENCODING); // 300 pictures
  expect(cost.secondsOf(size, 300)).toBeCloseTo(seconds);
  expect(cost.secondsOf({ width: 400, height: 400 }, 300)).toBeCloseTo(2 * seconds);
});

test('a few pictures that took long do not count', () => {
  const cost = drawn(20);
  cost.add(size, 10_000);
  cost.add(size, 11_900);
  expect(cost.secondsOf(size, 100)).toBeCloseTo(0.1 * (20 + ENCODING));
});

test('after a film, others take as long for each of their pixels', () => {
  const cost = drawn(20);
  cost.learn({ width: 200, height: 100 }, 50, 500); // 10 ms a picture
  expect(cost.secondsOf(size, 100)).toBeCloseTo(4); // four times the pixels: 40 ms
});

test('before sixteen pictures have followed one another, and while the picture stands still, the time is unknown', () => {
  const cost = new PictureCost();
  expect(cost.secondsOf(size, 100)).toBeUndefined();
  expect(drawn(2001, cost).secondsOf(size, 100)).toBeUndefined();
});
