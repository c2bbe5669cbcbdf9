import { PMX_BONE } from '@odori/format';
import type { Rig } from '@odori/runtime/rig';
import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { rigOf, setMove, setTurn, solve } from './small-rig.js';

const HALF = Math.SQRT1_2;
/** 90° about z. */
const QUARTER = [0, 0, HALF, HALF];
const ROOT = { name: 'root' };
const HAIR = { name: 'hair', parent: 0, position: [0, 2, 0] as [number, number, number] };
const TIP = { name: 'tip', parent: 1, position: [0, 3, 0] as [number, number, number] };

function place({ worldPositions }: Rig, bone: number): number[] {
  return Array.from(
    worldPositions.subarray(3 * bone, 3 * bone + 3),
    (value) => Math.round(value * 1e9) / 1e9 + 0,
  );
}

function held(): Rig {
  const rig = rigOf([ROOT, HAIR, TIP, { ...TIP, name: 'after', flags: PMX_BONE.afterPhysics }]);
  rig.solve();
  rig.holdBone(1, QUARTER, [5, 5, 5]);
  rig.solveAfterPhysics();
  return rig;
}

describe('a held bone', () => {
  test('is where it was put, and bones after physics follow at once', () => {
    const rig = held();
    expect(place(rig, 1)).toEqual([5, 5, 5]);
    expect(place(rig, 3)).toEqual([4, 5, 5]); // its offset (0, 1, 0), turned
    // rest (0, 2, 0) goes to (5, 5, 5)
    expect([...rig.skinMatrices.subarray(16 + 12, 16 + 15)]).toEqual([7, 5, 5]);
  });

  test('takes other bones along from the next solve on', () => {
    const rig = held();
    expect(place(rig, 2)).toEqual([0, 3, 0]);
    solve(rig);
    expect(place(rig, 2)).toEqual([4, 5, 5]);
  });

  test('keeps its place relative to its parent, whatever its keyframes say', () => {
    const rig = held();
    setMove(rig, 1, 9, 9, 9);
    setTurn(rig, 0, new Quaternion(0, 0, HALF, HALF));
    setMove(rig, 0, 100, 0, 0);
    solve(rig);
    expect(place(rig, 1)).toEqual([95, 5, 5]);
    expect(rig.worldRotations[4 + 2]).toBeCloseTo(1, 12); // 180° by now
  });

  test('goes back to its keyframes when it is freed', () => {
    const rig = held();
    setMove(rig, 1, 1, 0, 0);
    rig.freeBone(1);
    rig.freeBone(1);
    solve(rig);
    expect(place(rig, 1)).toEqual([1, 2, 0]);
    rig.holdBone(1, QUARTER, [5, 5, 5]);
    solve(rig);
    expect(place(rig, 1)).toEqual([5, 5, 5]);
  });

  test('without a position stays at its rest offset from its parent', () => {
    const rig = rigOf([ROOT, HAIR, TIP]);
    setMove(rig, 0, 1, 1, 1);
    setMove(rig, 1, 9, 9, 9);
    rig.solve();
    rig.holdBone(1, QUARTER);
    rig.solveAfterPhysics();
    expect(place(rig, 1)).toEqual([1, 3, 1]);
    solve(rig);
    expect(place(rig, 2)).toEqual([0, 3, 1]);
  });

  test('is not turned by an IK, and does not append', () => {
    const rig = rigOf([
      ROOT,
      { ...HAIR, flags: PMX_BONE.appendRotation, append: { parent: 4, ratio: 1 } },
      TIP,
      {
        name: 'goal',
        position: [9, 2, 0],
        ik: { effector: 2, loopCount: 10, limitAngle: 3, links: [{ bone: 1 }] },
      },
      { name: 'source', position: [0, 0, 0] },
    ] as never);
    setTurn(rig, 4, new Quaternion(HALF, 0, 0, HALF));
    rig.solve();
    rig.holdBone(1, [0, 0, 0, 1], [0, 2, 0]);
    solve(rig);
    expect(place(rig, 2)).toEqual([0, 3, 0]);
  });

  test('below an external parent keeps its place relative to that', () => {
    const rig = rigOf([ROOT, HAIR]);
    const parent = { rotation: Float64Array.of(0, 0, 0, 1), position: Float64Array.of(10, 0, 0) };
    rig.setExternalParent(1, parent);
    rig.solve();
    rig.holdBone(1, QUARTER, [11, 0, 0]);
    parent.position[0] = 20;
    solve(rig);
    expect(place(rig, 1)).toEqual([21, 0, 0]);
  });

  test('is part of the world matrices, also where no bone comes after physics', () => {
    const rig = rigOf([ROOT, HAIR]);
    expect(rig.worldMatrices[16 + 13]).toBe(2);
    rig.solve();
    rig.holdBone(1, QUARTER, [5, 6, 7]);
    rig.solveAfterPhysics();
    expect([...rig.worldMatrices.subarray(16 + 12, 16 + 15)]).toEqual([5, 6, 7]);
  });
});
