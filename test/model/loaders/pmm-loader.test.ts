import { wholeBytes } from '#test/format/pmm/pmm-bytes.js';
import { fallingPmx } from '#test/model/small-bodies.js';
import { dancer, dancerPmx } from '#test/model/small-dancer.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { parsePmd, parsePmm, pmdToPmx, pmmToVmd, serializePmx } from '@odori/format';
import { createModel, type MmdModel, PMMLoader } from '@odori/model';
import { LoadError, Motion } from '@odori/runtime';
import { LoadingManager } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pmmFile } from '../scene/pmm-file.js';
import { smallPmm } from '../scene/small-pmm.js';

const center = { センター: [{ frame: 0 }, { frame: 30, position: [3, 0, 0] as const }] };

describe('PMMLoader', () => {
  test('a project and its models are loaded from dropped files', async () => {
    const pmm = smallPmm({ models: [{ path: 'C:\\MMD\\UserFile\\Model\\Dancer.PMX', bones: center }] });
    const files = new Map([
      ['show/stage.pmm', new Blob([pmmFile(pmm)])],
      ['show/model/dancer.pmx', new Blob([serializePmx(dancerPmx())])],
    ]);
    const scene = await new PMMLoader().setFiles(files).loadAsync('show/stage.pmm');
    expect(scene.report.notes).toEqual([]);
    scene.sample(30);
    const { rig } = scene.models[0]!;
    expect([...rig.worldPositions.subarray(0, 3)]).toEqual([3, 10, 0]);
    expect(scene.duration).toBe(1);
  });

  test.each([
    [{}, 2],
    [{ physics: false }, undefined],
  ])('with the options %j, a model has %s simulated bodies', async (options, count) => {
    const files = new Map([
      ['stage.pmm', new Blob([pmmFile(smallPmm({ models: [{ path: 'dancer.pmx', bones: center }] }))])],
      ['dancer.pmx', new Blob([serializePmx(fallingPmx())])],
    ]);
    const scene = await new PMMLoader(options).setFiles(files).loadAsync('stage.pmm');
    expect(scene.models[0]!.physics?.bodyCount).toBe(count);
  });

  test('a project as MMD writes it is loaded with a custom resolver', async () => {
    const bytes = wholeBytes().build();
    const scene = await new PMMLoader().setOptions({ resolve: () => dancer() }).parse(bytes);
    expect(scene.models.length).toBe(1);
    expect(scene.duration).toBe(2); // the shadow's last key is at frame 60
    const missing = scene.report.notes.map(({ code, section }) => `${code} ${section}`);
    expect(missing).toContain('missing-accessory accessories[0]');
  });

  test('abort() while models load ends in an AbortError, and frees the models', async () => {
    const model = dancer();
    const dispose = vi.spyOn(model, 'dispose');
    const pmm = smallPmm({ models: [{ path: 'dancer.pmx', bones: center }] });
    const resolve = (): MmdModel => {
      loader.abort();
      return model;
    };
    const loader = new PMMLoader({ resolve }).setFiles(new Map([['a.pmm', new Blob([pmmFile(pmm)])]]));
    await expect(loader.loadAsync('a.pmm')).rejects.toMatchObject({ name: 'AbortError' });
    expect(dispose).toHaveBeenCalledOnce();
  });

  test('a file that is not a project is an error', async () => {
    await expect(new PMMLoader().parse(new Uint8Array(40))).rejects.toThrow('not a PMM project');
    const files = new Map([['a.pmm', new Blob(['no'])]]);
    await expect(new PMMLoader().setFiles(files).loadAsync('a.pmm')).rejects.toThrow(
      'header.signature needs 30 bytes',
    );
    await expect(new PMMLoader().setFiles(files).loadAsync('b.pmm')).rejects.toThrow(
      new LoadError('b.pmm', 'this file is not among the 1 given files', { code: 'missing' }),
    );
  });
});

describe('a manager of a PMMLoader', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const pmx = serializePmx(dancerPmx());
  const project = pmmFile(smallPmm({ models: [{ path: 'C:\\MMD\\Model\\Dancer.pmx' }] }));

  /** The items that a manager counts, and those of them with an error, while a server has these files. */
  async function itemsOf(files: Record<string, BlobPart>): Promise<{ items: string[]; errors: string[] }> {
    vi.stubGlobal('fetch', async (url: string) => {
      const file = files[url.replace('https://example.org/', '')];
      return file === undefined ? new Response(null, { status: 404 }) : new Response(new Blob([file]));
    });
    const [items, errors]: string[][] = [[], []];
    const manager = new LoadingManager(undefined, undefined, (url) => errors.push(url));
    const { itemStart } = manager;
    manager.itemStart = (url) => {
      items.push(url);
      itemStart.call(manager, url);
    };
    await new PMMLoader(manager).loadAsync('https://example.org/stage.pmm').catch(() => undefined);
    return { items, errors };
  }

  const [stage, model] = ['https://example.org/stage.pmm', 'https://example.org/MMD/Model/Dancer.pmx'];

  test('counts the search for a model as one item, without errors for paths that lead nowhere', async () => {
    const { items, errors } = await itemsOf({ 'stage.pmm': project, 'Dancer.pmx': pmx });
    expect(items).toEqual([stage, model, 'Dancer.pmx']);
    expect(errors).toEqual([]);
  });

  test('gets one error for a missing model', async () => {
    const { items, errors } = await itemsOf({ 'stage.pmm': project });
    expect(items).toEqual([stage, model]);
    expect(errors).toEqual([model]);
  });

  test('gets one error for a broken model, by its name', async () => {
    const { errors } = await itemsOf({ 'stage.pmm': project, 'Model/Dancer.pmx': 'broken' });
    expect(errors).toEqual(['Dancer.pmx']);
  });

  test('gets one error for a missing or broken project', async () => {
    expect((await itemsOf({})).errors).toEqual([stage]);
    expect((await itemsOf({ 'stage.pmm': 'broken' })).errors).toEqual([stage]);
  });
});

describe.skipIf(!hasCorpus)('MMD’s own sample, version 1', () => {
  const pmdOf = (path: string) => parsePmd(readCorpus(path));
  const models: Record<string, string> = {
    'カイト.pmd': 'pmd/KAITO.pmd',
    '初音ミク.pmd': 'pmd/miku_v2/miku_v2.pmd', // not the Miku of the project
    'ダミーボーン.pmd': 'pmd/Dammy_Bone.pmd',
  };

  function resolve(path: string): MmdModel | undefined {
    const found = models[path.slice(path.lastIndexOf('\\') + 1)];
    return found === undefined ? undefined : createModel(pmdToPmx(pmdOf(found)));
  }

  test('PMDs name the tracks; missing models and models other than the project’s are reported', async () => {
    const bytes = readCorpus('pmm/kishimen_v1.pmm');
    const scene = await new PMMLoader().setOptions({ resolve }).parse(bytes);
    const sections = (code: string) =>
      scene.report.notes.filter((note) => note.code === code).map(({ section }) => section);
    expect(sections('missing-model')).toEqual([3, 4, 5, 6, 8, 9, 10].map((i) => `models[${i}]`));
    expect(sections('other-model')).toEqual(['models[2]']);
    expect(sections('missing-accessory').length).toBe(29);
    const named = parsePmm(bytes, { models: Object.values(models).map(pmdOf) });
    for (const i of [0, 1, 7]) {
      const { bones, morphs, property } = Motion.from(pmmToVmd(named, i));
      expect([...scene.motions[i]!.morphs.keys()]).toEqual([...morphs.keys()]);
      for (const [name, { frames, weights }] of morphs) {
        expect(scene.motions[i]!.morphs.get(name)).toMatchObject({ frames, weights });
      }
      const { ikFields: _, ...switches } = property!; // a project has whole names
      expect(scene.motions[i]!.property).toMatchObject(switches);
      expect([...scene.motions[i]!.bones.keys()]).toEqual([...bones.keys()]);
      for (const [name, { frames, positions, rotations }] of bones) {
        expect(scene.motions[i]!.bones.get(name)).toMatchObject({ frames, positions, rotations });
      }
    }
    expect(scene.duration).toBe(732 / 30);
    for (const frame of [0, 100.5, 732]) scene.sample(frame);
  });
});
