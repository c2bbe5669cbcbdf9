import { createCameraPose, Motion, sampleCamera, sampleLight, sampleSelfShadow } from '@odori/runtime/motion';
import { PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { BONE_ROWS, KNEE } from '#demos/assets/src/dancer/bone-table.js';
import { shotAt } from '#demos/assets/src/dance/camera.js';
import { SHOTS } from '#demos/assets/src/dance/camera-score.js';
import { eyeOf } from '#demos/assets/src/dance/gaze.js';
import { openDance, FRAMES, type SolvedDance } from './solved-dance.js';

let solved: SolvedDance;
let film: Motion;
beforeAll(() => {
  solved = openDance();
  film = Motion.from(solved.camera);
});

const pose = createCameraPose();
const HANDS = ['左', '右'].flatMap((side) =>
  ['手首', '親指２', '中指３', '小指３'].map((bone) => side + bone),
);

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

test('her head is in every shot but details of boots and hands, and her whole body in full shots', () => {
  for (let frame = 0; frame < FRAMES; frame += 5) {
    const shot = shotAt(frame);
    if (shot.detail) continue;
    solved.show(frame);
    const camera = cameraAt(frame);
    // From the chin to the lock on her crown, with air over it.
    for (const above of [0.2, 3.5]) {
      const head = seen(camera, '頭', above);
      expect(Math.abs(head.x), `head at ${frame}`).toBeLessThan(0.95);
      expect(Math.abs(head.y), `head at ${frame}`).toBeLessThan(0.9);
    }
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

test('the one shot that begins on her boots shows her head after a second, and ends with all of her', () => {
  const shots = SHOTS.filter(({ detail }) => detail === 'boots');
  expect(shots).toHaveLength(1);
  const next = SHOTS[SHOTS.indexOf(shots[0]) + 1];
  const [first, last] = [15 * shots[0].from, 15 * next.from - 1];
  const heightOf = (frame: number, bone: string, above = 0): number => {
    solved.show(frame);
    return seen(cameraAt(frame), bone, above).y;
  };
  expect(heightOf(first, '左ひざ')).toBeGreaterThan(0.9);
  expect(heightOf(first + 30, '頭', 3.5)).toBeLessThan(1);
  expect(heightOf(last, '頭', 3.5)).toBeLessThan(0.9);
  for (const toes of ['左つま先', '右つま先']) expect(heightOf(last, toes)).toBeGreaterThan(-0.95);
});

test('a detail of hands shows both hands and not half a face, and one of boots at least one whole boot', () => {
  const isSeen = (camera: PerspectiveCamera, bones: readonly string[]): boolean =>
    bones.every((bone) => {
      const { x, y } = seen(camera, bone);
      return Math.max(Math.abs(x), Math.abs(y)) < 0.95;
    });
  const boots = ['左', '右'].map((side) => [`${side}足首D`, `${side}つま先`]);
  for (let frame = 0; frame < FRAMES; frame += 5) {
    const { detail } = shotAt(frame);
    if (!detail) continue;
    solved.show(frame);
    const camera = cameraAt(frame);
    const isShown = detail === 'hands' ? isSeen(camera, HANDS) : boots.some((boot) => isSeen(camera, boot));
    expect(isShown, `${detail} at ${frame}`).toBe(true);
    if (detail === 'hands') expect(seen(camera, '頭', 0.2).y, `chin at ${frame}`).toBeGreaterThan(0.98);
  }
});

/**
 * Points on the hem: the tips of the skirt's strands, as the keyframes hang them. Physics swings them about
 * these.
 */
function hem(): Vector3[] {
  return [1, 2, 3, 4, 5, 6].flatMap((strand) =>
    ['左', '右'].map((side) => {
      const name = `${side}スカート${strand}_3`;
      const row = BONE_ROWS.find((bone) => bone.name === name)!;
      const [x, y, z] = row.tail as readonly number[];
      return new Vector3(x, y, -z)
        .applyQuaternion(solved.heading(name))
        .add(new Vector3(...solved.place(name)));
    }),
  );
}

/**
 * How far a camera is under the opening of the skirt, in degrees: 90 looks straight up into it, 0 is level
 * with the hem.
 */
function degreesUnderHem(camera: PerspectiveCamera, points: readonly Vector3[]): number {
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
  const out = new Vector3(0, -1, 0).applyQuaternion(solved.heading('下半身'));
  return 90 - (camera.position.clone().sub(middle).angleTo(out) * 180) / Math.PI;
}

test('the helper of this test measures how far a camera is under the hem', () => {
  solved.show(0);
  const camera = new PerspectiveCamera();
  const down = new Vector3(0, -1, 0).applyQuaternion(solved.heading('下半身'));
  camera.position.copy(down).multiplyScalar(7);
  expect(degreesUnderHem(camera, [new Vector3()])).toBeCloseTo(90, 4);
  camera.position.multiplyScalar(-1);
  expect(degreesUnderHem(camera, [new Vector3()])).toBeCloseTo(-90, 4);
});

test('no shot looks under the hem: where it is in the picture, the camera is above the knees and at most 15° under it', () => {
  let most = -90;
  let isLow = false;
  for (let frame = 0; frame < FRAMES; frame++) {
    solved.show(frame);
    const camera = cameraAt(frame);
    const points = hem();
    const isInPicture = points.some((point) => {
      const { x, y } = point.clone().project(camera);
      return Math.abs(x) < 1 && Math.abs(y) < 1;
    });
    if (camera.position.y < KNEE[1]) isLow = true;
    if (!isInPicture) continue;
    expect(camera.position.y, `camera at ${frame}`).toBeGreaterThan(KNEE[1]);
    most = Math.max(most, degreesUnderHem(camera, points));
  }
  expect(most).toBeLessThan(15);
  expect(isLow).toBe(true); // the boots are seen from the floor
});

/** The angle between where her face looks and the camera. */
function degreesFromFace(frame: number): number {
  solved.show(frame);
  const ahead = new Vector3(0, 0, 1).applyQuaternion(solved.heading('頭'));
  const toCamera = cameraAt(frame).position.sub(new Vector3(...solved.place('頭')));
  return (ahead.angleTo(toCamera) * 180) / Math.PI;
}

test('there are 24 to 37 shots of at least a second, among them profile, back, hands, boots and one from high above', () => {
  expect(SHOTS.length).toBeGreaterThanOrEqual(24);
  expect(SHOTS.length).toBeLessThanOrEqual(37);
  const ends = [...SHOTS.slice(1).map(({ from }) => from), FRAMES / 15];
  SHOTS.forEach(({ from }, i) => expect(ends[i] - from, `shot at ${from}`).toBeGreaterThanOrEqual(2));
  const sides = { profile: 0, back: 0, high: 0 };
  SHOTS.forEach(({ from, above }, i) => {
    const angles = [0.25, 0.5, 0.75].map((share) => degreesFromFace(15 * (from + share * (ends[i] - from))));
    if (angles.every((angle) => angle > 55 && angle < 100)) sides.profile++;
    if (angles.every((angle) => angle > 110)) sides.back++;
    if (above[0] >= 20) sides.high++;
  });
  expect(sides.profile).toBeGreaterThanOrEqual(2);
  expect(sides.back).toBeGreaterThanOrEqual(2);
  expect(sides.high).toBeGreaterThanOrEqual(2);
  for (const detail of ['hands', 'boots'])
    expect(
      SHOTS.some((shot) => shot.detail === detail),
      detail,
    ).toBe(true);
});

/** The first and the last frame of a shot. */
function framesOf(index: number): [first: number, last: number] {
  const cut = (shot: number): number => Math.round(15 * SHOTS[shot].from);
  return [cut(index), index + 1 < SHOTS.length ? cut(index + 1) - 1 : FRAMES];
}

test('three cranes move the camera up or down by more than she is tall', () => {
  const ways = SHOTS.map((_, i) => {
    const [from, to] = framesOf(i).map((frame) => cameraAt(frame).position.y);
    return to - from;
  });
  expect(ways.filter((way) => way < -25)).toHaveLength(1);
  expect(ways.filter((way) => way > 25)).toHaveLength(2);
});

test('two shots are from among the people: beside the platform, at the height of their shoulders', () => {
  const shots = SHOTS.flatMap(({ isFromCrowd }, i) => (isFromCrowd ? [i] : []));
  expect(shots).toHaveLength(2);
  for (const shot of shots) {
    for (const frame of framesOf(shot)) {
      const { x, y, z } = cameraAt(frame).position;
      expect(y, `frame ${frame}`).toBeLessThan(7.1);
      expect(Math.hypot(x, z), `frame ${frame}`).toBeGreaterThan(46);
    }
  }
});

test('of 20 moments over the dance, at most 6 are full figures in the middle at the height of her eyes', () => {
  let plain = 0;
  for (let i = 0; i < 20; i++) {
    const frame = Math.round(((i + 0.5) / 20) * FRAMES);
    solved.show(frame);
    const camera = cameraAt(frame);
    const isInPicture = ['左つま先', '右つま先', '頭'].every((bone) => Math.abs(seen(camera, bone).y) < 1);
    const isCentred = Math.abs(seen(camera, '下半身').x) < 0.08;
    if (isInPicture && isCentred && Math.abs(pose.angles[0]) < (6 * Math.PI) / 180) plain++;
  }
  expect(plain).toBeLessThanOrEqual(6);
});

test('medium shots end above the knees', () => {
  for (let frame = 0; frame < FRAMES; frame += 5) {
    if (shotAt(frame).aim !== '上半身2') continue;
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

test('one shot moves at least a quarter around her, and one looks up at a leap', () => {
  expect(SHOTS.filter(({ round: [from, to] }) => Math.abs(to - from) >= 90)).toHaveLength(1);
  const leap = shotAt(15 * 55.5);
  expect(leap.above[0]).toBeLessThan(-5);
});

test('the light comes from the front of her face, unless she turns away', () => {
  const forwards = new Vector3();
  const chest = new Vector3();
  const light = [0, 0, 0, 0, 0, 0];
  let shaded = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    solved.show(frame);
    forwards.set(0, 0, 1).applyQuaternion(solved.heading('頭'));
    sampleLight(film.light!, frame, light);
    const way = new Vector3(light[3], light[4], light[5]).normalize();
    // In a turn, the head comes round before the chest.
    chest.set(0, 0, 1).applyQuaternion(solved.heading('上半身2'));
    if (Math.min(forwards.z, chest.z) > 0.5 && forwards.dot(way) > -0.2) shaded++;
  }
  expect(shaded).toBe(0);
});

test('the map of her own shadow is as wide as each picture, so that close-ups have no stairs', () => {
  const shadow = [0, 0];
  for (let frame = 0; frame < FRAMES; frame++) {
    sampleCamera(film.camera!, frame, pose);
    sampleSelfShadow(film.selfShadow!, frame, shadow);
    const [mode, value] = shadow;
    expect(mode).toBe(1);
    // In mode 1 the map reaches 1 / 2v to each side of the eye, and ends 2 / v away: with 0.3, at 1.2
    // distances, behind her. The value steps at keyframes, while the camera moves on.
    const reach = 1 / (2 * value) / Math.abs(pose.distance);
    expect(reach, `frame ${frame}`).toBeGreaterThan(0.3);
    expect(reach, `frame ${frame}`).toBeLessThan(0.6);
  }
});

test('the light is never too dark or too bright', () => {
  const { colors } = film.light!;
  for (const value of colors) {
    expect(value).toBeGreaterThanOrEqual(0.45);
    expect(value).toBeLessThanOrEqual(0.75);
  }
});
