import { createPmxBone, PMX_BONE, type PmxMorph } from '@odori/format';
import { BDEF1, BDEF2, QDEF, SDEF } from '@odori/format/internal';
import { MeshBasicMaterial } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

describe.each(RENDERERS)('%s', (kind) => {
  /** 32 × 32 pixels for 8 × 8 units: 4 pixels are a unit, 16 16 is the origin. */
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
  });

  afterEach(() => picture.dispose());

  const GRAY = [128, 128, 128];
  const WHITE = [255, 255, 255];

  /** A white square of 2 units, so that pixels 12 to 19 are white, with morphs. */
  function square(...morphs: PmxMorph[]): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material();
    builder.quad({ center: [0, 0, 0], width: 2, height: 2 });
    builder.morphs.push(...morphs);
    return builder;
  }

  const head = (name: string): { name: string; nameEn: string; panel: number } => ({
    name,
    nameEn: '',
    panel: 4,
  });

  /** Moves the whole square by 2 units. */
  function moved(name: string, x: number, y: number): PmxMorph {
    const offsets = Float32Array.from([0, 1, 2, 3].flatMap(() => [x, y, 0]));
    return { ...head(name), type: 'vertex', vertices: Uint32Array.of(0, 1, 2, 3), offsets };
  }

  const key = (
    name: string,
    weight: number,
  ): { morphs: { name: string; frame: number; weight: number }[] } => ({
    morphs: [{ name, frame: 0, weight }],
  });

  describe('a keyframe changes pixels', () => {
    test('a vertex morph moves the square', async () => {
      const model = await showModel(picture, square(moved('あ', 2, 0)).build());
      expectColor(await picture.pixel(16, 16), WHITE);
      playKeys(model, key('あ', 1));
      expectColor(await picture.pixel(16, 16), GRAY);
      expectColor(await picture.pixel(24, 16), WHITE); // 2 units to the right
      playKeys(model, key('あ', 0.5));
      expectColor(await picture.pixel(22, 16), WHITE); // from 1 unit less than there: pixels 16 to 23
      expectColor(await picture.pixel(14, 16), GRAY);
      playKeys(model, {});
      expectColor(await picture.pixel(14, 16), WHITE);
    });

    test('also on a material that is not ours, from the second picture on', async () => {
      const model = await showModel(picture, square(moved('あ', 2, 0)).build());
      model.mesh.material = new MeshBasicMaterial({ color: 0xff0000 });
      await picture.draw();
      playKeys(model, key('あ', 1));
      expectColor(await picture.pixel(16, 16), GRAY);
      expectColor(await picture.pixel(24, 16), [255, 0, 0]);
      playKeys(model, {});
      expectColor(await picture.pixel(16, 16), [255, 0, 0]);
    });

    test('a group morph applies each child by its weight', async () => {
      const group: PmxMorph = {
        ...head('組'),
        type: 'group',
        morphs: Int32Array.of(0, 1),
        weights: Float32Array.of(1, 0.5),
      };
      const model = await showModel(picture, square(moved('x', 2, 0), moved('y', 0, 4), group).build());
      playKeys(model, key('組', 1));
      expectColor(await picture.pixel(24, 8), WHITE); // 2 to the right, 2 up
      expectColor(await picture.pixel(16, 16), GRAY);
    });

    test('a flip morph applies one child at a time', async () => {
      const flip: PmxMorph = {
        ...head('選'),
        type: 'flip',
        morphs: Int32Array.of(0, 1),
        weights: Float32Array.of(1, 1),
      };
      const builder = square(moved('x', 2, 0), moved('y', 0, 2), flip);
      const model = await showModel(picture, { ...builder.build(), version: 2.1 });
      for (const [weight, x, y] of [
        [0.2, 16, 16], // int(3 · 0.2) − 1: none
        [0.5, 24, 16], // 1 − 1: the first
        [0.9, 16, 8], // 2 − 1: the second
      ]) {
        playKeys(model, key('選', weight));
        expectColor(await picture.pixel(x, y), WHITE);
      }
    });

    test('a bone morph moves and rotates the square', async () => {
      const turn: PmxMorph = {
        ...head('骨'),
        type: 'bone',
        bones: Int32Array.of(0),
        translations: Float32Array.of(0, 2, 0),
        rotations: Float32Array.of(0, 0, 0, 1),
      };
      const model = await showModel(picture, square(turn).build());
      playKeys(model, key('骨', 1));
      expectColor(await picture.pixel(16, 8), WHITE);
      expectColor(await picture.pixel(16, 16), GRAY);
    });

    const HALVES = {
      width: 2,
      rows: [[[255, 0, 0] as const, [0, 0, 255] as const].map((c) => [...c] as [number, number, number])],
    };

    test('a UV morph moves the texture', async () => {
      const builder = new ModelBuilder();
      builder.material({ texture: builder.texture('a.bmp') });
      builder.quad({ center: [0, 0, 0], width: 4, height: 4 });
      const offsets = Float32Array.from([0, 1, 2, 3].flatMap(() => [0.5, 0, 0, 0]));
      builder.morphs.push({
        ...head('uv'),
        type: 'uv',
        channel: 0,
        vertices: Uint32Array.of(0, 1, 2, 3),
        offsets,
      });
      const model = await showModel(picture, builder.build(), { 'a.bmp': bmp(HALVES) });
      expectColor(await picture.pixel(12, 16), [255, 0, 0], 20);
      playKeys(model, key('uv', 1)); // by half a texture, which repeats: its other half
      expectColor(await picture.pixel(12, 16), [0, 0, 255], 20);
    });

    test('a morph of the additional UV moves a sub-texture', async () => {
      const builder = square();
      for (let i = 0; i < 4; i++) builder.additionalUv(0.25, 0.5, 0, 0);
      const offsets = Float32Array.from([0, 1, 2, 3].flatMap(() => [1, 0, 0, 0]));
      builder.morphs.push({
        ...head('追加'),
        type: 'uv',
        channel: 1,
        vertices: Uint32Array.of(0, 1, 2, 3),
        offsets,
      });
      const pmx = builder.build();
      pmx.textures.push('a.bmp');
      Object.assign(pmx.materials[0], { sphereTexture: 0, sphereMode: 3 });
      const model = await showModel(picture, pmx, { 'a.bmp': bmp(HALVES) });
      expectColor(await picture.pixel(16, 16), [255, 0, 0]);
      playKeys(model, key('追加', 0.5));
      expectColor(await picture.pixel(16, 16), [0, 0, 255]);
    });

    /** One of 28 values that differs from a morph without effect. */
    function material(operation: 0 | 1, materials: number[], values: Record<number, number>): PmxMorph {
      const neutral = Float32Array.from({ length: 28 }, (_, i) => values[i] ?? 1 - operation);
      return {
        ...head('色'),
        type: 'material',
        materials: Int32Array.from(materials),
        operations: Uint8Array.from(materials, () => operation),
        values: Float32Array.from(materials.flatMap(() => [...neutral])),
      };
    }

    test('a multiplying material morph halves the ambient colour; weight 0.5 leaves three quarters', async () => {
      const model = await showModel(picture, square(material(0, [0], { 8: 0.5 })).build());
      playKeys(model, key('色', 1));
      expectColor(await picture.pixel(16, 16), [128, 255, 255]);
      playKeys(model, key('色', 0.5));
      expectColor(await picture.pixel(16, 16), [191, 255, 255]);
    });

    test('an adding material morph brightens all materials', async () => {
      const builder = new ModelBuilder();
      for (const x of [-2, 2]) {
        builder.material({ ambient: [0, 0, 0] });
        builder.quad({ center: [x, 0, 0], width: 2, height: 2 });
      }
      builder.morphs.push(material(1, [-1], { 9: 0.4 }));
      const model = await showModel(picture, builder.build());
      playKeys(model, key('色', 1));
      for (const x of [8, 24]) expectColor(await picture.pixel(x, 16), [0, 102, 0]);
    });

    test('a material morph tints a texture in the shaded look', async () => {
      const pmx = square(material(0, [0], { 16: 0.5 })).build();
      pmx.textures.push('a.bmp');
      pmx.materials[0].texture = 0;
      const model = await showModel(picture, pmx, { 'a.bmp': bmp({ width: 1, rows: [[[200, 100, 50]]] }) });
      playKeys(model, key('色', 1));
      expectColor(await picture.pixel(16, 16), [200, 100, 50]);
      model.surface.look = 'shaded';
      expectColor(await picture.pixel(16, 16), [100, 100, 50]);
    });

    test('a material morph to alpha 0 draws nothing and hides nothing behind it', async () => {
      const builder = square(material(0, [0], { 3: 0 }));
      builder.material({ ambient: [1, 0, 0] });
      builder.quad({ center: [0, 0, 1], width: 2, height: 2 });
      const model = await showModel(picture, builder.build());
      playKeys(model, key('色', 1));
      expectColor(await picture.pixel(16, 16), [255, 0, 0]);
    });

    test('a visibility keyframe hides the mesh, but not the root', async () => {
      const model = await showModel(picture, square().build());
      playKeys(model, { properties: [{ frame: 0, visible: false }] });
      expectColor(await picture.pixel(16, 16), GRAY);
      expect(model.root.visible).toBe(true);
      playKeys(model, {});
      expectColor(await picture.pixel(16, 16), WHITE);
    });
  });

  describe('skinning', () => {
    /** A strip of 4 units to the right; its end is on a bone that rotates at 1 unit from the left. */
    function strip(type: number): ModelBuilder {
      const builder = new ModelBuilder();
      const flags = PMX_BONE.rotatable | PMX_BONE.movable | PMX_BONE.visible | PMX_BONE.enabled;
      builder.bones.push(createPmxBone({ name: '腕', parent: 0, position: [0, 0, 0], flags }));
      builder.material();
      const pull = {
        type,
        bones: type === BDEF1 ? [1] : [0, 1],
        weights: type === BDEF1 ? [1] : [0.5, 0.5],
        sdef: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      };
      builder.quad({ center: [2, 0, 0], width: 2, height: 1 }, pull); // from 1 to 3
      return builder;
    }

    /** Rotates the bone by 90°, counter-clockwise for the viewer. */
    const quarter = {
      bones: [
        {
          name: '腕',
          frame: 0,
          rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as [number, number, number, number],
        },
      ],
    };

    test('BDEF1 follows its bone from the right to the top', async () => {
      const model = await showModel(picture, strip(BDEF1).build());
      expectColor(await picture.pixel(24, 16), WHITE);
      playKeys(model, quarter);
      expectColor(await picture.pixel(16, 8), WHITE);
      expectColor(await picture.pixel(24, 16), GRAY);
    });

    test('BDEF2 and QDEF interpolate linearly, so halfway they are nearer to the joint', async () => {
      for (const type of [BDEF2, QDEF]) {
        const model = await showModel(picture, strip(type).build());
        playKeys(model, quarter);
        // (3, 0) goes to the middle of (3, 0) and (0, 3): 2.1 from the joint; (2.3, 2.3) is 3.3 from it
        expectColor(await picture.pixel(16 + 5, 16 - 6), WHITE); // 1.9 from it
        expectColor(await picture.pixel(16 + 7, 16 - 8), GRAY); // 2.6 from it
        model.dispose();
      }
    });

    test('SDEF stays on the circle, so halfway it is as far from the joint as before', async () => {
      const model = await showModel(picture, strip(SDEF).build());
      expectColor(await picture.pixel(24, 16), WHITE); // at rest where it was
      playKeys(model, quarter);
      expectColor(await picture.pixel(16 + 7, 16 - 8), WHITE); // 2.6 from it
      expectColor(await picture.pixel(16 + 2, 16 - 3), GRAY); // 0.9 from it: it begins at 1
    });
  });
});
