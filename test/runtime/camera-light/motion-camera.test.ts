import { createVmd } from '@odori/format';
import { createCameraPose, Motion, MotionCamera, MotionHandOver, OrbitHandOver } from '@odori/runtime';
import { Group, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { type OrbitLike, orbitTarget } from '#src/runtime/camera-light/orbit-hand-over.js';

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

test('heightScale multiplies the height of the target and the distance', () => {
  const track = { frame: 0, target: [3, 16, 2], distance: -20, fov: 40 } as const;
  const camera = new MotionCamera(Motion.from(createVmd({ cameras: [track] })), { unit: 0.5 });
  camera.sample(0);
  expect(camera.active.position.toArray()).toEqual([1.5, 8, -1 + 10]); // MMD's z looks the other way
  camera.heightScale = 0.75;
  camera.sample(0);
  expect(camera.active.position.toArray()).toEqual([1.5, 6, -1 + 7.5]);
  expect([camera.distance, camera.depth, camera.perspectiveCamera.fov]).toEqual([-20, -15, 40]);
  expect(orbitTarget(camera, new Vector3()).toArray()).toEqual([1.5, 6, -1]);
  expect(new MotionCamera(undefined, { heightScale: 0.5 }).active.position.toArray()).toEqual([0, 5, 22.5]);
  for (const heightScale of [0, -1, NaN, Infinity])
    expect(() => new MotionCamera(undefined, { heightScale })).toThrow(RangeError);
});

describe('a MotionCamera that follows a bone', () => {
  /** Half a turn about y: x and z change their sign. */
  const followed = { rotation: Float64Array.of(0, 1, 0, 0), position: Float64Array.of(3, 15, 0) };
  const shot = { ...createCameraPose(), target: Float64Array.of(1, 2, 18), distance: -99 };

  test('has its eye at the target’s place in its own frame, and looks as the bone is turned', () => {
    const camera = new MotionCamera(undefined, { unit: 0.5 });
    camera.followed = { ...followed, position: followed.position.slice() };
    camera.setPose(shot);
    const { position, quaternion } = camera.active;
    expect(position.toArray()).toEqual([(3 - 1) / 2, (15 + 2) / 2, -18 / 2]);
    expect(new Vector3(0, 0, -1).applyQuaternion(quaternion).toArray()).toEqual([0, 0, 1]);
    camera.heightScale = 0.5; // of the way from the bone
    camera.update();
    expect(position.toArray()).toEqual([(3 - 0.5) / 2, (15 + 1) / 2, -9 / 2]);
    expect(camera.depth).toBe(-9);
    camera.heightScale = 1;
    camera.followed.position[0] = 5;
    camera.sample(1); // it has no track, but the bone has moved
    expect(position.x).toBe((5 - 1) / 2);
    camera.followed = undefined;
    camera.update();
    expect(camera.active.position.toArray()).toEqual([0.5, 1, (18 + 99) / 2]);
  });

  test('hands over to an orbit about the place of the bone', () => {
    const camera = new MotionCamera();
    camera.followed = followed;
    camera.setPose(shot);
    expect(camera.depth).toBe(-18);
    expect(orbitTarget(camera, new Vector3()).toArray()).toEqual([2, 17, 0]); // as deep as the bone
  });

  test('shows an orthographic picture as wide as its way to the bone', () => {
    const camera = new MotionCamera();
    camera.followed = followed;
    camera.setPose({ ...shot, perspective: false });
    const { left, right } = camera.orthographicCamera;
    expect(right - left).toBe(18);
  });
});

describe('options of a MotionCamera', () => {
  test.each([NaN, Infinity, 0, -0.08])('a unit of %f is refused', (unit) => {
    expect(() => new MotionCamera(motion, { unit })).toThrow(
      new RangeError(`unit must be a finite number above 0, not ${unit}`),
    );
  });

  test.each([
    [NaN, 100],
    [0, 100],
    [1, NaN],
    [1, Infinity],
    [5, 5],
  ])('planes from %f to %f are refused', (near, far) => {
    expect(() => new MotionCamera(motion, { near, far })).toThrow(
      new RangeError(`near and far must be finite numbers, 0 < near < far, not ${near} and ${far}`),
    );
  });

  test('the aspect of a canvas without a size is accepted, and works once it is set', () => {
    const camera = new MotionCamera(motion, { aspect: 0 / 0 });
    camera.aspect = 2;
    camera.sample(0);
    expect(camera.perspectiveCamera.projectionMatrix.elements.every(Number.isFinite)).toBe(true);
  });
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
  function controlsOf(object: PerspectiveCamera | OrthographicCamera): OrbitLike {
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

  /** The y of a point's image, −1 to 1, 5 units above the target of a shot that looks along −z. */
  function heightOf(camera: PerspectiveCamera | OrthographicCamera): number {
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    return new Vector3(0, 15, 0).project(camera).y;
  }

  const wide = { ...createCameraPose(), distance: -30, fov: 60 };
  const flat = { ...wide, perspective: false };

  test('begins with the angle of view of the orbit and eases it over to that of the motion', () => {
    const camera = new MotionCamera();
    const own = new PerspectiveCamera(20);
    own.position.set(0, 10, 30);
    camera.setPose(wide);
    const back = new MotionHandOver(camera, own, 1);
    back.update(0);
    expect(camera.perspectiveCamera.fov).toBeCloseTo(20, 9);
    expect(heightOf(camera.active)).toBeCloseTo(heightOf(own), 12);
    camera.setPose(wide);
    back.update(0.5);
    expect(camera.perspectiveCamera.fov).toBeCloseTo(40, 9); // smoothstep is a half in the middle
    camera.setPose(wide);
    back.update(0.5);
    expect(camera.perspectiveCamera.fov).toBe(60);
  });

  test('begins with the zoom of the orbit', () => {
    const camera = new MotionCamera();
    const own = new PerspectiveCamera(60);
    own.position.set(0, 10, 30);
    own.zoom = 2;
    camera.setPose(wide);
    new MotionHandOver(camera, own, 1).update(0);
    expect(heightOf(camera.active)).toBeCloseTo(heightOf(own), 12);
  });

  test.each([
    ['an orthographic orbit to an orthographic shot', true, flat],
    ['an orthographic orbit to a perspective shot', true, wide],
    ['a perspective orbit to an orthographic shot', false, flat],
  ])('begins with the height that the orbit shows at the target: from %s', (_, isFlat, shot) => {
    const own = isFlat ? new OrthographicCamera(-4, 4, 2, -2) : new PerspectiveCamera(20);
    own.position.set(0, 10, 40);
    if (isFlat) own.zoom = 0.25; // 16 units high
    const camera = new MotionCamera();
    camera.setPose(shot);
    const back = new MotionHandOver(camera, own, 1);
    back.update(0);
    expect(heightOf(camera.active)).toBeCloseTo(heightOf(own), 9);
    camera.setPose(shot);
    const target = heightOf(camera.active);
    back.update(1);
    expect(heightOf(camera.active)).toBe(target);
  });

  test('keeps a zoom that the page gives all its cameras', () => {
    const camera = new MotionCamera();
    const own = new PerspectiveCamera(20);
    own.zoom = camera.perspectiveCamera.zoom = 0.5;
    own.position.set(0, 10, 30);
    camera.setPose(wide);
    new MotionHandOver(camera, own, 1).update(0);
    expect(heightOf(camera.active)).toBeCloseTo(heightOf(own), 12);
    expect(camera.perspectiveCamera.zoom).toBe(0.5);
    const orbit = new OrbitHandOver(camera, controlsOf(own));
    expect(orbit.roll).toBeCloseTo(0, 9);
    expect([own.fov, own.zoom]).toEqual([camera.perspectiveCamera.fov, 0.5]);
  });

  test('leaves the angle of view alone if the view comes from an object that is no camera', () => {
    const camera = new MotionCamera();
    camera.setPose(wide);
    new MotionHandOver(camera, new Group(), 1).update(0.1);
    expect(camera.perspectiveCamera.fov).toBe(60);
  });

  test.each([
    ['perspective', 'perspective', wide],
    ['perspective', 'orthographic', flat],
    ['orthographic', 'orthographic', flat],
    ['orthographic', 'perspective', wide],
  ])('keeps the height at the target in %s controls after a shot that is %s', (kind, _, shot) => {
    const camera = new MotionCamera(undefined, { aspect: 2 });
    camera.setPose(shot);
    const own = kind === 'perspective' ? new PerspectiveCamera(20, 1) : new OrthographicCamera(-9, 9, 9, -9);
    own.zoom = 3; // as the user left it
    const handOver = new OrbitHandOver(camera, controlsOf(own));
    expect(heightOf(own)).toBeCloseTo(heightOf(camera.active), 12);
    const side = new Vector3(5, 10, 0);
    expect(side.clone().project(own).x).toBeCloseTo(side.clone().project(camera.active).x, 12);
    handOver.update(1);
    expect(heightOf(own)).toBeCloseTo(heightOf(camera.active), 12);
  });

  test('keeps the width of edges between orthographic views, and leaves nothing behind for the next one', () => {
    const camera = new MotionCamera(undefined, { aspect: 2 });
    camera.setPose({ ...flat, fov: 60 });
    const own = new OrthographicCamera(-9, 9, 9, -9);
    new OrbitHandOver(camera, controlsOf(own)).update(1);
    expect(own.userData['fov']).toBe(60);
    camera.setPose(wide);
    new OrbitHandOver(camera, controlsOf(own)).update(1);
    expect(own.userData['fov']).toBeUndefined();
  });

  test.each([NaN, Infinity, -1])('refuses a length of %f seconds', (seconds) => {
    const camera = new MotionCamera();
    const own = new PerspectiveCamera();
    for (const make of [
      () => new OrbitHandOver(camera, controlsOf(own), seconds),
      () => new MotionHandOver(camera, own, seconds),
    ]) {
      expect(make).toThrow(new RangeError(`seconds must be a finite number, 0 or more, not ${seconds}`));
    }
  });

  test('counts a time that is below 0 or not finite as 0', () => {
    const camera = new MotionCamera();
    camera.setPose({ ...wide, angles: Float64Array.of(0, 0, 0.3) });
    const own = new PerspectiveCamera();
    const orbit = new OrbitHandOver(camera, controlsOf(own), 1);
    const back = new MotionHandOver(camera, own, 1);
    for (const seconds of [NaN, Infinity, -Infinity, -5]) {
      orbit.update(seconds);
      back.update(seconds);
      expect(orbit.roll).toBeCloseTo(0.3, 9);
      expect(back.isDone).toBe(false);
    }
    orbit.update(0.5);
    expect(orbit.roll).toBeCloseTo(0.15, 9);
    expect(own.quaternion.toArray().every(Number.isFinite)).toBe(true);
  });
});
