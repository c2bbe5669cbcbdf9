import {
  AdditiveAnimationBlendMode,
  AnimationClip,
  AnimationMixer,
  AnimationUtils,
  Object3D,
  Quaternion,
} from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { describe, expect, test } from 'vitest';
import { createAnimationClip } from '#src/runtime/clip/create-animation-clip.js';
import { Motion } from '#src/runtime/motion/index.js';
import { motionOf, puppet, type PuppetPose, syntheticVmd } from './clip-fixtures.js';

const motion = Motion.from(syntheticVmd());
const exact = (): AnimationClip => createAnimationClip(motion, puppet(motion).target);

function playedAt(clip: AnimationClip, seconds: number): PuppetPose {
  const pose = puppet(motion);
  const mixer = new AnimationMixer(pose.target);
  mixer.clipAction(clip).play();
  mixer.setTime(seconds);
  return pose;
}

test('a clone plays what the clip plays', () => {
  const clip = exact();
  const clone = clip.clone().clone();
  expect(clone.tracks[0].times).toBeInstanceOf(Float64Array);
  for (const seconds of [0, 1.234, 5, 9.87]) {
    const [a, b] = [playedAt(clip, seconds), playedAt(clone, seconds)];
    expect(b.rotations).toEqual(a.rotations);
    expect(b.translations).toEqual(a.translations);
    expect([b.visible, ...b.ikEnabled]).toEqual([a.visible, ...a.ikEnabled]);
  }
});

describe('a tool that rewrites keys throws, and names the alternatives', () => {
  const wayOut = /interpolation: 'baked', or call motion\.slice, offset or retime/;
  test.each([
    ['toJSON', (clip: AnimationClip) => clip.toJSON()],
    ['AnimationClip.toJSON', (clip: AnimationClip) => AnimationClip.toJSON(clip)],
    ['trim', (clip: AnimationClip) => clip.trim()],
    ['optimize', (clip: AnimationClip) => clip.optimize()],
    ['shift', (clip: AnimationClip) => clip.tracks[0].shift(1)],
    ['scale', (clip: AnimationClip) => clip.tracks[0].scale(2)],
    ['subclip', (clip: AnimationClip) => AnimationUtils.subclip(clip, 'part', 0, 30)],
    ['makeClipAdditive', (clip: AnimationClip) => AnimationUtils.makeClipAdditive(clip)],
    ['toJSON of a clone', (clip: AnimationClip) => clip.clone().toJSON()],
    ['shift of a switch', (clip: AnimationClip) => clip.tracks[clip.tracks.length - 1].shift(1)],
  ])('%s', (_, tool) => {
    expect(() => tool(exact())).toThrow(wayOut);
  });

  test('GLTFExporter', async () => {
    const root = new Object3D();
    const head = new Object3D();
    head.name = '頭';
    root.add(head);
    const animations = [createAnimationClip(motion, root)];
    await expect(new GLTFExporter().parseAsync(root, { animations })).rejects.toThrow(wayOut);
  });
});

test('three can read and validate the keys of an exact clip', () => {
  const clip = exact();
  expect(clip.validate()).toBe(true);
  expect(clip.tracks.map((track) => track.getValueSize())).toEqual([3, 4, 4, 4, 1, 1, 1, 1]);
  expect(clip.resetDuration().duration).toBeCloseTo(299 / 30, 12);
  const interpolant = Reflect.get(clip.tracks[0], 'createInterpolant') as () => {
    evaluate(t: number): unknown;
  };
  expect(interpolant().evaluate(0)).toEqual(clip.tracks[0].values.slice(0, 3));
});

describe('an additive clip', () => {
  // 90° about y at frame 0, 180° at frame 30: relative to frame 0 it adds 90° to the pose.
  const half = Math.SQRT1_2;
  const turning = motionOf({
    bones: [
      { name: '頭', frame: 0, position: [1, 0, 0], rotation: [0, half, 0, half] },
      { name: '頭', frame: 30, position: [3, 0, 0], rotation: [0, 1, 0, 0] },
    ],
    morphs: [
      { name: 'あ', frame: 0, weight: 0.25 },
      { name: 'あ', frame: 30, weight: 0.75 },
    ],
    properties: [{ frame: 0, visible: false }],
  });

  test('adds the difference from the reference frame to the pose', () => {
    const pose = puppet(turning);
    const clip = createAnimationClip(turning, pose.target, { additive: { referenceFrame: 0 } });
    expect(clip.blendMode).toBe(AdditiveAnimationBlendMode);
    expect(clip.tracks.map(({ name }) => name)).not.toContain('.visible');
    pose.translations.set([0, 10, 0]);
    pose.rotations.set([half, 0, 0, half]);
    pose.morphWeights.set([0.1]);
    const mixer = new AnimationMixer(pose.target);
    mixer.clipAction(clip).play();
    mixer.setTime(0.999999999999); // 1 would be the start of the next loop
    expect(pose.translations[0]).toBeCloseTo(2, 6); // 3 - 1
    expect(pose.translations[1]).toBeCloseTo(10, 6);
    expect(pose.morphWeights[0]).toBeCloseTo(0.6, 6); // 0.1 + 0.75 - 0.25
    // Rotations about y have the opposite sign in three: 90° about x times −90° about y.
    const expected = new Quaternion(half, 0, 0, half).multiply(new Quaternion(0, -half, 0, half));
    expect(expected.angleTo(new Quaternion().fromArray(pose.rotations))).toBeLessThan(1e-6);
  });

  test('equals the result of makeClipAdditive for a baked clip', () => {
    const { target } = puppet(turning);
    const clip = createAnimationClip(turning, target, {
      interpolation: 'baked',
      additive: { referenceFrame: 15 },
    });
    const ofThree = AnimationUtils.makeClipAdditive(
      createAnimationClip(turning, target, { interpolation: 'baked' }),
      15,
    );
    for (const track of clip.tracks) {
      const other = ofThree.tracks.find(({ name }) => name === track.name);
      track.values.forEach((value, i) => expect(value).toBeCloseTo(other?.values[i] ?? NaN, 5));
    }
  });

  test('throws if its reference frame is not a number', () => {
    const { target } = puppet(turning);
    expect(() => createAnimationClip(turning, target, { additive: { referenceFrame: NaN } })).toThrow(
      RangeError,
    );
  });
});

test('an unknown interpolation and a tolerance of 0 throw', () => {
  const { target } = puppet(motion);
  const odd = { interpolation: 'smooth' } as object;
  expect(() => createAnimationClip(motion, target, odd)).toThrow(RangeError);
  expect(() =>
    createAnimationClip(motion, target, { interpolation: 'baked', tolerance: { angle: 0 } }),
  ).toThrow('tolerance.angle must be above 0, not 0');
});

test('a tolerance below what 32-bit keyframes can hold is refused, instead of thousands of keyframes per frame', () => {
  const { target } = puppet(motion);
  const bake = (tolerance: object): AnimationClip =>
    createAnimationClip(motion, target, { interpolation: 'baked', tolerance });
  expect(() => bake({ position: 1e-8 })).toThrow('tolerance.position must be at least 0.00001, not 1e-8');
  expect(() => bake({ angle: 1e-8 })).toThrow('tolerance.angle must be at least 0.0001, not 1e-8');
  expect(() => bake({ weight: 1e-8 })).toThrow('tolerance.weight must be at least 0.000001, not 1e-8');
  const { tracks } = bake({ position: 1e-5, angle: 1e-4, weight: 1e-6 });
  const most = Math.max(...tracks.map(({ times }) => times.length));
  expect(most).toBeLessThan(200 * motion.lastFrame);
});
