import { describe, expect, test } from 'vitest';
import { Settling } from '#src/physics/settling.js';

const SUBSTEP = 1 / 60;

function begun(seconds: number, runUp = 0, substep = SUBSTEP): Settling {
  const settling = new Settling();
  settling.begin(seconds, runUp, substep);
  return settling;
}

describe('settling', () => {
  test('of half a second takes 30 substeps, of which 20 are the approach', () => {
    const settling = begun(0.5);
    const weights: number[] = [];
    while (settling.rest > 0) weights.push(settling.approach());
    expect(weights).toHaveLength(30);
    expect(weights[0]).toBeCloseTo(0.05, 9);
    expect(weights[18]).toBeCloseTo(0.95, 9);
    expect(weights.slice(19)).toEqual(Array<number>(11).fill(1));
    expect(settling.isOver).toBe(true);
  });

  test('knows whether the bodies are still where the model rests', () => {
    const settling = begun(0.5);
    expect(settling.isAtRest).toBe(true);
    settling.approach();
    expect(settling.isAtRest).toBe(false);
    expect(new Settling().isAtRest).toBe(false);
  });

  test('takes twice as many substeps of half the length', () => {
    expect(begun(0.5, 0, SUBSTEP / 2).rest).toBe(60);
  });

  test.each([0, -1, NaN])('of %s seconds is over at once, without a run-up', (seconds) => {
    expect(begun(seconds, 3).isOver).toBe(true);
  });

  test.each([-1, NaN])('has no run-up of %s seconds', (runUp) => {
    expect(begun(0.5, runUp).behind).toBe(0);
  });

  test('takes 10 s and a run-up of 10 s at most', () => {
    const settling = begun(Infinity, Infinity);
    expect([settling.rest, settling.behind]).toEqual([600, 10]);
  });

  test('follows the motion in the run-up, also while it goes on', () => {
    const settling = begun(0.5, 0.1);
    settling.fallBehind(0.05);
    let substeps = 0;
    while (settling.behind > 0) substeps += settling.catchUp(2, SUBSTEP);
    expect(substeps).toBe(9); // 0.15 s
  });

  test('ends a run-up of which less than a substep is left', () => {
    const settling = begun(0.5, 0.01);
    expect(settling.catchUp(2, SUBSTEP)).toBe(0);
    expect(settling.behind).toBe(0);
  });

  test('begins again after a cut, with the rest of the run-up', () => {
    const settling = begun(0.5, 1);
    settling.catchUp(30, SUBSTEP);
    settling.beginAgain(0.5, SUBSTEP);
    expect([settling.rest, settling.behind, settling.isAtRest]).toEqual([30, 0.5, true]);
  });

  test('can be ended at any time', () => {
    const settling = begun(0.5, 1);
    settling.end();
    expect([settling.isOver, settling.isAtRest]).toEqual([true, false]);
  });
});
