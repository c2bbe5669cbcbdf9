import { createCameraPose, Motion, sampleCamera, sampleLight } from '@odori/runtime/motion';
import { PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { SHOTS } from '#demos/assets/src/dance/camera-score.js';
import { eyeOf } from '#demos/assets/src/dance/gaze.js';
import { openDance, FRAMES, type SolvedDance } from './solved-dance.js';

let solved: SolvedDance;
let film: Motion;
beforeAll(() => {
  solved = openDance();
  film = Motion.from(solved.camera);
}, 60_000);

const pose = createCameraPose();

/** The position in the picture, −1 to 1 to the right and up. */
function seen(camera: PerspectiveCamera, bone: string, above = 0): Vector3 {
  const [x, y, z] = solved.place(bone);
  return new Vector3(x, y + above, z).project(camera);
}

function cameraAt(frame: number): PerspectiveCamera {
  sampleCamera(film.camera!, frame, pose);
  const camera = new PerspectiveCamera(pose.fov, 16 / 9, 0.5, 500);
  camera.position.copy(eyeOf(pose));
  camera.rotation.set(pose.angles[0], pose.angles[1], pose.angles[2], 'YXZ');
  camera.updateMatrixWorld(true);
  return camera;
}

test('her head is always in the picture, and her whole body in full shots', () => {
  for (let frame = 0; frame < FRAMES; frame += 10) {
    solved.show(frame);
    const camera = cameraAt(frame);
    // From the chin to the lock on her crown, with air over it.
    for (const above of [0.2, 3.5]) {
      const head = seen(camera, '頭', above);
      expect(Math.abs(head.x), `head at ${frame}`).toBeLessThan(0.95);
      expect(Math.abs(head.y), `head at ${frame}`).toBeLessThan(0.88);
    }
    const shot = SHOTS.findLast(({ from }) => 15 * from <= frame)!;
    if (shot.aim !== '頭') {
      for (const bone of ['左中指３', '右中指３'])
        expect(seen(camera, bone).y, `${bone} at ${frame}`).toBeLessThan(0.96);
    }
    if (typeof shot.aim === 'string') continue;
    for (const bone of ['下半身', '左つま先', '右つま先']) {
      const { x, y } = seen(camera, bone);
      expect(Math.max(Math.abs(x), Math.abs(y)), `${bone} at ${frame}`).toBeLessThan(1);
    }
  }
});

test('medium shots end above the knees', () => {
  for (let frame = 0; frame < FRAMES; frame += 5) {
    const shot = SHOTS.findLast(({ from }) => 15 * from <= frame)!;
    if (shot.aim !== '上半身2') continue;
    solved.show(frame);
    const camera = cameraAt(frame);
    for (const bone of ['左ひざ', '右ひざ'])
      expect(seen(camera, bone).y, `${bone} at ${frame}`).toBeLessThan(-1);
  }
});

test('camera cuts fall on a beat or on a sixteenth', () => {
  const { frames } = film.camera!;
  const cuts = [...frames].filter((frame, i) => i > 0 && frame - frames[i - 1] === 1);
  expect(cuts.length).toBeGreaterThan(20);
  const quarters = cuts.map((frame) => frame / 3.75);
  expect(quarters.filter((quarter) => Math.abs(quarter - Math.round(quarter)) > 0.14)).toEqual([]);
  expect([...film.camera!.perspective].every((flag) => flag === 1)).toBe(true);
});

test('one shot moves at least a quarter around her, and one shows a leap from the floor', () => {
  expect(SHOTS.filter(({ round: [from, to] }) => Math.abs(to - from) >= 90)).toHaveLength(1);
  const leap = SHOTS.findLast(({ from }) => from <= 55.5)!;
  expect(leap.above[0]).toBeLessThan(-10);
});

test('the light comes from the front of her face, unless she turns away', () => {
  const forwards = new Vector3();
  const light = [0, 0, 0, 0, 0, 0];
  let shaded = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    solved.show(frame);
    forwards.set(0, 0, 1).applyQuaternion(solved.heading('頭'));
    sampleLight(film.light!, frame, light);
    const way = new Vector3(light[3], light[4], light[5]).normalize();
    if (forwards.z > 0.5 && forwards.dot(way) > -0.2) shaded++;
  }
  expect(shaded).toBe(0);
});

test('the light is never too dark or too bright', () => {
  const { colors } = film.light!;
  for (const value of colors) {
    expect(value).toBeGreaterThanOrEqual(0.45);
    expect(value).toBeLessThanOrEqual(0.75);
  }
});
