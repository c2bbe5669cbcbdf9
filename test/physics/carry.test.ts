import { describe, expect, test } from 'vitest';
import { carryPose, findCarriers } from '#src/physics/carry.js';
import { createPoses, type Poses } from '#src/physics/pose-matrix.js';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';

const [FOLLOWS, FALLS] = [rigidBody({ mode: 0 }), rigidBody()];

describe('the body that carries', () => {
  test('is the one that follows a bone and that the fewest joints lead to', () => {
    const rigidBodies = [FOLLOWS, FALLS, FALLS, FALLS, FOLLOWS];
    const joints = [rigidJoint(0, 1), rigidJoint(2, 1), rigidJoint(2, 3), rigidJoint(3, 4)];
    expect([...findCarriers({ rigidBodies, joints })]).toEqual([0, 0, 0, 4, 4]);
  });

  test('is none for bodies that no joint holds, also not one to nothing', () => {
    const rigidBodies = [FOLLOWS, FALLS, FALLS, FALLS];
    const joints = [rigidJoint(1, 2), rigidJoint(3, 9), rigidJoint(-1, 3), rigidJoint(3, 3)];
    expect([...findCarriers({ rigidBodies, joints })]).toEqual([0, -1, -1, -1]);
  });

  test('is found for chains of thousands of bodies and in circles', () => {
    const rigidBodies = [FOLLOWS, ...Array.from({ length: 4095 }, () => FALLS)];
    const joints = rigidBodies.map((_, i) => rigidJoint(i, (i + 1) % rigidBodies.length));
    expect(new Set(findCarriers({ rigidBodies, joints }))).toEqual(new Set([0]));
  });
});

describe('a pose that is carried', () => {
  /** One body at a place, turned about z. */
  function at(x: number, y: number, degrees: number): Poses {
    const poses = createPoses(1);
    const half = (degrees * Math.PI) / 360;
    poses.positions.set([x, y, 0]);
    poses.rotations.set([0, 0, Math.sin(half), Math.cos(half)]);
    return poses;
  }

  test('goes and turns with the other body', () => {
    const out = createPoses(1);
    // The other body goes from (1, 0) to (5, 5) and turns by 90°. What was 2 units to its right is 2 units
    // above it.
    carryPose(at(3, 0, 10), 0, at(1, 0, 0), at(5, 5, 90), 0, out);
    const expected = at(5, 7, 100);
    out.positions.forEach((value, i) => expect(value).toBeCloseTo(expected.positions[i], 12));
    out.rotations.forEach((value, i) => expect(value).toBeCloseTo(expected.rotations[i], 12));
  });

  test('stays if the other body stays, and may be written over itself', () => {
    const poses = at(3, 4, 30);
    carryPose(poses, 0, at(1, 2, 50), at(1, 2, 50), 0, poses);
    const expected = at(3, 4, 30);
    poses.positions.forEach((value, i) => expect(value).toBeCloseTo(expected.positions[i], 12));
    poses.rotations.forEach((value, i) => expect(value).toBeCloseTo(expected.rotations[i], 12));
  });
});
