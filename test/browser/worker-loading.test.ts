import { loadModel, type MmdModel } from '@odori/model';
import { bindMotion, loadMotion } from '@odori/runtime';
import type { BufferAttribute } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearPage, nextEvent, showElement } from './element/show-element.js';

const MODEL = '/demos/assets/files/dancer.pmx';
const MOTION = '/demos/assets/files/dance.vmd';

afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The workers that a test starts, and how many have ended. */
function watchWorkers(): { started: string[]; ended: () => number } {
  const started: string[] = [];
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        started.push(options?.name ?? '');
      }
    },
  );
  const terminate = vi.spyOn(Original.prototype, 'terminate');
  return { started, ended: () => terminate.mock.calls.length };
}

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/** All that a model draws and moves. */
function contentOf({ mesh, rig, morphs, report, name, comment }: MmdModel): object {
  const columns = Object.entries(mesh.geometry.attributes).map(([key, attribute]) => [
    key,
    (attribute as BufferAttribute).array,
  ]);
  const index = mesh.geometry.index!.array;
  const { min, max } = mesh.boundingBox;
  const notes = [report.warnings, report.notes];
  return {
    columns,
    index,
    bounds: [min, max],
    definition: rig.definition,
    morphs: [...morphs.keys()],
    notes,
    name,
    comment,
  };
}

test('a motion that a worker has read is the same', async () => {
  const { started, ended } = watchWorkers();
  const bytes = await bytesOf(MOTION);
  const [there, here] = [await loadMotion(bytes), await loadMotion(bytes, { worker: false })];
  expect([started, ended()]).toEqual([['odori-motion'], 1]);
  expect(there).toEqual(here);
  expect(there.bones.get('センター')).toEqual(here.bones.get('センター'));
  expect(there.mirror().slice(30, 60)).toEqual(here.mirror().slice(30, 60));
  expect(bytes.length).toBeGreaterThan(2 ** 17); // the bytes of the page stay
});

test('a model that a worker has read is the same, and dances the same', async () => {
  const { started, ended } = watchWorkers();
  const motion = await loadMotion(MOTION, { worker: false });
  const [there, here] = [await loadModel(MODEL), await loadModel(MODEL, { worker: false })];
  expect([started, ended()]).toEqual([['odori-model'], 1]);
  expect(contentOf(there)).toEqual(contentOf(here));
  for (const model of [there, here]) {
    bindMotion(motion, model.rig).sample(300);
    model.update();
  }
  expect(there.rig.skinMatrices).toEqual(here.rig.skinMatrices);
  expect(contentOf(there)).toEqual(contentOf(here)); // with its morphs
  for (const model of [there, here]) model.dispose();
});

test('small files stay on the main thread, unless the page wants a worker', async () => {
  const { started } = watchWorkers();
  const pose = '/demos/assets/files/pose-wave.vpd';
  const here = await loadMotion(pose);
  expect(started).toEqual([]);
  expect(await loadMotion(pose, { worker: true })).toEqual(here);
  expect(started).toEqual(['odori-motion']);
});

describe('broken files', () => {
  /** What is wrong with a file, as its error says. */
  async function problemOf(load: () => Promise<unknown>): Promise<unknown[]> {
    const error = (await load().catch((reason: unknown) => reason)) as Error;
    return [error.constructor, error.message, error.cause, (error.cause as Error | undefined)?.message];
  }

  test.each([
    ['a motion', loadMotion, MOTION],
    ['a model', loadModel, MODEL],
  ])('%s gives the error of the main thread', async (_, load, url) => {
    const bytes = await bytesOf(url);
    bytes.fill(0xff, 3, 1000);
    const there = await problemOf(() => load(bytes, { worker: true }));
    const here = await problemOf(() => load(bytes, { worker: false }));
    expect(there).toEqual(here);
    expect(there[1]).toMatch(/^the file: /);
  });

  test('a motion that ends too early has its warnings', async () => {
    const bytes = (await bytesOf(MOTION)).slice(0, 400_000);
    const warnings: string[] = [];
    const motion = await loadMotion(bytes, {
      onWarning: ({ code }, name) => warnings.push(`${name} ${code}`),
    });
    expect(warnings).toContain('the file truncated');
    expect(motion.bones.size).toBeGreaterThan(0);
  });
});

test.each([
  ['loadMotion', loadMotion, MOTION],
  ['loadModel', loadModel, MODEL],
])('%s can be aborted while the worker works', async (_, load, url) => {
  const { started, ended } = watchWorkers();
  const bytes = await bytesOf(url);
  const controller = new AbortController();
  const loading = load(bytes, { signal: controller.signal });
  await vi.waitUntil(() => started.length > 0, { interval: 1 });
  controller.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
  expect(ended()).toBe(1);
});

describe('the element', () => {
  /** Shows a dance, and gives the workers that it takes. */
  async function workersOf(attributes: Record<string, string>): Promise<string[]> {
    const { started } = watchWorkers();
    const element = showElement({ ...attributes, physics: 'off' }, { model: MODEL, motion: MOTION });
    await nextEvent(element, 'loadeddata');
    expect(element.loadedModel?.name).toBe('踊り子');
    return started.toSorted();
  }

  test('reads large models and motions in workers', async () => {
    expect(await workersOf({})).toEqual(['odori-model', 'odori-motion']);
  });

  test('reads them itself with the attribute `worker` off', async () => {
    expect(await workersOf({ worker: 'off' })).toEqual([]);
  });

  test('has the property `worker` for the attribute', () => {
    const element = showElement();
    const seen = (['auto', true, false, 'auto'] as const).map((use) => {
      element.worker = use;
      return [element.worker, element.getAttribute('worker')];
    });
    expect(seen).toEqual([
      ['auto', null],
      [true, 'on'],
      [false, 'off'],
      ['auto', null],
    ]);
  });
});
