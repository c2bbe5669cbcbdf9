import { Euler, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { flipAndNormalize, flipCameraAngles, flipPositions, flipRotations } from '#src/runtime/space.js';
import { vector } from '#test/support/playback-vectors.js';

interface Placed {
  pos: number[];
  quat: number[];
  point: number[];
  world: number[];
}

test('vector 18: a bone and a point on it match in both spaces', () => {
  const { lh, rh } = vector(18) as { lh: Placed; rh: Placed };
  const position = Float32Array.from(lh.pos);
  const rotation = Float32Array.from(lh.quat);
  const point = Float32Array.from(lh.point);
  flipPositions(position);
  flipRotations(rotation);
  flipPositions(point);
  expectClose([...position], rh.pos);
  expectClose([...rotation], rh.quat);
  const world = new Vector3(...point)
    .applyQuaternion(new Quaternion(...rotation))
    .add(new Vector3(...position));
  expectClose(world.toArray(), rh.world);
});

test('vector 19: a rotation matches in three, as a quaternion and as angles of order YXZ', () => {
  const { rotation } = vector(19) as {
    rotation: { lh_quat: number[]; rh_quat: number[]; three_euler_YXZ: [number, number, number] };
  };
  const quaternion = Float32Array.from(rotation.lh_quat);
  flipRotations(quaternion);
  expectClose([...quaternion], rotation.rh_quat);
  const fromAngles = new Quaternion().setFromEuler(new Euler(...rotation.three_euler_YXZ, 'YXZ'));
  expectClose(fromAngles.toArray(), rotation.rh_quat);
});

test('each function is its own inverse', () => {
  for (const flip of [flipPositions, flipRotations, flipCameraAngles]) {
    const column = Float32Array.from({ length: 12 }, (_, i) => i + 1);
    flip(column);
    expect([...column]).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    flip(column);
    expect([...column]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  }
});

describe('flipAndNormalize', () => {
  /** The length that it returns, and the column afterwards. */
  function flipped(...numbers: number[]): { length: number; rotations: number[] } {
    const rotations = Float32Array.from(numbers);
    const length = flipAndNormalize(rotations, new Int32Array(rotations.buffer), numbers.length - 4);
    return { length, rotations: [...rotations] };
  }

  test('flips the rotation at an index and gives it length 1', () => {
    // 0.5 = 2 / 4; the rotation before stays
    expect(flipped(9, 9, 9, 9, 2, 2, -2, -2)).toEqual({
      length: 4,
      rotations: [9, 9, 9, 9, -0.5, -0.5, -0.5, -0.5],
    });
  });

  test('the identity is flipped like any other rotation', () => {
    expect(flipped(0, 0, 0, 1)).toEqual({ length: 1, rotations: [-0, -0, 0, 1] });
    expect(flipped(0, 0, 0, 2)).toEqual({ length: 2, rotations: [-0, -0, 0, 1] });
    expect(flipped(0, 0, 0, -1)).toEqual({ length: 1, rotations: [-0, -0, 0, -1] });
  });

  test('a rotation without a length becomes the identity', () => {
    expect(flipped(0, 0, 0, 0)).toEqual({ length: 0, rotations: [0, 0, 0, 1] });
    expect(flipped(Infinity, 0, 0, 1)).toEqual({ length: Infinity, rotations: [0, 0, 0, 1] });
    expect(flipped(0, NaN, 0, 1)).toEqual({ length: NaN, rotations: [0, 0, 0, 1] });
  });
});

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  // Columns hold 32 bits.
  actual.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(1e-6));
}
