import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhysicsPace } from '#src/element/physics-pace.js';

type Physics = NonNullable<Parameters<PhysicsPace['begin']>[0]>;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Settles for some frames on a machine on which the poses of a frame take `milliseconds`. Returns the substeps of each frame. */
function settle(
  pace: PhysicsPace,
  frames: number,
  milliseconds: (substeps: number) => number,
  physics = settling(),
): number[] {
  return Array.from({ length: frames }, () => {
    pace.begin(physics, 1 / 60);
    const { maxSettlingSubsteps } = physics;
    vi.advanceTimersByTime(milliseconds(maxSettlingSubsteps));
    pace.end();
    return maxSettlingSubsteps;
  });
}

/** Dances: frames of so many substeps, of which each takes `milliseconds`. Returns how many substeps each may have. */
function dance(
  pace: PhysicsPace,
  frames: readonly number[],
  milliseconds: number,
  physics = dancing(),
): number[] {
  return frames.map((substeps) => {
    pace.begin(physics, substeps / 60);
    const { maxSubsteps } = physics;
    vi.advanceTimersByTime(Math.min(substeps, maxSubsteps) * milliseconds);
    pace.end();
    return maxSubsteps;
  });
}

function settling(maxSettlingSubsteps = Infinity): Physics {
  return { isSettling: true, maxSubsteps: 10, maxSettlingSubsteps } as Physics;
}

function dancing(maxSubsteps = 10): Physics {
  return { isSettling: false, maxSubsteps, maxSettlingSubsteps: 7 } as Physics;
}

test('settling starts with one substep in a frame, and gets half as many more while a frame has time for them', () => {
  expect(settle(new PhysicsPace(), 12, () => 0.1)).toEqual([1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 64, 64]);
});

test('no frame gets more substeps of settling than fit into 16 ms, as far as the last frames tell', () => {
  expect(settle(new PhysicsPace(), 6, (substeps) => 4 * substeps)).toEqual([1, 2, 3, 4, 4, 4]);
});

test('a frame that was slow by chance is forgotten little by little', () => {
  const pace = new PhysicsPace();
  expect(settle(pace, 4, (substeps) => 4 * substeps)).toEqual([1, 2, 3, 4]);
  settle(pace, 1, () => 64); // a substep counts 16 ms, then 12, 9, 6.75, 5.06, and 4 again
  expect(settle(pace, 6, (substeps) => 4 * substeps)).toEqual([1, 1, 1, 2, 3, 4]);
});

test('on a machine that is too slow for one substep it makes one', () => {
  expect(settle(new PhysicsPace(), 4, () => 50)).toEqual([1, 1, 1, 1]);
});

test('each frame of one settling may take a quarter of a millisecond more: bodies catch up with a dance at last', () => {
  const pace = new PhysicsPace();
  expect(settle(pace, 100, (substeps) => 10 * substeps).at(-1)).toBe(4); // (16 + 98 / 4) ms are time for 4
  dance(pace, [1], 10);
  expect(settle(pace, 2, (substeps) => 10 * substeps)).toEqual([4, 1]); // the next settling begins with 16 ms
});

test('a dance makes all substeps of a frame as long as they fit into 30 ms, as far as the last frames tell', () => {
  expect(dance(new PhysicsPace(), [1, 6, 10, 1], 3)).toEqual([10, 10, 10, 10]);
  expect(dance(new PhysicsPace(), [2, 6, 6], 7)).toEqual([10, 4, 4]);
});

test('a dance makes two substeps in a frame, however long they take', () => {
  expect(dance(new PhysicsPace(), [2, 6, 6], 50)).toEqual([10, 2, 2]);
});

test('the numbers of the page stay upper limits, and it has them back after each frame', () => {
  const [first, second] = [settling(3), dancing(1)];
  const pace = new PhysicsPace();
  expect(settle(pace, 4, () => 0.1, first)).toEqual([1, 2, 3, 3]);
  expect(dance(pace, [1, 6], 50, second)).toEqual([1, 1]);
  expect([first.maxSettlingSubsteps, second.maxSubsteps]).toEqual([3, 1]);
  expect([first.maxSubsteps, second.maxSettlingSubsteps]).toEqual([10, 7]);
});

test('a model without physics needs no pace, and does not change that of the next frames', () => {
  const pace = new PhysicsPace();
  pace.begin(undefined, 1 / 60);
  vi.advanceTimersByTime(100);
  pace.end();
  expect(dance(pace, [1], 3)).toEqual([10]);
});
