import { createVmd, type BoneKey, type PmxBone } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { RigPose } from '@odori/runtime/internal';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  about,
  expectTurn,
  placeOf,
  rigOf,
  setMove,
  setTurn,
  solve,
  worldOf,
  worldTurnOf,
} from './small-rig.js';

/** A leg with IK, a D-bone, a twist bone and a bone after physics. */
const bones: Partial<PmxBone>[] = [
  { name: 'センター', position: [0, 8, 1] },
  { name: '左足', position: [1, 8, 0], parent: 0 },
  { name: '左ひざ', position: [1, 4, -0.1], parent: 1 },
  { name: '左足首', position: [1, 0.5, 0.2], parent: 2 },
  {
    name: '左足ＩＫ',
    position: [1, 0.5, 0.2],
    ik: {
      effector: 3,
      loopCount: 20,
      limitAngle: 2,
      links: [{ bone: 2, limits: { min: [-3, 0, 0], max: [-0.01, 0, 0] } }, { bone: 1 }],
    },
  },
  { name: '左足D', position: [1, 8, 0], parent: 0, append: { parent: 1, ratio: 1 } },
  { name: '捩', position: [3, 9, 2], parent: 5, fixedAxis: [1, -1, 0] },
  { name: '後', position: [0, 10, 0], parent: 6, flags: 0x1000 },
  { name: '後', position: [0, 11, 0], parent: 7, flags: 0x1000, append: { parent: 5, ratio: -0.5 } },
];

function copyOf(pose: RigPose): Record<string, unknown> {
  return structuredClone(Object.fromEntries(Object.entries(pose)));
}

function disturb(rig: Rig, seed: number): void {
  const { translations, rotations } = rig.pose;
  for (let i = 0; i < translations.length; i++) translations[i] = Math.sin(seed * 12.9 + i * 7.3);
  for (let i = 0; i < rotations.length; i++) rotations[i] = Math.cos(seed * 3.1 + i * 5.7);
}

test('a new rig is at rest: the positions of the file in three’s space, no rotations, identity skin matrices', () => {
  const rig = rigOf(bones.slice(0, 4));
  bones.slice(0, 4).forEach(({ position }, bone) => {
    const [x, y, z] = position!;
    expect(placeOf(rig, bone).distanceTo(new Vector3(x, y, -z))).toBeLessThan(1e-12);
    expectTurn(worldTurnOf(rig, bone), new Quaternion());
    const skin = new Matrix4().fromArray(rig.skinMatrices, 16 * bone);
    skin.elements.forEach((value, i) => expect(value).toBeCloseTo(i % 5 === 0 ? 1 : 0, 6));
  });
});

test('world = parent · T(offset + translation) · R(rotation), as by three’s matrices', () => {
  const rig = rigOf([{ position: [1, 2, 3] }, { position: [4, 6, 9], parent: 0 }]);
  setMove(rig, 0, 0.5, 0, 0);
  setTurn(rig, 0, about(1, 2, 3, 40));
  setMove(rig, 1, 0, 0.25, -1);
  setTurn(rig, 1, about(-1, 0, 2, 100));
  solve(rig);
  const one = new Vector3(1, 1, 1);
  const root = new Matrix4().compose(new Vector3(1.5, 2, -3), about(1, 2, 3, 40), one);
  const child = new Matrix4().compose(new Vector3(3, 4.25, -7), about(-1, 0, 2, 100), one);
  const expected = [root, root.clone().multiply(child)];
  expected.forEach((matrix, bone) => {
    matrix.elements.forEach((value, i) => expect(worldOf(rig, bone).elements[i]).toBeCloseTo(value, 12));
  });
});

test('skin = world · T(−rest), in 32 bits', () => {
  const rig = rigOf(bones);
  disturb(rig, 5);
  solve(rig);
  const { restPositions } = rig.definition;
  bones.forEach((_, bone) => {
    const [x, y, z] = restPositions.subarray(3 * bone, 3 * bone + 3);
    const expected = worldOf(rig, bone).multiply(new Matrix4().makeTranslation(-x, -y, -z));
    expected.elements.forEach((value, i) => expect(rig.skinMatrices[16 * bone + i]).toBeCloseTo(value, 5));
  });
});

describe('earlier solves have no effect', () => {
  test('poses A, B, A give the same bits for A', () => {
    const rig = rigOf(bones);
    disturb(rig, 1);
    const first = solve(rig).worldMatrices.slice();
    disturb(rig, 2);
    expect(solve(rig).worldMatrices).not.toEqual(first);
    disturb(rig, 1);
    expect(solve(rig).worldMatrices).toEqual(first);
    expect(solve(rig).worldMatrices).toEqual(first);
  });

  test('frames in any order equal a fresh rig', () => {
    const keys = ['センター', '左足ＩＫ', '左足', '捩'].flatMap((name, i): BoneKey[] =>
      [0, 10, 25, 40].map((frame, k) => ({
        name,
        frame,
        position: [Math.sin(i + k), Math.cos(i * k), Math.sin(i - k)],
        rotation: [Math.sin(k), 0.2 * i, 0, 1],
        curves: [64, 0, 30, 127],
      })),
    );
    const motion = Motion.from(createVmd({ bones: keys }));
    const rig = rigOf(bones);
    const binding = bindMotion(motion, rig);
    for (const frame of [40, 0, 17.25, 39.9, 3, 17.25, 10, 100, -1]) {
      binding.sample(frame);
      solve(rig);
      const fresh = rigOf(bones);
      bindMotion(motion, fresh).sample(frame);
      expect(rig.worldMatrices).toEqual(solve(fresh).worldMatrices);
      expect(rig.skinMatrices).toEqual(fresh.skinMatrices);
    }
  });

  test('world matrices are the same if first read before or after a solve', () => {
    const early = rigOf(bones);
    const watched = early.worldMatrices;
    disturb(early, 5);
    solve(early);
    const late = rigOf(bones);
    disturb(late, 5);
    solve(late);
    expect(late.worldMatrices).toEqual(watched);
    expect(early.worldMatrices).toBe(watched);
    expect(late.worldMatrices).toBe(late.worldMatrices);
  });

  test('two rigs of one definition are independent', () => {
    const a = rigOf(bones);
    const b = new Rig(a.definition);
    const rest = b.worldMatrices.slice();
    disturb(a, 3);
    solve(a);
    expect(solve(b).worldMatrices).toEqual(rest);
  });

  test('solving does not write to the pose', () => {
    const rig = rigOf(bones);
    disturb(rig, 4);
    const before = copyOf(rig.pose);
    solve(rig);
    expect(copyOf(rig.pose)).toEqual(before);
  });
});

test('a rotation of any length is normalized; of length 0 or NaN it is the identity', () => {
  const rig = rigOf([{}, {}, {}]);
  const turn = about(1, 1, 0, 50);
  rig.pose.rotations.set([...turn.toArray().map((value) => value * 12), 0, 0, 0, 0, NaN, 0, 0, 1]);
  solve(rig);
  expectTurn(worldTurnOf(rig, 0), turn);
  expectTurn(worldTurnOf(rig, 1), new Quaternion());
  expectTurn(worldTurnOf(rig, 2), new Quaternion());
});

test('NaN in a translation affects only its bone and dependent bones, and not later poses', () => {
  const rig = rigOf(bones);
  const rest = rig.worldMatrices.slice();
  setMove(rig, 4, NaN, 0, 0);
  solve(rig);
  expect(placeOf(rig, 0).toArray()).toEqual([0, 8, -1]);
  setMove(rig, 4, 0, 0, 0);
  expect(solve(rig).worldMatrices).toEqual(rest);
});

describe('boneIndex', () => {
  const rig = rigOf(bones);

  test('gives the first bone of a name, and −1 for none', () => {
    expect(rig.boneIndex('左足首')).toBe(3);
    expect(rig.boneIndex('後')).toBe(7);
    expect(rig.boneIndex('右足首')).toBe(-1);
    expect(rig.boneIndex('constructor')).toBe(-1);
  });
});

test('a new pose is at rest, and reset goes back to rest', () => {
  const pose = new RigPose(2, 1, 1);
  const rest = copyOf(pose);
  expect(rest).toEqual({
    translations: new Float64Array(6),
    rotations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    morphWeights: new Float64Array(1),
    ikEnabled: Uint8Array.of(1),
    physicsEnabled: Uint8Array.of(1, 1),
    visible: true,
  });
  for (const column of [pose.translations, pose.rotations, pose.morphWeights]) column.fill(5);
  pose.ikEnabled.fill(0);
  pose.physicsEnabled.fill(0);
  pose.visible = false;
  pose.reset();
  expect(copyOf(pose)).toEqual(rest);
});

test('rotations and positions equal the world matrices', () => {
  const rig = rigOf([{ position: [0, 1, 0] }, { parent: 0, position: [0, 3, 0] }]);
  setTurn(rig, 0, about(0, 0, 1, 90));
  solve(rig);
  // 90° about z at the root moves the child from above it to its left: half of it is 45°.
  expectClose([...rig.worldRotations], [0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  expectClose([...rig.worldPositions], [0, 1, 0, -2, 1, 0]);
});

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 12));
}
