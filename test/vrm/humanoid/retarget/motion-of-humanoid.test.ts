import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { HumanoidPose } from '#src/vrm/humanoid/pose/humanoid-pose.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { type HumanoidPoses, motionOfHumanoid } from '#src/vrm/humanoid/retarget/motion-of-humanoid.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { expect, test } from 'vitest';

const avatar = readHumanoid(glbBytes(vrm1Json()));
const standard = standardSource();
const DEGREES = 180 / Math.PI;

/** An avatar that stands still, with some bones rotated. */
function still(
  rotations: Partial<Record<string, readonly number[]>>,
  hips: readonly number[] = [0, 1, 0],
): HumanoidPoses {
  return {
    lastFrame: 2,
    sample(_frame, out, place) {
      avatar.bones.forEach((bone, i) => out.set(rotations[bone] ?? [0, 0, 0, 1], 4 * i));
      place.set(hips);
    },
  };
}

/** The standard model in the first frame of a motion. */
function shown(poses: HumanoidPoses): Rig {
  const rig = new Rig(standard);
  bindMotion(motionOfHumanoid(avatar, poses).motion, rig).sample(0);
  rig.solve();
  rig.solveAfterPhysics();
  return rig;
}

function between(rig: Rig, from: string, to: string): number[] {
  const [a, b] = [rig.boneIndex(from), rig.boneIndex(to)];
  const offset = [0, 1, 2].map((k) => rig.worldPositions[3 * b + k] - rig.worldPositions[3 * a + k]);
  return offset.map((value) => value / Math.hypot(...offset));
}

test('an avatar in T-pose gives a model in T-pose, with its feet where they rest', () => {
  const rig = shown(still({}));
  expect(between(rig, '左腕', '左ひじ')[0]).toBeGreaterThan(0.9999);
  expect(between(rig, '右ひじ', '右手首')[0]).toBeLessThan(-0.9999);
  expect(between(rig, '左中指１', '左中指２')[0]).toBeGreaterThan(0.9999);
  for (const name of ['左足首', '右足首', '下半身', '頭']) {
    const i = 3 * rig.boneIndex(name);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(rig.worldPositions[i + k] - standard.restPositions[i + k]), name).toBeLessThan(0.15);
  }
});

test('an arm that hangs down straight hangs down straight', () => {
  const rig = shown(still({ leftUpperArm: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] })); // 90° about −z
  expect(between(rig, '左腕', '左ひじ')[1]).toBeLessThan(-0.9999);
  expect(between(rig, '左ひじ', '左手首')[1]).toBeLessThan(-0.9999);
});

test('hips that sink bend the knees, and the feet stay on 足ＩＫ', () => {
  const sunk = shown(
    still({ leftUpperLeg: [-0.3, 0, 0, 0.954], leftLowerLeg: [0.5, 0, 0, 0.866] }, [0, 0.9, 0]),
  );
  const knee = between(sunk, '左足', '左ひざ');
  // The thigh is turned by 2·asin 0.3 about −x: the knee comes forwards.
  expect(Math.atan2(knee[2], -knee[1]) * DEGREES).toBeCloseTo(2 * Math.asin(0.3) * DEGREES, -1);
  const [ankle, ik] = [sunk.boneIndex('左足首'), sunk.boneIndex('左足ＩＫ')];
  for (let k = 0; k < 3; k++)
    expect(Math.abs(sunk.worldPositions[3 * ankle + k] - sunk.worldPositions[3 * ik + k])).toBeLessThan(0.03);
});

test('a dance comes back from an avatar: limbs point as before, and the feet are where they were', () => {
  const motion = syntheticMotion().slice(0, 120);
  const source = new Rig(standard);
  const dance = bindMotion(motion, source);
  const pose = new HumanoidPose(source, avatar);
  const play = (frame: number): void => {
    dance.sample(frame);
    source.solve();
    source.solveAfterPhysics();
  };
  const result = motionOfHumanoid(avatar, {
    lastFrame: 120,
    sample(frame, rotations, hips) {
      play(frame);
      pose.solve();
      rotations.set(pose.rotations);
      hips.set(pose.hips);
    },
  });
  expect(result.motion.lastFrame).toBe(120);
  const rig = new Rig(standard);
  const again = bindMotion(result.motion, rig);
  for (let frame = 0; frame <= 120; frame += 3) {
    play(frame);
    again.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    for (const [from, to] of [
      ['左腕', '左ひじ'],
      ['右ひじ', '右手首'],
      ['左手首', '左中指１'],
      ['首', '頭'],
    ]) {
      const [a, b] = [between(source, from, to), between(rig, from, to)];
      const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      expect(Math.acos(Math.min(cosine, 1)) * DEGREES, `${from} at ${frame}`).toBeLessThan(0.7);
    }
    for (const ankle of ['左足首', '右足首']) {
      const i = 3 * rig.boneIndex(ankle);
      const off = [0, 1, 2].map((k) => rig.worldPositions[i + k] - source.worldPositions[i + k]);
      expect(Math.hypot(...off), `${ankle} at ${frame}`).toBeLessThan(0.6);
    }
  }
});

test('a dance comes back from an avatar of the standard measures within the tolerance', () => {
  const motion = syntheticMotion().slice(100, 200); // full turns; IK is off from the middle on
  const humanoid = humanoidOf(standardSource({ armAngle: 0 }));
  const source = new Rig(standard);
  const dance = bindMotion(motion, source);
  const pose = new HumanoidPose(source, humanoid);
  const { motion: result } = motionOfHumanoid(humanoid, {
    lastFrame: 100,
    sample(frame, rotations, hips) {
      dance.sample(frame);
      source.solve();
      source.solveAfterPhysics();
      pose.solve();
      rotations.set(pose.rotations);
      hips.set(pose.hips);
    },
  });
  const rig = new Rig(standard);
  const again = bindMotion(result, rig);
  for (let frame = 0; frame <= 100; frame++) {
    for (const [each, binding] of [
      [source, dance],
      [rig, again],
    ] as const) {
      binding.sample(frame);
      each.solve();
      each.solveAfterPhysics();
    }
    for (const name of ['左足首', '右足首', '左ひざ', '左手首', '右中指１', '頭']) {
      const i = 3 * rig.boneIndex(name);
      const off = [0, 1, 2].map((k) => rig.worldPositions[i + k] - source.worldPositions[i + k]);
      expect(Math.hypot(...off), `${name} at ${frame}`).toBeLessThan(name.includes('足首') ? 0.03 : 0.1);
    }
  }
});

test('a length that is no whole number of frames is an error', () => {
  for (const lastFrame of [-1, 0.5, NaN, Infinity])
    expect(() => motionOfHumanoid(avatar, { ...still({}), lastFrame })).toThrow(
      /lastFrame must be a whole number/,
    );
});

test('a length of more than 200,000 frames is refused before a frame is sampled', () => {
  const sample = (): void => {
    throw new Error('sampled');
  };
  for (const lastFrame of [200_000, 1e9])
    expect(() => motionOfHumanoid(avatar, { lastFrame, sample })).toThrow(/200000 poses: bake a part of it/);
});
