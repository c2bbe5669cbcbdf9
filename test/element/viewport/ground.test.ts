import { createGroundMaterial } from '#src/element/graphics/webgl/ground-material.js';
import { createGround, disposeGround, GroundColors, readColor } from '#src/element/viewport/ground.js';
import { Scenery } from '#src/element/viewport/scenery.js';
import type { StageView } from '#src/element/viewport/stage.js';
import type { MmdModel } from '@odori/model';
import {
  DirectionalLight,
  Group,
  Mesh,
  PerspectiveCamera,
  Scene,
  type ShaderMaterial,
  type Vector3,
  type WebGLRenderer,
} from 'three';
import { expect, test, vi } from 'vitest';

const createLight = (): DirectionalLight => new DirectionalLight();
const GRAPHICS = { renderer: {} as WebGLRenderer, createGroundMaterial, createLight };
/** Ankles 1 unit above the soles, 1 to each side, with toes in front of them. */
const BONES = ['左足首', '左つま先', '右足首', '右つま先'];
const REST = [1, 1, 0, 1, 0, 1, -1, 1, 0, -1, 0, 1];

function modelAt(positions: readonly number[], boneNames: readonly string[] = BONES): MmdModel {
  const model = {
    rig: { definition: { boneNames, restPositions: REST }, worldPositions: positions },
    root: new Group(),
    surface: { groundShadowBrightness: 1, groundShadowOpacity: 0.65 },
  };
  return model as unknown as MmdModel;
}

/** Of each foot: x and z of its shadow, and its strength. */
function shadowsOf(model: MmdModel | undefined): number[][] {
  const ground = createGround('floor', new GroundColors(), GRAPHICS);
  ground.update!({ model, models: model ? [model] : [] } as unknown as StageView);
  const { feet } = ((ground.root as Mesh).material as ShaderMaterial).uniforms;
  return (feet.value as Vector3[]).map((foot) => foot.toArray());
}

test('feet on the floor have full shadows between ankle and toe', () => {
  expect(shadowsOf(modelAt(REST))).toEqual([
    [1, 0.5, 1],
    [-1, 0.5, 1],
  ]);
});

test('the shadow of a foot fades as it rises, and is gone at 3 units', () => {
  const raised = (y: number): number[] => REST.map((value, i) => (i % 3 === 1 && i < 6 ? value + y : value));
  expect(shadowsOf(modelAt(raised(1.5))).map(([, , strength]) => strength)).toEqual([0.5, 1]);
  expect(shadowsOf(modelAt(raised(3))).map(([, , strength]) => strength)).toEqual([0, 1]);
});

test('shadows follow a model that was moved', () => {
  const model = modelAt(REST);
  model.root.position.set(10, 0, -4);
  model.root.updateMatrixWorld();
  expect(shadowsOf(model)[0]).toEqual([11, -3.5, 1]);
});

test('without feet, and without a model, there are no such shadows', () => {
  for (const model of [modelAt(REST, ['a', 'b', 'c', 'd']), undefined]) {
    expect(shadowsOf(model).map(([, , strength]) => strength)).toEqual([0, 0]);
  }
});

test('on our grounds the ground shadow is black and as dark as the style says, and the model keeps its own', () => {
  const [camera, model] = [new PerspectiveCamera(), modelAt(REST)];
  const scenery = new Scenery(new Scene(), GRAPHICS, camera);
  scenery.colors.shadow.value = 0.4;
  scenery.stage = 'grid';
  scenery.models = [model];
  scenery.beginPicture(camera, 0, 0);
  expect([model.surface.groundShadowBrightness, model.surface.groundShadowOpacity]).toEqual([0, 0.4]);
  scenery.endPicture();
  expect([model.surface.groundShadowBrightness, model.surface.groundShadowOpacity]).toEqual([1, 0.65]);
});

test('a ground that is disposed of leaves the scene and frees its geometry and its material', () => {
  const { root } = createGround('floor', new GroundColors(), GRAPHICS);
  const scene = new Scene().add(root);
  const { geometry, material } = root as Mesh;
  const freed = [geometry, material as ShaderMaterial].map((part) => vi.spyOn(part, 'dispose'));
  disposeGround(root);
  expect([scene.children.length, ...freed.map(({ mock }) => mock.calls.length)]).toEqual([0, 1, 1]);
});

test.each([
  ['rgb(255, 0, 51)', [1, 0, 0.2, 1]],
  ['rgba(255, 255, 255, 0.65)', [1, 1, 1, 0.65]],
  ['rgba(0, 0, 0, 0)', [0, 0, 0, 0]],
  ['rgb(51 102 153 / 0.5)', [0.2, 0.4, 0.6, 0.5]],
  ['color(srgb 0.25 0.5 1e-3 / 0.1)', [0.25, 0.5, 0.001, 0.1]],
  ['color(srgb 0.25 0.5 1)', [0.25, 0.5, 1, 1]],
])('%s is read as red, green, blue and alpha', (css, color) => {
  expect(readColor(css)).toEqual(color.map((value) => expect.closeTo(value, 10)));
});

test('a color of another space than sRGB is not read', () => {
  expect(readColor('oklch(0.5 0.1 200)')).toBeUndefined();
  expect(readColor('color(display-p3 1 0 0)')).toBeUndefined();
});
