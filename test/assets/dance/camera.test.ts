import { createCameraPose, Motion, sampleCamera } from '@odori/runtime/motion';
import { PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { SHOTS } from '../../../demos/assets/src/dance/camera-score.js';
import { eyeOf } from '../../../demos/assets/src/dance/gaze.js';
import { createStage, FRAMES, type Stage } from './dance-stage.js';

let stage: Stage;
let film: Motion;
beforeAll(() => {
  stage = createStage();
  film = Motion.from(stage.camera);
});

const pose = createCameraPose();

/** In the picture: −1..1 to the right and up. */
function seen(camera: PerspectiveCamera, bone: string, above = 0): Vector3 {
  const [x, y, z] = stage.place(bone);
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

test('her head is always in the picture, all of her in full shots', () => {
  for (let frame = 0; frame < FRAMES; frame += 10) {
    stage.show(frame);
    const camera = cameraAt(frame);
    for (const above of [0.2, 2.7]) {
      const head = seen(camera, '頭', above);
      expect(Math.abs(head.x), `head at ${frame}`).toBeLessThan(0.95);
      expect(Math.abs(head.y), `head at ${frame}`).toBeLessThan(1);
    }
    const shot = SHOTS.findLast(({ from }) => 15 * from <= frame)!;
    if (typeof shot.aim === 'string') continue;
    for (const bone of ['下半身', '左つま先', '右つま先']) {
      const { x, y } = seen(camera, bone);
      expect(Math.max(Math.abs(x), Math.abs(y)), `${bone} at ${frame}`).toBeLessThan(1);
    }
  }
});

test('cuts fall on the beat, or on a sixteenth', () => {
  const { frames } = film.camera!;
  const cuts = [...frames].filter((frame, i) => i > 0 && frame - frames[i - 1] === 1);
  expect(cuts.length).toBeGreaterThan(20);
  const quarters = cuts.map((frame) => frame / 3.75);
  expect(quarters.filter((quarter) => Math.abs(quarter - Math.round(quarter)) > 0.14)).toEqual([]);
  expect([...film.camera!.perspective].every((flag) => flag === 1)).toBe(true);
});

test('the light is never dark and never glares', () => {
  const { colors } = film.light!;
  for (const value of colors) {
    expect(value).toBeGreaterThanOrEqual(0.45);
    expect(value).toBeLessThanOrEqual(0.75);
  }
});
