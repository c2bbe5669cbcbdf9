import { createVmd, parseVmd } from '@odori/format';
import { AnimationMixer, LoopOnce, type Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createCameraClip } from '#src/runtime/clip/create-camera-clip.js';
import { createCameraPose, Motion, sampleCamera, secondsToFrame } from '#src/runtime/motion/index.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { randomNumbers } from './clip-fixtures.js';

interface CameraRoot {
  readonly uuid: string;
  readonly target: Vector3;
  readonly angles: Vector3;
  distance: number;
  fov: number;
  perspective: boolean;
}

function cameraPlayer(motion: Motion): { root: CameraRoot; mixer: AnimationMixer } {
  const root = {
    uuid: 'camera',
    target: new Vector3(),
    angles: new Vector3(),
    distance: 0,
    fov: 0,
    perspective: true,
  };
  const mixer = new AnimationMixer(root as object as Object3D);
  const action = mixer.clipAction(createCameraClip(motion)).setLoop(LoopOnce, 1).play();
  action.clampWhenFinished = true;
  return { root, mixer };
}

function numbersAt(motion: Motion, frame: number): (number | boolean)[] {
  if (!motion.camera) throw new Error('the test needs a motion with a camera');
  const { target, angles, distance, fov, perspective } = sampleCamera(
    motion.camera,
    frame,
    createCameraPose(),
  );
  return [...target, ...angles, distance, fov, perspective];
}

function numbersOf({ target, angles, distance, fov, perspective }: CameraRoot): (number | boolean)[] {
  return [...target.toArray(), ...angles.toArray(), distance, fov, perspective];
}

function checkEveryFrame(motion: Motion, go: (mixer: AnimationMixer, frame: number) => void): void {
  const { root, mixer } = cameraPlayer(motion);
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    go(mixer, frame);
    const expected = numbersAt(motion, frame);
    expect(root.perspective).toBe(expected.at(-1));
    numbersOf(root).forEach((value, i) =>
      expect(Math.abs(Number(value) - Number(expected[i]))).toBeLessThanOrEqual(1e-6),
    );
  }
}

const seek = (mixer: AnimationMixer, frame: number): void => void mixer.setTime(frame / 30);
const step = (mixer: AnimationMixer, frame: number): void => void mixer.update(frame === 0 ? 0 : 1 / 30);

/** A cut at every other frame, and a switch of perspective at every third. */
const cuts = Motion.from(
  createVmd({
    cameras: Array.from({ length: 900 }, (_, frame) => ({
      frame,
      distance: -frame,
      target: [frame % 2 ? 100 : 0, 10, frame],
      rotation: [0, frame, 0],
      fov: 20 + (frame % 50),
      perspective: frame % 3 !== 0,
    })),
  }),
);

describe('cuts of a camera clip', () => {
  test('are right at every frame when seeking', () => checkEveryFrame(cuts, seek));
  test('are right at every frame when stepping', () => checkEveryFrame(cuts, step));
});

describe.skipIf(!hasCorpus)('wavefile', () => {
  const motion = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_camera.vmd'))) : cuts;
  test('is right at every frame when seeking', () => checkEveryFrame(motion, seek));
  test('is right at every frame when stepping', () => checkEveryFrame(motion, step));
  test('equals direct sampling at 200 random times', () => {
    const { root, mixer } = cameraPlayer(motion);
    const random = randomNumbers(2);
    for (let i = 0; i < 200; i++) {
      const seconds = random() * motion.duration;
      mixer.setTime(seconds);
      const expected = numbersAt(motion, secondsToFrame(seconds));
      numbersOf(root).forEach((value, k) =>
        expect(Math.abs(Number(value) - Number(expected[k]))).toBeLessThanOrEqual(1e-6),
      );
    }
  });
});

test('a motion without a camera throws', () => {
  expect(() => createCameraClip(Motion.from(createVmd()))).toThrow('the motion has no camera keyframes');
});

test('a camera clip has the given name and the duration of the motion', () => {
  const clip = createCameraClip(cuts, { name: 'shots' });
  expect(clip.name).toBe('shots');
  expect(clip.duration).toBeCloseTo(899 / 30, 12);
  expect(clip.tracks.map(({ name }) => name)).toEqual([
    '.target',
    '.angles',
    '.distance',
    '.fov',
    '.perspective',
  ]);
});
