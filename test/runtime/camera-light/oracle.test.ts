import { parseVmd } from '@odori/format';
import { createCameraClip, createCameraPose, Motion, MotionCamera, sampleCamera } from '@odori/runtime';
import { AnimationMixer, LoopOnce, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';

interface ExactFrame {
  frame: number;
  eye: number[];
  up: number[];
  forward: number[];
  fovDeg: number;
}

interface MmdFrame {
  frame: number;
  /** For row vectors, MMD's space. */
  view: number[];
  proj: number[];
}

/** Degrees between two directions; by the sine, which is precise for small angles. */
function degreesBetween(a: Vector3, b: Vector3): number {
  return (Math.atan2(a.clone().cross(b).length(), a.dot(b)) * 180) / Math.PI;
}

/** The handedness differs: z changes sign. */
function fromMmd([x, y, z]: number[]): Vector3 {
  return new Vector3(x, y, -z);
}

describe.skipIf(!hasCorpus)('the camera of wavefile', () => {
  const motion = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_camera.vmd'))) : Motion.from();

  test('agrees with the double-precision reference at all its frames, also cuts and fractions', () => {
    const { frames } = readOracle('camera-wavefile-exact.json') as { frames: ExactFrame[] };
    const camera = new MotionCamera(motion);
    const pose = createCameraPose();
    const worst = { units: 0, degrees: 0, fov: 0 };
    for (const { frame, eye, up, forward, fovDeg } of frames) {
      camera.sample(frame);
      const { active } = camera;
      worst.units = Math.max(worst.units, active.position.distanceTo(fromMmd(eye)));
      const upOfOurs = new Vector3(0, 1, 0).applyQuaternion(active.quaternion);
      const forwardOfOurs = new Vector3(0, 0, -1).applyQuaternion(active.quaternion);
      worst.degrees = Math.max(
        worst.degrees,
        degreesBetween(upOfOurs, fromMmd(up)),
        degreesBetween(forwardOfOurs, fromMmd(forward)),
      );
      worst.fov = Math.max(worst.fov, Math.abs(camera.fov - fovDeg));
      expect(sampleCamera(motion.camera!, frame, pose).distance).toBe(camera.distance);
    }
    expect(frames.length).toBe(178);
    expect(worst.units).toBeLessThan(2e-3);
    expect(worst.degrees).toBeLessThan(2e-3);
    expect(worst.fov).toBeLessThan(5e-4);
  });

  test('is the same in the sampler, the MotionCamera and the clip', () => {
    const { frames } = readOracle('camera-wavefile-exact.json') as { frames: ExactFrame[] };
    const sampled = new MotionCamera(motion);
    const mixed = new MotionCamera();
    const mixer = new AnimationMixer(mixed);
    const action = mixer.clipAction(createCameraClip(motion)).setLoop(LoopOnce, 1).play();
    action.clampWhenFinished = true;
    for (const { frame } of frames) {
      sampled.sample(frame);
      mixer.setTime(frame / 30);
      mixed.update();
      expect(mixed.active.position.distanceTo(sampled.active.position), `frame ${frame}`).toBeLessThan(1e-6);
      expect(mixed.active.quaternion.angleTo(sampled.active.quaternion)).toBeLessThan(1e-6);
      expect([mixed.fov, mixed.perspective]).toEqual([sampled.fov, sampled.perspective]);
    }
  });

  test('agrees with MMD itself', () => {
    const { frames } = readOracle('camera-wavefile-mmd.json') as { frames: MmdFrame[] };
    const camera = new MotionCamera(motion);
    let units = 0;
    let degrees = 0;
    for (const { frame, view, proj } of frames) {
      camera.sample(frame);
      const matrix = camera.active.matrixWorldInverse.elements;
      // S·V·S: the elements in which z occurs once change sign.
      const expected = view.map((value, i) => ([2, 6, 8, 9, 11, 14].includes(i) ? -value : value));
      for (const i of [12, 13, 14]) units = Math.max(units, Math.abs(matrix[i] - expected[i]));
      const fov = (2 * Math.atan(1 / proj[5]) * 180) / Math.PI;
      degrees = Math.max(degrees, Math.abs(fov - camera.fov));
    }
    expect(frames.length).toBe(88);
    expect(units).toBeLessThan(2e-3);
    expect(degrees).toBeLessThan(5e-4);
  });
});
