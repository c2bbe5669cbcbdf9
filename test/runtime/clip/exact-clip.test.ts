import { createVmd, parseVmd, type Vmd } from '@odori/format';
import { AnimationMixer, LoopOnce } from 'three';
import { describe, expect, test } from 'vitest';
import { createAnimationClip } from '#src/runtime/clip/create-animation-clip.js';
import {
  Motion,
  sampleBone,
  sampleMorph,
  sampleProperty,
  secondsToFrame,
} from '#src/runtime/motion/index.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { motionOf, puppet, type PuppetPose, randomNumbers, syntheticVmd } from './clip-fixtures.js';

/** The largest difference of any number of the pose from direct sampling. */
function errorOf(pose: PuppetPose, motion: Motion, frame: number): number {
  let worst = 0;
  const note = (actual: number, expected: number): void => {
    worst = Math.max(worst, Math.abs(actual - expected));
  };
  [...motion.bones.values()].forEach((track, bone) => {
    const position = [0, 0, 0];
    const rotation = sampleBone(track, frame, position, [0, 0, 0, 0]);
    position.forEach((value, i) => note(pose.translations[3 * bone + i], value));
    rotation.forEach((value, i) => note(pose.rotations[4 * bone + i], value));
  });
  [...motion.morphs.values()].forEach((track, morph) =>
    note(pose.morphWeights[morph], sampleMorph(track, frame)),
  );
  return worst;
}

function switchesOf(pose: PuppetPose): number[] {
  return [pose.visible ? 1 : 0, ...pose.ikEnabled];
}

function checkRandomTimes(motion: Motion): void {
  const pose = puppet(motion);
  const mixer = new AnimationMixer(pose.target);
  mixer.clipAction(createAnimationClip(motion, pose.target)).play();
  const random = randomNumbers(1);
  let worst = 0;
  for (let i = 0; i < 200; i++) {
    const seconds = random() * motion.duration;
    mixer.setTime(seconds);
    worst = Math.max(worst, errorOf(pose, motion, secondsToFrame(seconds)));
  }
  expect(worst).toBeLessThanOrEqual(1e-6);
}

function checkEveryFrame(motion: Motion, go: (mixer: AnimationMixer, frame: number) => void): void {
  const { property } = motion;
  if (!property) throw new Error('the test needs a motion with switches');
  const pose = puppet(motion);
  const mixer = new AnimationMixer(pose.target);
  const action = mixer.clipAction(createAnimationClip(motion, pose.target)).setLoop(LoopOnce, 1).play();
  action.clampWhenFinished = true;
  let wrong = 0;
  let worst = 0;
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    go(mixer, frame);
    const expected = sampleProperty(property, frame, switchesOf(pose).slice());
    if (switchesOf(pose).join() !== expected.join()) wrong++;
    worst = Math.max(worst, errorOf(pose, motion, frame));
  }
  expect(wrong).toBe(0);
  expect(worst).toBeLessThanOrEqual(1e-6);
}

const seek = (mixer: AnimationMixer, frame: number): void => void mixer.setTime(frame / 30);
const step = (mixer: AnimationMixer, frame: number): void => void mixer.update(frame === 0 ? 0 : 1 / 30);

function switchesAtEveryFrame(lastFrame: number): Vmd {
  const random = randomNumbers(3);
  const properties = Array.from({ length: lastFrame + 1 }, (_, frame) => ({
    frame,
    visible: random() < 0.5,
    ik: [{ name: '左足ＩＫ', enabled: random() < 0.5 }],
  }));
  return createVmd({ properties });
}

describe('a synthetic motion', () => {
  const motion = Motion.from(syntheticVmd());
  test('equals direct sampling at 200 random times', () => checkRandomTimes(motion));
  test('switches at the right frames when seeking', () => checkEveryFrame(motion, seek));
  test('switches at the right frames when stepping', () => checkEveryFrame(motion, step));
});

describe.skipIf(!hasCorpus)('wavefile', () => {
  // The file has no switches of its own.
  const motion = hasCorpus
    ? Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd')), switchesAtEveryFrame(2809))
    : motionOf({});
  test('equals direct sampling at 200 random times', () => checkRandomTimes(motion));
  test('switches at the right frames when seeking', () => checkEveryFrame(motion, seek));
  test('switches at the right frames when stepping', () => checkEveryFrame(motion, step));
});

describe('a switch with a keyframe at each frame of an hour', () => {
  const frames = 108_000;
  const motion = motionOf({
    properties: Array.from({ length: frames + 1 }, (_, frame) => ({ frame, visible: frame % 2 === 0 })),
  });
  test.each([
    ['seeking', seek],
    ['stepping', step],
  ])('is right at every frame when %s', (_, go) => {
    const pose = puppet(motion);
    const mixer = new AnimationMixer(pose.target);
    mixer.clipAction(createAnimationClip(motion, pose.target)).play();
    let wrong = 0;
    for (let frame = 0; frame < frames; frame++) {
      go(mixer, frame);
      if (pose.visible !== (frame % 2 === 0)) wrong++;
    }
    expect(wrong).toBe(0);
  });
});

test('a clip of a pose lasts one frame and shows it', () => {
  const motion = motionOf({ bones: [{ name: '頭', frame: 0, rotation: [0, 1, 0, 0] }] });
  const pose = puppet(motion);
  const clip = createAnimationClip(motion, pose.target, { name: 'pose' });
  expect(clip.name).toBe('pose');
  expect(clip.duration).toBe(1 / 30);
  const mixer = new AnimationMixer(pose.target);
  mixer.clipAction(clip).play();
  for (let i = 0; i < 10; i++) mixer.update(0.016);
  expect([...pose.rotations]).toEqual([-0, -1, 0, 0]); // x and y change sign from MMD's space to three's
});

test('keyframes before frame 0 of a slice are played', () => {
  const motion = motionOf({
    bones: [
      { name: 'センター', frame: 0, position: [0, 0, 0] },
      { name: 'センター', frame: 20, position: [20, 0, 0] },
    ],
  }).slice(5, 15);
  const pose = puppet(motion);
  const clip = createAnimationClip(motion, pose.target);
  expect(clip.validate()).toBe(true);
  expect(clip.duration).toBeCloseTo(1 / 3, 12);
  const mixer = new AnimationMixer(pose.target);
  mixer.clipAction(clip).play();
  mixer.setTime(0);
  expect(pose.translations[0]).toBe(5);
  mixer.setTime(9.5 / 30);
  expect(pose.translations[0]).toBeCloseTo(14.5, 12);
});

test('a bone without translation has no position track', () => {
  const motion = Motion.from(syntheticVmd());
  const names = createAnimationClip(motion, puppet(motion).target).tracks.map((track) => track.name);
  expect(names).toEqual([
    'bone0.position',
    'bone0.quaternion',
    'bone1.quaternion',
    'bone2.quaternion',
    '.morphWeights[0]',
    '.visible',
    '.ikEnabled[0]',
    '.ikEnabled[1]',
  ]);
});

test('one clip plays on several targets at different times', () => {
  const motion = Motion.from(syntheticVmd());
  const [a, b] = [puppet(motion), puppet(motion)];
  const clip = createAnimationClip(motion, a.target);
  const mixers = [a, b].map((pose) => new AnimationMixer(pose.target));
  for (const mixer of mixers) mixer.clipAction(clip).play();
  for (let i = 0; i < 50; i++) {
    mixers[0].setTime(i / 10);
    mixers[1].setTime(9 - i / 7);
    expect(errorOf(a, motion, secondsToFrame(i / 10))).toBeLessThanOrEqual(1e-6);
    expect(errorOf(b, motion, secondsToFrame(9 - i / 7))).toBeLessThanOrEqual(1e-6);
  }
});

test('a crossfade mixes numbers and flips switches at half', () => {
  const still = (x: number, enabled: boolean): Motion =>
    motionOf({
      bones: [
        { name: 'センター', frame: 0, position: [x, 0, 0] },
        { name: 'センター', frame: 300, position: [x, 0, 0] },
      ],
      properties: [{ frame: 0, ik: [{ name: '左足ＩＫ', enabled }] }],
    });
  const [from, to] = [still(2, true), still(6, false)];
  const pose = puppet(from);
  const mixer = new AnimationMixer(pose.target);
  const first = mixer.clipAction(createAnimationClip(from, pose.target)).play();
  mixer.update(0);
  const second = mixer.clipAction(createAnimationClip(to, pose.target)).play();
  first.crossFadeTo(second, 1, false);
  mixer.update(0.25);
  expect(pose.translations[0]).toBeCloseTo(3, 6); // 2 + (6 - 2) / 4
  mixer.update(0.24);
  expect(pose.ikEnabled[0]).toBe(1);
  mixer.update(0.02);
  expect(pose.ikEnabled[0]).toBe(0);
  mixer.update(0.49);
  expect(pose.translations[0]).toBeCloseTo(6, 6);
});
