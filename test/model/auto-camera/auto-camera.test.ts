import { AutoCamera, type MmdModel } from '@odori/model';
import { FRAMES_PER_SECOND, type Motion, MotionPlayer } from '@odori/runtime';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { boxDancer, cornersOf, motionOf, standing, times } from './box-dancer.js';

const WIDE = ['full', 'turn', 'low', 'high'];
/** Seconds of a bar at 100 beats a minute. */
const BAR = 2.4;

async function direct(
  model: MmdModel,
  motion?: Motion,
  { aspect = 16 / 9, seed = 1, bars = undefined as readonly number[] | undefined } = {},
): Promise<AutoCamera> {
  const camera = new AutoCamera(model, { aspect });
  await camera.direct({ motion, seed, bars });
  return camera;
}

/** Moves the model and the camera to a time. */
function show(camera: AutoCamera, motion: Motion, seconds: number): void {
  const player = new MotionPlayer();
  player.add(camera.model, motion);
  player.camera = camera;
  player.currentTime = seconds;
}

function kindAt(camera: AutoCamera, seconds: number): string {
  return camera.shots.findLast(({ start }) => start <= seconds)!.kind;
}

/** Where points are in the picture: x and y from −1 to 1. */
function seen(camera: AutoCamera, points: readonly Vector3[]): Vector3[] {
  return points.map((point) => point.clone().project(camera.active));
}

/** The largest |x| and |y| in the picture. */
function reachOf(camera: AutoCamera, points: readonly Vector3[]): [x: number, y: number] {
  const places = seen(camera, points);
  return [Math.max(...places.map(({ x }) => Math.abs(x))), Math.max(...places.map(({ y }) => Math.abs(y)))];
}

test('a body of 20 units at 30° is shown from about 40 units, head to feet, and fills most of the picture', async () => {
  const model = boxDancer();
  const camera = await direct(model);
  camera.sample(0);
  expect(camera.fov).toBe(30);
  // 10 units · 1.08 / tan 15° = 40.3, and 1.08 times that where the camera is further away
  expect(-camera.distance).toBeGreaterThan(40.2);
  expect(-camera.distance).toBeLessThan(1.08 * 42);
  const [, y] = reachOf(camera, cornersOf(model));
  expect(y).toBeLessThan(1);
  expect(y).toBeGreaterThan(0.8);
  expect(camera.target.toArray()).toEqual([0, 10, 0].map((value) => expect.closeTo(value, 6)));
});

test.each([
  ['16:9', 16 / 9],
  ['1:1', 1],
  ['9:16', 9 / 16],
])(
  'in %s the whole body is in the picture in every wide shot, while she jumps and spreads',
  async (_, aspect) => {
    const model = boxDancer({ width: 16 });
    const motion = motionOf({
      bones: times(40, 0.5).map((second, i) => ({
        name: 'センター',
        frame: 30 * second,
        position: [3 * Math.sin(second), i % 8 === 4 ? 6 : 0, 2 * Math.cos(second)],
        rotation: [0, Math.sin(second / 2), 0, Math.cos(second / 2)],
      })),
    });
    const camera = await direct(model, motion, { aspect });
    let wide = 0;
    for (const second of times(40, 0.25)) {
      show(camera, motion, second);
      if (!WIDE.includes(kindAt(camera, second))) continue;
      wide++;
      for (const reach of reachOf(camera, cornersOf(model))) expect(reach).toBeLessThan(1);
    }
    expect(wide).toBeGreaterThan(20);
  },
);

test('the camera cuts only where bars begin, and no kind of shot follows itself', async () => {
  const bars = times(60, BAR);
  const { shots } = await direct(boxDancer(), standing(60), { bars });
  expect(shots.length).toBeGreaterThan(8);
  for (const { start } of shots) expect(bars).toContain(start);
  for (const [i, { start, end }] of shots.slice(0, -1).entries()) {
    expect(shots[i + 1].start).toBe(end);
    expect(shots[i + 1].kind).not.toBe(shots[i].kind);
    expect(end - start).toBeGreaterThan(2.5);
    expect(end - start).toBeLessThan(10);
  }
  expect([shots[0].kind, shots.at(-1)!.kind, shots.at(-1)!.end]).toEqual(['full', 'full', 60]);
});

test('bars may be given in any order, before the motion, and with numbers that are no times', async () => {
  const bars = [8, 4, -2, NaN, 6, Infinity, 2, 0, 10, 12];
  const { shots } = await direct(boxDancer(), standing(14), { bars });
  expect(shots[0].start).toBe(-2);
  expect(shots.length).toBeGreaterThan(1);
  for (const { start } of shots) expect(bars).toContain(start);
});

test('without bars, the camera cuts every 2.6 to 10 seconds, where the dance has an accent', async () => {
  const stops = times(60, 2).map((second) => 30 * second);
  const motion = motionOf({
    bones: stops.map((frame, i) => ({ name: 'センター', frame, position: [i % 2, 0, 0] })),
  });
  const { shots } = await direct(boxDancer(), motion);
  expect(shots.length).toBeGreaterThan(6);
  for (const { start } of shots)
    expect(Math.abs(start - 2 * Math.round(start / 2))).toBeLessThanOrEqual(0.14);
});

test('the same dance, song and seed give the same shots, another seed gives others', async () => {
  const bars = times(90, 2);
  const [a, b, other] = await Promise.all(
    [1, 1, 2].map((seed) => direct(boxDancer(), standing(90), { bars, seed })),
  );
  expect(a.shots).toEqual(b.shots);
  expect(a.shots.map(({ kind }) => kind)).not.toEqual(other.shots.map(({ kind }) => kind));
});

test('seeking gives the same picture as playing', async () => {
  const motion = motionOf({
    bones: times(30, 1).map((second) => ({
      name: 'センター',
      frame: 30 * second,
      position: [second % 5, 0, 0],
    })),
  });
  const camera = await direct(boxDancer(), motion);
  const matrixAt = (second: number): number[] => {
    camera.sample(second * FRAMES_PER_SECOND);
    return [...camera.active.matrixWorld.elements];
  };
  const played = times(30, 0.1).map(matrixAt);
  for (const i of [250, 3, 120, 119, 299, 0]) expect(matrixAt(i * 0.1)).toEqual(played[i]);
});

test('between cuts the camera moves smoothly although the dancer jumps from place to place', async () => {
  const motion = motionOf({
    bones: times(20, 1).map((second, i) => ({
      name: 'センター',
      frame: 30 * second,
      position: [4 * (i % 2), 0, 0],
    })),
  });
  const camera = await direct(boxDancer(), motion);
  const places = times(camera.shots[0].end, 1 / 60).map((second) => {
    camera.sample(second * FRAMES_PER_SECOND);
    return camera.active.position.clone();
  });
  const steps = places.slice(1).map((place, i) => place.distanceTo(places[i]));
  // 4 units a second: she moves by 4 in one; the camera itself goes nearer, too
  expect(Math.max(...steps)).toBeLessThan(0.07);
});

test('a dancer who walks away stays in the picture, and the camera does not lag behind', async () => {
  const motion = motionOf({
    bones: [0, 30].map((second) => ({ name: 'センター', frame: 30 * second, position: [4 * second, 0, 0] })),
  });
  const camera = await direct(boxDancer(), motion);
  for (const second of times(28, 0.5).filter((time) => time > 2)) {
    show(camera, motion, second);
    expect(camera.target.x).toBeCloseTo(4 * second, 1);
  }
});

test('near shots are planned only while she looks to the audience', async () => {
  const turned = (frame: number, degrees: number) => ({
    name: 'センター',
    frame,
    rotation: [0, Math.sin((degrees * Math.PI) / 360), 0, Math.cos((degrees * Math.PI) / 360)] as const,
  });
  const stands = motionOf({ bones: [turned(0, 0), turned(1800, 0)] });
  const spins = motionOf({ bones: times(60, 0.5).map((second, i) => turned(30 * second, 90 * i)) });
  const nearKinds = async (motion: Motion): Promise<string[]> => {
    const { shots } = await direct(boxDancer(), motion);
    return shots.map(({ kind }) => kind).filter((kind) => !WIDE.includes(kind));
  };
  expect(new Set(await nearKinds(stands))).toEqual(new Set(['side', 'chest', 'face']));
  expect(await nearKinds(spins)).toEqual([]);
});

test('a dancer who stands with her back to the stage is filmed from her front', async () => {
  const motion = motionOf({
    bones: [0, 900].map((frame) => ({ name: 'センター', frame, rotation: [0, 1, 0, 0] })),
  });
  const camera = await direct(boxDancer(), motion);
  for (const second of times(30, 1)) {
    camera.sample(30 * second);
    expect(camera.active.position.z).toBeLessThan(0);
  }
});

test('the camera follows a model that is moved, turned and scaled, in units of the scene', async () => {
  const model = boxDancer();
  const camera = new AutoCamera(model, { aspect: 1, unit: 0.08 });
  await camera.direct();
  camera.sample(0);
  const before = camera.active.position.clone();
  model.root.scale.setScalar(0.08);
  camera.sample(0);
  expect(camera.active.position.toArray()).toEqual(
    before
      .multiplyScalar(0.08)
      .toArray()
      .map((v) => expect.closeTo(v, 9)),
  );
  model.root.position.set(1, 2, 3);
  model.root.rotation.y = Math.PI / 2;
  camera.sample(0);
  const { x, y, z } = before;
  const expected = [1 + z, 2 + y, 3 - x].map((value) => expect.closeTo(value, 9) as number);
  expect(camera.active.position.toArray()).toEqual(expected);
  const [, reach] = reachOf(camera, cornersOf(model));
  expect(reach).toBeLessThan(1);
});

test('a giant and a dwarf are framed like anyone else, and nothing of them is cut off by near and far', async () => {
  for (const height of [0.2, 20, 5000]) {
    const part = height / 20;
    const model = boxDancer({ height, headHeight: 4 * part, width: 6 * part, depth: 2 * part });
    const camera = await direct(model, standing(30));
    for (const second of times(30, 0.5)) {
      show(camera, standing(30), second);
      const distance = camera.active.position.distanceTo(new Vector3(0, height, 0));
      expect(camera.perspectiveCamera.near).toBeLessThan(distance / 4);
      expect(camera.perspectiveCamera.far).toBeGreaterThan(2 * distance);
      if (WIDE.includes(kindAt(camera, second))) {
        const [, y] = reachOf(camera, cornersOf(model));
        expect(y).toBeGreaterThan(0.7);
        expect(y).toBeLessThan(1);
      }
    }
  }
});

test('the last plan counts; an aborted one rejects with the reason', async () => {
  const camera = new AutoCamera(boxDancer());
  const first = camera.direct({ motion: standing(100) });
  const second = camera.direct({ motion: standing(10) });
  await Promise.all([first, second]);
  expect(camera.shots.at(-1)!.end).toBe(10);
  const signal = AbortSignal.abort(new Error('another model'));
  await expect(camera.direct({ motion: standing(20), signal })).rejects.toThrow('another model');
  expect(camera.shots.at(-1)!.end).toBe(10);
});
