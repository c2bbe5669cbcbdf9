import { type BoneKey, createVmd } from '@odori/format';
import { addBoneKey, addMorphKey } from '@odori/format/internal';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { HumanoidPose, standardSource } from '@odori/vrm/humanoid';
import {
  bakeVrmAnimation,
  motionOfVrmAnimation,
  parseVrma,
  serializeVrma,
  type VrmAnimation,
} from '@odori/vrm/vrma';
import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { sampleVrmTrack } from '#src/vrm/vrma/sample-vrm-track.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { vrmaBytes } from '#test/vrm/vrma-bytes.js';
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
  // 90° about z, on the other side
  const turned = sampled([0, 0, 0, 1, 0, 0, -HALF, -HALF, 0, 0, 0, 1], 4, 1.5);
  [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)].forEach((value, i) =>
    expect(turned[i]).toBeCloseTo(value, 6),
  );
});

/** Bones without twist bones behind them, which share a rotation with theirs. */
const BONES = ['上半身', '頭', '左手首', '右手首', '左足', '左ひざ', '左足首', '右足', '右足首'];
/** Where limbs end. */
const ENDS = ['左ひじ', '左手首', '右ひじ', '左足首', '右足首'];

/**
 * The largest differences of two motions on the standard model: degrees of bones, and units between ends of
 * limbs.
 */
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
  // prettier-ignore
  for (const [frame, weight] of [[0, 0], [5, 0.75], [12, 0.25], [20, 1]]) addMorphKey(vmd, { name: 'あ', frame, weight });
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

/** Half the angle of 20° and 15°, as a rotation about an axis has it. */
const [SINE_20, COSINE_20, SINE_15, COSINE_15] = [0.173648, 0.984808, 0.130526, 0.991445];

function looking(values: readonly number[]): VrmAnimation {
  const animation = bakeVrmAnimation(Motion.from(), 'standard');
  const times = Float32Array.from({ length: values.length / 4 }, (_, i) => i);
  const track = { times, values: Float32Array.from(values), interpolation: 'linear' } as const;
  return { ...animation, lookAt: { offsetFromHead: [0, 0.06, 0], track } };
}

test('a gaze to the left and downwards turns 両目, with a keyframe for each change of direction', () => {
  // 20° to the left after a second, 15° down after two
  const animation = looking(
    [
      [0, 0, 0, 1],
      [0, SINE_20, 0, COSINE_20],
      [SINE_15, 0, 0, COSINE_15],
    ].flat(),
  );
  const { motion, vmd } = motionOfVrmAnimation(parseVrma(serializeVrma(animation)));
  const { frames } = motion.bones.get('両目')!;
  expect([frames[0], frames.at(-1)]).toEqual([0, 60]);
  expect(motion.bones.has('左目')).toBe(false);
  const { bones } = vmd;
  const key = bones.frames.findIndex(
    (frame, i) => frame === 30 && bones.names[bones.nameIndex[i]].text === '両目',
  );
  // VMD's left-handed space turns the other way.
  [0, -SINE_20, 0, COSINE_20].forEach((value, k) =>
    expect(bones.rotations[4 * key + k]).toBeCloseTo(value, 5),
  );
  const rig = new Rig(standardSource());
  const binding = bindMotion(motion, rig);
  const pose = new HumanoidPose(rig, humanoidOf(rig.definition));
  for (const [frame, yaw, pitch] of [
    [0, 0, 0],
    [15, 10, 0],
    [30, 20, 0],
    [60, 0, 15],
  ]) {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    expect(Math.abs(pose.gaze[0] - yaw), `yaw at ${frame}`).toBeLessThan(0.3);
    expect(Math.abs(pose.gaze[1] - pitch), `pitch at ${frame}`).toBeLessThan(0.3);
  }
});

test('a gaze comes back from a VRMA as the turn of 両目 that it was made of', () => {
  const turn = (frame: number, yaw: number): BoneKey => ({
    name: '両目',
    frame,
    rotation: [0, Math.sin((yaw * Math.PI) / 360), 0, Math.cos((yaw * Math.PI) / 360)],
  });
  const original = Motion.from(createVmd({ bones: [turn(0, 0), turn(10, 12), turn(40, -8)] }));
  const { motion } = motionOfVrmAnimation(bakeVrmAnimation(original, 'standard'));
  const track = motion.bones.get('両目')!;
  expect([...track.frames]).toEqual([0, 10, 40]);
  [0, 12, -8].forEach((yaw, key) =>
    // in three's space
    expect(track.rotations[4 * key + 1]).toBeCloseTo(-Math.sin((yaw * Math.PI) / 360), 4),
  );
});

test('the eyes of a model without 両目 have keyframes of their own, and one without eyes has none', () => {
  const animation = looking([0, SINE_20, 0, COSINE_20]);
  const named = (...without: string[]): string[] => {
    const { boneNames, parents, restPositions } = standardSource();
    const kept = boneNames.filter((name) => !without.includes(name));
    const target = createSkeletonDefinition(
      kept.map((name) => {
        const bone = boneNames.indexOf(name);
        const [x, y, z] = restPositions.subarray(3 * bone, 3 * bone + 3);
        return { name, parent: kept.indexOf(boneNames[parents[bone]]), position: [x, y, z] };
      }),
    );
    const { motion } = motionOfVrmAnimation(animation, { target });
    return ['両目', '左目', '右目'].filter((name) => motion.bones.has(name));
  };
  expect(named('両目')).toEqual(['左目', '右目']);
  expect(named('両目', '左目', '右目')).toEqual([]);
});

test('eyes that look straight ahead have no keyframes, and turn by at most 30° to a side and 20° up or down', () => {
  expect(motionOfVrmAnimation(looking([0, 0, 0, 1])).motion.bones.has('両目')).toBe(false);
  const far = (values: readonly number[]): number[] => [
    ...motionOfVrmAnimation(looking(values)).motion.bones.get('両目')!.rotations.subarray(0, 4),
  ];
  // 90° to the left, and 90° up
  const left = far([0, HALF, 0, HALF]);
  const up = far([-HALF, 0, 0, HALF]);
  expect(left[1]).toBeCloseTo(Math.sin(Math.PI / 12), 5);
  expect(up[0]).toBeCloseTo(-Math.sin(Math.PI / 18), 5);
});

test.each([
  ['a turn', { node: 1, path: 'rotation', values: [0, 0, 0, 1, 0, 0, 0, 1] }],
  ['a place', { node: 0, path: 'translation', values: [0, 1, 0, 0, 1, 0] }],
  ['an expression', { node: 2, path: 'translation', values: [0, 0, 0, 1, 0, 0] }],
] as const)('%s whose last keyframe is hours away is refused before anything is sampled', (_, track) => {
  const nodes = [{ translation: [0, 1, 0], children: [1, 2] }, {}, {}];
  const expressions = { custom: { shy: { node: 2 } } };
  for (const last of [6667, 3e6, 3e38]) {
    const bytes = vrmaBytes({ nodes, expressions, tracks: [{ ...track, times: [0, last] }] });
    const error = thrownBy(() => motionOfVrmAnimation(parseVrma(bytes)));
    expect(error).toMatchObject({ name: 'HumanoidError', code: 'too-large', section: 'animations[0]' });
    expect(error.message).toContain('the last keyframe is at');
  }
});

test('a turn over a hundred seconds becomes few keyframes, within the tolerance', () => {
  const animation = bakeVrmAnimation(Motion.from(), 'standard');
  const turn = (keys: number): VrmAnimation => {
    const half = (key: number): number => (0.2 * key) / (keys - 1); // radians
    const values = Array.from({ length: keys }, (_, i) => [0, Math.sin(half(i)), 0, Math.cos(half(i))]);
    const track = {
      times: Float32Array.from(values, (_, i) => (100 * i) / (keys - 1)),
      values: Float32Array.from(values.flat()),
      interpolation: 'linear',
    } as const;
    return { ...animation, rotations: new Map([['hips', track]]) };
  };
  const [long, dense] = [turn(2), turn(101)].map((each) => motionOfVrmAnimation(each));
  expect(dense.error.frames).toBe(3001);
  expect(long.error.frames).toBe(68); // the ends, those beside them, and 64 between
  for (const { error, vmd } of [long, dense]) {
    expect(error.angle).toBeLessThanOrEqual(0.3);
    expect(vmd.bones.count).toBeLessThan(500); // of 3001 · 50; bones that stay have one each
  }
  const rigs = [long, dense].map(({ motion }) => ({ motion, rig: new Rig(standardSource()) }));
  const bindings = rigs.map(({ motion, rig }) => bindMotion(motion, rig));
  for (let frame = 0; frame <= 3000; frame += 15) {
    bindings.forEach((binding) => binding.sample(frame));
    for (const { rig } of rigs) rig.solve();
    const [a, b] = rigs.map(({ rig }) => rig.worldPositions);
    expect(Math.max(...a.map((value, i) => Math.abs(value - b[i])))).toBeLessThan(0.1);
  }
});

test('an animation of nearly two hours with few keyframes is sampled a few times', () => {
  const animation = bakeVrmAnimation(Motion.from(), 'standard');
  const values = Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0);
  const turn = { times: Float32Array.of(0, 3000, 6600), values, interpolation: 'linear' } as const;
  const { error, motion } = motionOfVrmAnimation({ ...animation, rotations: new Map([['head', turn]]) });
  expect(motion.lastFrame).toBe(198_000);
  expect(error.frames).toBe(135); // 7 at and beside keyframes, twice 64 between them
});

test('a weight has keyframes where it bends, however long it lasts', () => {
  const animation = bakeVrmAnimation(Motion.from(), 'standard');
  const track = {
    times: Float32Array.of(0, 1, 2, 100),
    values: Float32Array.of(0, 1, 0, 0.5),
    interpolation: 'linear',
  } as const;
  const { motion } = motionOfVrmAnimation({ ...animation, presets: new Map([['aa', track]]) });
  const { frames, weights } = motion.morphs.get('あ')!;
  expect([...frames]).toEqual([0, 30, 60, 3000]);
  expect([...weights]).toEqual([0, 1, 0, 0.5]);
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
