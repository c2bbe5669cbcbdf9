import type { Pmm } from '@odori/format';
import { createScene, type MmdScene } from '@odori/model';
import { createGravityTrack, sampleGravity } from '#src/model/scene/gravity-track.js';
import { Mesh, type Object3D } from 'three';
import { expect, test } from 'vitest';
import { dancer } from '#test/model/small-dancer.js';
import { smallPmm, type SmallModel, type SmallProject } from './small-pmm.js';

const [CENTER_BONE, HEAD_BONE] = [0, 1];
const BONES = { センター: [{ frame: 0 }], 頭: [{ frame: 0 }], 左腕: [{ frame: 0 }] };
/** The largest number of models that a file can have. */
const MAX_MODELS = 255;

function sceneOf(pmm: Pmm): Promise<MmdScene> {
  return createScene(pmm, { resolve: () => dancer(), accessory: () => new Mesh() });
}

function attachedTo(model: number, bone: number, more: Partial<SmallModel> = {}): SmallModel {
  const properties = [{ frame: 0, parents: [[model, bone]] as const }];
  return { path: 'dancer.pmx', bones: BONES, externalParentBones: [-1], properties, ...more };
}

/** The y position of each model's head. */
function heights({ models }: MmdScene): number[] {
  return models.map((model) => {
    const { rig } = model!;
    return Math.round(rig.worldPositions[3 * rig.boneIndex('頭') + 1]);
  });
}

function isFinite({ elements }: Object3D['matrixWorld']): boolean {
  return elements.every(Number.isFinite);
}

function expectFinite(scene: MmdScene): void {
  scene.root.updateMatrixWorld();
  scene.root.traverse(({ name, matrixWorld }) => expect(isFinite(matrixWorld), name).toBe(true));
  const { position, matrixWorld, projectionMatrix } = scene.camera.active;
  for (const matrix of [matrixWorld, projectionMatrix]) expect(isFinite(matrix)).toBe(true);
  const { color, position: place } = scene.light.light;
  const numbers = [...position, ...place, ...color];
  expect(numbers.every(Number.isFinite)).toBe(true);
}

test('255 models from one file are attached in a chain, each to the head of the next', async () => {
  const paths: string[] = [];
  const models = Array.from({ length: MAX_MODELS }, (_, i) => attachedTo(i + 1, HEAD_BONE));
  const scene = await createScene(smallPmm({ models }), {
    resolve: (path) => (paths.push(path), dancer()),
  });
  expect(paths).toEqual(['dancer.pmx']);
  scene.sample(1);
  // the last one is on the ground, with its head at 15; each one before it is 15 higher
  expect(heights(scene)).toEqual(models.map((_, i) => 15 * (MAX_MODELS - i)));
  expect(scene.report.notes.map(({ code, name }) => [code, name])).toEqual([['missing-parent', '255 1']]);
});

test.each([1, 2, 3, MAX_MODELS])(
  '%i models attached in a circle show the same as a fresh scene',
  async (count) => {
    const bones = { ...BONES, 頭: [{ frame: 0 }, { frame: 10, position: [1, 2, 3] as const }] };
    const models = Array.from({ length: count }, (_, i) => attachedTo((i + 1) % count, HEAD_BONE, { bones }));
    const scene = await sceneOf(smallPmm({ models }));
    const fresh = await sceneOf(smallPmm({ models }));
    for (const frame of [0, 10, 3, 1e9, -5, 10]) scene.sample(frame);
    fresh.sample(10);
    expect(heights(scene)).toEqual(heights(fresh));
    expectFinite(scene);
  },
);

test('indices out of range attach nothing, and are reported', async () => {
  const parents = [
    [7, HEAD_BONE],
    [-3, HEAD_BONE],
    [0, -1],
    [0, 2 ** 31 - 1],
    [2 ** 31 - 1, 0],
    [-(2 ** 31), -(2 ** 31)],
  ] as const;
  const externalParentBones = [-1, -2, 99, 2 ** 31 - 1, -(2 ** 31), CENTER_BONE];
  const scene = await sceneOf(
    smallPmm({
      models: [{ bones: BONES, externalParentBones, properties: [{ frame: 0, parents }] }],
      accessories: parents.map((parent) => ({ keys: [{ frame: 0, parent }] })),
      camera: parents.map((follow, frame) => ({ frame, follow })),
    }),
  );
  for (let frame = 0; frame < parents.length; frame++) scene.sample(frame);
  expect(heights(scene)).toEqual([15]);
  expect(scene.accessories.map((accessory) => accessory!.holder.position.length())).toEqual([
    0, 0, 0, 0, 0, 0,
  ]);
  const { notes } = scene.report;
  expect(new Set(notes.map(({ code }) => code))).toEqual(new Set(['missing-parent']));
  expect(notes.filter(({ section }) => section === 'camera').map(({ name }) => name)).toEqual([
    '7 1',
    'm0 -1',
    'm0 2147483647',
    '2147483647 0',
  ]);
});

test('of several models with the same number, the first one is used', async () => {
  const moved = { ...BONES, センター: [{ frame: 0, position: [0, 5, 0] as const }] };
  const models = [{ number: 4, bones: moved }, { number: 4, bones: BONES }, attachedTo(4, HEAD_BONE)];
  const scene = await sceneOf(smallPmm({ models }));
  expect(heights(scene)).toEqual([20, 15, 35]);
});

test.each([NaN, Infinity, -Infinity, 3.4e38, -3.4e38, 0])(
  'a project with %d in every field is played',
  async (value) => {
    const nothing = [value, value, value] as const;
    const key = { position: nothing, rotation: [...nothing, value] };
    const project: SmallProject = {
      models: [
        attachedTo(1, HEAD_BONE, {
          bones: {
            センター: [
              { frame: 0, ...key },
              { frame: 10, ...key },
            ],
            頭: [{ frame: 0, ...key }],
          },
          rest: { edgeWidth: value },
        }),
        attachedTo(0, HEAD_BONE),
      ],
      accessories: [
        { keys: [0, 10].map((frame) => ({ frame, position: nothing, rotation: nothing, scale: value })) },
        { keys: [{ frame: 0, scale: value, parent: [0, HEAD_BONE] }] },
      ],
      camera: [
        { frame: 0, distance: value, target: nothing, rotation: nothing, follow: [0, HEAD_BONE] },
        { frame: 10, perspectiveOff: 1, distance: value },
      ],
      gravity: [
        { frame: 0, acceleration: value, direction: nothing },
        { frame: 10, noiseOn: 1, noise: 0x7fffffff },
      ],
    };
    const pmm = smallPmm(project);
    for (const column of [pmm.light.keys.colors, pmm.light.keys.directions, pmm.selfShadow.keys.distances]) {
      column.fill(value);
    }
    const scene = await sceneOf(pmm);
    expect(scene.duration).toBeCloseTo(1 / 3, 12);
    const gravity = createGravityTrack(pmm.gravity, value);
    const isHuge = Math.abs(value) > 1e30 && Number.isFinite(value);
    for (const frame of [0, 5, 10, 11]) {
      scene.sample(frame);
      if (isHuge) continue; // sums of the largest numbers in a file overflow on the GPU
      expectFinite(scene);
      expect([...sampleGravity(gravity, frame, [0, 0, 0])].every(Number.isFinite)).toBe(true);
    }
  },
);

test('an accessory of scale 0 does not throw when it is drawn', async () => {
  const keys = [
    { frame: 0, scale: 0, parent: [0, HEAD_BONE] as const },
    { frame: 10, scale: 2 },
  ];
  const scene = await sceneOf(smallPmm({ models: [{ bones: BONES }], accessories: [{ keys }] }));
  const { holder } = scene.accessories[0]!;
  const sizes = [0, 5, 10].map((frame) => (scene.sample(frame), holder.scale.x));
  expect(sizes).toEqual([0, 1, 2]);
  expectFinite(scene);
});
