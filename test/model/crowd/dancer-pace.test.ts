import { Matrix4 } from 'three';
import { expect, test } from 'vitest';
import { DancerPace } from '#src/model/crowd/dancer-pace.js';

/** The crowd is moved by 5 units, and turned: what is along its x is along z. */
const CROWD = new Matrix4().makeRotationY(-Math.PI / 2).setPosition(5, 0, 0);
const EYE = new Matrix4().makeTranslation(5, 4, 0);

/** She is somewhere at that distance, 4 units or more. */
function see(pace: DancerPace, distance: number): void {
  pace.see(new Matrix4().makeTranslation(Math.sqrt(distance ** 2 - 4 ** 2), 0, 0), CROWD, EYE);
}

/** In which of the frames she is due. */
function dueFrames(pace: DancerPace, frames: number, seconds = 1 / 60): number[] {
  return Array.from({ length: frames }, (_, i) => i).filter(() => pace.isDue(seconds));
}

function paceOf(index: number, distance: number, rate?: (distance: number) => number): DancerPace {
  const pace = new DancerPace(index);
  pace.begin();
  if (distance < Infinity) see(pace, distance);
  pace.end(rate);
  return pace;
}

test('without a rate, or without a camera, each update counts', () => {
  expect(dueFrames(paceOf(1, 10), 4)).toEqual([0, 1, 2, 3]);
  expect(
    dueFrames(
      paceOf(1, Infinity, () => 1),
      4,
    ),
  ).toEqual([0, 1, 2, 3]);
});

test('twenty updates in a second are each third of sixty', () => {
  expect(
    dueFrames(
      paceOf(0, 10, () => 20),
      9,
    ),
  ).toEqual([2, 5, 8]);
  expect(
    dueFrames(
      paceOf(0, 10, () => 60),
      4,
    ),
  ).toEqual([0, 1, 2, 3]);
});

test('the rate is that of the nearest place', () => {
  const pace = new DancerPace(0);
  pace.begin();
  see(pace, 50);
  see(pace, 10);
  see(pace, 30);
  pace.end((distance) => (distance < 11 ? 30 : 0));
  expect(dueFrames(pace, 4)).toEqual([1, 3]);
});

test('dancers take turns', () => {
  const counts = [0, 0, 0];
  for (let i = 0; i < 30; i++) {
    const pace = paceOf(i, 10, () => 20);
    pace.isDue(0); // each begins at her own phase
    counts[dueFrames(pace, 3)[0]]++;
  }
  for (const count of counts) expect(count).toBeGreaterThanOrEqual(9);
});

test('a pose without time, as in a pause or after a jump, is always due', () => {
  const pace = paceOf(0, 10, () => 1);
  expect([pace.isDue(0), pace.isDue(1 / 60), pace.isDue(0)]).toEqual([true, false, true]);
});

test('a rate of 0 stops her; one that is no number does not count', () => {
  expect(
    dueFrames(
      paceOf(0, 10, () => 0),
      4,
    ),
  ).toEqual([]);
  expect(
    dueFrames(
      paceOf(0, 10, () => NaN),
      4,
    ),
  ).toEqual([0, 1, 2, 3]);
});

test('after a long frame she is due once', () => {
  const pace = paceOf(0, 10, () => 20);
  expect(pace.isDue(5)).toBe(true);
  expect(dueFrames(pace, 3)).toEqual([2]);
});
