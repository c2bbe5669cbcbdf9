import { addBoneKey, addMorphKey, createVmd } from '@odori/format';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import {
  bakeVrmAnimation,
  motionOfVrmAnimation,
  parseVrma,
  serializeVrma,
  standardSource,
} from '@odori/vrm/humanoid';
import { sampleVrmTrack } from '#src/vrm/vrma/sample-vrm-track.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { describe, expect, test } from 'vitest';

const HALF = Math.SQRT1_2;

function sampled(
  values: readonly number[],
  size: 1 | 3 | 4,
  seconds: number,
  interpolation: 'linear' | 'step' = 'linear',
): number[] {
  const out = new Float64Array(size + 1);
  const times = Float32Array.of(1, 2, 4);
  sampleVrmTrack({ times, values: Float32Array.from(values), interpolation }, size, seconds, out, 1);
  return [...out.subarray(1)];
}

test('a track holds its ends, and has straight lines or steps between keyframes', () => {
  const weights = [0.25, 0.75, 0.5];
  expect([0, 1, 1.5, 2, 3, 4, 9].map((time) => sampled(weights, 1, time)[0])).toEqual([
    0.25, 0.25, 0.5, 0.75, 0.625, 0.5, 0.5,
  ]);
  expect([1.999, 2, 3.999].map((time) => sampled(weights, 1, time, 'step')[0])).toEqual([0.25, 0.75, 0.75]);
});

test('rotations between keyframes keep their length and take the short way', () => {
  const turned = sampled([0, 0, 0, 1, 0, 0, -HALF, -HALF, 0, 0, 0, 1], 4, 1.5); // 90° about z, on the other side
  [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)].forEach((value, i) =>
    expect(turned[i]).toBeCloseTo(value, 6),
  );
});

/** Bones without twist bones behind them, which share a rotation with theirs. */
const BONES = ['上半身', '頭', '左手首', '右手首', '左足', '左ひざ', '左足首', '右足', '右足首'];
/** Where limbs end. */
const ENDS = ['左ひじ', '左手首', '右ひじ', '左足首', '右足首'];

/** The largest differences of two motions on the standard model: degrees of bones, and units between ends of limbs. */
function differences(a: Motion, b: Motion): { degrees: number; units: number } {
  const rigs = [a, b].map((motion) => {
    const rig = new Rig(standardSource());
    return { rig, binding: bindMotion(motion, rig) };
  });
  let [degrees, units] = [0, 0];
  for (let frame = 0; frame <= a.lastFrame; frame += 3) {
    for (const { rig, binding } of rigs) {
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
    }
    for (const name of BONES) {
      const bone = rigs[0].rig.boneIndex(name);
      const [p, q] = rigs.map(({ rig }) => rig.worldRotations.subarray(4 * bone, 4 * bone + 4));
      const dot = Math.abs(p.reduce((sum, value, k) => sum + value * q[k], 0));
      degrees = Math.max(degrees, (2 * Math.acos(Math.min(dot, 1)) * 180) / Math.PI);
    }
    for (const name of ENDS) {
      const bone = rigs[0].rig.boneIndex(name);
      const [x, y] = rigs.map(({ rig }) => rig.worldPositions.subarray(3 * bone, 3 * bone + 3));
      units = Math.max(units, Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
    }
  }
  return { degrees, units };
}

test('a motion comes back from a VRMA of the standard skeleton', () => {
  const original = syntheticMotion().slice(0, 90);
  const { motion } = motionOfVrmAnimation(parseVrma(serializeVrma(bakeVrmAnimation(original, 'standard'))));
  const { degrees, units } = differences(original, motion);
  // the tolerances of both bakes: 0.02 units and 0.5 mm, 0.3° and 0.05°
  expect(units).toBeLessThan(0.027);
  expect(degrees).toBeLessThan(0.35);
});

test('lips and winks of a motion come back on MMD’s own morphs', () => {
  const vmd = createVmd();
  addBoneKey(vmd, { name: 'センター', frame: 0 });
  for (const [frame, weight] of [[0, 0], [5, 0.75], [12, 0.25], [20, 1]]) addMorphKey(vmd, { name: 'あ', frame, weight }); // prettier-ignore
  addMorphKey(vmd, { name: 'ｳｨﾝｸ２右', frame: 8, weight: 0.5 });
  const original = Motion.from(vmd);
  const { motion } = motionOfVrmAnimation(bakeVrmAnimation(original, 'standard'));
  expect([...motion.morphs.get('あ')!.frames]).toEqual([0, 5, 12, 20]);
  for (let frame = 0; frame <= 20; frame++) {
    for (const name of ['あ', 'ｳｨﾝｸ２右']) {
      const [was, is] = [original, motion].map((each) => sampleMorph(each.morphs.get(name)!, frame));
      expect(is).toBeCloseTo(was, 5);
    }
  }
});

describe.skipIf(!hasCorpus)('of files from others', () => {
  test('three-vrm-test.vrma lowers the right arm, and shows a happy face', () => {
    const { motion } = motionOfVrmAnimation(parseVrma(readCorpus('vrma/three-vrm-test.vrma')));
    expect(motion.duration).toBe(3);
    expect(Math.max(...motion.morphs.get('笑い')!.weights)).toBe(1);
    const rig = new Rig(standardSource());
    const binding = bindMotion(motion, rig);
    const heights = Array.from({ length: 91 }, (_, frame) => {
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
      const [arm, elbow] = ['右腕', '右ひじ'].map((name) => rig.worldPositions[3 * rig.boneIndex(name) + 1]);
      return elbow - arm;
    });
    expect(Math.max(...heights)).toBeLessThan(0.05); // level
    expect(Math.min(...heights)).toBeLessThan(-3); // straight down: the upper arm is 3.1 units long
  });
});
