import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { addBoneKey } from '@odori/format/internal';
import { simulateDance } from '@odori/physics/bake';
import { Motion } from '@odori/runtime/motion';
import { rigidBody } from '#test/support/physics-model.js';
import { expect, test } from 'vitest';

const vmd = createVmd();
addBoneKey(vmd, { name: 'ball', frame: 0 });
addBoneKey(vmd, { name: 'root', frame: 30 });
const ball = rigidBody({ bone: 1, mode: 1, position: [0, 1000, 0], linearDamping: 0, angularDamping: 0 });
const pmx = createPmx({
  bones: [createPmxBone({ name: 'root' }), createPmxBone({ name: 'ball', position: [0, 1000, 0] })],
  rigidBodies: [ball],
});
const options = { settleSeconds: 0 };

test('simulateDance shows frames of a simulation in any order', () => {
  const dance = simulateDance(Motion.from(vmd), pmx, options);
  const heightAt = (frame: number): number => {
    dance.solve(frame);
    return dance.rig.worldPositions[4];
  };
  const heights = [30, 0, 15, 30].map(heightAt);
  expect(heights[1]).toBeCloseTo(1000, 1);
  expect(heights[0]).toBe(heights[3]);
  // Bullet falls by g·(1 + 2 + … + n) / 60² in n substeps, MMD's g is 98, and a reset makes the first
  // substep.
  expect(heights[1] - heights[2]).toBeCloseTo((98 * ((31 * 32) / 2 - 1)) / 3600, 2);
  expect(heights[1] - heights[3]).toBeCloseTo((98 * ((61 * 62) / 2 - 1)) / 3600, 2);
});

test('simulateDance refuses motions that do not fit in memory', () => {
  const long = createVmd();
  addBoneKey(long, { name: 'ball', frame: 300_000 });
  expect(() => simulateDance(Motion.from(long), pmx, options)).toThrow('the motion has 300001 frames');
});
