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
  PlaneGeometry,
  PointLight,
  RectAreaLight,
  ReinhardToneMapping,
  SpotLight,
  type WebGLRenderer,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import { environment } from '#test/support/lit-scenes.js';
import {
  AWAY,
  FRONT,
  type Material,
  SHADE,
  showSquare,
  SLANTED,
  sun,
  TOON,
  type Triple,
} from '#test/support/lit-square.js';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { modelEntryOf, RENDERERS } from '#test/support/renderers.js';

const RECEIVES_SHADOWS = 8;

describe.each(RENDERERS)('%s, the look of the scene', (kind) => {
  let picture: ModelPicture;
  const { PI } = Math;

  afterEach(() => picture.dispose());

  describe('a square', () => {
    beforeEach(async () => {
      picture = await ModelPicture.create(kind, 32, 32, 8);
      picture.scene.background = new Color(0x000000);
    });

    async function show(material: Material = TOON, normal: Triple = FRONT): Promise<MmdModel> {
      return showSquare(picture, material, normal);
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
        const model = await show({ ...TOON, flags: RECEIVES_SHADOWS });
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

  test('of the dancer is that of the shaded look in a white sun of π, and takes as many draw calls', async () => {
    picture = await ModelPicture.create(kind, 96, 120, 21);
    picture.camera.position.set(0, 9.5, 100);
    picture.scene.background = new Color(0x000000);
    const { loadModel } = await modelEntryOf(kind);
    const model = await loadModel(dancerUrl);
    picture.add(model);
    model.surface.groundShadow.visible = false;
    const { info } = picture.renderer as WebGLRenderer & WebGPURenderer;
    info.autoReset = false;
    const draw = async (look: 'shaded' | 'scene'): Promise<readonly [Uint8ClampedArray, number]> => {
      model.surface.look = look;
      info.reset();
      await picture.draw();
      return [picture.pixels(), info.render.drawCalls ?? info.render.calls];
    };
    const [shaded, calls] = await draw('shaded');
    const light = new DirectionalLight(0xffffff, PI);
    light.position.set(50, 100, 50); // as MMD's
    picture.scene.add(light);
    const [lit, litCalls] = await draw('scene');
    info.autoReset = true;
    expect(litCalls).toBe(calls);
    const hers = Array.from(lit.keys()).filter((i) => i % 4 < 3 && lit[i] + shaded[i] > 0);
    expect(hers.length).toBeGreaterThan(3 * 1000);
    const sum = hers.reduce((total, i) => total + Math.abs(lit[i] - shaded[i]), 0);
    expect(sum / hers.length).toBeLessThan(0.5);
  });
});
