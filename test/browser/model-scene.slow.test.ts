import { parsePmx } from '@odori/format';
import type { MmdModel } from '@odori/model';
import {
  ACESFilmicToneMapping,
  AmbientLight,
  Color,
  DirectionalLight,
  Mesh,
  MeshToonMaterial,
  NeutralToneMapping,
  ReinhardToneMapping,
  SphereGeometry,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import { environment } from '#test/support/lit-scenes.js';
import { type Material, showSquare, TOON, type Triple } from '#test/support/lit-square.js';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { modelEntryOf, RENDERER_KINDS } from '#test/support/renderers.js';

describe.each(RENDERER_KINDS)('%s, the look of the scene', (kind) => {
  let picture: ModelPicture;
  const { PI } = Math;

  afterEach(() => picture.dispose());

  describe('the environment of a square', () => {
    beforeEach(async () => {
      picture = await ModelPicture.create(kind, 32, 32, 8);
      picture.scene.background = new Color(0x000000);
    });

    test('is turned with the scene’s', async () => {
      picture.scene.environment = environment((x) => (x > 0 ? [1, 1, 1] : [0, 0, 0]));
      await showSquare(picture, TOON, [1, 0, 0]);
      const lit = (await picture.pixel(16, 16))[0];
      picture.scene.environmentRotation.y = PI;
      const turned = (await picture.pixel(16, 16))[0];
      expect(lit).toBeGreaterThan(200);
      expect(turned).toBeLessThan(120);
    });

    test('what is brighter than its mean shines on shiny materials', async () => {
      const black: Material = { ambient: [0, 0, 0], diffuse: [0, 0, 0, 1] };
      picture.scene.environment = environment((_x, _y, z) => (z > 0.9 ? [20, 20, 20] : [0, 0, 0]));
      const dull = await showSquare(picture, black);
      expectColor(await picture.pixel(16, 16), [0, 0, 0]);
      dull.dispose();
      await showSquare(picture, { ...black, specular: [1, 1, 1], specularPower: 50 });
      expect((await picture.pixel(16, 16))[0]).toBeGreaterThan(100);
    });
  });

  describe('the dancer', () => {
    let model: MmdModel;

    beforeEach(async () => {
      picture = await ModelPicture.create(kind, 96, 120, 21);
      picture.camera.position.set(0, 9.5, 100);
      picture.scene.background = new Color(0x000000);
      const { loadModel } = await modelEntryOf(kind);
      model = await loadModel(dancerUrl);
      picture.add(model);
      model.surface.groundShadow.visible = false;
    });

    /** The direction of MMD's light. */
    function mmdSun(intensity: number): DirectionalLight {
      const light = new DirectionalLight(0xffffff, intensity);
      light.position.set(50, 100, 50);
      return light;
    }

    test('MMD’s looks are the same to the byte before and after', async () => {
      for (const look of ['shaded', 'plain'] as const) {
        model.surface.look = look;
        await picture.draw();
        const before = picture.pixels();
        model.surface.look = 'scene';
        await picture.draw();
        expect(picture.pixels()).not.toEqual(before);
        model.surface.look = look;
        await picture.draw();
        expect(picture.pixels()).toEqual(before);
      }
    });

    test('in a white furnace no pixel is brighter than her textures and base colors', async () => {
      picture.scene.environment = environment(() => [1, 1, 1]);
      model.surface.look = 'scene';
      model.surface.outline.visible = false;
      await picture.draw();
      const furnace = picture.pixels();
      model.root.removeFromParent();
      picture.scene.add(new DirectionalLight(0xffffff, 1));
      const bare = await withoutToons(); // min(1, diffuse + ambient) · texture, with the sphere map
      bare.surface.look = 'shaded';
      bare.surface.outline.visible = bare.surface.groundShadow.visible = false;
      await picture.draw();
      const most = picture.pixels();
      let over = 0;
      for (let i = 0; i < most.length; i++) over = Math.max(over, furnace[i] - most[i]);
      expect(over).toBeLessThanOrEqual(1);
    });

    /** The dancer with white toons and without highlights. */
    async function withoutToons(): Promise<MmdModel> {
      const { createModel, createUrlSource } = await modelEntryOf(kind);
      const pmx = parsePmx(new Uint8Array(await (await fetch(dancerUrl)).arrayBuffer()));
      for (const material of pmx.materials) {
        Object.assign(material, { specular: [0, 0, 0], sharedToon: 1, toon: 9 });
      }
      const bare = createModel(pmx, { files: createUrlSource(new URL(dancerUrl, location.href).href) });
      await bare.ready;
      picture.add(bare);
      return bare;
    }

    describe('beside a toon sphere, sliders change her by the same ratio', () => {
      let ambient: AmbientLight;
      let light: DirectionalLight;
      let toon: MeshToonMaterial;

      beforeEach(() => {
        model.surface.look = 'scene';
        model.root.position.x = 1.5;
        ambient = new AmbientLight(0xffffff, 0.5);
        light = mmdSun(1.5);
        toon = new MeshToonMaterial();
        const sphere = new Mesh(new SphereGeometry(1.4, 24, 16), toon);
        sphere.position.set(-6.5, 3, 0);
        picture.scene.add(ambient, light, sphere);
      });

      /** The mean of each channel, linear: of her and of the sphere. */
      async function means(): Promise<readonly [Triple, Triple]> {
        await picture.draw();
        const pixels = picture.pixels();
        const [width, height] = picture.size;
        const sums: [Triple, Triple] = [
          [0, 0, 0],
          [0, 0, 0],
        ];
        const counts = [0, 0];
        for (let i = 0; i < width * height; i++) {
          const of = i % width < 18 && i > width * 90 ? 1 : 0;
          const color = new Color().setRGB(
            pixels[4 * i] / 255,
            pixels[4 * i + 1] / 255,
            pixels[4 * i + 2] / 255,
            'srgb',
          );
          if (color.r + color.g + color.b === 0) continue;
          color.toArray().forEach((value, k) => (sums[of][k] += value));
          counts[of]++;
        }
        return [sums[0].map((v) => v / counts[0]) as Triple, sums[1].map((v) => v / counts[1]) as Triple];
      }

      const SLIDERS: readonly (readonly [string, () => void])[] = [
        ['the strength of ambient light', () => (ambient.intensity = 1.5)],
        ['the color of ambient light', () => ambient.color.set(0xff8040)],
        ['the strength of the sun', () => (light.intensity = 0.6)],
        ['the color of the sun', () => light.color.set(0x80a0ff)],
        ['exposure', () => (picture.renderer.toneMappingExposure = 0.6)],
        ['Reinhard’s tone mapping', () => (picture.renderer.toneMapping = ReinhardToneMapping)],
        ['that of ACES', () => (picture.renderer.toneMapping = ACESFilmicToneMapping)],
        ['the neutral one', () => (picture.renderer.toneMapping = NeutralToneMapping)],
      ];

      test.each(SLIDERS)('%s', async (name, change) => {
        const [mean, white] = await means();
        toon.color.setRGB(mean[0] / white[0], mean[1] / white[1], mean[2] / white[2]); // as hers
        if (name === 'exposure') picture.renderer.toneMapping = ReinhardToneMapping;
        const [hers, spheres] = await means();
        change();
        const [herNew, sphereNew] = await means();
        const ratio = (to: Triple, from: Triple): number =>
          to.reduce((sum, value) => sum + value, 0) / from.reduce((sum, value) => sum + value, 0);
        const [her, sphere] = [ratio(herNew, hers), ratio(sphereNew, spheres)];
        expect(Math.abs(sphere - 1), 'the slider does something').toBeGreaterThan(0.02);
        expect(her / sphere, `${name}: ${her} and ${sphere}`).toBeGreaterThan(0.8);
        expect(her / sphere, `${name}: ${her} and ${sphere}`).toBeLessThan(1.2);
      });
    });
  });
});
