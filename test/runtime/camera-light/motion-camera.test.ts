import { createVmd } from '@odori/format';
import { Motion, MotionCamera, MotionHandOver, OrbitHandOver, orbitTarget } from '@odori/runtime';
import { Group, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';

const motion = Motion.from(
  createVmd({
    cameras: [
      { frame: 0 },
      { frame: 30, distance: -20, target: [1, 16, 0], rotation: [-0.2, 0.4, 0.3], perspective: false },
      { frame: 31, distance: 5 },
      { frame: 60, distance: 0 },
    ],
  }),
);

test('a MotionCamera follows its track and has the active camera', () => {
  const camera = new MotionCamera(motion, { aspect: 2 });
  camera.sample(0);
  expect(camera.active).toBe(camera.perspectiveCamera);
  expect(camera.perspectiveCamera.position.toArray()).toEqual([0, 10, 45]);
  expect(camera.perspectiveCamera.aspect).toBe(2);
  camera.sample(30.5);
  expect(camera.active).toBe(camera.orthographicCamera);
  expect(camera.distance).toBe(-20); // held: the next key is a cut
});

test('a MotionCamera without a track has MMD’s default pose', () => {
  const camera = new MotionCamera();
  camera.sample(99);
  expect(camera.active.position.toArray()).toEqual([0, 10, 45]);
});

test('update applies a pose that a mixer has written', () => {
  const camera = new MotionCamera();
  camera.target.set(0, 5, 0);
  camera.distance = -10;
  camera.fov = 50;
  camera.update();
  expect(camera.active.position.toArray()).toEqual([0, 5, 10]);
  expect(camera.perspectiveCamera.fov).toBe(50);
});

test('with unit, a scene in metres gives the same image', () => {
  const head = new Vector3(1, 17, 2);
  const plain = new MotionCamera(motion, { aspect: 1.5 });
  const metric = new MotionCamera(motion, { aspect: 1.5, unit: 0.08 });
  const root = new Group();
  root.scale.setScalar(0.08);
  root.updateMatrixWorld();
  for (const frame of [0, 12.5, 30, 45]) {
    plain.sample(frame);
    metric.sample(frame);
    const expected = head.clone().project(plain.active);
    const actual = head.clone().applyMatrix4(root.matrixWorld).project(metric.active);
    expect(actual.x).toBeCloseTo(expected.x, 5);
    expect(actual.y).toBeCloseTo(expected.y, 5);
  }
});

describe('the time of a MotionCamera', () => {
  const moves = Motion.from(
    createVmd({
      cameras: [
        { frame: 0, distance: -10 },
        { frame: 60, distance: -70 },
      ],
    }),
  );

  test('a looping camera holds its first pose before the motion begins', () => {
    const camera = new MotionCamera(moves, { loop: true });
    camera.sample(-6);
    expect(camera.distance).toBe(-10);
    camera.sample(66);
    expect(camera.distance).toBe(-16);
  });

  test('a camera with a slice is as long as the slice, and holds its ends', () => {
    const camera = new MotionCamera(moves.slice(15, 45));
    expect(camera.duration).toBe(1);
    for (const [frame, distance] of [
      [-5, -25],
      [0, -25],
      [30, -55],
      [40, -55],
    ]) {
      camera.sample(frame);
      expect(camera.distance).toBeCloseTo(distance, 5);
    }
  });

  test('a camera whose dance is longer is as long as its own track', () => {
    const dance = createVmd({ bones: [{ name: 'センター', frame: 300 }] });
    expect(new MotionCamera(Motion.from(moves, dance)).duration).toBe(2);
  });
});

describe('a hand-over between a motion and orbit controls', () => {
  /** OrbitControls as far as a hand-over uses them: update turns the camera to the target. */
  function controlsOf(object: PerspectiveCamera): {
    object: PerspectiveCamera;
    target: Vector3;
    update(): void;
  } {
    const target = new Vector3();
    return { object, target, update: () => object.lookAt(target) };
  }

  test('has the motion’s target, or a point ahead where the camera does not look at that', () => {
    const camera = new MotionCamera(motion);
    camera.sample(0);
    expect(orbitTarget(camera, new Vector3()).toArray()).toEqual([0, 10, 0]);
    camera.sample(31); // 5 units in front of the target, looking away from it
    expect(orbitTarget(camera, new Vector3()).toArray()).toEqual([0, 10, -10]);
    camera.sample(60);
    expect(orbitTarget(camera, new Vector3()).toArray()).toEqual([0, 10, -1]);
  });

  test('keeps the position, keeps the direction at first, and eases the roll out', () => {
    const camera = new MotionCamera(motion);
    camera.setPose({
      target: Float64Array.of(0, 10, 0),
      angles: Float64Array.of(-0.2, 0.4, 0.3),
      distance: -30,
      fov: 40,
      perspective: true,
    });
    const own = new PerspectiveCamera();
    const handOver = new OrbitHandOver(camera, controlsOf(own), 0.5);
    expect(own.position.distanceTo(camera.active.position)).toBeLessThan(1e-9);
    expect(own.quaternion.angleTo(camera.active.quaternion)).toBeLessThan(1e-6);
    expect(own.fov).toBe(40);
    expect(handOver.roll).toBeCloseTo(0.3, 6);
    handOver.update(0.25);
    expect(Math.abs(handOver.roll)).toBeCloseTo(0.15, 6); // smoothstep is a half in the middle
    handOver.update(0.3);
    expect(handOver.roll).toBe(0);
    expect(own.position.distanceTo(camera.active.position)).toBeLessThan(1e-9);
  });

  test('eases back from the orbit to the motion', () => {
    const camera = new MotionCamera(motion);
    camera.sample(0);
    const own = new PerspectiveCamera();
    own.position.set(20, 10, 45);
    const back = new MotionHandOver(camera, own, 1);
    camera.sample(0);
    back.update(0);
    expect(camera.active.position.x).toBeCloseTo(20, 9);
    camera.sample(0);
    back.update(0.5);
    expect(camera.active.position.x).toBeCloseTo(10, 9);
    camera.sample(0);
    back.update(0.5);
    expect(back.isDone).toBe(true);
    expect(camera.active.position.x).toBe(0);
  });
});
