import { AutoCamera, type FilmedModel, type MmdModel, type Shot } from '@odori/model';
import { FRAMES_PER_SECOND, type Motion } from '@odori/runtime';
import { Group, MathUtils, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { boxDancer, cornersOf, motionOf, standing, times } from './box-dancer.js';

/** Units from the middle of a dancer to her side, and her height. */
const [SHOULDER, HEIGHT] = [3, 20];

/** A dancer at x, z, turned by degrees to her left. */
function dancerAt(x: number, z: number, { turn = 0, scale = 1, scene = new Group() } = {}): MmdModel {
  const model = boxDancer();
  model.root.position.set(x, 0, z);
  model.root.rotation.y = MathUtils.degToRad(turn);
  model.root.scale.setScalar(scale);
  scene.add(model.root);
  return model;
}

async function direct(
  models: readonly MmdModel[],
  motion: Motion | readonly (Motion | undefined)[] = standing(60),
  aspect = 16 / 9,
): Promise<AutoCamera> {
  const camera = new AutoCamera(models, { aspect });
  await camera.direct({ motion });
  return camera;
}

function isNear({ model }: Shot): boolean {
  return model !== undefined;
}

function shotAt(camera: AutoCamera, seconds: number): Shot {
  return camera.shots.findLast(({ start }) => start <= seconds)!;
}

/** The largest |x| and |y| of points in the picture, whose edges are at 1. */
function reachOf(camera: AutoCamera, points: readonly Vector3[]): [x: number, y: number] {
  const seen = points.map((point) => point.clone().project(camera.active));
  return [Math.max(...seen.map(({ x }) => Math.abs(x))), Math.max(...seen.map(({ y }) => Math.abs(y)))];
}

test('two dancers are shown from before the middle between them, both as large as the picture allows', async () => {
  const models = [dancerAt(-10, 4), dancerAt(14, 4)];
  for (const { root } of models) root.position.y = HEIGHT;
  const camera = await direct(models, standing(60), 1);
  camera.sample(0);
  expect(camera.target.toArray()).toEqual([2, 1.5 * HEIGHT, 4].map((value) => expect.closeTo(value, 6)));
  // from the outer shoulder to the middle: 12 + 3 units; 15 · 1.08 / tan 15° = 60.5, seen askew by 7° at most
  const needed = ((12 + SHOULDER) * 1.08) / Math.tan(Math.PI / 12);
  expect(-camera.distance).toBeGreaterThan(needed * Math.cos(MathUtils.degToRad(7)));
  expect(-camera.distance).toBeLessThan(1.1 * needed + 2);
  const [x, y] = reachOf(camera, models.flatMap(cornersOf));
  expect(x).toBeLessThan(1);
  expect(x).toBeGreaterThan(0.75);
  expect(y).toBeLessThan(1);
});

test.each([
  ['16:9', 16 / 9],
  ['1:1', 1],
  ['9:16', 9 / 16],
])('in %s all bodies are in every wide picture: turned, of other sizes, on the move', async (_, aspect) => {
  const models = [dancerAt(-8, 0, { turn: 30 }), dancerAt(9, -6, { turn: -75, scale: 1.3 }), dancerAt(0, 12)];
  models[2].root.position.y = 5; // on a step
  const steps = motionOf({
    bones: times(40, 0.5).map((second) => ({
      name: 'センター',
      frame: 30 * second,
      position: [3 * Math.sin(second), 0, 2 * Math.cos(second)],
    })),
  });
  const camera = await direct(models, [steps, undefined, steps], aspect);
  let wide = 0;
  for (const second of times(40, 0.25)) {
    const frame = second * FRAMES_PER_SECOND;
    camera.sample(frame);
    if (isNear(shotAt(camera, second))) continue;
    wide++;
    const place = new Vector3(3 * Math.sin(second), 0, -2 * Math.cos(second)); // of MMD's z
    const moved = models.flatMap((model, i) => {
      const corners = cornersOf(model);
      if (i === 1) return corners;
      const way = place.clone().applyQuaternion(model.root.quaternion);
      return corners.map((corner) => corner.add(way));
    });
    for (const reach of reachOf(camera, moved)) expect(reach).toBeLessThan(1);
  }
  expect(wide).toBeGreaterThan(20);
});

test('near shots take turns: the next one shows the dancer who had the fewest, the first of them first', async () => {
  const camera = await direct([dancerAt(-10, 0), dancerAt(0, 0), dancerAt(10, 0)], standing(120));
  const filmed = camera.shots.filter(isNear).map(({ model }) => model);
  expect(filmed.length).toBeGreaterThan(6);
  expect(filmed).toEqual(filmed.map((_, i) => i % 3));
});

test('a near shot has one face in the middle of the picture, wherever its dancer is put later', async () => {
  const models = [dancerAt(-10, 0), dancerAt(10, 0, { turn: 20 })];
  const camera = await direct(models);
  for (const shot of camera.shots.filter(isNear)) {
    const { root } = models[shot.model!];
    root.position.z += 1;
    camera.sample(((shot.start + shot.end) / 2) * FRAMES_PER_SECOND);
    // eyes at 0.4 of a head that is 4 high and starts at 16
    const [x, y] = reachOf(camera, [root.localToWorld(new Vector3(0, 17.6, 0))]);
    expect(x).toBeLessThan(0.01);
    expect(y).toBeLessThan(0.7);
  }
});

test('nobody is filmed near from behind the back of another one', async () => {
  // 3 units behind: seen from 44° aside, the line to her face passes the middle of the front one at 2.1 units
  const camera = await direct([dancerAt(0, 3), dancerAt(0, 0)]);
  const near = camera.shots.filter(isNear);
  expect(near.length).toBeGreaterThan(3);
  for (const { model } of near) expect(model).toBe(0);
  // 6 units behind: at 4.2 units, but from 19° and 12° at 2 and 1.2
  const apart = await direct([dancerAt(0, 6), dancerAt(0, 0)], standing(120));
  const kinds = apart.shots.filter(({ model }) => model === 1).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['side']));
});

test('dancers who look at each other are filmed from the side of the audience', async () => {
  const camera = await direct([dancerAt(-6, 0, { turn: 90 }), dancerAt(6, 0, { turn: -90 })]);
  for (const { start, end } of camera.shots.filter((shot) => !isNear(shot))) {
    camera.sample(((start + end) / 2) * FRAMES_PER_SECOND);
    expect(camera.active.position.z).toBeGreaterThan(0);
  }
});

test('the group follows its parent, which is moved, turned and scaled', async () => {
  const scene = new Group();
  const camera = await direct([dancerAt(-10, 0, { scene }), dancerAt(10, 0, { scene })]);
  camera.sample(0);
  const { x, y, z } = camera.active.position.clone();
  scene.position.set(1, 2, 3);
  scene.rotation.y = Math.PI / 2;
  scene.scale.setScalar(0.5);
  camera.sample(0);
  const expected = [1 + z / 2, 2 + y / 2, 3 - x / 2].map((value) => expect.closeTo(value, 9) as number);
  expect(camera.active.position.toArray()).toEqual(expected);
});

test('dancers who are put elsewhere are framed anew, and their dances are not watched again', async () => {
  let watched = 0;
  const models = [dancerAt(-10, 0), dancerAt(10, 0)].map((model): FilmedModel => ({
    rig: model.rig,
    root: model.root,
    update: () => {},
    reset: () => {},
    get mesh() {
      watched++;
      return model.mesh;
    },
  }));
  const camera = new AutoCamera(models, { aspect: 1 });
  const motion = standing(30);
  await camera.direct({ motion });
  expect(watched).toBe(2);
  models[1].root.position.x = 30;
  await camera.direct({ motion });
  camera.sample(0);
  expect([watched, camera.target.x]).toEqual([2, expect.closeTo(10, 6)]);
  await camera.direct({ motion: [motion, standing(20)] });
  expect(watched).toBe(3);
});

test('seeking gives the same picture as playing, and the shots last as long as the longest dance', async () => {
  const models = [dancerAt(-10, 0), dancerAt(10, 0)];
  const camera = await direct(models, [standing(10), standing(30)]);
  expect(camera.shots.at(-1)!.end).toBe(30);
  const matrixAt = (second: number): number[] => {
    camera.sample(second * FRAMES_PER_SECOND);
    return [...camera.active.matrixWorld.elements];
  };
  const played = times(30, 0.1).map(matrixAt);
  for (const i of [250, 3, 120, 119, 299, 0]) expect(matrixAt(i * 0.1)).toEqual(played[i]);
});

test('a camera of no model is an error', () => {
  expect(() => new AutoCamera([])).toThrow(TypeError);
});
