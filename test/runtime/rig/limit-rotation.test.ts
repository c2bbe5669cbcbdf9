import { limitRotation } from '#src/runtime/rig/limit-rotation.js';
import type { EulerOrder, IkLimits } from '#src/runtime/rig/rig-definition.js';
import { Euler, Matrix4, Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { expectTurn } from './small-rig.js';

type Triple = [number, number, number];

const ORDERS = ['YXZ', 'ZYX', 'XZY'] as const;
const MIDDLE: Record<EulerOrder, number> = { YXZ: 0, ZYX: 1, XZY: 2 };

function limits(order: EulerOrder, min: Triple, max: Triple): IkLimits {
  return { order, min, max, axis: -1, isLocked: false };
}

const wide = (order: EulerOrder): IkLimits => limits(order, [-9, -9, -9], [9, 9, 9]);

/** Three's own product of the three rotations in that order. */
function product(order: EulerOrder, [x, y, z]: Triple): Quaternion {
  const turn = {
    X: new Quaternion(Math.sin(x / 2), 0, 0, Math.cos(x / 2)),
    Y: new Quaternion(0, Math.sin(y / 2), 0, Math.cos(y / 2)),
    Z: new Quaternion(0, 0, Math.sin(z / 2), Math.cos(z / 2)),
  };
  const [first, second, third] = order.split('') as ('X' | 'Y' | 'Z')[];
  return turn[first].clone().multiply(turn[second]).multiply(turn[third]);
}

function limited(of: Quaternion, to: IkLimits, reflects = false): Quaternion {
  const q = Float64Array.from([7, ...of.toArray(), 7]);
  limitRotation(q, 1, to, reflects);
  expect([q[0], q[5]]).toEqual([7, 7]);
  return new Quaternion().fromArray(q, 1);
}

describe.each(ORDERS)('order %s', (order) => {
  const middle = MIDDLE[order];

  test('our product equals three’s Euler of that order', () => {
    const angles: Triple = [0.3, -0.7, 1.1];
    expectTurn(product(order, angles), new Quaternion().setFromEuler(new Euler(...angles, order)), 1e-15);
  });

  test('a rotation inside wide limits stays as it is', () => {
    for (const x of [-3, -1.2, 0, 0.4, 2.9])
      for (const y of [-2.5, -1, 0, 1.4, 3])
        for (const z of [-1.5, 0, 0.2, 2.2]) {
          const angles: Triple = [x, y, z];
          angles[middle] = Math.max(-1.5, Math.min(1.5, angles[middle]));
          const turn = product(order, angles);
          expectTurn(limited(turn, wide(order)), turn, 1e-12);
        }
  });

  test('each angle is clamped to its own limit', () => {
    const from: Triple = [0.9, -0.8, 1.2];
    for (let axis = 0; axis < 3; axis++) {
      const max: Triple = [9, 9, 9];
      const min: Triple = [-9, -9, -9];
      const to: Triple = [...from];
      to[axis] = max[axis] = min[axis] = 0.25;
      expectTurn(limited(product(order, from), limits(order, min, max)), product(order, to), 1e-12);
    }
  });

  test('the middle angle stops at 88°, where the others are still distinct', () => {
    const angles: Triple = [0.2, 0.2, 0.2];
    angles[middle] = (89.5 * Math.PI) / 180;
    const result = limited(product(order, angles), wide(order));
    const euler = new Euler().setFromRotationMatrix(new Matrix4().makeRotationFromQuaternion(result), order);
    expect([euler.x, euler.y, euler.z][middle]).toBeCloseTo(1.535889, 6);
  });

  test('a middle angle of 90° still gives a unit quaternion', () => {
    for (const sign of [1, -1]) {
      const angles: Triple = [0.4, 0.4, 0.4];
      angles[middle] = (sign * Math.PI) / 2;
      const result = limited(product(order, angles), wide(order));
      expect(result.length()).toBeCloseTo(1, 12);
    }
  });

  test('q and −q give the same result', () => {
    const turn = product(order, [0.9, -0.8, 1.2]);
    const negative = new Quaternion(-turn.x, -turn.y, -turn.z, -turn.w);
    const to = limits(order, [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
    expectTurn(limited(negative, to), limited(turn, to), 1e-14);
  });
});

describe('a knee in three’s space: 0.5° to 180° about x', () => {
  const [half, straight] = [Math.PI / 360, Math.PI];
  const knee = limits('XZY', [half, 0, 0], [straight, 0, 0]);
  const about = (x: number): Quaternion => product('XZY', [x, 0, 0]);

  test('bent the wrong way is clamped to 0.5°', () => {
    expectTurn(limited(about(-0.4), knee), about(half), 1e-12);
  });

  test('bent the wrong way is mirrored at the limit with reflects', () => {
    expectTurn(limited(about(-0.4), knee, true), about(2 * half + 0.4), 1e-12);
  });

  test('is mirrored only if the result lies in the range', () => {
    const narrow = limits('YXZ', [half, 0, 0], [0.1, 0, 0]);
    expectTurn(limited(about(-0.4), narrow, true), about(half), 1e-12); // 0.4175 is above 0.1
    expectTurn(limited(about(0.15), narrow, true), about(0.05), 1e-12);
    expectTurn(limited(about(0.5), narrow, true), about(0.1), 1e-12); // −0.3 is below 0.5°
  });

  test('has no rotation about y and z', () => {
    expectTurn(limited(product('XZY', [0.7, 0.2, -0.3]), knee), about(0.7), 1e-12);
  });
});
