import { createPmx, parsePmm } from '@odori/format';
import { serializeX } from '@odori/format/x';
import { createMapResolver, createModel, createScene, type SceneOptions } from '@odori/model';
import { AdditiveBlending, Box3, Group, Mesh, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { XBuilder } from '#test/support/x-builder.js';
import { type SmallAccessoryKey, smallPmm, type SmallProject } from './small-pmm.js';

const PATH = 'C:\\MMD\\UserFile\\Accessory\\Box.x';

const FILES: ReadonlyMap<string, Blob> = new Map([
  ['show/accessory/box.x', new Blob([serializeX(new XBuilder().quad([0, 0, 0], 1).build())])],
  ['show/broken.x', new Blob(['xof 0302txt 0032\nMesh {'])],
]);

function load(
  accessories: SmallProject['accessories'],
  options: Partial<SceneOptions> = {},
  rest: SmallProject = {},
) {
  return createScene(smallPmm({ ...rest, accessories: accessories ?? [] }), {
    resolve: createMapResolver(FILES),
    ...options,
  });
}

function boxAt(keys: readonly SmallAccessoryKey[], options?: Partial<SceneOptions>) {
  return load([{ name: 'box', path: PATH, keys }], options);
}

describe('the accessories of a project', () => {
  test('are found like models, and 10 times the size of the file, times that of the keyframe', async () => {
    const scene = await boxAt([{ frame: 0, scale: 0.5, position: [1, 2, 3] }]);
    expect(scene.report.notes).toEqual([]);
    const box = new Box3().setFromObject(scene.root.getObjectByName('box')!);
    expect(box.getSize(new Vector3()).toArray()).toEqual([5, 5, 0]);
    expect(box.getCenter(new Vector3()).toArray()).toEqual([1, 2, -3]);
  });

  test('fade with the keyframes’ transparency', async () => {
    const scene = await boxAt([
      { frame: 0, transparency: 0 },
      { frame: 10, transparency: 100 },
    ]);
    const [material] = scene.accessories[0]!.loaded!.mesh.material;
    scene.sample(5);
    expect(material.opacity).toBe(0.5);
    expect(material.transparent).toBe(true);
  });

  test('cast and receive shadows where the keyframes say so', async () => {
    const scene = await boxAt([
      { frame: 0, shadow: 1 },
      { frame: 10, shadow: 0 },
      { frame: 20, shadow: 1 },
    ]);
    const { mesh } = scene.accessories[0]!.loaded!;
    const shadowsAt = (frame: number): boolean[] => {
      scene.sample(frame);
      return [mesh.castShadow, mesh.receiveShadow];
    };
    expect([0, 10, 20].map(shadowsAt)).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
  });

  test('have a ground shadow where the keyframes and the project say so, on the ground of the scene', async () => {
    const keys = [
      { frame: 0, shadow: 1 },
      { frame: 10, shadow: 0 },
    ];
    const pmm = smallPmm({ accessories: [{ name: 'box', path: PATH, keys }] });
    const shadowsOf = async (): Promise<boolean[]> => {
      const scene = await createScene(pmm, { resolve: createMapResolver(FILES), unit: 0.1 });
      const { loaded, holder } = scene.accessories[0]!;
      expect(loaded!.ground).toBe(holder.parent);
      return [0, 10].map((frame) => (scene.sample(frame), loaded!.groundShadow.visible));
    };
    expect(await shadowsOf()).toEqual([true, false]);
    pmm.display.showGroundShadow = 0;
    expect(await shadowsOf()).toEqual([false, false]);
  });

  test('of one file are loaded once, with materials of their own', async () => {
    const keys = [{ frame: 0 }];
    const scene = await load([
      { path: PATH, keys },
      { path: PATH.toUpperCase(), keys },
    ]);
    const [first, second] = scene.accessories.map((accessory) => accessory!.loaded!);
    expect(first.mesh.geometry).toBe(second.mesh.geometry);
    expect(first.mesh.material[0]).not.toBe(second.mesh.material[0]);
  });

  test('are blended additively if the project says so, and have their place in the draw order', async () => {
    const pmm = smallPmm({ accessories: [{ path: PATH, drawOrder: 7, keys: [{ frame: 0 }] }] });
    pmm.accessories[0].additive = 1;
    const scene = await createScene(pmm, { resolve: createMapResolver(FILES) });
    const { mesh } = scene.accessories[0]!.loaded!;
    expect(mesh.material[0].blending).toBe(AdditiveBlending);
  });

  test('have the shadow borders of the scene', async () => {
    const scene = await boxAt([{ frame: 0 }], { shadows: 'three' });
    expect(scene.accessories[0]!.loaded!.shadows).toBe('three');
  });

  test('are freed with the scene', async () => {
    const scene = await boxAt([{ frame: 0 }]);
    const { geometry } = scene.accessories[0]!.loaded!.mesh;
    let isFreed = false;
    geometry.addEventListener('dispose', () => (isFreed = true));
    scene.dispose();
    expect(isFreed).toBe(true);
  });
});

describe('the option `accessory`', () => {
  test('goes first; where it gives nothing, the file is loaded', async () => {
    const own = new Group();
    const keys = [{ frame: 0 }];
    const scene = await load(
      [
        { name: 'mine', path: PATH, keys },
        { name: 'other', path: PATH, keys },
      ],
      {
        accessory: (_, { name }) => (name.text === 'mine' ? own : undefined),
      },
    );
    const [mine, other] = scene.accessories;
    expect([mine!.object, mine!.loaded]).toEqual([own, undefined]);
    expect(other!.loaded).toBeDefined();
  });

  test('its meshes receive no shadow where the keyframes have none, and never if they did not before', async () => {
    const own = new Group().add(new Mesh(), new Mesh());
    const [first, second] = own.children;
    first.receiveShadow = true;
    const keys = [
      { frame: 0, shadow: 0 },
      { frame: 10, shadow: 1 },
    ];
    const scene = await load([{ path: PATH, keys }], { accessory: () => own });
    const receivesAt = (frame: number): boolean[] => {
      scene.sample(frame);
      return [first.receiveShadow, second.receiveShadow];
    };
    expect([0, 10].map(receivesAt)).toEqual([
      [false, false],
      [true, false],
    ]);
  });
});

describe('accessories that cannot be shown are reported, and the rest plays:', () => {
  test('missing and broken files, and an option that fails', async () => {
    const keys = [{ frame: 0 }];
    const scene = await load(
      [
        { name: 'gone', path: 'gone.x', keys },
        { name: 'broken', path: 'broken.x', keys },
        { name: 'refused', path: 'refused.x', keys },
        { name: 'box', path: PATH, keys },
      ],
      {
        accessory: (path) => {
          if (path === 'refused.x') throw new Error('no way');
          return undefined;
        },
      },
    );
    expect(
      scene.report.notes.map(({ code, section, name, reason }) => [code, section, name, reason]),
    ).toEqual([
      ['missing-accessory', 'accessories[0]', 'gone', 'the accessory gone.x was not found'],
      [
        'unreadable-accessory',
        'accessories[1]',
        'broken',
        'broken.x: the file is broken: the file ends where a number should be (at line 2, column 7)',
      ],
      ['unreadable-accessory', 'accessories[2]', 'refused', 'no way'],
    ]);
    expect(scene.accessories.map((accessory) => accessory !== undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('a resolver that gives a model for every path gives no accessory', async () => {
    const scene = await load([{ path: PATH, keys: [{ frame: 0 }] }], {
      resolve: () => createModel(createPmx()),
    });
    expect(scene.report.notes.map(({ code }) => code)).toEqual(['missing-accessory']);
  });
});

describe.skipIf(!hasCorpus)('a project of MMD 9.31 with effects as accessories', () => {
  test('shows files of the names that it gives', async () => {
    const pmm = parsePmm(readCorpus('pmm/accessories_v2.pmm'));
    const files = new Map(
      ['ColorDebuger.x', 'iwColorAdjustment.x'].map((name, i) => [
        `dropped/${name}`,
        new Blob([
          serializeX(new XBuilder().quad([0, 0, 0], i + 1).build(), { encoding: 'compressed-binary' }),
        ]),
      ]),
    );
    const scene = await createScene(pmm, { resolve: createMapResolver(files) });
    expect(scene.report.notes.map(({ code }) => code)).toEqual(['missing-model']);
    const sizes = scene.accessories.map((accessory) =>
      new Box3().setFromObject(accessory!.holder).getSize(new Vector3()).toArray(),
    );
    expect(sizes).toEqual([
      [10, 10, 0],
      [20, 20, 0],
    ]);
    expect(scene.accessories.map((accessory) => accessory!.loaded!.mesh.castShadow)).toEqual([false, false]);
  });
});
