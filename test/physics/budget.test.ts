import type { PhysicsOptions } from '@odori/physics';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Budget } from '#src/physics/budget.js';
import {
  physicsScene,
  type PhysicsScene,
  rigidBody,
  rigidJoint,
  SlowMachine,
} from '#test/support/physics-model.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Frames in which the wanted substeps take some milliseconds each. Returns how many fit into each frame. */
function frames(budget: Budget, limit: number, wanted: readonly number[], milliseconds: number): number[] {
  return wanted.map((count) => {
    budget.begin(limit);
    const fitting = budget.fitting(count);
    for (let k = 0; k < fitting; k++) {
      vi.advanceTimersByTime(milliseconds);
      budget.count(1);
    }
    return fitting;
  });
}

describe('a budget', () => {
  test('has no limit unless it is told one, and then does not look at the clock', () => {
    const now = vi.spyOn(performance, 'now');
    const budget = new Budget();
    expect(frames(budget, Infinity, [1, 10, 1000, 0], 1000)).toEqual([1, 10, 1000, 0]);
    expect(budget.isUsedUp).toBe(false);
    expect(now).not.toHaveBeenCalled();
  });

  test('gives a page one substep at first, then as many as fit', () => {
    expect(frames(new Budget(), 30, [6, 6, 2, 0, 60], 7)).toEqual([1, 4, 2, 0, 4]);
  });

  test.each([100, NaN])(
    'gives each frame one substep, however long it takes, such as %s ms',
    (milliseconds) => {
      expect(frames(new Budget(), 30, [6, 6, 6], milliseconds || 30)).toEqual([1, 1, 1]);
    },
  );

  test.each([0, -5, NaN])('of %s ms gives one substep', (limit) => {
    expect(frames(new Budget(), limit, [6, 6, 1, 0], 1)).toEqual([1, 1, 1, 0]);
  });

  test('forgets a frame that was slow by chance little by little', () => {
    const budget = new Budget();
    frames(budget, 30, [4, 4], 3);
    frames(budget, 30, [4], 12); // a substep counts 12 ms, then 9, 6.75, 5.06, 3.8 and 3
    expect(frames(budget, 30, [10, 10, 10, 10, 10, 10], 3)).toEqual([2, 3, 4, 5, 7, 10]);
  });

  test('believes no substep to take longer than a frame may: a stop of a second is forgotten as fast', () => {
    const budget = new Budget();
    frames(budget, 30, [2, 2], 1);
    frames(budget, 30, [2], 1000);
    expect(frames(budget, 30, [2, 2, 2, 2], 1)).toEqual([1, 1, 1, 2]); // it counts 30, 22.5, 16.9 and 12.7 ms
  });

  test('remembers the cost of substeps in a frame that has a share only', () => {
    const budget = new Budget();
    budget.begin(30, 0.25);
    expect(budget.fitting(10)).toBe(1);
    vi.advanceTimersByTime(10);
    budget.count(1);
    expect(budget.isUsedUp).toBe(true);
    budget.begin(30);
    expect(budget.fitting(10)).toBe(3);
  });

  test('is used up when no further substep fits', () => {
    const budget = new Budget();
    frames(budget, 30, [1, 1], 7);
    budget.begin(30);
    const used = Array.from({ length: 5 }, () => {
      vi.advanceTimersByTime(7);
      budget.count(1);
      return budget.isUsedUp;
    });
    expect(used).toEqual([false, false, false, true, true]);
  });
});

describe('the substeps of a dance', () => {
  async function dancing(options: PhysicsOptions): Promise<PhysicsScene> {
    const bones = [{ name: 'head' }, { name: 'hair', parent: 0 }];
    const bodies = [rigidBody({ bone: 0, mode: 0 }), rigidBody({ bone: 1, position: [0, -1, 0] })];
    const scene = await physicsScene(bones, bodies, [rigidJoint(0, 1)], { settleSeconds: 0, ...options });
    scene.physics.reset();
    return scene;
  }

  /** Makes frames that need so many substeps, and returns how many each of them got. */
  function dance(
    { physics, rig }: PhysicsScene,
    machine: SlowMachine,
    needed: number[],
    isExact = false,
  ): number[] {
    return needed.map((count) => {
      const before = machine.substeps;
      physics.advance(count / 60, () => rig.solve(), isExact);
      return machine.substeps - before;
    });
  }

  test('are as many as fit into the budget', async () => {
    const machine = new SlowMachine(7);
    expect(dance(await dancing({ backend: machine, budget: 30 }), machine, [1, 6, 6, 2, 1])).toEqual([
      1, 4, 4, 2, 1,
    ]);
  });

  test('are never more than `maxSubsteps`', async () => {
    const machine = new SlowMachine(1);
    const scene = await dancing({ backend: machine, budget: 30, maxSubsteps: 3 });
    expect(dance(scene, machine, [1, 6, 6])).toEqual([1, 3, 3]);
    scene.physics.maxSubsteps = 20;
    expect(dance(scene, machine, [12, 6])).toEqual([12, 6]);
  });

  test('are all of them in a film, and without a budget', async () => {
    const machine = new SlowMachine(1000);
    const scene = await dancing({ backend: machine, budget: 30 });
    expect(dance(scene, machine, [6, 10], true)).toEqual([6, 10]);
    scene.physics.budget = undefined;
    expect(dance(scene, machine, [6, 10])).toEqual([6, 10]);
  });

  test('where only the end of a frame is known, are as many', async () => {
    const machine = new SlowMachine(7);
    const { physics, rig } = await dancing({ backend: machine, budget: 30 });
    const made = [1, 6, 6, 2].map((count) => {
      const before = machine.substeps;
      rig.solve();
      physics.advance(count / 60);
      return machine.substeps - before;
    });
    expect(made).toEqual([1, 4, 4, 2]);
  });
});

test('a file of thousands of bodies gets one substep in a frame, or the two of one pose after a jump', async () => {
  class Still extends SlowMachine {
    override createWorld(): ReturnType<SlowMachine['createWorld']> {
      return Object.assign(super.createWorld(), {
        step: () => {
          this.substeps++;
          vi.advanceTimersByTime(this.milliseconds);
        },
      });
    }
  }
  const bodies = Array.from({ length: 4096 }, (_, i) =>
    rigidBody({ bone: 0, mode: i === 0 ? 0 : 1, position: [i, 0, 0] }),
  );
  const joints = Array.from({ length: 16_384 }, (_, i) => rigidJoint(i % 4096, (7 * i + 1) % 4096));
  const machine = new Still(100);
  const { physics, rig } = await physicsScene([{ name: 'root' }], bodies, joints, {
    backend: machine,
    budget: 30,
  });
  const most = Array.from({ length: 100 }, () => {
    const before = machine.substeps;
    physics.advance(0.2, () => rig.solve());
    return machine.substeps - before;
  });
  expect(Math.max(...most)).toBe(2);
  expect(physics.isSettling).toBe(false);
  expect(most.slice(-10)).toEqual(Array<number>(10).fill(1));
});
