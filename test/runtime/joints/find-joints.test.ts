import { createPmx } from '@odori/format';
import { createRigDefinition } from '@odori/runtime/rig';
import { expect, test } from 'vitest';
import { findJoints } from '#src/runtime/joints/find-joints.js';
import { rigOf } from '../rig/small-rig.js';

/** Lower body, left leg with twist-free bones, toes only as a tip, and an arm with a twist bone. */
const { definition } = rigOf([
  { name: '下半身' },
  { name: '左足', parent: 0 },
  { name: '左ひざ', parent: 1 },
  { name: '左足首', parent: 2 },
  { name: '左つま先', parent: 3 },
  { name: '左腕', parent: 0 },
  { name: '左腕捩', parent: 5 },
  { name: '左ひじ', parent: 6 },
]);

const found = (set: 'smpl24' | 'humanoid', name: string) =>
  findJoints(definition, set).find((joint) => joint.name === name);

test('each set has its own number and order of joints', () => {
  const names = findJoints(definition, 'smpl24').map(({ name }) => name);
  expect(names).toHaveLength(24);
  expect(names.slice(0, 5)).toEqual(['pelvis', 'left_hip', 'right_hip', 'spine1', 'left_knee']);
  expect(names.slice(-4)).toEqual(['left_wrist', 'right_wrist', 'left_hand', 'right_hand']);
  expect(findJoints(definition, 'humanoid')).toHaveLength(55);
});

test('bones by the names of MMD; the rotation of an arm is in its twist bone', () => {
  expect(found('smpl24', 'left_ankle')).toEqual({
    name: 'left_ankle',
    bone: 3,
    rotation: 3,
    isMissing: false,
  });
  expect(found('smpl24', 'left_foot')).toMatchObject({ bone: 4, isMissing: false });
  expect(found('smpl24', 'left_shoulder')).toMatchObject({ bone: 5, rotation: 6 });
  expect(found('humanoid', 'leftLowerArm')).toMatchObject({ bone: 7, rotation: 7 });
});

test('a joint that the model lacks stands with the one above it', () => {
  expect(found('smpl24', 'left_hand')).toMatchObject({ bone: 7, isMissing: true });
  expect(found('smpl24', 'right_foot')).toMatchObject({ bone: 0, isMissing: true });
});

test('a model without bones has no joints', () => {
  expect(() => findJoints(createRigDefinition(createPmx({})), 'smpl24')).toThrow('the model has no bones');
});
