import { expect, test } from 'vitest';
import { PictureCost } from '#demos/dance/src/record/picture-cost.js';

const size = { width: 400, height: 200 };

/** Draws 17 pictures, the times of which are that many milliseconds apart. */
function drawn(milliseconds: number, cost = new PictureCost()): PictureCost {
  for (let picture = 0; picture <= 16; picture++) cost.add(size, 5000 + picture * milliseconds);
  return cost;
}

test('a film takes as long as the same number of pictures on the screen, and with twice the pixels twice as long', () => {
  const cost = drawn(20);
  expect(cost.secondsOf(size, 300)).toBeCloseTo(6); // 300 × 20 ms
  expect(cost.secondsOf({ width: 400, height: 400 }, 300)).toBeCloseTo(12);
});

test('a few pictures that took long do not count', () => {
  const cost = drawn(20);
  cost.add(size, 10_000);
  cost.add(size, 11_900);
  expect(cost.secondsOf(size, 100)).toBeCloseTo(2);
});

test('before sixteen pictures have followed one another, and while the picture stands still, the time is unknown', () => {
  const cost = new PictureCost();
  expect(cost.secondsOf(size, 100)).toBeUndefined();
  expect(drawn(2001, cost).secondsOf(size, 100)).toBeUndefined();
});
