import { createPmx, createPmxBone, PMX_BONE } from '@odori/format';
import { type XMaterial, serializeX } from '@odori/format/x';
import type { MmdAccessory, MmdScene } from '@odori/model';
import { DataTexture, DirectionalLight, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smallPmm } from '#test/model/scene/small-pmm.js';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { type ModelEntry, modelEntryOf, RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';
import { XBuilder } from '#test/support/x-builder.js';

describe.each(RENDERERS)('%s', (kind) => {
  let picture: ModelPicture;
  let entry: ModelEntry;

  /** 8 pixels per unit; the middle is (32, 32). */
  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 64, 64, 8);
    entry = await modelEntryOf(kind);
  });

  afterEach(() => picture.dispose());

  function lightFrom(
    x: number,
    y: number,
    z: number,
    color: readonly [number, number, number],
  ): DirectionalLight {
    const light = new DirectionalLight();
    light.color.setRGB(...color, SRGBColorSpace);
    light.position.set(x, y, z).multiplyScalar(50);
    picture.scene.add(light);
    return light;
  }

  async function show(builder: XBuilder, files: Record<string, Blob> = {}): Promise<MmdAccessory> {
    const source = entry.createMapSource(new Map(Object.entries(files)), 'test.x');
    const accessory = await entry.createAccessory(builder.build(), { files: source });
    picture.add(accessory);
    return accessory;
  }

  /** A picture of one color. */
  function solid(r: number, g: number, b: number): Blob {
    return bmp({ width: 1, rows: [[[r, g, b]]] });
  }

  /** A quad of 4 × 4 units in the middle; the size of the file is a tenth. */
  function one(material: Partial<XMaterial>, normal?: readonly [number, number, number]): XBuilder {
    return new XBuilder().quad([0, 0, 0], 0.4, material, normal);
  }

  describe('the light of accessories', () => {
    test('is emissive + diffuse · (light − 0.3) + diffuse · N·L, whatever the color of the light in the last part', async () => {
      lightFrom(0, 0, 1, [0.8, 0.5, 0.3]);
      await show(one({ diffuse: [0.5, 0.5, 0.5, 1], emissive: [0.1, 0, 0.2] }));
      // 0.1 + 0.5·0.5 + 0.5, 0 + 0.5·0.2 + 0.5, 0.2 + 0 + 0.5
      expectColor(await picture.pixel(32, 32), [217, 153, 179]);
    });

    test('fades with the angle, and a light of less than 0.3 takes something away', async () => {
      lightFrom(0, 0, 1, [0.1, 0.3, 0.3]);
      await show(one({ diffuse: [0.8, 0.8, 0.8, 1] }, [0, 0.8, -0.6]));
      expectColor(await picture.pixel(32, 32), [82, 122, 122]); // 0.8 · (0.6 − 0.2), 0.8 · 0.6
    });

    test('is clamped before the texture', async () => {
      lightFrom(0, 0, 1, [1, 1, 1]);
      const blob = solid(128, 64, 255);
      await show(one({ diffuse: [1, 1, 1, 1], emissive: [1, 1, 1], texture: 'a.bmp' }), { 'a.bmp': blob });
      expectColor(await picture.pixel(32, 32), [128, 64, 255]);
    });

    test('without a light is that of a new project: 0.6024 from (½, 1, ½)', async () => {
      await show(one({ diffuse: [0.5, 0.5, 0.5, 1] }));
      // 0.5 · (0.602 − 0.3) + 0.5 · 0.5/√1.5
      const value = Math.round(255 * (0.5 * (154 / 255 - 0.3) + 0.5 * (0.5 / Math.sqrt(1.5))));
      expectColor(await picture.pixel(32, 32), [value, value, value], 2);
    });

    test('has a highlight of the light’s color, at the vertices', async () => {
      lightFrom(0, 0, 1, [1, 0.5, 0.5]);
      picture.camera.position.z = 100;
      await show(one({ diffuse: [0, 0, 0, 1], specular: [5, 10, 5], power: 1 }, [0, 0.6, -0.8]));
      expectColor(await picture.pixel(32, 32), [102, 102, 51], 2); // a tenth of it · 0.8, which is N·H
    });

    test('has its highlight at each pixel in the shaded look', async () => {
      const light = lightFrom(0, 0, 1, [1, 1, 1]);
      picture.camera.position.z = 3;
      await show(one({ diffuse: [0, 0, 0, 1], specular: [10, 10, 10], power: 50 }));
      // (±2, ±2, −3) from the eye, at the vertices, N·H is 0.9296, and 0.9296⁵⁰ = 0.026; in the middle, 1
      expectColor(await picture.pixel(32, 32), [7, 7, 7], 2);
      light.castShadow = picture.renderer.shadowMap.enabled = true;
      expectColor(await picture.pixel(32, 32), [255, 255, 255], 2);
    });

    test('does not fall on a vertex whose normal is 0, and gives no highlight there', async () => {
      lightFrom(0, 0, 1, [0.8, 0.8, 0.8]);
      await show(one({ diffuse: [0.6, 0.6, 0.6, 1], specular: [10, 10, 10], power: 0 }, [0, 0, 0]));
      expectColor(await picture.pixel(32, 32), [77, 77, 77]); // 0.6 · 0.5
    });

    test('is the same in the shaded look, except in a shadow, where only emissive + diffuse · (light − 0.3) is left', async () => {
      picture.renderer.shadowMap.enabled = true;
      const light = lightFrom(0, 0, 1, [0.8, 0.8, 0.8]);
      light.castShadow = true;
      const { mesh } = await show(one({ diffuse: [0.6, 0.6, 0.6, 1] }));
      const wall = new Mesh(
        new PlaneGeometry(1, 1),
        new MeshBasicMaterial({ colorWrite: false, depthWrite: false }),
      );
      wall.position.z = 10;
      wall.castShadow = true;
      wall.material.shadowSide = 2;
      picture.scene.add(wall);
      expectColor(await picture.pixel(32, 32), [77, 77, 77], 2); // 0.6 · 0.5
      expectColor(await picture.pixel(20, 32), [230, 230, 230], 2); // 0.6 · 0.5 + 0.6
      mesh.receiveShadow = false;
      expectColor(await picture.pixel(32, 32), [230, 230, 230], 2);
      mesh.receiveShadow = true;
      expectColor(await picture.pixel(32, 32), [77, 77, 77], 2);
    });

    test('is not kept off by a material of an alpha of exactly 0.98', async () => {
      picture.renderer.shadowMap.enabled = true;
      lightFrom(0, 0, 1, [0.8, 0.8, 0.8]).castShadow = true;
      await show(one({ diffuse: [0.6, 0.6, 0.6, 1] }));
      const casters = new XBuilder();
      [0.97, 0.98, 0.99, 0.5].forEach((alpha, i) =>
        casters.quad([0.15 - 0.1 * i, 0, 0], 0.08, { diffuse: [1, 1, 1, alpha] }),
      );
      const { root } = await show(casters);
      root.rotation.y = Math.PI; // the backs, which are not drawn, cast shadows
      root.position.z = 3;
      const shades: number[] = [];
      for (const x of [20, 28, 36, 44]) shades.push((await picture.pixel(x, 32))[0]);
      [77, 230, 77, 77].forEach((shade, i) =>
        expect(Math.abs(shades[i] - shade), shades.join()).toBeLessThan(3),
      );
    });
  });

  describe('textures', () => {
    const WHITE: Partial<XMaterial> = { diffuse: [1, 1, 1, 1], emissive: [1, 1, 1] };

    test('a sphere map multiplies (.sph) or is added (.spa), with a texture or alone', async () => {
      lightFrom(0, 0, 1, [0.3, 0.3, 0.3]);
      const files = { 'a.bmp': solid(100, 100, 100), 's.sph': solid(128, 255, 0), 's.spa': solid(50, 0, 20) };
      const builder = new XBuilder();
      ['a.bmp*s.sph', 'a.bmp*s.spa', 's.sph', 's.spa'].forEach((texture, i) =>
        builder.quad([-0.3 + 0.2 * i, 0, 0], 0.2, {
          diffuse: [0, 0, 0, 1],
          emissive: [0.8, 0.8, 0.8],
          texture,
        }),
      );
      const accessory = await show(builder, files);
      expect(accessory.report.notes).toEqual([]);
      expectColor(await picture.pixel(8, 32), [40, 80, 0], 1); // 0.8 · 100 = 80
      expectColor(await picture.pixel(24, 32), [130, 80, 100], 1);
      expectColor(await picture.pixel(40, 32), [102, 204, 0], 1); // 0.8 · 128
      expectColor(await picture.pixel(56, 32), [254, 204, 224], 1);
    });

    test('v points down: the top of a picture is at the top of a quad', async () => {
      const halves = bmp({ width: 1, rows: [[[255, 0, 0]], [[0, 0, 255]]] });
      await show(one({ ...WHITE, texture: 'a.bmp' }), { 'a.bmp': halves });
      expectColor(await picture.pixel(32, 24), [255, 0, 0], 10); // the middle of the upper half
      expectColor(await picture.pixel(32, 39), [0, 0, 255], 10);
    });

    test('a missing texture is white, and reported', async () => {
      const accessory = await show(one({ ...WHITE, texture: 'gone.bmp' }));
      expectColor(await picture.pixel(32, 32), [255, 255, 255]);
      expect(accessory.report.notes.map(({ code, path }) => [code, path])).toEqual([
        ['missing-file', 'gone.bmp'],
      ]);
    });

    test('the screen shows a texture in place of the last picture, the right way up, until it is taken away', async () => {
      const file = solid(10, 20, 30);
      const accessory = await show(one({ ...WHITE, texture: 'Screen.BMP' }), { 'screen.bmp': file });
      expect(accessory.hasScreen).toBe(true);
      expectColor(await picture.pixel(18, 18), [128, 128, 128], 2); // the upper left corner
      // as from three's own loaders: its first row is the bottom row, and it is decoded
      const film = new DataTexture(Uint8Array.of(0, 0, 255, 255, 128, 0, 0, 255), 1, 2);
      film.flipY = true;
      film.colorSpace = SRGBColorSpace;
      film.needsUpdate = true;
      accessory.screen = film;
      const [top, bottom] = [await picture.pixel(32, 18), await picture.pixel(32, 46)];
      expectColor(top, [0, 0, 255], 2);
      expectColor(bottom, [128, 0, 0], 2);
      accessory.screen = undefined;
      expectColor(await picture.pixel(18, 18), [128, 128, 128], 2);
      film.dispose();
    });
  });

  describe('transparency', () => {
    test('the alpha of material, texture and opacity multiply', async () => {
      lightFrom(0, 0, 1, [1, 1, 1]);
      const accessory = await show(one({ diffuse: [1, 1, 1, 0.5] }));
      expectColor(await picture.pixel(32, 32), [192, 192, 192], 1); // half of 128 and 255
      accessory.mesh.material[0].opacity = 0.5;
      expectColor(await picture.pixel(32, 32), [160, 160, 160], 1);
      accessory.mesh.material[0].opacity = 0;
      expectColor(await picture.pixel(32, 32), [128, 128, 128]);
    });

    test('materials are drawn in the order of the file, and hide what comes later behind them', async () => {
      lightFrom(0, 0, 1, [1, 1, 1]);
      const builder = new XBuilder()
        .quad([0, 0, 0], 0.4, { diffuse: [1, 0, 0, 0.5] })
        .quad([0, 0, 0.1], 0.4, { diffuse: [0, 1, 0, 1] }) // behind it, in MMD's space
        .quad([0, 0, -0.1], 0.2, { diffuse: [0, 0, 1, 0.5] });
      await show(builder);
      expectColor(await picture.pixel(20, 32), [192, 64, 64], 1);
      expectColor(await picture.pixel(32, 32), [96, 32, 159], 2);
    });

    test('the back of a face is not drawn', async () => {
      const { root } = await show(one({}));
      root.rotation.y = Math.PI;
      expectColor(await picture.pixel(32, 32), [128, 128, 128]);
    });
  });

  test('a unit of the file is ten of MMD, and z points away from the viewer', async () => {
    await show(new XBuilder().quad([0, 0, 0], 0.2, { diffuse: [1, 1, 1, 1], emissive: [1, 1, 1] }));
    expect(await picture.count(255, 255, 255)).toBe(16 * 16);
  });

  test('a compressed file is loaded with its textures from a map of files', async () => {
    lightFrom(0, 0, 1, [1, 1, 1]);
    const x = serializeX(one({ texture: 'tex\\a.bmp' }).build(), { encoding: 'compressed-binary' });
    const files = new Map([
      ['stage/stage.x', new Blob([x])],
      ['stage/tex/a.bmp', solid(9, 8, 7)],
    ]);
    const accessory = await entry.loadAccessory(files);
    picture.add(accessory);
    expectColor(await picture.pixel(32, 32), [9, 8, 7]);
    accessory.dispose();
    expectColor(await picture.pixel(32, 32), [128, 128, 128]);
  });

  test('the ground shadow lies on the ground, whatever the turn of the accessory, and each pixel has it once', async () => {
    lightFrom(0.5, 1, 0.5, [1, 1, 1]);
    picture.camera.position.set(0, 100, 0);
    picture.camera.up.set(0, 0, -1);
    picture.camera.lookAt(0, 0, 0);
    const builder = new XBuilder().quad([0, 0, 0], 0.1).quad([0, 0, 0], 0.1);
    const accessory = await show(builder);
    accessory.mesh.visible = false;
    accessory.root.position.set(0, 4, 0);
    accessory.root.rotation.x = -Math.PI / 2; // it faces up
    accessory.ground = picture.scene;
    expectColor(await picture.pixel(16, 16), [128, 128, 128]);
    accessory.groundShadow.visible = true;
    // 4 units above the ground: 2 to the left and 2 behind; white at an alpha of 0.7 over 128
    expectColor(await picture.pixel(16, 16), [217, 217, 217], 1);
    const [r, g, b] = await picture.pixel(16, 16);
    expect(await picture.count(r, g, b)).toBe(8 * 8);
    accessory.groundShadowBrightness = 0;
    accessory.groundShadowOpacity = 0.5;
    expectColor(await picture.pixel(16, 16), [64, 64, 64], 1);
  });

  describe('the accessories of a project', () => {
    const BRIGHT: Partial<XMaterial> = { emissive: [1, 1, 1] };

    /** A project with a red box in the hand of a model, and a green floor that fades. */
    async function showProject(): Promise<MmdScene> {
      const files = new Map([
        [
          'show/red.x',
          new Blob([
            serializeX(new XBuilder().quad([0, 0, 0], 0.1, { ...BRIGHT, texture: 'red.bmp' }).build()),
          ]),
        ],
        ['show/red.bmp', solid(255, 0, 0)],
        [
          'show/green.x',
          new Blob([
            serializeX(new XBuilder().quad([0, 0, 0], 0.1, { ...BRIGHT, texture: 'green.bmp' }).build(), {
              encoding: 'binary',
            }),
          ]),
        ],
        ['show/green.bmp', solid(0, 255, 0)],
      ]);
      const bones = { center: [{ frame: 0 }, { frame: 10, position: [2, 0, 0] as const }] };
      const pmm = smallPmm({
        models: [{ bones }],
        accessories: [
          { path: 'D:\\MMD\\red.x', keys: [{ frame: 0, parent: [0, 0], position: [0, 1, 0], scale: 2 }] },
          {
            path: 'D:\\MMD\\green.x',
            keys: [
              { frame: 0, position: [-2, 0, 0] },
              { frame: 10, position: [-2, 0, 0], transparency: 100 },
            ],
          },
        ],
      });
      const model = entry.createModel(
        createPmx({ bones: [createPmxBone({ name: 'center', flags: PMX_BONE.movable })] }),
      );
      const find = entry.createMapResolver(files);
      const scene = await entry.createScene(pmm, { resolve: (path) => find(path) ?? model });
      picture.scene.add(scene.root);
      return scene;
    }

    test('have their size, follow their bones, and fade', async () => {
      const scene = await showProject();
      expect(scene.report.notes).toEqual([]);
      scene.sample(0);
      // 1 unit high: 2 × 2 units around (0, 1); pixels are 1/8 of a unit
      expect(await picture.count(255, 0, 0)).toBe(16 * 16);
      expectColor(await picture.pixel(32, 24), [255, 0, 0]);
      expect(await picture.count(0, 255, 0)).toBe(8 * 8);
      expectColor(await picture.pixel(16, 32), [0, 255, 0]);
      scene.sample(5); // the bone is at x = 1
      expectColor(await picture.pixel(25, 24), [128, 128, 128]);
      expectColor(await picture.pixel(47, 24), [255, 0, 0]);
      expectColor(await picture.pixel(16, 32), [64, 192, 64], 1);
      scene.sample(10);
      expectColor(await picture.pixel(16, 32), [128, 128, 128]);
    });
  });
});
