import { createVmd, parseVmd, type VmdContent } from '@odori/format';
import { createCameraClip, createCameraPose, Motion, MotionCamera, sampleCamera } from '@odori/runtime';
import { AnimationMixer, LoopOnce, Matrix4, Quaternion, Vector3 } from 'three';
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

/** S·M·S: the elements in which z occurs once change sign. Rows of MMD's are columns of three's. */
function matrixFromMmd(matrix: number[]): number[] {
  return matrix.map((value, i) => ([2, 6, 8, 9, 11, 14].includes(i) ? -value : value));
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
      const expected = matrixFromMmd(view);
      for (const i of [12, 13, 14]) units = Math.max(units, Math.abs(matrix[i] - expected[i]));
      const fov = (2 * Math.atan(1 / proj[5]) * 180) / Math.PI;
      degrees = Math.max(degrees, Math.abs(fov - camera.fov));
    }
    expect(frames.length).toBe(88);
    expect(units).toBeLessThan(2e-3);
    expect(degrees).toBeLessThan(5e-4);
  });
});

describe.skipIf(!hasCorpus)('a camera that follows a bone', () => {
  /** The matrices are for row vectors, in MMD's space. */
  interface FollowedFrame {
    frame: number;
    view: number[];
    model2bone1: number[];
    model7bone3: number[];
  }
  /** Of the two projects: from frame 130 the camera follows one bone, from 295 another. */
  const PROJECTS: NonNullable<VmdContent['cameras']>[] = [
    [
      { frame: 130, target: [0.1764, 1.512, -18], rotation: [0.06, -0.1, 0], distance: -18 },
      { frame: 294, target: [0.1764, 1.512, -18], rotation: [0.06, -0.1, 0], distance: -18 },
      { frame: 295, target: [0.1428, 0.378, -13.3], rotation: [0, 0, 0], distance: -13.3 },
    ],
    [
      { frame: 130, target: [1, 2, -5], rotation: [0.1, -0.2, 0.3], distance: -18 },
      { frame: 294, target: [1, 2, -5], rotation: [0.1, -0.2, 0.3], distance: -18 },
      { frame: 295, target: [3, -1, 4], rotation: [0.2, 0.5, -0.1], distance: -30 },
    ],
  ];
  const entries = hasCorpus
    ? (readOracle('mmd-scene/follow/follow.json.gz') as { frames: FollowedFrame[] }[])
    : [];

  test.each(PROJECTS.map((keys, i) => [i + 1, keys] as const))(
    'project %i agrees with MMD',
    (number, keys) => {
      const motion = Motion.from(createVmd({ cameras: [...keys, { ...keys[2], frame: 340 }] }));
      const sampled = new MotionCamera(motion);
      const mixed = new MotionCamera();
      const mixer = new AnimationMixer(mixed);
      mixer.clipAction(createCameraClip(motion)).setLoop(LoopOnce, 1).play().clampWhenFinished = true;
      const frames = entries[number - 1].frames.filter(({ frame }) => frame >= 130);
      let worst = 0;
      for (const { frame, view, model2bone1, model7bone3 } of frames) {
        const bone = new Matrix4().fromArray(matrixFromMmd(frame < 295 ? model2bone1 : model7bone3));
        const followed = {
          rotation: Float64Array.from(new Quaternion().setFromRotationMatrix(bone)),
          position: Float64Array.from(new Vector3().setFromMatrixPosition(bone)),
        };
        sampled.followed = mixed.followed = followed;
        sampled.sample(frame);
        mixer.setTime(frame / 30);
        mixed.update();
        const expected = new Matrix4().fromArray(matrixFromMmd(view)).invert().elements;
        for (const { active } of [sampled, mixed])
          expected.forEach((value, i) => {
            worst = Math.max(worst, Math.abs(active.matrixWorld.elements[i] - value));
          });
      }
      expect(frames.length).toBe([10, 5][number - 1]);
      expect(worst).toBeLessThan(1e-3);
    },
  );
});
