import { describe, expect, test } from 'vitest';
import { Budget } from '#src/physics/budget.js';
import { createPoses } from '#src/physics/pose-matrix.js';
import { Settling } from '#src/physics/settling.js';
import type { Settings, Substeps } from '#src/physics/substeps.js';

const SUBSTEP = 1 / 60;

/** One body, which rests at x = 0 and has to go to x = 1, and what is done with it. */
class OneBody {
  /** Where it is to be in each substep of rest. */
  readonly rest: number[] = [];
  /** How often it is put where it rests. */
  places = 0;
  /** The substeps of each pose of the run-up. */
  readonly runUp: number[] = [];
  /** The poses of the run-up into which the body would leap. */
  readonly cuts = new Set<number>();
  readonly from = createPoses(1);
  readonly to = createPoses(1);
  readonly simulation = {
    targets: createPoses(1),
    placeAll: () => this.places++,
    step: () => this.rest.push(this.simulation.targets.positions[0]),
  };
  readonly bodies = { writeRest: () => this.from.positions.fill(0) };
  takePose(): void {
    this.to.positions[0] = 1;
  }
  make(count: number): boolean {
    this.runUp.push(count);
    return !this.cuts.has(this.runUp.length);
  }
}

function begun(seconds: number, runUp = 0, substep = SUBSTEP): { settling: Settling; body: OneBody } {
  const body = new OneBody();
  const settings = { substep, settleSeconds: 0.5 } as Settings;
  const settling = new Settling(body as unknown as Substeps, settings);
  settling.begin(seconds, runUp);
  return { settling, body };
}

/** All frames until it is over, each after `seconds`. Returns how many. */
function settle(
  settling: Settling,
  seconds = 0,
  poseAt: ((time: number) => void) | undefined = () => {},
): number {
  let frames = 0;
  for (; !settling.isOver; frames++) settling.advance(seconds, poseAt, new Budget());
  return frames;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('settling', () => {
  test('of half a second takes 30 substeps, of which 20 are the approach from where the model rests', () => {
    const { settling, body } = begun(0.5);
    expect(settle(settling)).toBe(1);
    expect(body.rest).toHaveLength(30);
    expect(body.places).toBe(1);
    expect(body.rest[0]).toBeCloseTo(0.05, 9);
    expect(body.rest[18]).toBeCloseTo(0.95, 9);
    expect(body.rest.slice(19)).toEqual(Array<number>(11).fill(1));
  });

  test('takes twice as many substeps of half the length', () => {
    const { settling, body } = begun(0.5, 0.5, SUBSTEP / 2);
    settle(settling);
    expect([body.rest.length, sum(body.runUp)]).toEqual([60, 60]);
  });

  test.each([0, -1, NaN])('of %s seconds is over at once, without a run-up', (seconds) => {
    expect(begun(seconds, 3).settling.isOver).toBe(true);
  });

  test.each([-1, 0, NaN])('has no run-up of %s seconds', (runUp) => {
    const { settling, body } = begun(0.5, runUp);
    settle(settling);
    expect(body.runUp).toEqual([]);
  });

  test('has no run-up where the pose is not known', () => {
    const { settling, body } = begun(0.5, 3);
    settling.advance(0, undefined, new Budget());
    expect([settling.isOver, body.rest.length, body.runUp.length]).toEqual([true, 30, 0]);
  });

  test('takes 10 s and a run-up of 10 s at most', () => {
    const { settling, body } = begun(Infinity, Infinity);
    settle(settling);
    expect([body.rest.length, sum(body.runUp)]).toEqual([600, 600]);
  });

  test('follows the motion in the run-up, two substeps a pose, also while it goes on', () => {
    const { settling, body } = begun(0.5, 0.1);
    const times: number[] = [];
    settling.advance(0.05, (time) => times.push(time), new Budget());
    expect(body.runUp).toEqual([2, 2, 2, 2, 1]); // 0.15 s
    expect(times[0]).toBeCloseTo(-0.1, 9); // of the rest
    expect(times[1]).toBeCloseTo(-0.1 + 2 / 60, 9);
    expect(times.at(-1)).toBe(0.05);
  });

  test('ends a run-up of which less than a substep is left with one more', () => {
    const { settling, body } = begun(0.5, 2.5 / 60);
    expect(settle(settling)).toBe(1);
    expect(body.runUp).toEqual([2, 1]);
  });

  test('begins again after a cut, and goes on with the rest of the run-up', () => {
    const { settling, body } = begun(0.5, 10 / 60);
    body.cuts.add(3);
    expect(settle(settling)).toBe(2);
    expect([body.rest.length, body.places]).toEqual([60, 2]);
    expect(body.runUp).toEqual([2, 2, 2, 2, 2]);
  });

  test('can be ended at any time', () => {
    const { settling, body } = begun(0.5, 1);
    settling.end();
    expect(settling.isOver).toBe(true);
    settling.advance(0, () => {}, new Budget());
    expect([body.rest.length, body.runUp.length]).toEqual([0, 0]);
  });
});
