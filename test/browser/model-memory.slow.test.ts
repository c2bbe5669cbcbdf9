import { createMapSource, createModel, type MmdModel } from '@odori/model';
import type { Pmx } from '@odori/format';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GpuLedger } from '#test/support/gpu-ledger.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { ModelPicture, playKeys } from '#test/support/model-picture.js';
import { bmp } from '#test/support/test-images.js';

let ledger: GpuLedger;
let picture: ModelPicture;

beforeEach(async () => {
  ledger = new GpuLedger();
  picture = await ModelPicture.create('WebGLRenderer', 32, 32, 60);
});

afterEach(() => {
  picture.dispose();
  ledger.stop();
});

const MORPHS = 300;
const MATERIALS = 40;

/** About 40,000 vertices in 40 materials with textures, 300 vertex morphs with 5 % of the vertices each. */
function largeModel(): { pmx: Pmx; files: Map<string, Blob> } {
  const builder = new ModelBuilder();
  const texture = builder.texture('a.bmp');
  for (let i = 0; i < MATERIALS; i++) {
    builder.material({ texture, sharedToon: 1, toon: i % 10, flags: 31 });
    for (let k = 0; k < 2; k++) builder.ball([3 * (i % 8) - 10, 3 * Math.floor(i / 8) - 6, k], 1.3);
  }
  while (builder.vertexCount < 40_000) builder.vertex({ position: [0, 0, 0] });
  const touched = builder.vertexCount / 20;
  for (let i = 0; i < MORPHS; i++) {
    const vertices = Uint32Array.from({ length: touched }, (_, k) => (k * 20 + i) % builder.vertexCount);
    const offsets = new Float32Array(3 * touched).fill(0.1);
    builder.morphs.push({ name: `m${i}`, nameEn: '', panel: 4, type: 'vertex', vertices, offsets });
  }
  const row = Array.from({ length: 256 }, (_, x) => [x, 255 - x, 100] as [number, number, number]);
  const image = bmp({ width: 256, rows: Array.from({ length: 256 }, () => row) });
  return { pmx: builder.build(), files: new Map([['a.bmp', image]]) };
}

async function show({ pmx, files }: ReturnType<typeof largeModel>): Promise<MmdModel> {
  const model = createModel(pmx, { files: createMapSource(files, 'a.pmx') });
  await model.ready;
  picture.add(model);
  return model;
}

test('300 morphs on 40,000 vertices need less than 40 MB on the GPU', async () => {
  await picture.draw();
  const before = ledger.bytes;
  const model = await show(largeModel());
  await picture.draw();
  playKeys(model, {
    morphs: Array.from({ length: MORPHS }, (_, i) => ({ name: `m${i}`, frame: 0, weight: 1 })),
  });
  await picture.draw();
  const megabytes = (ledger.bytes - before) / 1e6;
  expect(megabytes).toBeGreaterThan(1);
  expect(megabytes).toBeLessThan(40);
  console.info(`GPU memory of the large model: ${megabytes.toFixed(2)} MB`);
});

test('eight rounds of loading and disposing leave no GPU memory in use', async () => {
  const source = largeModel();
  await picture.draw();
  const { memory } = picture.renderer.info;
  const empty = { ...memory, count: ledger.count };
  for (let round = 0; round < 8; round++) {
    const model = await show(source);
    const copy = model.clone();
    picture.add(copy);
    await picture.draw();
    if (round % 2 === 0) model.dispose();
    copy.dispose();
    await picture.draw();
    model.dispose();
    await picture.draw();
    expect({ ...memory, count: ledger.count }).toEqual(empty);
  }
});

test('clones of a model that was never drawn leave nothing in use, whichever goes first', async () => {
  const source = largeModel();
  await picture.draw();
  const { memory } = picture.renderer.info;
  const empty = { ...memory, count: ledger.count };
  for (let round = 0; round < 4; round++) {
    const model = await show(source);
    model.root.removeFromParent();
    const copies = [model.clone(), model.clone()];
    for (const copy of copies) {
      picture.add(copy);
      await picture.draw();
      if (round < 2) copy.dispose();
    }
    if (round % 2 === 0) model.dispose();
    for (const copy of copies) copy.dispose();
    model.dispose();
    await picture.draw();
    expect({ ...memory, count: ledger.count }).toEqual(empty);
  }
});

test('no frame uploads vertices: shaders move them', async () => {
  const model = await show(largeModel());
  const keys = { morphs: [{ name: 'm3', frame: 0, weight: 0.5 }] };
  playKeys(model, keys);
  await picture.draw();
  expect(model.mesh.geometry.getAttribute('position')).toMatchObject({ data: { version: 0 } });
  playKeys(model, {});
  await picture.draw();
  expect(model.mesh.geometry.getAttribute('position')).toMatchObject({ data: { version: 0 } });
});

test('a second renderer that draws less often has the same vertices as the first', async () => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [-15, 0, 0], width: 20, height: 20 });
  builder.quad({ center: [15, 0, 0], width: 20, height: 20 });
  for (const [name, first] of [
    ['left', 0],
    ['right', 4],
  ] as const) {
    const vertices = Uint32Array.from([0, 1, 2, 3], (i) => first + i);
    const offsets = Float32Array.from([0, 100, 0, 0, 100, 0, 0, 100, 0, 0, 100, 0]);
    builder.morphs.push({ name, nameEn: '', panel: 4, type: 'vertex', vertices, offsets });
  }
  const model = await show({ pmx: builder.build(), files: new Map() });
  const other = await ModelPicture.create('WebGLRenderer', 32, 32, 60);
  const weigh = (left: number, right: number): void => {
    model.morphs.get('left')!.weight = left;
    model.morphs.get('right')!.weight = right;
    model.update();
  };
  const drawOther = async (): Promise<number[]> => {
    picture.scene.remove(model.root);
    other.scene.add(model.root);
    const pixel = await other.pixel(8, 16);
    picture.scene.add(model.root);
    return pixel;
  };
  weigh(1, 0);
  await picture.draw();
  expect((await drawOther())[0]).toBe(128); // moved out of the picture
  weigh(0, 0);
  await picture.draw();
  weigh(0, 1);
  await picture.draw();
  expect((await drawOther())[0]).toBe(255);
  other.dispose();
});
