import { serializePmx } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { createModel, createScene, MmdModel, type MmdScene, type SceneOptions } from '@odori/model';
import { MotionPlayer } from '@odori/runtime';
import fc from 'fast-check';
import {
  AdditiveBlending,
  BoxGeometry,
  DirectionalLight,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { describe, expect, test, vi } from 'vitest';
import { pmm as anyPmm } from '#test/format/pmm/arbitrary-pmm.js';
import { RUNS } from '#test/support/runs.js';
import { edgesOf } from '#test/model/edges-of.js';
import { dancer, dancerPmx } from '#test/model/small-dancer.js';
import { type SmallAccessoryKey, smallPmm, type SmallProject } from './small-pmm.js';

/**
 * Of the dancer: センター (center) at (0, 10, 0), 頭 (head) at (0, 15, 0), 左腕 (left arm) at (2, 14, 1), in MMD's
 * space.
 */
const [CENTER, HEAD, ARM] = ['センター', '頭', '左腕'];
/** Their indices in the bones of the projects below. */
const [CENTER_BONE, HEAD_BONE, ARM_BONE] = [0, 1, 2];
/** 90° about y in MMD's space; in three's space x goes to z, and z to −x. */
const QUARTER = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const edged = {
  materials: [
    { flags: 16, edgeSize: 2, edgeColor: [0, 0, 1, 0.5] as [number, number, number, number], indexCount: 9 },
  ],
};
const STILL = { [CENTER]: [{ frame: 0 }], [HEAD]: [{ frame: 0 }], [ARM]: [{ frame: 0 }] };

function sceneOf(project: SmallProject, options: Partial<SceneOptions> = {}): Promise<MmdScene> {
  return createScene(smallPmm(project), { resolve: () => dancer(), ...options });
}

/** x y z in the scene, rounded to 1e-6. */
function placeOf(scene: MmdScene, model: number, bone: string): number[] {
  const { rig } = scene.models[model]!;
  const index = rig.boneIndex(bone);
  return Array.from(rig.worldPositions.subarray(3 * index, 3 * index + 3), round);
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

function placeOfObject(object: Object3D): number[] {
  object.updateWorldMatrix(true, false);
  return object.getWorldPosition(new Vector3()).toArray().map(round);
}

describe('models', () => {
  const moves = { [CENTER]: [{ frame: 0 }, { frame: 10, position: [10, 0, 10] as const }] };

  test('each model plays its own motion', async () => {
    const scene = await sceneOf({ models: [{ bones: moves }, { bones: STILL }] });
    scene.sample(5);
    expect(placeOf(scene, 0, HEAD)).toEqual([5, 15, -5]);
    expect(placeOf(scene, 1, HEAD)).toEqual([0, 15, 0]);
    expect(scene.motions.map((motion) => motion!.lastFrame)).toEqual([10, 0]);
    expect(scene.duration).toBeCloseTo(1 / 3, 12);
  });

  test('visibility keyframes show and hide a model', async () => {
    const properties = [{ frame: 0 }, { frame: 3, visible: 0 }];
    const scene = await sceneOf({ models: [{ bones: STILL, properties }] });
    const shown = [2.9, 3].map((frame) => {
      scene.sample(frame);
      return scene.models[0]!.mesh.visible;
    });
    expect(shown).toEqual([true, false]);
  });

  test('a file that occurs twice is loaded once and cloned', async () => {
    const paths: string[] = [];
    const scene = await sceneOf(
      {
        models: [
          { path: 'UserFile\\Model\\Miku.pmx', bones: moves },
          { path: 'userfile\\model\\miku.PMX', bones: STILL },
        ],
      },
      { resolve: (path) => (paths.push(path), dancer()) },
    );
    scene.sample(10);
    expect(paths).toEqual(['UserFile\\Model\\Miku.pmx']);
    expect([placeOf(scene, 0, CENTER), placeOf(scene, 1, CENTER)]).toEqual([
      [10, 10, -10],
      [0, 10, 0],
    ]);
    expect(scene.models[0]!.mesh.geometry.index).toBe(scene.models[1]!.mesh.geometry.index);
  });

  test('missing and broken models are reported, and the rest plays', async () => {
    const scene = await sceneOf(
      {
        models: [
          { name: 'gone', path: 'a.pmx' },
          { name: 'broken', path: 'b.pmx' },
          { name: 'refused', path: 'c.pmx' },
          { name: 'here', bones: moves },
        ],
        accessories: [{ name: 'stage', path: 'stage.x', keys: [{ frame: 0 }] }],
      },
      {
        resolve: (path) => {
          if (path === 'b.pmx') return new Blob(['no model']);
          if (path === 'c.pmx') throw new Error('no way');
          return path === 'a.pmx' ? undefined : dancer();
        },
      },
    );
    expect(scene.report.notes.map(({ code, section, name, path }) => [code, section, name, path])).toEqual([
      ['missing-model', 'models[0]', 'gone', 'a.pmx'],
      ['unreadable-model', 'models[1]', 'broken', 'b.pmx'],
      ['unreadable-model', 'models[2]', 'refused', 'c.pmx'],
      ['missing-accessory', 'accessories[0]', 'stage', 'stage.x'],
    ]);
    expect(scene.report.notes[1].reason).toMatch(/^b\.pmx: this is not a model \(PMX, PMD\): /);
    expect(scene.models.map((model) => model instanceof MmdModel)).toEqual([false, false, false, true]);
    scene.sample(10);
    expect(placeOf(scene, 3, CENTER)).toEqual([10, 10, -10]);
  });

  test('draw order, shadows, edges and additive blending are the project’s', async () => {
    const scene = await sceneOf(
      {
        models: [
          { bones: STILL, drawOrder: 2, rest: { selfShadow: 0, edgeWidth: 0 } },
          { bones: STILL, drawOrder: 1, rest: { additive: 1 } },
        ],
        accessories: [0, 1].map((drawOrder) => ({ drawOrder, keys: [{ frame: 0 }] })),
      },
      { accessory: () => new Mesh() },
    );
    const [first, second] = scene.models.map((model) => model!);
    const ranks = [first, second].map(({ surface: { mesh, outline, groundShadow } }) =>
      [mesh, outline, groundShadow].map(({ renderOrder }) => renderOrder),
    );
    // accessory 0; the ground shadows, bodies and edges of models 1 and 0; accessory 1
    expect(ranks).toEqual([
      [5, 7, 3],
      [4, 6, 2],
    ]);
    const [before, after] = scene.accessories.map((accessory) => accessory!.object.renderOrder);
    expect([before < 2, after > 7]).toEqual([true, true]);
    expect([first.mesh.castShadow, first.surface.outline.visible]).toEqual([false, false]);
    expect([second.mesh.castShadow, second.surface.outline.visible]).toEqual([true, true]);
    expect([second.mesh.material].flat().every(({ blending }) => blending === AdditiveBlending)).toBe(true);
  });

  test('edges have the project’s width; edges of PMDs have its colour', async () => {
    const rest = { edgeWidth: 2.5 };
    const project = {
      models: [
        { path: 'a.pmx', bones: STILL, rest },
        { path: 'b.pmd', bones: STILL, rest },
      ],
      rest: { display: { ...smallPmm().display, edgeColor: [255, 51, 0] as [number, number, number] } },
    };
    const resolve = (path: string) =>
      createModel({ ...dancerPmx(edged), ...(path === 'b.pmd' && { fromPmd: true }) });
    const scene = await sceneOf(project, { resolve });
    const drawn = scene.models.map((model) => {
      const { outline, edgeWidth } = model!.surface;
      const [material] = [outline.material].flat() as ShaderMaterial[];
      expect(material.uniforms['edgeFactor'].value).toBe(edgeWidth);
      const { size, color } = edgesOf(model!)[0]!;
      return [size * edgeWidth, ...color].map((value) => Math.round(1000 * value) / 1000);
    });
    expect(drawn).toEqual([
      [5, 0, 0, 1, 0.5], // its own blue
      [5, 1, 0.2, 0, 0.5],
    ]);
  });

  test('the ground shadow is opaque, dark or hidden as the project says', async () => {
    const { display } = smallPmm();
    const shadowsOf = async (changes: Partial<typeof display>): Promise<unknown[]> => {
      const scene = await sceneOf({
        models: [{ bones: STILL }],
        rest: { display: { ...display, ...changes } },
      });
      const [model] = scene.models;
      return [
        model!.surface.groundShadow.visible,
        model!.surface.groundShadowOpacity,
        model!.surface.groundShadowBrightness,
      ];
    };
    const on = { showGroundShadow: 1, transparentGroundShadow: 1, groundShadowBrightness: 1 };
    expect(await shadowsOf(on)).toEqual([true, 166 / 255, 1]);
    expect(await shadowsOf({ ...on, transparentGroundShadow: 0, groundShadowBrightness: 0.5 })).toEqual([
      true,
      1,
      0.5,
    ]);
    expect(await shadowsOf({ ...on, showGroundShadow: 0, groundShadowBrightness: NaN })).toEqual([
      false,
      166 / 255,
      1,
    ]);
  });

  test('models have the look of the options, and their own without', async () => {
    const shaded = await sceneOf({ models: [{ bones: STILL }] }, { look: 'shaded', shadows: 'three' });
    expect([shaded.models[0]!.surface.look, shaded.models[0]!.surface.shadows]).toEqual(['shaded', 'three']);
    const resolve = () => createModel(dancerPmx(edged), { look: 'plain' });
    const plain = await sceneOf({ models: [{ bones: STILL }] }, { resolve });
    expect([plain.models[0]!.surface.look, plain.models[0]!.surface.shadows]).toEqual(['plain', 'mmd']);
  });

  test('adjust changes a pose before it is solved', async () => {
    const scene = await sceneOf({ models: [{ bones: STILL }, { bones: STILL }] });
    scene.adjust = ({ rig }, index, deltaSeconds) => {
      if (index === 1) rig.pose.translations[0] = 100 * deltaSeconds;
    };
    scene.sample(0, 0.25);
    expect(placeOf(scene, 1, HEAD)).toEqual([25, 15, 0]);
    expect(placeOf(scene, 0, HEAD)).toEqual([0, 15, 0]);
  });
});

describe('external parents', () => {
  const turns = {
    [CENTER]: [{ frame: 0, position: [3, 0, 0] as const, rotation: QUARTER }],
    [HEAD]: [{ frame: 0 }],
    [ARM]: [{ frame: 0 }],
  };

  test('a whole model is attached to a bone of a later model, from its keyframe on', async () => {
    const scene = await sceneOf({
      models: [
        {
          bones: STILL,
          externalParentBones: [-1],
          properties: [{ frame: 0 }, { frame: 5, parents: [[7, HEAD_BONE]] }],
        },
        { number: 7, bones: turns },
      ],
    });
    scene.sample(4.9);
    expect(placeOf(scene, 0, ARM)).toEqual([2, 14, -1]);
    scene.sample(5);
    // head of model 7: (3, 15, 0), rotated; the arm rests at (2, 14, −1) in three's space, rotated (1, 14, 2)
    expect(placeOf(scene, 0, ARM)).toEqual([4, 29, 2]);
    scene.sample(0);
    expect(placeOf(scene, 0, ARM)).toEqual([2, 14, -1]);
    expect(scene.report.notes).toEqual([]);
  });

  test('an attached bone has its parent’s position plus its own translation; on the ground, its translation alone', async () => {
    const scene = await sceneOf({
      models: [
        { bones: turns },
        {
          bones: { ...STILL, [ARM]: [{ frame: 0, position: [0, 1, 0] }] },
          externalParentBones: [-1, ARM_BONE],
          properties: [
            {
              frame: 0,
              parents: [
                [-1, 0],
                [0, HEAD_BONE],
              ],
            },
            {
              frame: 9,
              parents: [
                [0, CENTER_BONE],
                [-2, 0],
              ],
            },
          ],
        },
      ],
    });
    expect(placeOf(scene, 1, ARM)).toEqual([3, 16, 0]);
    expect(placeOf(scene, 1, HEAD)).toEqual([0, 15, 0]);
    scene.sample(9);
    expect(placeOf(scene, 1, ARM)).toEqual([0, 1, 0]);
    expect(placeOf(scene, 1, HEAD)).toEqual([3, 25, 0]); // (3, 10, 0) + (0, 15, 0)
  });

  test('a chain of three models is right in any order', async () => {
    const on = (model: number) => ({
      externalParentBones: [-1],
      properties: [{ frame: 0, parents: [[model, HEAD_BONE]] as const }],
    });
    const scene = await sceneOf({
      models: [{ bones: STILL, ...on(1) }, { bones: STILL, ...on(2) }, { bones: STILL }],
    });
    expect(placeOf(scene, 0, CENTER)).toEqual([0, 40, 0]); // 15 + 15 + 10
  });

  test('models attached to each other are solved without depending on earlier frames', async () => {
    const scene = await sceneOf({
      models: [
        {
          bones: {
            [CENTER]: [{ frame: 0 }, { frame: 10, position: [10, 0, 0] }],
            [HEAD]: [{ frame: 0 }],
            [ARM]: [{ frame: 0 }],
          },
          externalParentBones: [ARM_BONE],
          properties: [{ frame: 0, parents: [[1, CENTER_BONE]] }],
        },
        {
          bones: STILL,
          externalParentBones: [-1],
          properties: [{ frame: 0, parents: [[0, HEAD_BONE]] }],
        },
      ],
    });
    for (const frame of [0, 10, 3, 10]) {
      scene.sample(frame);
      expect(placeOf(scene, 1, CENTER)).toEqual([frame, 25, 0]); // on the head at (frame, 15, 0)
      expect(placeOf(scene, 0, ARM)).toEqual([frame, 25, 0]); // on the sword
    }
  });

  test('missing parents are reported, and attach nothing', async () => {
    const scene = await sceneOf({
      models: [
        {
          bones: STILL,
          externalParentBones: [-1, 99],
          properties: [
            {
              frame: 0,
              parents: [
                [0, 99],
                [5, 0],
              ],
            },
          ],
        },
      ],
    });
    expect(placeOf(scene, 0, HEAD)).toEqual([0, 15, 0]);
    expect(scene.report.notes.map(({ code, section, name }) => [code, section, name])).toEqual([
      ['missing-parent', 'models[0]', 'm0 99'],
      ['missing-parent', 'models[0]', '5 0'],
    ]);
  });

  test('a model attached to its own bone stays where it is', async () => {
    const scene = await sceneOf({
      models: [
        { bones: STILL, externalParentBones: [-1], properties: [{ frame: 0, parents: [[0, HEAD_BONE]] }] },
      ],
    });
    const places = [0, 1, 2].map((frame) => (scene.sample(frame), placeOf(scene, 0, HEAD)));
    expect(new Set(places.map(String)).size).toBe(1);
  });
});

describe('accessories', () => {
  async function accessoryOf(keys: readonly SmallAccessoryKey[], object: Object3D = new Group()) {
    const bones = { ...STILL, [CENTER]: [{ frame: 0, position: [3, 0, 0] as const, rotation: QUARTER }] };
    const scene = await sceneOf(
      { models: [{ bones }], accessories: [{ keys }] },
      { accessory: () => object },
    );
    return { scene, object };
  }

  test('position, angles and scale are interpolated linearly', async () => {
    const { scene, object } = await accessoryOf([
      { frame: 0 },
      { frame: 10, position: [10, 20, 30], rotation: [0, Math.PI, 0], scale: 3 },
    ]);
    scene.sample(5);
    expect(placeOfObject(object)).toEqual([5, 10, -15]);
    expect(object.getWorldScale(new Vector3()).toArray().map(round)).toEqual([2, 2, 2]);
    // π / 2 about y, in the opposite direction in three's space
    expect(object.getWorldQuaternion(new Quaternion()).toArray().map(round)).toEqual(
      [0, -Math.SQRT1_2, 0, Math.SQRT1_2].map(round),
    );
  });

  test('the rotation is Ry·Rx·Rz, mirrored', async () => {
    const { object } = await accessoryOf([{ frame: 0, rotation: [Math.PI / 2, Math.PI / 2, 0] }]);
    object.updateWorldMatrix(true, false);
    const y = new Vector3(0, 1, 0).applyQuaternion(object.getWorldQuaternion(new Quaternion()));
    // MMD's numbers: Rx takes y to z, Ry takes z to x
    expect(y.toArray().map(round)).toEqual([1, 0, 0]);
  });

  test('keyframes attach accessories to bones, in the bones’ axes', async () => {
    const { scene, object } = await accessoryOf([
      { frame: 0, position: [1, 0, 0] },
      { frame: 4, position: [1, 0, 0], parent: [0, HEAD_BONE] },
    ]);
    scene.sample(3);
    expect(placeOfObject(object)).toEqual([1, 0, 0]);
    scene.sample(4);
    expect(placeOfObject(object)).toEqual([3, 15, 1]); // the head is at (3, 15, 0); x rotates to z
  });

  test('keyframes set visibility, opacity and shadow of accessories', async () => {
    const material = new MeshBasicMaterial({ opacity: 0.5 });
    const mesh = new Mesh(new BoxGeometry(), material);
    const { scene } = await accessoryOf(
      [
        { frame: 0, shadow: 1 },
        { frame: 10, transparency: 100, shadow: 0 },
        { frame: 20, visible: 0 },
      ],
      mesh,
    );
    const seen = [0, 5, 10, 20].map((frame) => {
      scene.sample(frame);
      const { visible } = scene.accessories[0]!.holder;
      return [material.opacity, material.transparent, mesh.castShadow, visible];
    });
    expect(seen).toEqual([
      [0.5, false, true, true],
      [0.25, true, true, true],
      [0, true, false, true],
      [0.5, false, true, false],
    ]);
  });
});

describe('camera, light, gravity', () => {
  test('the camera follows bones by its keyframes: turned with them, its target the way to the eye', async () => {
    const bones = {
      ...STILL,
      [CENTER]: [
        { frame: 0, rotation: QUARTER },
        { frame: 20, position: [20, 0, 0] as const, rotation: QUARTER },
      ],
    };
    const scene = await sceneOf(
      {
        models: [{ bones }],
        camera: [
          { frame: 9, target: [0, 10, 0] },
          { frame: 10, target: [1, 2, -18], distance: -99, follow: [0, HEAD_BONE] },
          { frame: 20, target: [1, 2, -38], distance: -99, follow: [0, HEAD_BONE] },
          { frame: 21, target: [0, 10, 0], distance: -45 },
        ],
      },
      { unit: 0.1 },
    );
    const view = (frame: number): number[][] => {
      scene.sample(frame);
      const { position, quaternion } = scene.camera.active;
      return [
        position.toArray().map((value) => round(value * 10)),
        new Vector3(0, 0, -1).applyQuaternion(quaternion).toArray().map(round),
      ];
    };
    const world = [
      [0, 10, 45],
      [0, 0, -1],
    ];
    expect(view(9)).toEqual(world);
    // the head is at (10, 15, 0), its x is the scene's z, and its z is −x
    expect(view(10)).toEqual([
      [10 - 18, 15 + 2, 1],
      [1, 0, 0],
    ]);
    expect(scene.camera.depth).toBe(-18);
    expect(view(15)[0]).toEqual([15 - 28, 15 + 2, 1]);
    expect(view(20.5)[0]).toEqual([20 - 38, 15 + 2, 1]);
    expect(view(21)).toEqual(world);
    expect(scene.camera.depth).toBe(-45);
  });

  test('the unit scales the whole scene', async () => {
    const scene = await sceneOf(
      { models: [{ bones: STILL }], accessories: [{ keys: [{ frame: 0, parent: [0, HEAD_BONE] }] }] },
      { unit: 0.1, accessory: () => new Group() },
    );
    expect(placeOfObject(scene.accessories[0]!.object)).toEqual([0, 1.5, 0]);
    expect(scene.camera.active.position.toArray().map(round)).toEqual([0, 1, 4.5]);
    expect(scene.light.light.position.length()).toBeCloseTo(10, 6);
    await expect(sceneOf({}, { unit: 0 })).rejects.toThrow(
      new RangeError('unit must be a finite number above 0, not 0'),
    );
  });

  test('a light of the user that is in a scene stays there, and is not freed', async () => {
    const [stage, light] = [new Group(), new DirectionalLight()];
    const freed = vi.spyOn(light.shadow, 'dispose');
    stage.add(light, light.target);
    const scene = await sceneOf({}, { light });
    expect([light.parent, light.target.parent]).toEqual([stage, stage]);
    scene.dispose();
    expect([light.parent, light.target.parent]).toEqual([stage, stage]);
    expect(freed).not.toHaveBeenCalled();
  });

  test('a light of the user without a parent is in the scene until that is disposed of', async () => {
    const light = new DirectionalLight();
    const freed = vi.spyOn(light.shadow, 'dispose');
    const scene = await sceneOf({}, { light });
    expect([light.parent, light.target.parent]).toEqual([scene.root, scene.root]);
    scene.dispose();
    expect([light.parent, light.target.parent]).toEqual([null, null]);
    expect(freed).not.toHaveBeenCalled();
  });

  test('the light of the scene itself is freed with it', async () => {
    const scene = await sceneOf({});
    const freed = vi.spyOn(scene.light.light.shadow, 'dispose');
    expect(scene.light.light.parent).toBe(scene.root);
    scene.dispose();
    expect(freed).toHaveBeenCalledOnce();
  });

  test('light and self shadow follow their keyframes', async () => {
    const light = new DirectionalLight();
    const scene = await sceneOf({}, { light });
    expect(scene.light.light).toBe(light);
    expect(light.position.clone().normalize().toArray().map(round)).toEqual(
      [0.5, 1, 0.5].map((value) => round(value / Math.sqrt(1.5))),
    );
    expect(light.castShadow).toBe(true);
    const off = await sceneOf({ rest: { selfShadow: { ...smallPmm().selfShadow, on: 0 } } });
    expect(off.light.light.castShadow).toBe(false);
    const { keys } = smallPmm().selfShadow;
    const none = { ...keys, count: 0, starts: Uint32Array.of(), frames: Uint32Array.of() };
    const old = await sceneOf({ rest: { selfShadow: { on: 1, distance: 8875, keys: none } } });
    expect(old.light.light.castShadow).toBe(true); // older versions have no keys for it
  });
});

describe('with a player', () => {
  test('a player plays the scene like a model', async () => {
    const scene = await sceneOf(
      {
        models: [{ bones: { [CENTER]: [{ frame: 0 }, { frame: 49, position: [49, 0, 0] }] } }],
        accessories: [{ keys: [{ frame: 0 }, { frame: 31, visible: 0 }] }],
        camera: [{ frame: 0 }, { frame: 49, distance: -94 }],
      },
      { accessory: () => new Group() },
    );
    const player = new MotionPlayer();
    player.add(scene, scene.motion);
    player.camera = scene.camera;
    player.light = scene.light;
    expect(player.duration).toBeCloseTo(49 / 30, 12);
    for (let frame = 0; frame <= 49; frame++) {
      player.currentTime = frame / 30;
      expect(placeOf(scene, 0, CENTER)).toEqual([frame, 10, 0]);
      expect(scene.accessories[0]!.holder.visible).toBe(frame < 31); // whole frames stay exact
    }
    expect(scene.camera.distance).toBe(-94);
    void player.play();
    player.update(0.5);
    expect(player.currentTime).toBeCloseTo(0.5, 9); // it looped
    expect(placeOf(scene, 0, CENTER)).toEqual([15, 10, 0]);
    player.dispose();
  });
});

test('any project gives a scene', async () => {
  const model = dancer();
  await fc.assert(
    fc.asyncProperty(anyPmm, async (pmm) => {
      const scene = await createScene(pmm, { resolve: () => model, accessory: () => new Mesh() });
      for (const frame of [0, 31.5, 1e9, -1]) scene.sample(frame);
      for (const shown of scene.models) {
        expect(shown!.rig.worldMatrices.every((value) => Number.isFinite(value))).toBe(true);
      }
      scene.root.updateMatrixWorld();
      scene.root.traverse(({ matrixWorld }) =>
        expect(matrixWorld.elements.every(Number.isFinite)).toBe(true),
      );
      for (const clone of scene.models) if (clone !== model) clone!.dispose();
    }),
    { numRuns: Math.max(RUNS / 10, 100) },
  );
});

test('dispose() frees the models, but not the user’s objects', async () => {
  const [parent, object] = [new Group(), new Mesh()];
  const scene = await sceneOf(
    { models: [{ bones: STILL }], accessories: [{ keys: [{ frame: 0 }] }] },
    { accessory: () => object },
  );
  parent.add(scene.root);
  const model = scene.models[0]!;
  scene.dispose();
  expect([parent.children.length, model.root.parent, object.parent]).toEqual([0, null, null]);
});

test('a scene that fails frees the models that it has loaded, not those of the page', async () => {
  const own = dancer();
  const file = new File([Uint8Array.from(serializePmx(dancerPmx()))], 'dancer.pmx');
  const [loaded, freed] = [new Set<MmdModel>(), new Set<MmdModel>()];
  const load = vi.spyOn(MmdModel.prototype, 'loadPhysics').mockImplementation(function (this: MmdModel) {
    loaded.add(this);
    return Promise.reject(new Error('no physics today'));
  });
  const dispose = vi.spyOn(MmdModel.prototype, 'dispose').mockImplementation(function (this: MmdModel) {
    freed.add(this);
  });
  const models = ['a.pmx', 'b.pmx', 'a.pmx'].map((path) => ({ path, bones: STILL }));
  const making = sceneOf({ models }, { resolve: (path) => (path === 'b.pmx' ? own : file) });
  await expect(making).rejects.toThrow('no physics today');
  load.mockRestore();
  dispose.mockRestore();
  expect(loaded.size).toBe(3);
  loaded.delete(own);
  expect(freed).toEqual(loaded); // the model of the file, and its clone
});

test('names find bones as the option says', async () => {
  const place: [number, number, number] = [0, 10, 0];
  const pmx = {
    bones: [{ name: 'センター' }, { name: '左头' }].map((bone) => ({ ...bone, position: place })),
  };
  const model = {
    bones: { '左?': [{ frame: 0, position: [5, 0, 0] as const }] },
    rest: { boneNames: [encodeName('左?')] }, // CP932 lacks 头, so that the project has a question mark
  };
  const placesBy = async (names?: 'help' | 'mmd'): Promise<number[]> => {
    const resolve = (): MmdModel => dancer({ ...pmx, vertices: [], indices: [], materials: [] });
    return placeOf(await sceneOf({ models: [model] }, { resolve, ...(names && { names }) }), 0, '左头');
  };
  expect(await placesBy()).toEqual([5, 10, 0]);
  expect(await placesBy('help')).toEqual([5, 10, 0]);
  expect(await placesBy('mmd')).toEqual([0, 10, 0]);
});
