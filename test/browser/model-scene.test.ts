import { parsePmx } from '@odori/format';
import type { MmdModel } from '@odori/model';
import {
  AmbientLight,
  BasicShadowMap,
  Color,
  DirectionalLight,
  DoubleSide,
  Fog,
  HemisphereLight,
  type Light,
  LightProbe,
  Mesh,
  MeshBasicMaterial,
  MeshToonMaterial,
  ACESFilmicToneMapping,
  NeutralToneMapping,
  PlaneGeometry,
  PointLight,
  RectAreaLight,
  ReinhardToneMapping,
  SphereGeometry,
  SpotLight,
  type WebGLRenderer,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import dancerUrl from '#demos/assets/files/dancer.pmx?url';
import { environment } from '#test/support/lit-scenes.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, showModel } from '#test/support/model-picture.js';
import { modelEntryOf, RENDERERS } from '#test/support/renderers.js';

describe.each(RENDERERS)('%s, the look of the scene', (kind) => {
  let picture: ModelPicture;
  const { PI } = Math;

  afterEach(() => picture.dispose());

  type Material = Parameters<ModelBuilder['material']>[0];
  type Triple = [number, number, number];

  /** Gray, 154, where no light falls. It counts as 154/256, which is 153. */
  const TOON: Material = { sharedToon: 1, toon: 2 };
  const SHADE = 153;
  const RECEIVES = 8;
  /** In MMD's space; its cosine with the direction to the viewer is 1/6: half lit. */
  const SLANTED: Triple = [Math.sqrt(35) / 6, 0, -1 / 6];
  const FRONT: Triple = [0, 0, -1];
  const AWAY: Triple = [0, 0, 1];

  /** A light from the viewer; a white one of π gives a surface the color of its texture. */
  function sun(color: number, intensity: number, z = 100): DirectionalLight {
    const light = new DirectionalLight(color, intensity);
    light.position.set(0, 0, z);
    return light;
  }

  describe('a square', () => {
    beforeEach(async () => {
      picture = await ModelPicture.create(kind, 32, 32, 8);
      picture.scene.background = new Color(0x000000);
    });

    /** A square of 6 units at z = 0; its normals in MMD's space. */
    async function show(material: Material = TOON, normal: Triple = FRONT): Promise<MmdModel> {
      const builder = new ModelBuilder();
      builder.material(material);
      const corners = [
        [-3, 3],
        [3, 3],
        [3, -3],
        [-3, -3],
      ].map(([x, y]) => builder.vertex({ position: [x, y, 0], normal, uv: [(x + 3) / 6, (3 - y) / 6] }));
      builder.triangle(corners[0], corners[1], corners[2]);
      builder.triangle(corners[0], corners[2], corners[3]);
      const model = await showModel(picture, builder.build());
      model.surface.look = 'scene';
      return model;
    }

    const gray = (value: number): number[] => [value, value, value];

    async function expectMiddle(expected: readonly number[], within = 1): Promise<void> {
      expectColor(await picture.pixel(16, 16), expected, within);
    }

    describe('lights', () => {
      test('without any, a model is black', async () => {
        await show();
        await expectMiddle([0, 0, 0]);
      });

      test.each([
        ['in its light', FRONT, 255],
        ['in half of it', SLANTED, 204], // (154/256 + 1) / 2
        ['turned away', AWAY, SHADE],
      ])('a white sun of π gives the colors of the shaded look: %s', async (_, normal, expected) => {
        picture.scene.add(sun(0xffffff, PI));
        await show(TOON, normal);
        await expectMiddle(gray(expected));
      });

      test('the color of a sun multiplies light and shade', async () => {
        picture.scene.add(sun(0xff0000, PI));
        const model = await show();
        await expectMiddle([255, 0, 0]);
        model.dispose();
        await show(TOON, AWAY);
        await expectMiddle([SHADE, 0, 0]);
      });

      test('the toon is read once for two lights, and their colors stay', async () => {
        picture.scene.add(sun(0xffffff, PI / 2), sun(0xffffff, PI / 2, -100));
        const model = await show();
        await expectMiddle(gray(204)); // half of all light arrives
        model.dispose();
        for (const light of picture.scene.children.filter((each) => 'isLight' in each))
          light.removeFromParent();
        picture.scene.add(sun(0xff0000, PI), sun(0x0000ff, PI, -100));
        await show();
        // 0.747 of the luminance arrives: a toon of 0.899, times red and 0.320 of blue, scaled by 1.208
        await expectMiddle([249, 0, 150], 2);
      });

      test('a point light falls off with the square of the distance', async () => {
        const light = new PointLight(0xffffff, PI);
        light.position.z = 2;
        picture.scene.add(light);
        await show();
        await expectMiddle(gray(137), 2); // a quarter, encoded
        light.intensity = 4 * PI;
        await expectMiddle(gray(255), 2);
      });

      test('a spot light lights what is in its cone', async () => {
        const light = new SpotLight(0xffffff, 4 * PI, 0, 0.3);
        light.position.set(0, 0, 2);
        picture.scene.add(light, light.target);
        await show();
        await expectMiddle(gray(255), 2);
        light.target.position.set(5, 0, 0);
        await expectMiddle([0, 0, 0]);
      });

      test.each([
        ['ambient light', new AmbientLight(0xffffff, 0.214 * PI), 128],
        ['a hemisphere', new HemisphereLight(0xffffff, 0x000000, PI), 188], // half of it comes from the front
      ])('%s fills the shade as well', async (_, light: Light, expected) => {
        picture.scene.add(light);
        await show(TOON, AWAY);
        await expectMiddle(gray(expected));
      });

      test('a light probe lights', async () => {
        const probe = new LightProbe();
        probe.sh.coefficients[0].setScalar((0.214 * PI) / 0.886227);
        picture.scene.add(probe);
        await show();
        await expectMiddle(gray(128), 2);
      });

      test('ambient light softens the shade of a sun', async () => {
        picture.scene.add(sun(0xffffff, PI / 2), new AmbientLight(0xffffff, PI / 2));
        await show(TOON, AWAY);
        await expectMiddle(gray(204));
      });

      test('a rect area light does not light it, which its report says once', async () => {
        const model = await show();
        const { notes } = model.report;
        await picture.draw();
        expect(notes).toEqual([]);
        if (kind !== 'WebGLRenderer') {
          const [{ RectAreaLightTexturesLib }, { RectAreaLightNode }] = await Promise.all([
            import('three/addons/lights/RectAreaLightTexturesLib.js'),
            import('three/webgpu'),
          ]);
          RectAreaLightNode.setLTC(RectAreaLightTexturesLib.init());
        }
        picture.scene.add(new RectAreaLight(0xffffff, 10, 5, 5), new AmbientLight(0xffffff, 0.214 * PI));
        const copy = model.clone();
        picture.add(copy);
        await expectMiddle(gray(128));
        expect(notes.map(({ code }) => code)).toEqual(['unlit-area-light']);
      });
    });

    describe('shadows', () => {
      /** Between the lights of the left and the square, or of the right. */
      function addCard(x: number): void {
        const material = new MeshBasicMaterial({ color: 0x00ff00, side: DoubleSide });
        const card = new Mesh(new PlaneGeometry(4, 4), material);
        card.position.set(x / 2, 0, 10);
        card.castShadow = true;
        picture.scene.add(card);
      }

      function caster(x: number): DirectionalLight {
        const light = sun(0xffffff, PI / 2);
        light.position.set(x, 0, 20);
        light.castShadow = true;
        const { camera } = light.shadow;
        [camera.left, camera.right, camera.top, camera.bottom] = [-6, 6, 6, -6];
        [camera.near, camera.far] = [1, 100];
        return light;
      }

      test('each light has its own', async () => {
        picture.renderer.shadowMap.enabled = true;
        picture.renderer.shadowMap.type = BasicShadowMap;
        picture.scene.add(caster(20), caster(-20));
        const model = await show({ ...TOON, flags: RECEIVES });
        await expectMiddle(gray(255));
        addCard(20);
        await expectMiddle(gray(204));
        addCard(-20);
        await expectMiddle(gray(SHADE));
        model.mesh.receiveShadow = false;
        await expectMiddle(gray(255));
      });

      test('materials that receive none have none', async () => {
        picture.renderer.shadowMap.enabled = true;
        picture.scene.add(caster(20), caster(-20));
        addCard(20);
        await show({ ...TOON, flags: 0 });
        await expectMiddle(gray(255));
      });

      test('the flat one on the ground is not drawn, unless the page shows it', async () => {
        const model = await show();
        const { surface } = model;
        expect(surface.groundShadow.visible).toBe(false);
        surface.look = 'plain';
        expect(surface.groundShadow.visible).toBe(true);
        surface.look = 'scene';
        surface.groundShadow.visible = true;
        const copy = model.clone();
        expect(copy.surface.groundShadow.visible).toBe(true);
        copy.dispose();
      });
    });

    describe('the environment', () => {
      const SHINY: Material = { ...TOON, specular: [1, 1, 1], specularPower: 50 };

      test('lights by its mean and its intensity; nothing shines where it is even', async () => {
        picture.scene.environment = environment(() => [0.5, 0.5, 0.5]);
        const model = await show(SHINY);
        await expectMiddle(gray(188));
        picture.scene.environmentIntensity = 0.5;
        await expectMiddle(gray(137));
        picture.scene.environmentIntensity = 2;
        await expectMiddle(gray(255));
        model.surface.environmentShare = 0.5;
        await expectMiddle(gray(188));
        model.surface.environmentShare = 0;
        await expectMiddle([0, 0, 0]);
        model.surface.environmentShare = 1;
        picture.scene.environmentIntensity = 1;
        picture.scene.environment = null;
        await expectMiddle([0, 0, 0]);
      });

      test('is turned with the scene’s', async () => {
        picture.scene.environment = environment((x) => (x > 0 ? [1, 1, 1] : [0, 0, 0]));
        await show(TOON, [1, 0, 0]);
        const lit = (await picture.pixel(16, 16))[0];
        picture.scene.environmentRotation.y = PI;
        const turned = (await picture.pixel(16, 16))[0];
        expect(lit).toBeGreaterThan(200);
        expect(turned).toBeLessThan(120);
      });

      test('what is brighter than its mean shines on shiny materials', async () => {
        const black: Material = { ambient: [0, 0, 0], diffuse: [0, 0, 0, 1] };
        picture.scene.environment = environment((_x, _y, z) => (z > 0.9 ? [20, 20, 20] : [0, 0, 0]));
        const dull = await show(black);
        await expectMiddle([0, 0, 0]);
        dull.dispose();
        await show({ ...black, specular: [1, 1, 1], specularPower: 50 });
        expect((await picture.pixel(16, 16))[0]).toBeGreaterThan(100);
      });
    });

    describe('tone mapping and fog', () => {
      test('it is tone mapped and exposed; the shaded look is not', async () => {
        picture.renderer.toneMapping = ReinhardToneMapping;
        picture.scene.add(sun(0xffffff, PI));
        const model = await show();
        await expectMiddle(gray(188)); // 1 / (1 + 1)
        picture.renderer.toneMappingExposure = 1 / 3;
        await expectMiddle(gray(137)); // ⅓ / (1 + ⅓)
        model.surface.look = 'shaded';
        await expectMiddle(gray(255));
      });

      test('more light than 1 is not lost before', async () => {
        picture.renderer.toneMapping = ReinhardToneMapping;
        picture.scene.add(sun(0xffffff, 3 * PI));
        await show();
        await expectMiddle(gray(225)); // 3 / (1 + 3)
      });

      test('fog covers it', async () => {
        picture.scene.fog = new Fog(0x204060, 10, 50);
        picture.scene.add(sun(0xffffff, PI));
        await show();
        await expectMiddle([0x20, 0x40, 0x60]);
      });
    });

    describe('options', () => {
      test('the softness of the ramp, from a sharp border to that of other objects', async () => {
        picture.scene.add(sun(0xffffff, PI));
        const { surface } = await show(TOON, SLANTED);
        expect(surface.rampSoftness).toBeCloseTo(1 / 3);
        surface.rampSoftness = 1;
        await expectMiddle(gray(170)); // a sixth of the way from 154/256 to 1
        surface.rampSoftness = 0;
        await expectMiddle(gray(255));
      });

      test('the color of the shade', async () => {
        picture.scene.add(sun(0xffffff, PI));
        const { surface } = await show(TOON, AWAY);
        surface.shadeColor = new Color(0x402010);
        await expectMiddle([0x40, 0x20, 0x10]);
        surface.shadeColor = undefined;
        await expectMiddle(gray(SHADE));
      });

      test('a rim in the color of the light, where the surface turns away from the eye', async () => {
        picture.scene.add(new AmbientLight(0xff0000, 0.1 * PI));
        const { surface } = await show(TOON, [1, 0, 0]);
        await expectMiddle([89, 0, 0]); // a tenth, encoded
        surface.rim = 1;
        await expectMiddle([124, 0, 0]); // two tenths
        surface.rim = 0;
        await expectMiddle([89, 0, 0]);
      });

      test('clones have them', async () => {
        const model = await show();
        Object.assign(model.surface, { rampSoftness: 0.5, environmentShare: 0.25, rim: 0.75 });
        model.surface.shadeColor = new Color(0x123456);
        const { surface } = model.clone();
        expect(surface).toMatchObject({
          look: 'scene',
          rampSoftness: 0.5,
          environmentShare: 0.25,
          rim: 0.75,
        });
        expect(surface.shadeColor!.getHex()).toBe(0x123456);
      });
    });

    test('highlights are those of the shaded look', async () => {
      const shiny: Material = {
        ...TOON,
        ambient: [0.2, 0.1, 0],
        diffuse: [0, 0, 0, 1],
        specular: [0.5, 0.5, 0.5],
        specularPower: 5,
      };
      const model = await show(shiny, SLANTED);
      picture.scene.add(sun(0xffffff, PI));
      const lit = await picture.pixel(16, 16);
      picture.scene.clear();
      picture.scene.add(model.root, sun(0xffffff, 0.3231432)); // MMD's light
      model.surface.look = 'shaded';
      expectColor(lit, (await picture.pixel(16, 16)).slice(0, 3));
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

    /** The pixels that are hers. */
    async function mask(): Promise<boolean[]> {
      const { background } = picture.scene;
      picture.scene.background = new Color(0x00ff00);
      const { look } = model.surface;
      model.surface.look = 'plain';
      await picture.draw();
      const pixels = picture.pixels();
      picture.scene.background = background;
      model.surface.look = look;
      return Array.from({ length: pixels.length / 4 }, (_, i) => {
        const [r, g, b] = pixels.subarray(4 * i);
        return r !== 0 || g !== 255 || b !== 0;
      });
    }

    /** The mean difference of her pixels, of 255. */
    async function differenceOfHers(a: Uint8ClampedArray, b: Uint8ClampedArray): Promise<number> {
      const hers = await mask();
      let [sum, count] = [0, 0];
      for (let i = 0; i < a.length; i++) {
        if (i % 4 === 3 || !hers[i >> 2]) continue;
        sum += Math.abs(a[i] - b[i]);
        count++;
      }
      expect(count).toBeGreaterThan(3 * 1000);
      return sum / count;
    }

    /** The direction of MMD's light. */
    function mmdSun(intensity: number): DirectionalLight {
      const light = new DirectionalLight(0xffffff, intensity);
      light.position.set(50, 100, 50);
      return light;
    }

    test('a white sun of π gives the picture of the shaded look in MMD’s light', async () => {
      model.surface.look = 'shaded';
      await picture.draw();
      const shaded = picture.pixels();
      model.surface.look = 'scene';
      picture.scene.add(mmdSun(PI));
      await picture.draw();
      expect(await differenceOfHers(picture.pixels(), shaded)).toBeLessThan(0.5);
    });

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

    test('draws as often as in MMD’s looks', async () => {
      const calls = async (): Promise<number> => {
        const { info } = picture.renderer as WebGLRenderer & WebGPURenderer;
        info.autoReset = false;
        info.reset();
        await picture.draw();
        info.autoReset = true;
        return info.render.drawCalls ?? info.render.calls;
      };
      model.surface.look = 'shaded';
      const shaded = await calls();
      model.surface.look = 'scene';
      expect(await calls()).toBe(shaded);
    });

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
