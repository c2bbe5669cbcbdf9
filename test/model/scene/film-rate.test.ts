import { expect, test } from 'vitest';
import { FilmRate } from '#src/model/scene/film-rate.js';

/**
 * The speed of a film after two seconds in which a scene plays at a speed, 60 times a second; the film is
 * `ahead` by some seconds.
 */
function rateAt(speed: number, ahead = 0, rate = new FilmRate()): number {
  let last = 0;
  for (let i = 0; i <= 120; i++) last = rate.next((speed * i) / 60, ahead, (1000 * i) / 60);
  return last;
}

test('a film plays as fast as its scene', () => {
  expect(rateAt(1)).toBe(1);
  expect(rateAt(2)).toBeCloseTo(2, 6);
  expect(rateAt(0.5)).toBeCloseTo(0.5, 6);
});

test('a clock that is 3% uneven does not change the speed', () => {
  expect(rateAt(1.03)).toBe(1);
});

test('a film that is behind is sped up, one that is ahead is slowed down, by at most 60%', () => {
  expect(rateAt(1, -0.1)).toBeCloseTo(1.25, 12); // 2.5 · 0.1
  expect(rateAt(1, 0.1)).toBeCloseTo(0.75, 12);
  expect(rateAt(2, 0.1)).toBeCloseTo(1.5, 6);
  expect(rateAt(1, -5)).toBeCloseTo(1.6, 12);
  expect(rateAt(1, 0.019)).toBe(1); // less than a frame
});

test('the speed stays within what browsers play', () => {
  expect(rateAt(100)).toBe(16);
  expect(rateAt(0.001)).toBe(0.0625);
});

test('a scene that goes back leaves the speed as it is', () => {
  const rate = new FilmRate();
  rateAt(2, 0, rate);
  expect(rate.next(0, 0, 2300)).toBeCloseTo(2, 6);
});
