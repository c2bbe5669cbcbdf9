import type { PmxMaterial } from '@odori/format';
import type { MmdModel } from '@odori/model';
import {
  DirectionalLight,
  LinearSRGBColorSpace,
  ACESFilmicToneMapping,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  type WebGLRenderer,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { materialMorph, MULTIPLY } from '#test/model/small-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';
import { bmp, browserImage, dds, type TestImage, tga } from '#test/support/test-images.js';

describe.each(RENDERERS)('%s', (kind) => {
  /** 32 × 32 pixels for 8 × 8 units, so that 4 pixels are a unit and 16 16 is the origin. */
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
  });

  afterEach(() => picture.dispose());

  const WHOLE = { center: [0, 0, 0], width: 6, height: 6 } as const;
  /** Four patches of 2 × 2 pixels. */
  const PATCHES: TestImage = {
    width: 4,
    rows: [0, 0, 1, 1].map((row) =>
      [0, 0, 1, 1].map(
        (column) =>
          [
            [
              [200, 0, 0],
              [0, 200, 0],
            ],
            [
              [0, 0, 200],
              [100, 100, 100],
            ],
          ][row][column] as [number, number, number],
      ),
    ),
  };
  /** The centre of each patch of a quad of 6 units. */
  const UPPER_LEFT = [10, 10] as const;
  const UPPER_RIGHT = [22, 10] as const;
  const LOWER_LEFT = [10, 22] as const;

  function quad(material: Parameters<ModelBuilder['material']>[0] = {}): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material(material);
    builder.quad({ ...WHOLE, center: [0, 0, 0] });
    return builder;
  }

  /**
   * Does what a three before 0.187 does: it leaves the numbers of sun lights in our shaders as they are
   * written. GLSL joins the two lines again.
   */
  function hideSunLights({ surface: { mesh, outline, groundShadow } }: MmdModel): void {
    for (const material of [mesh, outline, groundShadow].flatMap((part) => part.material as Material[])) {
      material.onBeforeCompile = (shader) => {
        shader.vertexShader = shader.vertexShader.replaceAll('NUM_SUN_', 'NUM_SUN_\\\n');
        shader.fragmentShader = shader.fragmentShader.replaceAll('NUM_SUN_', 'NUM_SUN_\\\n');
      };
    }
  }

  describe('lighting', () => {
    test('the colour is ambient + diffuse · 154/256, in gamma space', async () => {
      await showModel(picture, quad({ ambient: [0.2, 0, 0.9], diffuse: [0.5, 0.25, 0.9, 1] }).build());
      // 0.2 + 0.5 · 0.6016 = 0.5008 → 127.7; 0.25 · 0.6016 → 38.4; above 1
      expectColor(await picture.pixel(16, 16), [128, 38, 255]);
    });

    test('a directional light of the scene is used, with its colour gamma encoded', async () => {
      await showModel(picture, quad({ ambient: [0, 0, 0], diffuse: [1, 1, 1, 1] }).build());
      picture.scene.add(new DirectionalLight(0x804020, 1));
      expectColor(await picture.pixel(16, 16), [0x80, 0x40, 0x20]);
    });

    const lightings = kind === 'WebGLRenderer' ? ['without a light', 'with a light that casts a shadow'] : [];
    test.each(lightings)('the GLSL compiles on a three without sun lights, %s', async (lights) => {
      const builder = quad({ ambient: [0.2, 0, 0.9], diffuse: [0.5, 0.25, 0.9, 1] });
      const model = await showModel(picture, builder.build());
      hideSunLights(model);
      if (lights !== 'without a light') {
        const light = new PointLight();
        light.castShadow = model.mesh.receiveShadow = picture.renderer.shadowMap.enabled = true;
        picture.scene.add(light);
      }
      expectColor(await picture.pixel(16, 16), [128, 38, 255]); // the light of a new MMD project, as above
      expect((picture.renderer as WebGLRenderer).getContext().getError()).toBe(0);
    });

    test('tone mapping and output colour space do not change the colours', async () => {
      await showModel(picture, quad({ ambient: [0.5, 0.5, 0.5] }).build());
      picture.renderer.toneMapping = ACESFilmicToneMapping;
      expectColor(await picture.pixel(16, 16), [128, 128, 128]);
      picture.renderer.outputColorSpace = LinearSRGBColorSpace; // ((0.5 + 0.055) / 1.055)^2.4 = 0.2140 → 54.6
      expectColor(await picture.pixel(16, 16), [55, 55, 55]);
    });

    test('the highlight is where the normal is halfway between eye and light', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [0, 0, 0], specular: [1, 1, 1], specularPower: 10 });
      // towards the light: (0.5, 1, −0.5) / √1.5 in MMD's space; towards the eye: (0, 0, −1); the sum, made a
      // unit
      const normal: [number, number, number] = [0.241845, 0.48369, -0.841169];
      const corners = [
        [-3, 3],
        [3, 3],
        [3, -3],
        [-3, -3],
      ].map(([x, y]) => builder.vertex({ position: [x, y, 0], normal }));
      builder.triangle(corners[0], corners[1], corners[2]);
      builder.triangle(corners[0], corners[2], corners[3]);
      await showModel(picture, builder.build());
      expectColor(await picture.pixel(16, 16), [153, 153, 153]); // the full light: 154 / 256 · 255
    });

    test('a toon shades the half below the middle, with a smooth border of one row', async () => {
      const facing = (y: number): [number, number, number] => [-Math.sqrt(1 - y * y), y, 0];
      const build = (normal: [number, number, number]): ModelBuilder => {
        const builder = new ModelBuilder();
        builder.material({ sharedToon: 1, toon: 2 }); // 154 in the shaded half
        const corners = [
          [-3, 3],
          [3, 3],
          [0, -3],
        ].map(([x, y]) => builder.vertex({ position: [x, y, 0], normal }));
        builder.triangle(corners[0], corners[1], corners[2]);
        return builder;
      };
      const lit = await showModel(picture, build([0, 0, -1]).build()); // N·L = 0.5 / √1.5
      expectColor(await picture.pixel(16, 14), [255, 255, 255]);
      lit.dispose();
      const shaded = await showModel(picture, build(facing(0)).build()); // N·L = −0.5 / √1.5
      expectColor(await picture.pixel(16, 14), [154, 154, 154]);
      shaded.dispose();
      // −√(1 − y²)·0.5 + y = 0 where y = 1/√5: between two rows of the toon
      await showModel(picture, build(facing(1 / Math.sqrt(5))).build());
      expectColor(await picture.pixel(16, 14), [205, 205, 205], 3); // (255 + 154) / 2
    });
  });

  describe('textures', () => {
    const images: [string, () => Blob | Promise<Blob>, number][] = [
      ['bmp', () => bmp(PATCHES), 1],
      ['tga', () => tga(PATCHES), 1],
      ['top-down tga', () => tga(PATCHES, true), 1],
      ['dds', () => dds(PATCHES), 1],
      ['png', () => browserImage(PATCHES, 'image/png'), 1],
    ];

    test.each(images)('a %s is shown upright and in its own colours', async (_, image, within) => {
      const builder = quad({ texture: 0 });
      builder.texture('tex\\a.bin');
      const model = await showModel(picture, builder.build(), { 'tex/a.bin': await image() });
      expect(model.report.notes).toEqual([]);
      expectColor(await picture.pixel(...UPPER_LEFT), [200, 0, 0], within);
      expectColor(await picture.pixel(...UPPER_RIGHT), [0, 200, 0], within);
      expectColor(await picture.pixel(...LOWER_LEFT), [0, 0, 200], within);
    });

    test('a JPG is shown upright', async () => {
      const gray: TestImage = { width: 1, rows: [[[120, 120, 120]]] };
      const builder = quad({ texture: 0 });
      builder.texture('a.jpg');
      await showModel(picture, builder.build(), { 'a.jpg': await browserImage(gray, 'image/jpeg') });
      expectColor(await picture.pixel(16, 16), [120, 120, 120], 2);
    });

    test('a texture that is missing or not an image leaves the colour, and is reported', async () => {
      const builder = quad({ texture: 0, sphereTexture: 1, sphereMode: 1 });
      builder.texture('a.png');
      builder.texture('b.sph');
      builder.material({ texture: 2, ambient: [0.5, 0.5, 0.5] });
      builder.texture('..\\..\\secret.png');
      const model = await showModel(picture, builder.build(), {
        'b.sph': new Blob(['no image at all, but text']),
      });
      expect(model.report.notes.map(({ code, path }) => [code, path])).toEqual(
        expect.arrayContaining([
          ['missing-file', 'a.png'],
          ['unreadable-file', 'b.sph'],
          ['missing-file', '..\\..\\secret.png'],
        ]),
      );
      expectColor(await picture.pixel(16, 16), [255, 255, 255]);
    });

    test('a model’s own toon gives its last colour in shade and its first when lit', async () => {
      const builder = quad({ toon: 0 });
      builder.texture('toon.bmp');
      // N·L = 0.408: at 0.296 of its height; of 4 rows that is 0.68 below the middle of the first
      const rows = [[[255, 255, 255]], [[155, 255, 255]], [[0, 0, 0]], [[0, 0, 0]]] as const;
      await showModel(picture, builder.build(), {
        'toon.bmp': bmp({ width: 1, rows: rows.map((row) => [...row]) }),
      });
      expectColor(await picture.pixel(16, 16), [255 - 68, 255, 255], 3);
    });

    test('sphere maps are multiplied or added', async () => {
      const map: TestImage = { width: 1, rows: [[[51, 102, 255]]] };
      for (const [sphereMode, ambient, expected] of [
        [1, 0.5, [25.5, 51, 127.5]],
        [2, 0.2, [102, 153, 255]],
      ] as const) {
        const builder = quad({ ambient: [ambient, ambient, ambient], sphereTexture: 0, sphereMode });
        builder.texture('a.spa');
        const model = await showModel(picture, builder.build(), { 'a.spa': bmp(map) });
        expectColor(await picture.pixel(16, 16), expected);
        model.dispose();
      }
    });

    test('the normal selects the place in a sphere map: up is its top, right is its right', async () => {
      const builder = new ModelBuilder();
      builder.material({ sphereTexture: 0, sphereMode: 1 });
      builder.ball([0, 0, 0], 3);
      builder.texture('a.sph');
      await showModel(picture, builder.build(), { 'a.sph': bmp(PATCHES) });
      expectColor(await picture.pixel(8, 8), [200, 0, 0], 2);
      expectColor(await picture.pixel(24, 8), [0, 200, 0], 2);
      expectColor(await picture.pixel(8, 24), [0, 0, 200], 2);
    });

    test('a sub-texture uses the first additional UV', async () => {
      const builder = quad({ ambient: [1, 0.5, 1], sphereTexture: 0, sphereMode: 3 });
      builder.texture('sub.bmp');
      for (let i = 0; i < 4; i++) builder.additionalUv(0.75, 0.25, 0, 0); // the green patch
      await showModel(picture, builder.build(), { 'sub.bmp': bmp(PATCHES) });
      expectColor(await picture.pixel(16, 16), [0, 100, 0], 1);
    });
  });

  describe('order and alpha', () => {
    test('materials are drawn in their order: a later material behind an earlier one is hidden', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [1, 0, 0], diffuse: [0, 0, 0, 0.5] });
      builder.quad({ center: [0, 0, -1], width: 6, height: 6 }); // nearer
      builder.material({ ambient: [0, 0, 1] });
      builder.quad({ center: [0, 0, 1], width: 6, height: 6 });
      await showModel(picture, builder.build());
      expectColor(await picture.pixel(16, 16), [192, 64, 64]); // half of the background, 128, as in MMD
    });

    // DirectRenderPipeline draws no transmission.
    test.runIf(kind === 'WebGLRenderer')(
      'glass with three’s transmission does not show a model behind it, unless it writes no depth',
      async () => {
        await showModel(picture, quad({ ambient: [1, 0, 0], diffuse: [0, 0, 0, 1] }).build());
        const wall = new Mesh(new PlaneGeometry(8, 8), new MeshBasicMaterial({ color: 0x00ff00 }));
        wall.position.z = -5;
        const glass = new Mesh(
          new PlaneGeometry(8, 8),
          new MeshPhysicalMaterial({ transmission: 1, roughness: 0 }),
        );
        glass.position.z = 5;
        picture.scene.add(wall);
        expectColor(await picture.pixel(16, 16), [255, 0, 0]);
        picture.scene.add(glass);
        const [red, green] = await picture.pixel(16, 16);
        expect(red).toBeLessThan(16);
        expect(green).toBeGreaterThan(200); // the opaque wall behind the model
        glass.material.depthWrite = false;
        expectColor(await picture.pixel(16, 16), [255, 0, 0]);
      },
    );

    test('an earlier material behind a transparent one shows through, and so do opaque objects of the scene', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [0, 0, 1] });
      builder.quad({ center: [1.5, 0, 1], width: 3, height: 6 });
      builder.material({ ambient: [1, 0, 0], diffuse: [0, 0, 0, 0.5] });
      builder.quad({ center: [0, 0, -1], width: 6, height: 6 });
      await showModel(picture, builder.build());
      const wall = new Mesh(new PlaneGeometry(8, 8), new MeshBasicMaterial({ color: 0x00ff00 }));
      wall.position.z = -5; // behind it, in three's space
      picture.scene.add(wall);
      expectColor(await picture.pixel(22, 16), [128, 0, 128]);
      expectColor(await picture.pixel(10, 16), [128, 128, 0]);
    });

    test('setMaterialOpacity fades a surface with its edge, in both looks', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [1, 0, 0], flags: 16, edgeColor: [0, 0, 1, 1], edgeSize: 40 });
      builder.ball([0, 0, 0], 2);
      const model = await showModel(picture, builder.build());
      model.surface.setMaterialOpacity('material 0', 0.5);
      for (const look of ['plain', 'shaded'] as const) {
        model.surface.look = look;
        expectColor(await picture.pixel(16, 16), [192, 64, 64]); // half of the background, 128
        // 40 · 1.5 pixels of 1000 are 1.9 of 32, around a ball of 8 pixels
        expectColor(await picture.pixel(16, 7), [64, 64, 192]);
      }
      model.surface.setMaterialOpacity(0, 0);
      expectColor(await picture.pixel(16, 16), [128, 128, 128]);
      expectColor(await picture.pixel(16, 7), [128, 128, 128]);
    });

    test('the back of a surface is visible only if it is double-sided', async () => {
      for (const [flags, expected] of [
        [0, 128],
        [1, 255],
      ] as const) {
        const model = await showModel(picture, quad({ flags }).build());
        model.root.rotation.y = Math.PI;
        expectColor(await picture.pixel(16, 16), [expected, expected, expected]);
        model.dispose();
      }
    });
  });

  describe('edges', () => {
    const EDGE = 16;

    /** The width of the edge at the top of a ball of 2 units, in pixels of 1000. */
    async function edgePixels(material: Parameters<ModelBuilder['material']>[0]): Promise<number> {
      const wide = await ModelPicture.create(kind, 1, 1000, 8);
      const builder = new ModelBuilder();
      builder.material({ edgeColor: [1, 0, 0, 1], ...material });
      builder.ball([0, 0, 0], 2);
      await showModel(wide, builder.build());
      const count = (await wide.count(255, 0, 0)) / 2; // above and below
      wide.dispose();
      return count;
    }

    test('an edge of size 1 is 1.5 pixels of 1000 wide; without the flag or a size there is none', async () => {
      // 0.0009 · (0.05 + 0.03 · 30) · 16/9 of the height, times 10
      expect(await edgePixels({ flags: EDGE, edgeSize: 10 })).toBe(15);
      expect(await edgePixels({ flags: EDGE, edgeSize: 2.5 })).toBe(4);
      expect(await edgePixels({ flags: 0, edgeSize: 10 })).toBe(0);
      expect(await edgePixels({ flags: EDGE, edgeSize: 0 })).toBe(0);
    });

    test('materials have their own edges, also where they share vertices; a morph hides the edge of one', async () => {
      const wide = await ModelPicture.create(kind, 1, 1000, 8);
      const builder = new ModelBuilder();
      builder.material({ flags: EDGE, edgeColor: [1, 0, 0, 1], edgeSize: 10 });
      builder.ball([0, 2, 0], 1);
      builder.material({ flags: EDGE, edgeColor: [0, 1, 0, 1], edgeSize: 5 });
      builder.ball([0, -2, 0], 1);
      builder.morphs.push(
        materialMorph('hide', { material: 0, operation: MULTIPLY, changes: { edgeSize: [0] } }),
      );
      const pmx = builder.build();
      const { indexCount } = pmx.materials[0];
      const around: PmxMaterial = { ...pmx.materials[0], edgeColor: [0, 0, 1, 1], edgeSize: 20 };
      const model = await showModel(wide, {
        ...pmx,
        materials: [...pmx.materials, around],
        indices: Uint32Array.from([...pmx.indices, ...pmx.indices.subarray(0, indexCount)]),
      });
      const widths = async (): Promise<number[]> => {
        await wide.draw();
        return [wide.countDrawn(255, 0, 0), wide.countDrawn(0, 255, 0), wide.countDrawn(0, 0, 255)];
      };
      // Above and below: 10 · 1.5 pixels and 5 · 1.5 pixels, and beyond the first one up to 20 · 1.5 pixels.
      expect(await widths()).toEqual([30, 16, 30]);
      playKeys(model, { morphs: [{ name: 'hide', frame: 0, weight: 1 }] });
      expect(await widths()).toEqual([0, 16, 60]);
      wide.dispose();
    });

    test('they are as wide in a part of the picture (setViewOffset) as in the whole', async () => {
      const tile = await ModelPicture.create(kind, 1, 250, 8);
      const builder = new ModelBuilder();
      builder.material({ flags: EDGE, edgeColor: [1, 0, 0, 1], edgeSize: 10 });
      builder.ball([0, 0, 0], 2);
      await showModel(tile, builder.build());
      const perspective = new PerspectiveCamera(30, 1e-3, 1, 200);
      perspective.position.z = 20;
      // Orthographic: 15 pixels above and below. Perspective: 0.0009 · (0.05 + 0.03 · 30) · 20 · 10 = 0.171
      // units; 1000 / (2 · tan 15°) · (tan(asin(2.171 / 20)) − tan(asin(2 / 20))) = 16.2 pixels above and
      // below.
      for (const [camera, expected] of [
        [tile.camera, 30],
        [perspective, 32.4],
      ] as const) {
        let count = 0;
        for (let top = 0; top < 1000; top += 250) {
          camera.setViewOffset(1, 1000, 0, top, 1, 250);
          await tile.draw(camera);
          count += tile.countDrawn(255, 0, 0);
        }
        expect(Math.abs(count - expected)).toBeLessThanOrEqual(1);
      }
      tile.dispose();
    });
  });
});
