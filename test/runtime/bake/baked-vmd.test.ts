import { Motion } from '@odori/runtime/motion';
import { createRigDefinition } from '@odori/runtime/rig';
import { createPmxBone, createVmd } from '@odori/format';
import { expect, test } from 'vitest';
import { bakedVmd } from '#src/runtime/bake/baked-vmd.js';
import { manySwitches } from '#test/support/many-switches.js';

const DEFINITION = createRigDefinition({ bones: [createPmxBone({ name: 'センター' })], morphs: [] });

test('every keyframe of a baked motion switches all IK off', () => {
  const properties = [{ frame: 3, ik: [{ name: 'ik', enabled: true }] }, { frame: 9 }];
  const baked = bakedVmd(Motion.from(createVmd({ properties })), DEFINITION, [], '').properties;
  expect([...baked.frames, ...baked.ikEnabled, ...baked.ikStarts]).toEqual([0, 3, 9, 0, 0, 0, 0, 1, 2, 3]);
});

test('with 30,000 IK names and 30,000 keyframes, the first keyframe does', () => {
  const { count, ikStarts, ikEnabled } = bakedVmd(Motion.from(manySwitches()), DEFINITION, [], '').properties;
  expect([count, ikStarts[1], ikStarts[count]]).toEqual([30_001, 30_000, 30_000]);
  expect(ikEnabled.every((on) => on === 0)).toBe(true);
});
