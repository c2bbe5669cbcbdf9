import type { MmdModel } from '@odori/model';
import { createMmdLight } from '@odori/model';
import { MmdShadow } from '@odori/runtime';
import {
  BasicShadowMap,
  BoxGeometry,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

describe.each(RENDERERS)('%s', (kind) => {
  const FLAG = { doubleSided: 1, groundShadow: 2, castsShadow: 4, receivesShadow: 8, edge: 16 } as const;
  /** The background. */
  const GRAY = 128;

  let picture: ModelPicture;
  /** From the viewer, white; it casts shadows, so that models have the shaded look. */
  let light: DirectionalLight;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
    picture.renderer.shadowMap.enabled = true;
    light = new DirectionalLight(0xffffff, 1);
    light.position.set(0, 0, 100);
    light.castShadow = true;
    picture.scene.add(light);
  });

  afterEach(() => picture.dispose());

  type Material = Parameters<ModelBuilder['material']>[0];
  type Triple = [number, number, number];

  /** A square of 6 units; its normals in MMD's space. */
  function square(material: Material, normal: Triple = [0, 0, -1]): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material(material);
    addSquare(builder, normal);
    return builder;
  }

  function addSquare(builder: ModelBuilder, normal: Triple = [0, 0, -1], z = 0): void {
    const corners = [
      [-3, 3],
      [3, 3],
      [3, -3],
      [-3, -3],
    ].map(([x, y]) => builder.vertex({ position: [x, y, z], normal, uv: [(x + 3) / 6, (3 - y) / 6] }));
    builder.triangle(corners[0], corners[1], corners[2]);
    builder.triangle(corners[0], corners[2], corners[3]);
  }

  /** The middle of the picture in both looks. */
  async function bothLooks(model: MmdModel): Promise<{ plain: number[]; shaded: number[] }> {
    model.surface.look = 'plain';
    const plain = await picture.pixel(16, 16);
    model.surface.look = 'shaded';
    return { plain, shaded: await picture.pixel(16, 16) };
  }

  /** Its cosine with the light is 1/6. */
  const SLANTED: Triple = [Math.sqrt(35) / 6, 0, -1 / 6];
  const AWAY: Triple = [0, 0, 1];
  /** Gray, 154, where no light falls. */
  const TOON: Material = { sharedToon: 1, toon: 2 };

  describe('which look a model has', () => {
    const half = 204; // half lit: (154/256 + 1) / 2

    test('by itself, it is shaded where the light casts shadows and the model receives them', async () => {
      const model = await showModel(picture, square(TOON, SLANTED).build());
      expectColor(await picture.pixel(16, 16), [half, half, half]);
      model.mesh.receiveShadow = false;
      expectColor(await picture.pixel(16, 16), [255, 255, 255]);
      model.mesh.receiveShadow = true;
      light.castShadow = false;
      expectColor(await picture.pixel(16, 16), [255, 255, 255]);
      light.castShadow = true;
      picture.renderer.shadowMap.enabled = false;
      expectColor(await picture.pixel(16, 16), [255, 255, 255]);
    });

    test('an option and a property decide', async () => {
      const model = await showModel(picture, square(TOON, SLANTED).build());
      model.surface.look = 'plain';
      expectColor(await picture.pixel(16, 16), [255, 255, 255]);
      light.castShadow = false;
      model.surface.look = 'shaded';
      expectColor(await picture.pixel(16, 16), [half, half, half]);
      const copy = model.clone();
      expect(copy.surface.look).toBe('shaded');
      copy.dispose();
    });

    test('MMD’s own light gives the shaded look once the renderer draws shadows', async () => {
      picture.scene.remove(light);
      picture.scene.add(createMmdLight());
      // towards the light: (0.5, 1, −0.5) / √1.5 in MMD's space; its cosine with this normal is 1/6
      const normal: Triple = [-0.472879, 0, -0.881127];
      for (const [drawsShadows, expected] of [
        [true, half],
        [false, 255],
      ] as const) {
        picture.renderer.shadowMap.enabled = drawsShadows;
        const model = await showModel(picture, square(TOON, normal).build());
        expectColor(await picture.pixel(16, 16), [expected, expected, expected]);
        model.dispose();
      }
    });
  });

  describe('the plain look', () => {
    test('a toon has two dimensions: across the light, and along it', async () => {
      const toon = bmp({
        width: 2,
        rows: [
          [
            [200, 0, 0],
            [0, 200, 0],
          ],
          [
            [200, 0, 0],
            [0, 200, 0],
          ],
        ],
      });
      const builder = square({ toon: 0 });
      builder.texture('toon.bmp');
      const model = await showModel(picture, builder.build(), { 'toon.bmp': toon });
      model.surface.look = 'plain';
      light.position.set(100, 0, 0); // across is then towards the viewer
      expectColor(await picture.pixel(16, 16), [0, 200, 0]);
      light.position.set(-100, 0, 0);
      expectColor(await picture.pixel(16, 16), [200, 0, 0]);
    });

    test('it adds a sphere map after the toon; the shaded look adds it before', async () => {
      const builder = square({ ...TOON, ambient: [0.5, 0.5, 0.5], sphereTexture: 0, sphereMode: 2 }, AWAY);
      builder.texture('sphere.bmp');
      const model = await showModel(picture, builder.build(), {
        'sphere.bmp': bmp({ width: 1, rows: [[[64, 64, 64]]] }),
      });
      const { plain, shaded } = await bothLooks(model);
      expectColor(plain, [141, 141, 141]); // 127.5 · 154/255 + 64
      expectColor(shaded, [115, 115, 115]); // (127.5 + 64) · 154/256
    });

    test('a highlight of power 0 is full where the light falls; in the shaded look its power is 0.1', async () => {
      const material: Material = { ambient: [0, 0, 0], specular: [0.5, 0.5, 0.5], specularPower: 0 };
      light.position.set(0, 100, 100);
      const model = await showModel(picture, square(material).build());
      const { plain, shaded } = await bothLooks(model);
      expectColor(plain, [128, 128, 128]);
      // cos(22.5°)^0.1 = 0.992, and the light falls in full: 3 · cos(45°) > 1
      expectColor(shaded, [127, 127, 127], 1);
      light.position.set(0, 0, -100); // from behind
      expectColor((await bothLooks(model)).plain, [0, 0, 0]);
    });

    test('it shows both sides of what is transparent; the shaded look does not', async () => {
      const material: Material = { ambient: [1, 0, 0], diffuse: [0, 0, 0, 0.5] };
      const model = await showModel(picture, square(material).build());
      model.root.rotation.y = Math.PI;
      const { plain, shaded } = await bothLooks(model);
      expectColor(plain, [192, 64, 64]);
      expectColor(shaded, [GRAY, GRAY, GRAY]);
    });

    test('it ignores the alpha of edges; the shaded look blends them, and draws none of alpha 0', async () => {
      const edgeOf = async (alpha: number): Promise<[number[], number[]]> => {
        const builder = new ModelBuilder();
        builder.material({ flags: FLAG.edge, edgeColor: [1, 0, 0, alpha], edgeSize: 40 });
        builder.ball([0, 0, 0], 2);
        const model = await showModel(picture, builder.build());
        model.surface.look = 'plain';
        const plain = await picture.pixel(16, 7); // 2.25 above the middle
        model.surface.look = 'shaded';
        const shaded = await picture.pixel(16, 7);
        model.dispose();
        return [plain, shaded];
      };
      const [plain, shaded] = await edgeOf(0.5);
      expectColor(plain, [255, 0, 0]);
      expectColor(shaded, [192, 64, 64]);
      const [plainWithout, without] = await edgeOf(0);
      expectColor(plainWithout, [255, 0, 0]);
      expectColor(without, [GRAY, GRAY, GRAY]);
    });
  });

  describe('the shaded look', () => {
    test('shade begins softly, at a third of full light', async () => {
      for (const [cosine, expected] of [
        [1 / 3, 255],
        [1 / 6, 204], // 255 · (154/256 + 1) / 2
        [1 / 12, 179],
        [0, 153], // 255 · 154/256
        [-0.5, 153],
      ] as const) {
        const model = await showModel(
          picture,
          square(TOON, [Math.sqrt(1 - cosine ** 2), 0, -cosine]).build(),
        );
        expectColor(await picture.pixel(16, 16), [expected, expected, expected]);
        model.dispose();
      }
    });

    test('morphs tint textures, with an alpha that may exceed 1; without a texture there is nothing to tint', async () => {
      const tinted = async (texture: number): Promise<MmdModel> => {
        const builder = square({ texture });
        builder.texture('a.bmp');
        const values = new Float32Array(28);
        values[19] = 0.5; // the alpha of the texture tint
        builder.morphs.push({
          name: 'tint',
          nameEn: '',
          panel: 4,
          type: 'material',
          materials: Int32Array.of(0),
          operations: Uint8Array.of(1),
          values,
        });
        const model = await showModel(picture, builder.build(), {
          'a.bmp': bmp({ width: 1, rows: [[[200, 100, 153]]] }),
        });
        playKeys(model, { morphs: [{ name: 'tint', frame: 0, weight: 1 }] });
        return model;
      };
      const model = await tinted(0);
      const { plain, shaded } = await bothLooks(model);
      expectColor(plain, [200, 100, 153]);
      expectColor(shaded, [173, 23, 102]); // 1.5 · texel − 0.5 · 255
      model.dispose();
      expectColor((await bothLooks(await tinted(-1))).shaded, [255, 255, 255]);
    });

    test('shadows have hard borders, or those of three', async () => {
      const builder = square({ ...TOON, flags: FLAG.receivesShadow });
      const model = await showModel(picture, builder.build());
      const box = new Mesh(new BoxGeometry(4, 4, 0.1), new MeshBasicMaterial());
      box.position.set(0, 0, 20);
      box.castShadow = true;
      box.layers.set(1); // the camera does not see it
      light.shadow.camera.layers.enable(1);
      light.shadow.mapSize.set(16, 16);
      light.shadow.radius = 2;
      picture.scene.add(box);
      const between = async (): Promise<number> => {
        let count = 0;
        for (let x = 5; x < 28; x++) {
          const [red] = await picture.pixel(x, 16);
          if (red > 160 && red < 250) count++;
        }
        return count;
      };
      expect(await between()).toBe(0);
      expectColor(await picture.pixel(16, 16), [153, 153, 153]);
      model.surface.shadows = 'three';
      expect(await between()).toBeGreaterThan(1);
    });
  });

  test('soft shadows on MMD’s map leave lit surfaces bright, whatever the radius and the distance', async () => {
    picture.scene.remove(light);
    const mmdLight = createMmdLight();
    picture.scene.add(mmdLight);
    const builder = new ModelBuilder();
    builder.material({ ...TOON, flags: FLAG.castsShadow | FLAG.receivesShadow });
    builder.ball([0, 0, 0], 3);
    const model = await showModel(picture, builder.build());
    model.surface.shadows = 'three';
    const camera = new PerspectiveCamera(30, 1, 0.1, 1000);
    const litPixels = async (): Promise<number> => {
      await picture.draw(camera);
      return picture.countDrawn(255, 255, 255);
    };
    for (const distance of [12, 60]) {
      camera.position.set(0, 0.3, 1).setLength(distance);
      camera.lookAt(0, 0, 0);
      camera.fov = 300 / distance;
      camera.updateProjectionMatrix();
      model.mesh.castShadow = false;
      const expected = await litPixels();
      expect(expected).toBeGreaterThan(100);
      model.mesh.castShadow = true;
      for (const mode of [1, 2] as const) {
        for (const radius of [1, 4]) {
          MmdShadow.of(mmdLight)!.mode = mode;
          mmdLight.shadow.radius = radius;
          expect(await litPixels()).toBe(expected);
        }
      }
    }
  });

  describe('a light of three’s own', () => {
    test('what is transparent throws the same shadow as what is opaque', async () => {
      const litPixels = async (alpha: number, lit: number): Promise<number> => {
        const builder = new ModelBuilder();
        builder.material({
          ...TOON,
          flags: FLAG.castsShadow | FLAG.receivesShadow,
          diffuse: [0, 0, 0, alpha],
        });
        builder.ball([0, 0, 0], 3);
        const model = await showModel(picture, builder.build());
        await picture.draw();
        const count = picture.countDrawn(lit, lit, lit);
        model.dispose();
        return count;
      };
      const opaque = await litPixels(1, 255);
      expect(opaque).toBeGreaterThan(300);
      expect(await litPixels(0.6, 204)).toBe(opaque); // 0.6 · 255 + 0.4 · 128
    });

    test('its shadow is even in every view, also without a bias', async () => {
      picture.renderer.shadowMap.type = BasicShadowMap;
      const builder = new ModelBuilder();
      builder.material({ ...TOON, flags: FLAG.receivesShadow });
      builder.ball([0, 0, 0], 3);
      await showModel(picture, builder.build());
      const box = new Mesh(new BoxGeometry(9, 9, 0.1), new MeshBasicMaterial());
      box.position.z = 20;
      box.castShadow = true;
      box.layers.set(1); // the camera does not see it
      light.shadow.camera.layers.enable(1);
      picture.scene.add(box);
      const camera = new PerspectiveCamera(30, 1, 0.1, 100);
      for (let i = 0; i < 20; i++) {
        camera.position.set(9 * Math.sin(i), 7 * Math.cos(1.7 * i), 10);
        camera.lookAt(0, 0, 0);
        await picture.draw(camera);
        expect(picture.countDrawn(128, 128, 128) + picture.countDrawn(153, 153, 153)).toBe(32 * 32);
      }
    });
  });

  describe('both looks', () => {
    test('a pixel counts from alpha 1/255', async () => {
      for (const [alpha, expected] of [
        [0.003, [0, 0, 255]],
        [0.004, [GRAY, GRAY, GRAY]], // it hides what is drawn behind it later
      ] as const) {
        const builder = square({ ambient: [0, 0, 0], diffuse: [0, 0, 0, alpha] });
        builder.material({ ambient: [0, 0, 1] });
        addSquare(builder, [0, 0, -1], 1);
        const model = await showModel(picture, builder.build());
        const { plain, shaded } = await bothLooks(model);
        expectColor(plain, expected, 2);
        expectColor(shaded, expected, 2);
        model.dispose();
      }
    });

    test('each pixel of the ground shadow is drawn once, also where several models and materials throw it', async () => {
      picture.camera.position.set(0, 100, 0);
      picture.camera.up.set(0, 0, -1);
      picture.camera.lookAt(0, 0, 0);
      light.position.set(0, 100, 0);
      light.color.set(0x808080);
      const builder = new ModelBuilder();
      for (let i = 0; i < 3; i++) {
        builder.material({ flags: FLAG.groundShadow | FLAG.doubleSided, diffuse: [0, 0, 0, 0] }); // invisible
        builder.ball([0, 5, 0], 2);
      }
      const models = [await showModel(picture, builder.build()), await showModel(picture, builder.build())];
      expectColor(await picture.pixel(16, 16), [128, 128, 128]); // the same gray as the ground
      light.color.set(0xffffff);
      expectColor(await picture.pixel(16, 16), [211, 211, 211]); // 128 + (255 − 128) · 166/255
      for (const model of models) model.surface.groundShadowBrightness = 0;
      expectColor(await picture.pixel(16, 16), [45, 45, 45]); // 128 · 89/255
      for (const model of models) model.surface.groundShadowOpacity = 1;
      expectColor(await picture.pixel(16, 16), [0, 0, 0]);
      picture.renderer.setViewport(8, 8, 16, 16); // its place is known in any viewport
      expectColor(await picture.pixel(16, 16), [0, 0, 0]);
    });

    test('in an orthographic view of a motion, edges follow the distance of the eye and the field of view', async () => {
      const widthOf = async (fov: number, distance: number): Promise<number> => {
        const tall = await ModelPicture.create(kind, 1, 1000, 8);
        const builder = new ModelBuilder();
        builder.material({ flags: FLAG.edge, edgeColor: [1, 0, 0, 1], edgeSize: 10 });
        builder.ball([0, 0, 0], 2);
        await showModel(tall, builder.build());
        const { camera } = tall;
        camera.userData['fov'] = fov;
        camera.position.z = distance;
        const count = (await tall.count(255, 0, 0)) / 2; // above and below
        tall.dispose();
        return count;
      };
      // 10 · 0.0009 · D · (0.05 + 0.03 · fov) units, 125 pixels each
      expect(await widthOf(30, 20)).toBeCloseTo(21.4, -0.5);
      expect(await widthOf(60, 20)).toBeCloseTo(41.6, -0.5);
      expect(await widthOf(30, 40)).toBeCloseTo(42.8, -0.5);
    });
  });
});
