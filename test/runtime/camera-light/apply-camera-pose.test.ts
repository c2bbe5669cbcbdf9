import { createVmd } from '@odori/format';
import { applyCameraPose, type CameraPose, Motion, sampleCamera, createCameraPose } from '@odori/runtime';
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { vector } from '#test/support/playback-vectors.js';

type Triple = [number, number, number];

interface PoseCase {
  vmd: { target: Triple; rotation: Triple; distance: number };
  three: {
    position: number[];
    quaternion: number[];
    look_direction: number[];
    matrixWorld_elements_column_major: number[];
  };
}

/** A pose by way of a document and a motion, as a user gets it. */
function poseOf({ target, rotation, distance }: PoseCase['vmd']): CameraPose {
  const motion = Motion.from(createVmd({ cameras: [{ frame: 0, target, rotation, distance }] }));
  return sampleCamera(motion.camera!, 0, createCameraPose());
}

test.each([13, 14])('vector %i: applyCameraPose gives position, rotation and matrix', (id) => {
  const { cases } = vector(id) as { cases: PoseCase[] };
  for (const { vmd, three } of cases) {
    const camera = applyCameraPose(poseOf(vmd), new PerspectiveCamera());
    camera.updateMatrixWorld();
    expectClose(camera.position.toArray(), three.position);
    expectClose(camera.getWorldDirection(new Vector3()).toArray(), three.look_direction);
    expectClose(camera.matrixWorld.elements, three.matrixWorld_elements_column_major);
  }
});

test('vector 15: poses between keyframes', () => {
  const { key0, key1, expected } = vector(15) as {
    key0: PoseCase['vmd'] & { frame: number; fov: number };
    key1: PoseCase['vmd'] & {
      frame: number;
      fov: number;
      curves: Record<string, [number, number, number, number]>;
    };
    expected: { frame: number; three_position: number[]; fov: number }[];
  };
  const { x, y, z, rot, dist, fov } = key1.curves;
  const curves = { x, y, z, rotation: rot, distance: dist, fov };
  const track = Motion.from(createVmd({ cameras: [key0, { ...key1, curves }] })).camera!;
  for (const { frame, three_position, fov: angle } of expected) {
    const camera = applyCameraPose(
      sampleCamera(track, frame, createCameraPose()),
      new PerspectiveCamera(),
      2,
    );
    expectClose(camera.position.toArray(), three_position, 1e-4);
    expect(camera.fov).toBeCloseTo(angle, 4);
    expect(camera.aspect).toBe(2);
  }
});

test('an orthographic camera shows a picture as wide as the distance, whatever the field of view', () => {
  for (const fov of [5, 30, 60]) {
    const camera = applyCameraPose({ ...createCameraPose(), fov }, new OrthographicCamera(-1, 1, 1, -1), 2);
    expect(camera.right - camera.left).toBeCloseTo(45, 10);
    expect(camera.top - camera.bottom).toBeCloseTo(22.5, 10);
    expect(camera.userData['fov']).toBe(fov);
  }
});

test('an orthographic camera in its target, and one in front of it, still show something', () => {
  const widthAt = (distance: number): number => {
    const camera = applyCameraPose({ ...createCameraPose(), distance }, new OrthographicCamera(-1, 1, 1, -1));
    return camera.right - camera.left;
  };
  expect(widthAt(0)).toBeCloseTo(0.001, 10);
  expect(widthAt(20)).toBeCloseTo(20, 10);
});

test('without aspect a camera keeps its own', () => {
  expect(applyCameraPose(createCameraPose(), new PerspectiveCamera(50, 1.5)).aspect).toBe(1.5);
  const flat = applyCameraPose(createCameraPose(), new OrthographicCamera(-3, 3, 1, -1));
  expect((flat.right - flat.left) / (flat.top - flat.bottom)).toBeCloseTo(3, 10);
});

test('with the aspect of a canvas without a size, an orthographic camera keeps its own', () => {
  for (const aspect of [NaN, 0, Infinity, -1]) {
    const camera = applyCameraPose(createCameraPose(), new OrthographicCamera(-3, 3, 1, -1), aspect);
    expect(camera.right - camera.left).toBeCloseTo(45, 10);
    expect(camera.top - camera.bottom).toBeCloseTo(15, 10);
    expect(camera.projectionMatrix.elements.every(Number.isFinite)).toBe(true);
  }
});

function expectClose(actual: ArrayLike<number>, expected: readonly number[], tolerance = 1e-6): void {
  expected.forEach((value, i) => {
    // Documents hold 32 bits: at 30 units that is 2e-6.
    expect(Math.abs(actual[i] - value), `${i}: ${actual[i]} against ${value}`).toBeLessThanOrEqual(
      Math.max(tolerance, 2e-6),
    );
  });
}
