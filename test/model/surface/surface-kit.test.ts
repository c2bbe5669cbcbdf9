import {
  BackSide,
  type Camera,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  Group,
  Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  PointLight,
  SpotLight,
  Texture,
} from 'three';
import { expect, test } from 'vitest';
import { AccessoryMaker } from '#src/model/accessory/accessory-maker.js';
import { GroundShadowBase } from '#src/model/ground-shadow/ground-shadow-base.js';
import { modelData } from '#src/model/mmd-model/model-data.js';
import { createModelWith } from '#src/model/mmd-model/make-model.js';
import type { MmdModel } from '#src/model/mmd-model/mmd-model.js';
import {
  type AccessoryKit,
  type BodySurface,
  type GroundShadowSurface,
  isMmdMap,
  type ModelKit,
  setBodySides,
  type ViewCopy,
} from '#src/model/surface/surface-kit.js';
import { XBuilder } from '#test/support/x-builder.js';
import { dancerPmx } from '../small-dancer.js';
import { MmdShadow } from '@odori/runtime';

/** A material of the kit under test. */
class Paint extends MeshBasicMaterial {
  readonly castsShadow = true;
  set colorMap(_: Texture | undefined) {}
  setSphereMap(): void {}
}

function groundShadow(): GroundShadowSurface {
  return { material: new Paint(), opacity: { value: 1 }, brightness: { value: 1 } };
}

function createViewCopy(): ViewCopy {
  return { texture: new Texture(), take: () => true, dispose() {} };
}

/** A kit without shaders, and what happened to it. */
function paints(): { kit: ModelKit; calls: string[] } {
  const calls: string[] = [];
  const paint = (name: string): BodySurface => ({
    material: new Paint({ name }),
    lightByScene: (isLit) => calls.push(`${name} in ${isLit ? 'scene' : 'MMD'}`),
    write: () => calls.push(`write ${name}`),
    setTexture: (slot) => calls.push(`${slot} of ${name}`),
    dispose() {},
  });
  const kit: ModelKit = {
    body: ({ name }) => paint(name),
    page: (_material, { name }) => paint(`page's ${name}`),
    outline: ({ name }) => ({
      material: new Paint({ name }),
      lightByScene: (isLit) => calls.push(`${name} in ${isLit ? 'scene' : 'MMD'}`),
    }),
    groundShadow,
    castShadows: (body, materials) => {
      calls.push(`${body.name} casts: ${materials.map(({ castsShadow }) => castsShadow).join()}`);
      return { dispose: () => calls.push('casts no more') };
    },
    renderer: 'WebGLRenderer',
    createViewCopy,
  };
  return { kit, calls };
}

/** The kinds of all materials below an object that are drawn. */
function kindsBelow(root: Object3D): Set<string> {
  const kinds = new Set<string>();
  root.traverse((object) => {
    for (const material of [(object as Mesh).material ?? []].flat())
      if (material.visible) kinds.add(material.constructor.name);
  });
  return kinds;
}

function paintedModel(): { model: MmdModel; calls: string[] } {
  const { kit, calls } = paints();
  const materials = [
    { name: 'cloth', indexCount: 6, flags: 4 + 16, sharedToon: 1, toon: 0 },
    { name: 'skin', indexCount: 3, flags: 0 },
  ];
  return { model: createModelWith(kit, modelData(dancerPmx({ materials })), {}), calls };
}

test('a model and its clones have the materials of their kit, and no others', () => {
  const { model } = paintedModel();
  expect(kindsBelow(model.root)).toEqual(new Set(['Paint']));
  expect(kindsBelow(model.clone().root)).toEqual(new Set(['Paint']));
});

test('a kit gets values, textures and the flags for casting shadows', () => {
  const { model, calls } = paintedModel();
  expect(calls).toEqual(['body casts: true,false', 'write cloth', 'write skin', 'toonMap of cloth']);
  calls.length = 0;
  model.dispose();
  expect(calls).toEqual(['casts no more']);
});

test('the properties of the ground shadow are those of its surface', () => {
  const { model } = paintedModel();
  model.surface.groundShadowOpacity = 0.25;
  model.surface.groundShadowBrightness = 0.5;
  const copy = model.clone();
  expect([copy.surface.groundShadowOpacity, copy.surface.groundShadowBrightness]).toEqual([0.25, 0.5]);
});

test('an accessory and its clones have the materials of their kit; the shadow lies on the ground of the accessory', async () => {
  const grounds: (() => Object3D)[] = [];
  const casters: Mesh[] = [];
  const kit: AccessoryKit = {
    surface: () => new Paint(),
    objectShadow: (ground) => {
      grounds.push(ground);
      return groundShadow();
    },
    castShadows: (mesh) => casters.push(mesh),
    renderer: 'WebGLRenderer',
    createViewCopy,
  };
  const accessory = await new AccessoryMaker(kit).make(new XBuilder().quad([0, 0, 0], 1).build(), {});
  const copy = accessory.clone();
  expect([kindsBelow(accessory.root), kindsBelow(copy.root)]).toEqual([
    new Set(['Paint']),
    new Set(['Paint']),
  ]);
  expect(casters).toEqual([accessory.mesh, copy.mesh]);
  expect([accessory.groundShadowOpacity, copy.groundShadowOpacity]).toEqual([0.7, 0.7]); // a model's: 0.651
  const floor = new Group();
  accessory.ground = floor;
  expect(grounds.map((ground) => ground())).toEqual([floor, copy.root]);
});

test('the ground shadow of another object has the material that is made for its ground', () => {
  const [object, floor] = [new Group().add(new Mesh()), new Group()];
  let ground: Object3D | undefined;
  const shadow = new GroundShadowBase(
    (groundOf) => {
      ground = groundOf();
      return groundShadow();
    },
    object,
    floor,
  );
  expect(ground).toBe(floor);
  expect((object.children[0].children[0] as Mesh).material).toBe(shadow.material);
  expect(shadow.material).toBeInstanceOf(Paint);
});

test.each([
  ['opaque', true, false, FrontSide, null],
  ['opaque, double-sided', true, true, DoubleSide, null],
  ['transparent: in shadow maps as if it were opaque', false, false, DoubleSide, BackSide],
  ['transparent, double-sided', false, true, DoubleSide, null],
])('the sides of a body material: %s', (_, isOpaque, isDoubleSided, side, shadowSide) => {
  const material = new Material();
  setBodySides(material, !isOpaque, !isDoubleSided);
  setBodySides(material, isOpaque, isDoubleSided);
  expect([material.side, material.shadowSide]).toEqual([side, shadowSide]);
});

/** The shadow camera of a light with MMD's map, once three has drawn the map for a view. */
function mapCamera(light: DirectionalLight): Camera {
  MmdShadow.give(light);
  const view = new PerspectiveCamera();
  light.updateMatrixWorld();
  // As three 0.187 and later call it; its types do not know the second argument.
  const shadow: { updateMatrices(light: DirectionalLight, view?: Camera): void } = light.shadow;
  shadow.updateMatrices(light, view);
  return light.shadow.camera;
}

test('MMD’s map is known by its perspective, also where the view is along the light', () => {
  for (const from of [
    [0, 100, 0],
    [0, 1e-4, 100],
    [0, 0, 100],
  ] as const) {
    const light = new DirectionalLight();
    light.position.fromArray(from);
    expect(isMmdMap(mapCamera(light))).toBe(true);
  }
});

test('the maps of three’s own lights are not MMD’s', () => {
  for (const light of [new DirectionalLight(), new SpotLight(), new PointLight()])
    expect(isMmdMap(light.shadow.camera)).toBe(false);
});
