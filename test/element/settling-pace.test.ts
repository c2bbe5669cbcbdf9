import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SettlingPace } from '#src/element/settling-pace.js';

type Physics = NonNullable<Parameters<SettlingPace['begin']>[0]>;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Settles for some frames on a machine on which the poses of a frame take `milliseconds`. Returns the substeps of each frame. */
function settle(
  pace: SettlingPace,
  frames: number,
  milliseconds: (substeps: number) => number,
  physics = settling(),
): number[] {
  return Array.from({ length: frames }, () => {
    pace.begin(physics);
    const { maxSettlingSubsteps } = physics;
    vi.advanceTimersByTime(milliseconds(maxSettlingSubsteps));
    pace.end();
    return maxSettlingSubsteps;
  });
}

function settling(maxSettlingSubsteps = Infinity): Physics {
  return { isSettling: true, maxSettlingSubsteps } as Physics;
}

test('settling starts with one substep in a frame, and gets half as many more while a frame has time for them', () => {
  expect(settle(new SettlingPace(), 12, () => 1)).toEqual([1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 64, 64]);
});

test('no frame gets more substeps than fit into 20 ms, as far as the last frame tells', () => {
  expect(settle(new SettlingPace(), 6, (substeps) => 4 * substeps)).toEqual([1, 2, 3, 5, 5, 5]);
});

test('on a machine that is too slow for one substep it makes one', () => {
  expect(settle(new SettlingPace(), 4, () => 50)).toEqual([1, 1, 1, 1]);
});

test('each frame of one settling may take a quarter of a millisecond more: bodies catch up with a dance at last', () => {
  const pace = new SettlingPace();
  expect(settle(pace, 100, (substeps) => 10 * substeps).at(-1)).toBe(4); // (20 + 98 / 4) ms are time for 4
  pace.begin({ isSettling: false } as Physics);
  pace.end();
  expect(settle(pace, 2, (substeps) => 10 * substeps)).toEqual([4, 2]); // the next settling begins with 20 ms
});

test('the number of the page stays an upper limit, and it has it back after each frame', () => {
  const physics = settling(3);
  const pace = new SettlingPace();
  expect(settle(pace, 4, () => 1, physics)).toEqual([1, 2, 3, 3]);
  expect(physics.maxSettlingSubsteps).toBe(3);
});

test('physics that does not settle is left alone', () => {
  const physics = { isSettling: false, maxSettlingSubsteps: 7 } as Physics;
  expect(settle(new SettlingPace(), 3, () => 1, physics)).toEqual([7, 7, 7]);
  new SettlingPace().begin(undefined);
});
