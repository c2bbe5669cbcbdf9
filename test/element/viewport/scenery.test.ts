import { createGroundMaterial } from '#src/element/graphics/webgl/ground-material.js';
import { Scenery } from '#src/element/viewport/scenery.js';
import type { Stage, StageView } from '#src/element/viewport/stage.js';
import { Color, DirectionalLight, Group, PerspectiveCamera, Scene, type WebGLRenderer } from 'three';
import { expect, test, vi } from 'vitest';

const renderer = { info: {} } as WebGLRenderer;

function open(stage: Stage | 'none' | 'grid' | 'floor'): {
  scene: Scene;
  scenery: Scenery;
  camera: PerspectiveCamera;
  light: DirectionalLight;
} {
  const [scene, camera] = [new Scene(), new PerspectiveCamera()];
  const createLight = (): DirectionalLight => new DirectionalLight();
  const scenery = new Scenery(scene, { renderer, createGroundMaterial, createLight }, camera);
  scenery.stage = stage;
  return { scene, scenery, camera, light: scenery.light };
}

test('a stage sees camera, light, model and times of the picture that is drawn next', () => {
  const seen: StageView[] = [];
  const update = (view: StageView): void => void seen.push({ ...view });
  const { scenery, light } = open({ root: new Group(), update });
  const other = new PerspectiveCamera();
  scenery.beginPicture(other, 12.5, 0.25);
  expect(seen).toEqual([
    { camera: other, light, model: undefined, models: [], renderer, currentTime: 12.5, deltaSeconds: 0.25 },
  ]);
});

test('the world matrix of the camera is up to date when the stage is updated', () => {
  let x = 0;
  const { scenery, camera } = open({
    root: new Group(),
    update: (view) => (x = view.camera.matrixWorld.elements[12]),
  });
  camera.position.x = 7;
  scenery.beginPicture(camera, 0, 0);
  expect(x).toBe(7);
});

test('what a stage does to the light holds for one picture', () => {
  const update = ({ light }: StageView): void => {
    light.color.multiplyScalar(0.5);
    light.intensity *= 2;
    light.position.set(1, 2, 3);
  };
  const { scenery, light, camera } = open({ root: new Group(), update });
  light.color.set(1, 1, 1);
  light.position.set(0, 10, 0);
  for (let picture = 0; picture < 2; picture++) {
    scenery.beginPicture(camera, 0, 0);
    expect([light.color.r, light.intensity, ...light.position.toArray()]).toEqual([0.5, 2, 1, 2, 3]);
    scenery.endPicture();
    expect([light.color.r, light.intensity, ...light.position.toArray()]).toEqual([1, 1, 0, 10, 0]);
  }
});

test('the background of the stage goes before that of a film', () => {
  const stage = { root: new Group(), background: new Color('red') as Color | null };
  const { scene, scenery, camera } = open(stage);
  scenery.background = new Color('blue');
  const draw = (): unknown => {
    scenery.beginPicture(camera, 0, 0);
    return scene.background;
  };
  expect(draw()).toBe(stage.background);
  stage.background = null;
  expect(draw()).toBe(scenery.background);
  scenery.background = null;
  expect(draw()).toBeNull();
});

test('another stage takes the place of the last one, which stays intact if it belongs to the page', () => {
  const root = new Group();
  const { scene, scenery, light } = open({ root });
  expect(scene.children).toEqual([light.parent, root]);
  scenery.stage = 'grid';
  const [, grid] = scene.children as unknown as [unknown, { geometry: EventTarget & { dispose(): void } }];
  expect([root.parent, scene.children.length]).toEqual([null, 2]);
  const disposed = vi.spyOn(grid.geometry, 'dispose');
  scenery.stage = { root };
  expect([scene.children, disposed.mock.calls.length]).toEqual([[light.parent, root], 1]);
  const elsewhere = new Scene().add(root); // the page shows it in another player
  scenery.dispose();
  expect(root.parent).toBe(elsewhere);
});

test('grid, floor and stages of a page have the ground shadow, unless the stage says otherwise', () => {
  const shadowOf = (stage: Stage | 'none' | 'grid' | 'floor'): boolean => open(stage).scenery.hasGroundShadow;
  expect(['none', 'grid', 'floor'].map((kind) => shadowOf(kind as 'none'))).toEqual([false, true, true]);
  expect(shadowOf({ root: new Group() })).toBe(true);
  expect(shadowOf({ root: new Group(), hasGroundShadow: false })).toBe(false);
});

test('a new light takes the place of the last one, in the scene and for the stage', () => {
  const seen: unknown[] = [];
  const { scene, scenery, light, camera } = open({
    root: new Group(),
    update: (view) => seen.push(view.light),
  });
  const disposed = vi.spyOn(light, 'dispose');
  const next = scenery.renewLight();
  expect([light.parent, next.parent?.parent]).toEqual([null, scene]);
  expect(disposed).toHaveBeenCalledTimes(1);
  scenery.beginPicture(camera, 0, 0);
  expect(seen).toEqual([next]);
});
