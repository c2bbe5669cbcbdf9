import { parsePmx, type Pmx, type PmxMorph } from '@odori/format';
import type { ModelCrowd } from '@odori/model';
import { Object3D, type PerspectiveCamera, REVISION } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CrowdRows } from '#src/model/crowd/crowd-rows.js';
import {
  CAMERA,
  compare,
  createCrowdPicture,
  differenceOf,
  expectSame,
  formation,
} from '#test/support/crowd-pictures.js';
import { LOOK_POSE, lookModel } from '#test/support/look-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { crowdOf, modelEntryOf, RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

/** The oldest three has no WebGPURenderer that draws models. */
const hasWebGPU = Number(REVISION) >= 187;

let picture: ModelPicture;
afterEach(() => picture.dispose());

describe.each(RENDERERS)('%s', (kind) => {
  test('a model with every kind of surface, bent', async () => {
    picture = await createCrowdPicture(kind);
    const { bytes, files } = lookModel();
    const model = await showModel(picture, parsePmx(bytes), files);
    const dancers = formation(model, 3);
    dancers.forEach((dancer, i) => {
      dancer.root.position.set(30 * (i - 1), 0, -40); // beside each other: its parts are translucent
      if (i > 0) playKeys(dancer, LOOK_POSE);
    });
    const result = await compare(picture, dancers);
    expectSame(result);
    expect(result.calls[1]).toBeLessThan(result.calls[0]);
  });

  test.runIf(kind === 'WebGLRenderer')('parts that are see-through, one dancer before another', async () => {
    picture = await createCrowdPicture(kind);
    const { bytes, files } = lookModel();
    const dancers = formation(await showModel(picture, parsePmx(bytes), files), 3);
    dancers.forEach((dancer, i) => {
      dancer.root.position.set(2 * i, 0, -12 * ((i + 1) % 3)); // the order is not that in which they came
      dancer.root.rotation.y = 0;
      dancer.surface.groundShadow.visible = false; // those of single models are darker where they overlap
      for (const material of [12, 18]) dancer.surface.setMaterialOpacity(material, 0.5);
    });
    const { over1 } = await compare(picture, dancers);
    expect(over1).toBe(0);
  });

  test('a dancer at three places is one rig, and takes the draw calls of one dancer', async () => {
    picture = await createCrowdPicture(kind);
    const { bytes, files } = lookModel();
    const dancer = await showModel(picture, parsePmx(bytes), files);
    dancer.root.removeFromParent();
    playKeys(dancer, LOOK_POSE);
    const places = [-1, 0, 1].map((i) => new Object3D().translateX(30 * i).translateZ(-40));
    const clones = places.map(({ position }) => {
      const clone = dancer.clone();
      clone.root.position.copy(position);
      return clone;
    });
    for (const clone of clones) picture.add(clone);
    await picture.draw(CAMERA);
    const expected = picture.pixels();
    for (const clone of clones) picture.scene.remove(clone.root);
    const crowd = await crowdOf(dancer, kind);
    picture.add(crowd);
    for (const place of places) crowd.add(dancer, place);
    crowd.update();
    await picture.draw(CAMERA);
    expectSame(differenceOf(picture.pixels(), expected));
    expect(crowd.dancers).toEqual([dancer]);
    crowd.remove(dancer, places[0]);
    expect(crowd.dancers).toEqual([dancer]);
    crowd.remove(dancer);
    expect(crowd.dancers).toEqual([]);
  });

  test.runIf(kind === 'WebGLRenderer')('each camera has its own order', async () => {
    const { bytes, files } = lookModel();
    picture = await createCrowdPicture(kind);
    const models = formation(await showModel(picture, parsePmx(bytes), files), 2);
    for (const { surface } of models) surface.groundShadow.visible = false;
    for (const { surface } of models) for (const i of [1, 18]) surface.setMaterialOpacity(i, 0.6);
    models[1].root.position.set(1, 0, -9);
    const behind = CAMERA.clone();
    behind.position.z = -80;
    behind.lookAt(0, 9, -8);
    behind.updateMatrixWorld();
    const draw = async (camera: PerspectiveCamera): Promise<Uint8ClampedArray> => {
      await picture.draw(camera);
      return picture.pixels();
    };
    for (const model of models) picture.add(model);
    const expected = [await draw(CAMERA), await draw(behind)];
    for (const model of models) picture.scene.remove(model.root);
    const crowd = await crowdOf(models[0], kind);
    picture.add(crowd);
    for (const model of models) crowd.add(model);
    crowd.update();
    const drawn = [await draw(CAMERA), await draw(behind), await draw(CAMERA)];
    expect(differenceOf(drawn[0], expected[0]).over1).toBe(0);
    expect(differenceOf(drawn[1], expected[1]).over1).toBe(0);
    expect(differenceOf(drawn[2], expected[0]).over1).toBe(0);
  });

  /** A white square of 2 units with a morph, in a picture of 8 × 4 units, 10 pixels each. */
  function square(morph: Partial<PmxMorph>): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material();
    builder.quad({ center: [0, 0, 0], width: 2, height: 2 });
    builder.morphs.push({ name: 'morph', nameEn: '', panel: 4, ...morph } as PmxMorph);
    return builder;
  }

  const CORNERS = Uint32Array.of(0, 1, 2, 3);

  function offsets(...offset: number[]): Float32Array {
    return Float32Array.from([...CORNERS].flatMap(() => offset));
  }

  /** Shows the model on the left, and on the right a clone with its morph. */
  async function showTwo(pmx: Pmx, files: Record<string, Blob> = {}): Promise<ModelCrowd> {
    picture = await ModelPicture.create(kind, 80, 40, 4);
    const model = await showModel(picture, pmx, files);
    model.root.removeFromParent();
    const clone = model.clone();
    [model.root.position.x, clone.root.position.x] = [-2, 2];
    playKeys(clone, { morphs: [{ name: 'morph', frame: 0, weight: 1 }] });
    const crowd = await crowdOf(model, kind);
    picture.add(crowd);
    crowd.add(model);
    crowd.add(clone);
    crowd.update();
    return crowd;
  }

  const [LEFT, RIGHT, GRAY, WHITE] = [20, 60, [128, 128, 128], [255, 255, 255]];

  test('a vertex morph moves the square of one dancer', async () => {
    await showTwo(square({ type: 'vertex', vertices: CORNERS, offsets: offsets(0, 1, 0) }).build());
    expectColor(await picture.pixel(LEFT, 28), WHITE); // from −1 to 1 unit: pixels 10 to 29
    expectColor(await picture.pixel(LEFT, 5), GRAY);
    expectColor(await picture.pixel(RIGHT, 28), GRAY); // from 0 to 2 units: pixels 0 to 19
    expectColor(await picture.pixel(RIGHT, 5), WHITE);
  });

  const HALVES = bmp({
    width: 2,
    rows: [
      [
        [255, 0, 0],
        [0, 0, 255],
      ],
    ],
  });

  test('a UV morph moves the texture of one dancer', async () => {
    const builder = square({ type: 'uv', channel: 0, vertices: CORNERS, offsets: offsets(0.5, 0, 0, 0) });
    const pmx = builder.build();
    pmx.textures.push('a.bmp');
    pmx.materials[0].texture = 0;
    await showTwo(pmx, { 'a.bmp': HALVES });
    expectColor(await picture.pixel(LEFT - 5, 20), [255, 0, 0], 20);
    expectColor(await picture.pixel(RIGHT - 5, 20), [0, 0, 255], 20);
  });

  test('a morph of the additional UV moves the sub-texture of one dancer', async () => {
    const builder = square({ type: 'uv', channel: 1, vertices: CORNERS, offsets: offsets(0.5, 0, 0, 0) });
    for (let i = 0; i < 4; i++) builder.additionalUv(0.25, 0.5, 0, 0);
    const pmx = builder.build();
    pmx.textures.push('a.bmp');
    Object.assign(pmx.materials[0], { sphereTexture: 0, sphereMode: 3 });
    await showTwo(pmx, { 'a.bmp': HALVES });
    expectColor(await picture.pixel(LEFT, 20), [255, 0, 0]);
    expectColor(await picture.pixel(RIGHT, 20), [0, 0, 255]);
  });

  /** A material morph that multiplies values of all materials. */
  function materialMorph(values: Record<number, number>): Partial<PmxMorph> {
    return {
      type: 'material',
      materials: Int32Array.of(-1),
      operations: Uint8Array.of(0),
      values: Float32Array.from({ length: 28 }, (_, i) => values[i] ?? 1),
    };
  }

  test('a material morph colors one dancer, another one hides it', async () => {
    const crowd = await showTwo(square(materialMorph({ 8: 0.5 })).build());
    expectColor(await picture.pixel(LEFT, 20), WHITE);
    expectColor(await picture.pixel(RIGHT, 20), [128, 255, 255]);
    crowd.dispose();
    picture.dispose();
    await showTwo(square(materialMorph({ 3: 0 })).build());
    expectColor(await picture.pixel(LEFT, 20), WHITE);
    expectColor(await picture.pixel(RIGHT, 20), GRAY);
  });

  test('a material that is hidden at rest is shown by the dancer whose morph shows it', async () => {
    const adding = { ...materialMorph({}), operations: Uint8Array.of(1) };
    const values = Float32Array.from({ length: 28 }, (_, i) => Number(i === 3));
    const pmx = square({ ...adding, values }).build();
    pmx.materials[0].diffuse = [0.5, 0.5, 0.5, 0];
    await showTwo(pmx);
    expectColor(await picture.pixel(LEFT, 20), GRAY);
    expectColor(await picture.pixel(RIGHT, 20), WHITE);
  });

  test('dancers come, hide and go; a crowd that is disposed of leaves nothing behind', async () => {
    picture = await ModelPicture.create(kind, 80, 40, 4);
    await picture.draw();
    const { memory } = picture.renderer.info;
    const before = { ...memory };
    const pmx = square({ type: 'vertex', vertices: CORNERS, offsets: offsets(0, 1, 0) }).build();
    const model = await showModel(picture, pmx);
    model.root.removeFromParent();
    const crowd = await crowdOf(model, kind);
    picture.scene.add(crowd.root);
    crowd.update();
    expect(await picture.count(255, 255, 255)).toBe(0);
    const dancers = [model, ...Array.from({ length: 19 }, () => model.clone())];
    dancers.forEach((dancer, i) => {
      dancer.root.scale.setScalar(0.1); // 2 × 2 pixels
      dancer.root.position.set((i % 10) / 2 - 2, Math.floor(i / 10), 0);
      crowd.add(dancer);
      crowd.add(dancer); // again: no second dancer
    });
    crowd.update();
    expect(await picture.count(255, 255, 255)).toBe(20 * 4);
    dancers[3].root.visible = false;
    playKeys(dancers[5], { properties: [{ frame: 0, visible: false }] });
    crowd.remove(dancers[7]);
    crowd.update();
    expect(await picture.count(255, 255, 255)).toBe(17 * 4);
    crowd.root.position.x = 100;
    crowd.update();
    expect(await picture.count(255, 255, 255)).toBe(0);
    crowd.dispose();
    crowd.dispose();
    for (const dancer of dancers) dancer.dispose();
    await picture.draw();
    expect(memory.textures).toBe(before.textures);
    expect(memory.geometries).toBe(before.geometries);
    if ('attributes' in memory) expect(memory.attributes).toBe(Reflect.get(before, 'attributes'));
  });

  test('a crowd that is full refuses a dancer', async () => {
    picture = await ModelPicture.create(kind, 80, 40, 4);
    const model = await showModel(picture, new ModelBuilder().build());
    const crowd = await crowdOf(model, kind);
    picture.add(crowd);
    vi.spyOn(CrowdRows.prototype, 'limit', 'get').mockReturnValue(1);
    crowd.add(model);
    expect(() => crowd.add(model.clone())).toThrow(RangeError);
    expect(() => crowd.add(model.clone())).toThrow('a crowd of this model holds at most 1 dancers');
    expect(crowd.dancers).toEqual([model]);
    vi.restoreAllMocks();
  });

  test('a crowd refuses other models, and models for another renderer', async () => {
    picture = await ModelPicture.create(kind, 80, 40, 4);
    const pmx = new ModelBuilder().build();
    const model = await showModel(picture, pmx);
    const other = await showModel(picture, pmx);
    const crowd = await crowdOf(model, kind);
    expect(() => crowd.add(other)).toThrow('a crowd draws only one model and its clones');
    crowd.dispose();
    const otherKind = kind === 'WebGLRenderer' ? 'WebGPURenderer, WebGPU' : 'WebGLRenderer';
    if (otherKind !== 'WebGLRenderer' && !hasWebGPU) return; // the oldest three has none
    const { createModel } = await modelEntryOf(otherKind);
    const foreign = createModel(pmx);
    await expect(crowdOf(foreign, kind)).rejects.toThrow(
      /cannot draw a model for .*: import ModelCrowd from/,
    );
    foreign.dispose();
  });
});
