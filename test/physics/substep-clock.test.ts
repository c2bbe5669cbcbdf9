import { describe, expect, test } from 'vitest';
import { SubstepClock } from '#src/physics/substep-clock.js';

function counts(seconds: readonly number[]): number[] {
  const clock = new SubstepClock();
  return seconds.map((each) => clock.advance(each));
}

describe('a clock of substeps', () => {
  test('gives one substep per frame at 60 Hz, for an hour', () => {
    const clock = new SubstepClock();
    let total = 0;
    for (let i = 0; i < 216_000; i++) {
      const count = clock.advance(1 / 60);
      total += count;
      if (count !== 1) break;
    }
    expect(total).toBe(216_000);
  });

  test('gives a substep every other frame at 120 Hz', () => {
    expect(counts(Array<number>(6).fill(1 / 120))).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('gives two substeps per frame at 30 Hz, and two or three at 24 Hz', () => {
    expect(counts(Array<number>(4).fill(1 / 30))).toEqual([2, 2, 2, 2]);
    expect(counts(Array<number>(4).fill(1 / 24))).toEqual([2, 3, 2, 3]);
  });

  test('keeps what is left of a frame for the next one', () => {
    expect(counts(Array<number>(5).fill(0.01))).toEqual([0, 1, 0, 1, 1]);
  });

  test('gives one substep per frame while frames of 60 Hz jitter by 4 ms', () => {
    expect(counts([0.0127, 0.0206, 0.0127, 0.0206, 0.0167])).toEqual([1, 1, 1, 1, 1]);
  });

  test('does not drift: at 59 Hz, 60 substeps fall into a second', () => {
    const total = counts(Array<number>(59).fill(1 / 59)).reduce((sum, count) => sum + count, 0);
    expect(Math.abs(total - 60)).toBeLessThanOrEqual(1);
    const minute = counts(Array<number>(59 * 60).fill(1 / 59)).reduce((sum, count) => sum + count, 0);
    expect(Math.abs(minute - 3600)).toBeLessThanOrEqual(1);
  });

  test('forgets the rest of a frame when it is reset', () => {
    const clock = new SubstepClock();
    clock.advance(0.016);
    clock.reset();
    expect(clock.advance(0.002)).toBe(0);
  });
});
