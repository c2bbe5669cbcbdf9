import { expect, test } from 'vitest';
import { FilmClock } from '#demos/dance/src/record/film-clock.js';

test('the rest of a film takes as long as its pictures have taken since the first half second', () => {
  const clock = new FilmClock(1000);
  clock.add(0.01, 1400); // the encoder starts: does not count
  clock.add(0.1, 1500);
  expect([clock.total, clock.secondsLeft]).toEqual([undefined, undefined]);
  clock.add(0.15, 2499);
  expect(clock.total).toBeUndefined(); // not yet a second
  clock.add(0.2, 3500);
  expect(clock.total).toBeCloseTo(20_000); // 0.1 in 2 seconds
  expect(clock.secondsLeft).toBeCloseTo(16); // 0.8 of 20 seconds
  clock.add(1, 9500);
  expect([clock.total, clock.secondsLeft]).toEqual([expect.closeTo(8000 / 0.9), 0]);
});
