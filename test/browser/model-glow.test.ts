import type { Glow, MmdModel } from '@odori/model';
import {
  DataUtils,
  HalfFloatType,
  type TextureDataType,
  UnsignedByteType,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADD, materialMorph } from '#test/model/small-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

type MaterialValues = NonNullable<Parameters<ModelBuilder['material']>[0]>;

/** Glows three times its diffuse color, (121 − 100) / 7. Lit, it is white. */
const LANTERN: MaterialValues = {
  ambient: [1, 1, 1],
  diffuse: [1, 0, 0, 1],
  specular: [0, 0, 0],
  specularPower: 121,
};

describe.each(RENDERERS)('%s', (kind) => {
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 16, 16, 8);
  });

  afterEach(() => picture.dispose());

  function quad(material: MaterialValues): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material(material);
    builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
    return builder;
  }

  async function show(material: MaterialValues, glow?: Glow): Promise<MmdModel> {
    const model = await showModel(picture, quad(material).build());
    if (glow !== undefined) model.surface.glow = glow;
    return model;
  }

  /** The color in the middle of the picture, linear, as drawn into a render target of this type. */
  async function drawn(type: TextureDataType = HalfFloatType): Promise<number[]> {
    const { scene, camera, size } = picture;
    const target = new WebGLRenderTarget(...size, { type });
    const renderer = picture.renderer as WebGLRenderer; // both have these methods
    await picture.draw(); // errors of WebGPU, and the next frame
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    const values = (await pixelOf(target)).map((value) =>
      type === HalfFloatType ? DataUtils.fromHalfFloat(value) : value / 255,
    );
    target.dispose();
    return values;
  }

  /** Its r g b in the middle, as stored. */
  async function pixelOf(target: WebGLRenderTarget): Promise<number[]> {
    const { renderer } = picture;
    if ('isWebGPURenderer' in renderer) {
      return Array.from(await renderer.readRenderTargetPixelsAsync(target, 8, 8, 1, 1)).slice(0, 3);
    }
    const pixels = target.texture.type === HalfFloatType ? new Uint16Array(4) : new Uint8Array(4);
    renderer.readRenderTargetPixels(target, 8, 8, 1, 1, pixels);
    return Array.from(pixels).slice(0, 3);
  }

  function expectLinear(actual: readonly number[], expected: readonly number[]): void {
    expected.forEach((value, i) => expect(actual[i], actual.join()).toBeCloseTo(value, 2));
  }

  test('a material with a high shininess and a black specular color glows above white', async () => {
    await show(LANTERN);
    expectLinear(await drawn(), [1 + 3, 1, 1]);
  });

  test.each<[string, MaterialValues, number]>([
    ['a shininess of 100 does not glow', { specularPower: 100 }, 0],
    ['just above 100, the glow is as strong as the color', { specularPower: 100.5 }, 1],
    ['a shininess of 114 glows twice as strongly', { specularPower: 114 }, 2],
    ['a specular color of length 0.009 is black', { specular: [0.006, 0.006, 0.003] }, 3],
    ['one of length 0.0104 is not', { specular: [0.006, 0.006, 0.006] }, 0],
  ])('%s', async (_title, values, strength) => {
    await show({ ...LANTERN, ...values });
    const [red] = await drawn();
    expect(red).toBeCloseTo(1 + strength, 1);
  });

  test('the color of the glow is decoded, and the texture multiplies it', async () => {
    // 128/255 · 200/255 = 0.3937 → linear ((0.3937 + 0.055) / 1.055)^2.4 = 0.1285, three times
    const builder = quad({ ...LANTERN, diffuse: [128 / 255, 0, 0, 1], texture: 0 });
    builder.texture('map.bmp');
    await showModel(picture, builder.build(), { 'map.bmp': bmp({ width: 1, rows: [[[200, 200, 200]]] }) });
    const [red] = await drawn();
    const lit = ((200 / 255 + 0.055) / 1.055) ** 2.4; // white light on the texture
    expect(red).toBeCloseTo(lit + 3 * 0.1285, 2);
  });

  test.each<[Glow, number]>([
    ['off', 1],
    [0, 1],
    [0.5, 2.5],
    [2, 7],
  ])('glow %s', async (glow, red) => {
    await show(LANTERN, glow);
    expectLinear(await drawn(), [red, 1, 1]);
  });

  test('a target of bytes and the canvas have no glow', async () => {
    const model = await show({ ...LANTERN, ambient: [0, 0, 0] });
    expectColor(await picture.pixel(8, 8), [154, 0, 0]);
    expect((await drawn(UnsignedByteType))[0]).toBeLessThan(0.7);
    model.surface.glow = 1; // it counts everywhere
    expectColor(await picture.pixel(8, 8), [255, 0, 0]);
  });

  test('morphs of the shininess and of the color change the glow', async () => {
    const builder = quad(LANTERN);
    const out = { material: 0, operation: ADD, changes: { specularPower: [-30] } };
    const blue = { material: 0, operation: ADD, changes: { diffuse: [-1, 0, 1, 0] } };
    builder.morphs.push(materialMorph('out', out), materialMorph('blue', blue));
    const model = await showModel(picture, builder.build());
    const key = (name: string) => ({ name, frame: 0, weight: 1 });
    playKeys(model, { morphs: [key('blue')] });
    expectLinear(await drawn(), [1, 1, 4]);
    playKeys(model, { morphs: [key('blue'), key('out')] });
    expectLinear(await drawn(), [1, 1, 1]);
  });

  test('clones take the glow over; a word that is none is refused', async () => {
    const model = await show(LANTERN, 0.5);
    const clone = model.clone();
    expect(clone.surface.glow).toBe(0.5);
    clone.dispose();
    for (const glow of ['bright', -1, NaN, Infinity]) {
      expect(() => (model.surface.glow = glow as Glow)).toThrow(RangeError);
    }
    expect(model.surface.glow).toBe(0.5);
  });
});
