import { createMapSource, loadAccessory, loadModel, type MmdModel, PMDLoader, PMXLoader } from '@odori/model';
import { MmdFormatError, type Pmx, serializePmx } from '@odori/format';
import { bindMotion, loadMotion, type Motion } from '@odori/runtime';
import { ImageDecoder } from '#src/model/textures/decode-image.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { type TestImage, tga } from '#test/support/test-images.js';
import { watchWorkers } from '#test/support/watch-workers.js';
import type { BufferAttribute } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearPage, nextEvent, showElement } from './element/show-element.js';

const MODEL = '/packages/sample/files/dancer.pmx';
const MOTION = '/packages/sample/files/dance.vmd';

afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/**
 * A copy with a digest in place of each typed array: `toEqual` takes seconds for those of a dancer, number by
 * number.
 */
function withDigests(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return digestOf(value);
  if (Array.isArray(value) || value instanceof Map) return Array.from(value, withDigests);
  if (value === undefined || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, withDigests(each)]));
}

/** The same of the fields of a motion, which is no plain object. */
function fieldsOf(motion: Motion): unknown {
  return withDigests(Object.fromEntries(Object.entries(motion)));
}

/** FNV-1a, with type and length. */
function digestOf({ buffer, byteOffset, byteLength, constructor: { name } }: ArrayBufferView): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return `${name} of ${byteLength} bytes: ${hash}`;
}

/** All that a model draws and moves. */
function contentOf({ mesh, rig, morphs, report, name, comment }: MmdModel): unknown {
  const columns = Object.entries(mesh.geometry.attributes).map(([key, attribute]) => [
    key,
    (attribute as BufferAttribute).array,
  ]);
  const index = mesh.geometry.index!.array;
  const { min, max } = mesh.boundingBox;
  const notes = [report.warnings, report.notes];
  return withDigests({
    columns,
    index,
    bounds: [min, max],
    definition: rig.definition,
    morphs: [...morphs.keys()],
    notes,
    name,
    comment,
  });
}

test('a motion that a worker has read is the same', async () => {
  const { started, ended } = watchWorkers();
  const bytes = await bytesOf(MOTION);
  const [there, here] = [await loadMotion(bytes), await loadMotion(bytes, { worker: false })];
  expect([started, ended()]).toEqual([['odori-motion'], 1]);
  expect(fieldsOf(there)).toEqual(fieldsOf(here));
  expect(there.bones.get('センター')).toEqual(here.bones.get('センター'));
  const [part, same] = [there, here].map((motion) => fieldsOf(motion.mirror().slice(30, 60)));
  expect(part).toEqual(same);
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

/** A PMD without vertices and bones. */
function emptyPmd(): Blob {
  const bytes = new Uint8Array(299); // header 283, counts of vertices, indices, materials, bones and IKs
  bytes.set(new TextEncoder().encode('Pmd'));
  new DataView(bytes.buffer).setFloat32(3, 1, true);
  return new Blob([bytes]);
}

describe('the loaders in the style of three', () => {
  test('read a model as loadModel does', async () => {
    const { started, ended } = watchWorkers();
    const [there, here] = [await new PMXLoader().loadAsync(MODEL), await loadModel(MODEL, { worker: false })];
    expect([started, ended()]).toEqual([['odori-model'], 1]);
    expect(contentOf(there)).toEqual(contentOf(here));
    expect(await new PMXLoader({ worker: false }).loadAsync(MODEL)).toMatchObject({ name: there.name });
    const pmd = await new PMDLoader({ worker: true })
      .setFiles(new Map([['a.pmd', emptyPmd()]]))
      .loadAsync('a.pmd');
    expect(pmd.rig.definition.fromPmd).toBe(true);
    expect(started).toEqual(['odori-model', 'odori-model']);
  });

  test('refuse a model of the other format, which the worker would read', async () => {
    const files = new Map([['a.pmd', emptyPmd()]]);
    const loading = new PMXLoader({ worker: true }).setFiles(files).loadAsync('a.pmd');
    await expect(loading).rejects.toMatchObject({ code: 'bad-signature' });
  });

  test('end the worker with abort()', async () => {
    const { started, ended } = watchWorkers();
    const loader = new PMXLoader();
    const loading = loader.loadAsync(MODEL);
    await vi.waitUntil(() => started.length > 0, { interval: 1, timeout: 60_000 });
    loader.abort();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended()).toBe(1);
  });
});

test('small files stay on the main thread, unless the page wants a worker', async () => {
  const { started } = watchWorkers();
  const pose = '/packages/sample/files/pose-wave.vpd';
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

  const loadInStyle = async (
    bytes: Uint8Array<ArrayBuffer>,
    { worker }: { worker: boolean },
  ): Promise<MmdModel> =>
    new PMXLoader({ worker }).setFiles(new Map([['the file', new Blob([bytes])]])).loadAsync('the file');

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

  test('a loader in the style of three gives the error of the parser, from the worker', async () => {
    const bytes = await bytesOf(MODEL);
    const [there, here] = await Promise.all(
      [true, false].map((worker) =>
        loadInStyle(bytes.slice(0, 1000), { worker }).catch((reason: unknown) => reason),
      ),
    );
    expect(there).toBeInstanceOf(MmdFormatError);
    expect(there).toEqual(here);
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
  await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(0);
  controller.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
  expect(ended()).toBe(1);
});

describe('TGA textures', () => {
  /** 240 × 240 pixels, 172,818 bytes as a TGA. */
  const IMAGE: TestImage = {
    width: 240,
    rows: Array.from({ length: 240 }, (_row, y) =>
      Array.from({ length: 240 }, (_column, x): [number, number, number] => [x, y, 7]),
    ),
  };

  /** A model with two pictures, one for each material. */
  function twoPictures(): Pmx {
    const builder = new ModelBuilder();
    for (const path of ['a.tga', 'b.tga']) {
      builder.material({ texture: builder.texture(path) });
      builder.quad({ center: [0, 0, 0], width: 1, height: 1 });
    }
    return builder.build();
  }

  test('large ones are decoded in a worker each, one after the other, and the pixels are the same', async () => {
    const { started, ended } = watchWorkers();
    const [there, here] = [new ImageDecoder(), new ImageDecoder(false)];
    const both = [there.decode(tga(IMAGE)), there.decode(tga(IMAGE, true))];
    const [bottomUp, topDown] = await Promise.all(both);
    expect([started, ended()]).toEqual([['odori-texture', 'odori-texture'], 2]);
    const image = withDigests((await here.decode(tga(IMAGE))).image);
    expect([bottomUp, topDown].map((texture) => withDigests(texture.image))).toEqual([image, image]);
    const { data, width, height } = bottomUp.image as { data: Uint8Array; width: number; height: number };
    expect([width, height, data.length]).toEqual([240, 240, 230_400]);
    const third = 4 * (5 * 240 + 3); // the pixel at 3, 5
    expect([...data.subarray(third, third + 4)]).toEqual([3, 5, 7, 255]);
    expect(started.length).toBe(2);
  });

  test('small ones are decoded on the main thread', async () => {
    const { started } = watchWorkers();
    await new ImageDecoder().decode(
      tga({ width: 2, rows: IMAGE.rows.slice(0, 2).map((row) => row.slice(0, 2)) }),
    );
    expect(started).toEqual([]);
  });

  test('a broken one has the error of the main thread, and the next one is decoded', async () => {
    const bytes = new Uint8Array(await tga(IMAGE).arrayBuffer());
    bytes[2] = 99; // no type of a TGA
    const broken = new Blob([bytes]);
    const [there, here] = [new ImageDecoder(), new ImageDecoder(false)];
    const problems = [there.decode(broken), here.decode(broken)].map((decoding) =>
      decoding.then(
        () => 'none',
        ({ message }: Error) => message,
      ),
    );
    const next = there.decode(tga(IMAGE));
    const [first, second] = await Promise.all(problems);
    expect(first).toMatch(/TGA/);
    expect(first).toBe(second);
    expect((await next).image).toMatchObject({ width: 240, height: 240 });
  });

  test.each([
    ['auto', 'auto', ['odori-texture', 'odori-texture']],
    ['on', true, ['odori-model', 'odori-texture', 'odori-texture']],
    ['off', false, []],
  ] as const)('with the option `worker` %s, a model takes these workers', async (_, worker, expected) => {
    const { started } = watchWorkers();
    const files = createMapSource(
      new Map([
        ['a.tga', tga(IMAGE)],
        ['b.tga', tga(IMAGE, true)],
      ]),
      'test.pmx',
    );
    const model = await loadModel(serializePmx(twoPictures()), { files, worker });
    expect(model.report.notes).toEqual([]);
    expect(started).toEqual(expected);
    model.dispose();
  });

  test.each([
    ['auto', ['odori-texture']],
    [false, []],
  ] as const)('with the option `worker` %s, an accessory takes these workers', async (worker, expected) => {
    const { started } = watchWorkers();
    const files = { open: () => Promise.resolve(tga(IMAGE)) };
    const accessory = await loadAccessory(new TextEncoder().encode(TILE), { files, worker });
    expect(accessory.report.notes).toEqual([]);
    expect(started).toEqual(expected);
    accessory.dispose();
  });
});

/** A triangle with a picture. */
const TILE = `xof 0302txt 0064
Mesh {
 3; 0;0;0;, 0;1;0;, 1;0;0;;
 1; 3;0,1,2;;
 MeshMaterialList { 1; 1; 0;; Material { 1;1;1;1;; 5; 0;0;0;; 0;0;0;; TextureFilename { "a.tga"; } } }
}`;

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
