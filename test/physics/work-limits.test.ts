import { describe, expect, test } from 'vitest';
import { mostSubsteps, settlingSubsteps } from '#src/physics/work-limits.js';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';

function model(bodies: number, joints: number): Parameters<typeof mostSubsteps>[0] {
  return {
    rigidBodies: Array.from({ length: bodies }, () => rigidBody()),
    joints: Array.from({ length: joints }, () => rigidJoint(0, 1)),
  };
}

describe('the substeps of a frame', () => {
  test('are as many as wanted for ordinary models', () => {
    expect(mostSubsteps(model(85, 92), 10)).toBe(10);
    expect(mostSubsteps(model(85, 92), 40)).toBe(40);
  });

  test('are fewer for models of thousands of bodies and joints, and at least one', () => {
    expect(mostSubsteps(model(1999, 3000), 10)).toBe(4);
    expect(mostSubsteps(model(9999, 90_000), 10)).toBe(1);
  });

  test.each([0, -3, NaN])('are at least one where %s are wanted', (wanted) => {
    expect(mostSubsteps(model(1, 0), wanted)).toBe(1);
  });

  test('of settling move 4,000 bodies and joints, one after another', () => {
    expect(settlingSubsteps(model(99, 100))).toBe(20);
    expect(settlingSubsteps(model(9999, 0))).toBe(1);
    expect(settlingSubsteps(model(0, 0))).toBe(4000);
  });
});
