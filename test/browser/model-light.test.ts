import { createMmdLight } from '@odori/model';
import { DirectionalLight, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';

describe.each(RENDERERS)('%s: the strength of the light', (kind) => {
  /** 4 pixels are a unit, and 16 16 is the origin. */
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
  });

  afterEach(() => picture.dispose());

  async function showQuad(): Promise<Awaited<ReturnType<typeof showModel>>> {
    const builder = new ModelBuilder();
    builder.material({ ambient: [0.2, 0.2, 0.2], diffuse: [0.5, 0.5, 0.5, 1] });
    builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
    return showModel(picture, builder.build());
  }

  function shine(color: number, intensity: number): void {
    const light = new DirectionalLight(color, intensity);
    light.position.set(0, 0, 100);
    picture.scene.add(light);
  }

  test('a sun of intensity 3 is as strong as the light of MMD, in its own hue', async () => {
    const { surface } = await showQuad();
    shine(0xff8080, 3); // linear: 3, 0.648, 0.648
    expectColor(await picture.pixel(16, 16), [255, 156, 156]); // encoded, the light is 1.61, 0.83, 0.83
    surface.lightStrength = 'scene'; // linear: 0.323, 0.0698, 0.0698; encoded: 154/255, 75/255, 75/255
    expectColor(await picture.pixel(16, 16), [128, 88, 88]);
    surface.lightStrength = 1; // as a white sun of intensity 1: 255, 128, 128
    expectColor(await picture.pixel(16, 16), [179, 115, 115]);
    surface.lightStrength = 'mmd';
    expectColor(await picture.pixel(16, 16), [255, 156, 156]);
  });

  test('weaker lights stay as they are', async () => {
    const { surface } = await showQuad();
    shine(0xffffff, 0.1); // encoded: 89/255
    const weak = await picture.pixel(16, 16);
    surface.lightStrength = 'scene';
    expect(await picture.pixel(16, 16)).toEqual(weak);
  });

  test('without a light in the scene, a number is the strength of the one of MMD', async () => {
    const { surface } = await showQuad();
    surface.lightStrength = 1;
    expectColor(await picture.pixel(16, 16), [179, 179, 179]);
    surface.lightStrength = 0;
    expectColor(await picture.pixel(16, 16), [51, 51, 51]);
  });

  test('clones take it over; what is no strength is refused', async () => {
    const model = await showQuad();
    model.surface.lightStrength = 0.5;
    const copy = model.clone();
    expect(copy.surface.lightStrength).toBe(0.5);
    copy.dispose();
    expect(() => (model.surface.lightStrength = -1)).toThrow(RangeError);
    expect(() => (model.surface.lightStrength = NaN)).toThrow('lightStrength must be a finite number');
  });

  /** A floor seen from above, with a square above it, whose shadow a light from behind throws to the left. */
  async function showShadow(floor: number): Promise<Awaited<ReturnType<typeof showModel>>> {
    const builder = new ModelBuilder();
    builder.material({ flags: 1 | 2 });
    for (const [x, z] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      builder.vertex({ position: [x, 2, z], normal: [0, 1, 0] });
    builder.triangle(0, 1, 2);
    builder.triangle(0, 2, 3);
    const model = await showModel(picture, builder.build());
    const ground = new Mesh(new PlaneGeometry(100, 100), new MeshBasicMaterial({ color: floor }));
    ground.rotation.x = -Math.PI / 2;
    picture.scene.add(ground);
    picture.camera.position.set(0, 100, 0);
    picture.camera.up.set(0, 0, -1);
    picture.camera.lookAt(0, 0, 0);
    return model;
  }

  test('a ground shadow is never lighter than the ground', async () => {
    const { surface } = await showShadow(0x404040);
    const light = new DirectionalLight(0xffffff, 2);
    light.position.set(100, 79, 0); // the shadow lies 2.4 units to the left
    picture.scene.add(light);
    const shadow = [7, 16] as const; // the middle of the shadow
    expect((await picture.pixel(...shadow))[0]).toBeGreaterThan(0x40 + 60); // as MMD does it
    surface.lightStrength = 'scene';
    const [r, g, b] = await picture.pixel(...shadow);
    // 64 · (1 − 166/255 · (1 − 154/255)) = 47.5
    expectColor([r, g, b], [47, 47, 47], 2);
    surface.lightStrength = 1;
    expectColor(await picture.pixel(...shadow), [47, 47, 47], 2);
    light.intensity = 0;
    expectColor(await picture.pixel(...shadow), [64, 64, 64]);
  });

  test('on a white ground it is as in MMD', async () => {
    const { surface } = await showShadow(0xffffff);
    const light = createMmdLight();
    light.position.set(100, 79, 0);
    light.castShadow = false;
    picture.scene.add(light);
    const expected = await picture.pixel(7, 16);
    expect(expected[0]).toBeLessThan(200);
    surface.lightStrength = 'scene';
    expectColor(await picture.pixel(7, 16), expected.slice(0, 3), 1);
  });
});
