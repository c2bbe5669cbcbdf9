import { BDEF1, SDEF } from '@odori/format/internal';
import {
  BoxGeometry,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PointLight,
  SpotLight,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';

describe.each(RENDERERS)('%s', (kind) => {
  const FLAG = { doubleSided: 1, groundShadow: 2, castsShadow: 4, receivesShadow: 8 } as const;

  /** Seen from above, 4 pixels per unit, z = 0 in the middle and −z up. */
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
    picture.camera.position.set(0, 100, 0);
    picture.camera.up.set(0, 0, -1);
    picture.camera.lookAt(0, 0, 0);
  });

  afterEach(() => picture.dispose());

  /** A horizontal square that faces up. */
  function level(builder: ModelBuilder, y: number, size: number): void {
    const half = size / 2;
    const corners = [
      [-half, half],
      [half, half],
      [half, -half],
      [-half, -half],
    ].map(([x, z]) => builder.vertex({ position: [x, y, z], normal: [0, 1, 0] }));
    builder.triangle(corners[0], corners[1], corners[2]);
    builder.triangle(corners[0], corners[2], corners[3]);
  }

  /**
   * With light from (½, 1, ½), an object 4 units above the ground casts its shadow 2 to the left and 2
   * behind.
   */
  const SHADOW = [8, 8] as const;
  const BESIDE = [24, 24] as const;

  test('the ground shadow has the color of the light, and depends on the flag, the switch and the direction', async () => {
    const builder = new ModelBuilder();
    builder.material({ flags: FLAG.groundShadow });
    level(builder, 4, 2);
    const model = await showModel(picture, builder.build());
    expectColor(await picture.pixel(...SHADOW), [145, 145, 145]); // 128 + (154 − 128) · 166/255
    expectColor(await picture.pixel(...BESIDE), [128, 128, 128]);
    const light = new DirectionalLight(0xffffff);
    light.position.set(-10, 20, -10); // from the other side
    picture.scene.add(light);
    expectColor(await picture.pixel(...BESIDE), [211, 211, 211]); // 128 + (255 − 128) · 166/255
    light.position.set(-10, -20, -10); // from below: no shadow
    expectColor(await picture.pixel(...SHADOW), [128, 128, 128]);
    expectColor(await picture.pixel(...BESIDE), [128, 128, 128]);
    picture.scene.remove(light);
    model.surface.groundShadow.visible = false;
    expectColor(await picture.pixel(...SHADOW), [128, 128, 128]);
  });

  test('setMaterialOpacity fades the ground shadow of a material, where no other one has a shadow', async () => {
    const builder = new ModelBuilder();
    builder.material({ flags: FLAG.groundShadow });
    level(builder, 4, 2);
    builder.material({ flags: FLAG.groundShadow });
    level(builder, 4, 0.5);
    const model = await showModel(picture, builder.build());
    model.surface.setMaterialOpacity(0, 0.5);
    expectColor(await picture.pixel(...SHADOW), [145, 145, 145]);
    // 128 + (154 − 128) · 83/255
    expectColor(await picture.pixel(SHADOW[0] - 3, SHADOW[1] - 3), [136, 136, 136]);
    model.surface.setMaterialOpacity(0, 0);
    expectColor(await picture.pixel(SHADOW[0] - 3, SHADOW[1] - 3), [128, 128, 128]);
  });

  test('the ground shadow falls on the plane of the root', async () => {
    const builder = new ModelBuilder();
    builder.material({ flags: FLAG.groundShadow });
    level(builder, 4, 2);
    const { root } = await showModel(picture, builder.build());
    root.scale.setScalar(0.5);
    root.position.y = -3;
    expectColor(await picture.pixel(12, 12), [145, 145, 145]); // half as far away
  });

  test('a material without the flag has no ground shadow', async () => {
    const builder = new ModelBuilder();
    builder.material();
    level(builder, 4, 2);
    await showModel(picture, builder.build());
    expectColor(await picture.pixel(...SHADOW), [128, 128, 128]);
  });

  test('the flags of materials decide which cast and which receive self shadow', async () => {
    picture.renderer.shadowMap.enabled = true;
    const light = new DirectionalLight(0x9a9a9a);
    light.position.set(10, 20, 10);
    light.castShadow = true;
    light.shadow.bias = -0.001;
    picture.scene.add(light);
    for (const [casts, receives, expected] of [
      [FLAG.castsShadow, FLAG.receivesShadow, 154],
      [0, FLAG.receivesShadow, 255],
      [FLAG.castsShadow, 0, 255],
    ] as const) {
      const builder = new ModelBuilder();
      builder.material({ flags: FLAG.doubleSided | casts });
      level(builder, 4, 2);
      builder.material({ flags: receives, sharedToon: 1, toon: 2 });
      level(builder, 0, 8);
      const model = await showModel(picture, builder.build());
      expectColor(await picture.pixel(...SHADOW), [expected, expected, expected], 2);
      expectColor(await picture.pixel(...BESIDE), [255, 255, 255], 2);
      model.mesh.receiveShadow = false;
      expectColor(await picture.pixel(...SHADOW), [255, 255, 255]);
      model.dispose();
    }
  });

  test('vertices skinned by SDEF cast their shadow from their posed position', async () => {
    picture.renderer.shadowMap.enabled = true;
    const light = new DirectionalLight(0x9a9a9a);
    light.position.set(10, 20, 10);
    light.castShadow = true;
    light.shadow.bias = -0.001;
    picture.scene.add(light);
    const builder = new ModelBuilder();
    builder.material({ flags: FLAG.doubleSided | FLAG.castsShadow });
    const pull = { type: SDEF, bones: [0, 0], weights: [0.5, 0.5], sdef: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
    const corners = [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ].map(([x, z]) => builder.vertex({ position: [x, 0, z], normal: [0, 1, 0], pull }));
    builder.triangle(corners[0], corners[1], corners[2]);
    builder.triangle(corners[0], corners[2], corners[3]);
    builder.material({ flags: FLAG.receivesShadow, sharedToon: 1, toon: 2 });
    const first = builder.vertexCount;
    level(builder, -4, 8);
    const pmx = builder.build();
    pmx.vertices.weightTypes.fill(BDEF1, first);
    const model = await showModel(picture, pmx);
    expectColor(await picture.pixel(...SHADOW), [154, 154, 154], 2);
    expect(model.mesh.geometry.hasAttribute('sdefCenter')).toBe(true);
  });

  test('a second light affects the model neither with its shadow nor with its light', async () => {
    picture.renderer.shadowMap.enabled = true;
    const own = new DirectionalLight(0x9a9a9a);
    own.position.set(10, 20, 10);
    const spot = new SpotLight(0xffffff, 1);
    spot.position.set(0, 20, 0);
    spot.castShadow = true;
    const wall = new Mesh(new BoxGeometry(4, 1, 4), new MeshBasicMaterial());
    wall.position.set(0, 10, 0);
    wall.castShadow = true;
    wall.layers.set(1); // the camera does not see it
    picture.scene.add(own, spot, wall);
    const builder = new ModelBuilder();
    builder.material({ flags: FLAG.receivesShadow, sharedToon: 1, toon: 2 });
    level(builder, 0, 8);
    await showModel(picture, builder.build());
    spot.shadow.camera.layers.enable(1);
    expectColor(await picture.pixel(16, 16), [255, 255, 255], 2);
  });

  test('only materials that cast a shadow are in a point light’s shadow', async () => {
    picture.renderer.shadowMap.enabled = true;
    const pointLight = new PointLight(0xffffff, 400);
    pointLight.position.set(0, 8, 0);
    pointLight.castShadow = true;
    const floor = new Mesh(new BoxGeometry(8, 1, 8), new MeshLambertMaterial());
    floor.position.y = -0.5;
    floor.receiveShadow = true;
    picture.scene.add(pointLight, floor);
    for (const [flags, isDark] of [
      [FLAG.castsShadow, true],
      [0, false],
    ] as const) {
      const builder = new ModelBuilder();
      builder.material({ flags: FLAG.doubleSided | flags });
      level(builder, 4, 2);
      const model = await showModel(picture, builder.build());
      // Beside the square of ±1, in the shadow that reaches to ±2 on the floor.
      expect((await picture.pixel(16 + 6, 16))[0] < 20).toBe(isDark);
      model.dispose();
    }
  });
});
