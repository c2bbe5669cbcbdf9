import type { MmdModel, ModelOptions } from '@odori/model';
import { Color, DoubleSide, FrontSide, type Material, MeshBasicMaterial, SRGBColorSpace } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { showFrame } from '../small-dancer.js';
import { ADD, materialMorph, smallModel } from '../small-model.js';

type Make = NonNullable<ModelOptions['material']>;

const MATERIALS = [
  { name: 'coat', indexCount: 3, texture: 0, sphereTexture: 1, sphereMode: 1, toon: 0, sharedToon: 1 },
  { name: 'skin', indexCount: 3, texture: 0, flags: 1, diffuse: [0.5, 0, 2, 1], ambient: [0.25, 0, 1] },
] as const;

function modelOf(material: Make): MmdModel {
  const morphs = [
    materialMorph('more', { material: -1, operation: ADD, changes: { ambient: [0.25, 0, 0] } }),
  ];
  const content = {
    morphs,
    textures: ['a.png', 'b.sph'],
    vertices: [{}, {}, {}],
    indices: [0, 1, 2, 0, 1, 2],
  };
  return smallModel(
    { ...content, materials: MATERIALS.map((each) => structuredClone(each) as object) },
    { material },
  );
}

function materialsOf({ mesh }: MmdModel): Material[] {
  return mesh.material as Material[];
}

describe('the option material', () => {
  test('is called for each material with what the file says, and gives those that are drawn', () => {
    const own = new MeshBasicMaterial();
    const make = vi.fn<Make>(({ name }) => (name === 'coat' ? own : undefined));
    const model = modelOf(make);
    expect(materialsOf(model)[0]).toBe(own);
    expect(materialsOf(model)[1].type).toBe('ShaderMaterial');
    const [[coat], [skin]] = make.mock.calls;
    expect([coat.index, coat.name, coat.side]).toEqual([0, 'coat', FrontSide]);
    expect([skin.index, skin.name, skin.side]).toEqual([1, 'skin', DoubleSide]);
    // 0.25 + 0.5 · 154/256, and 1 + 2 · 154/256 is more than white
    expect(skin.color.getHex(SRGBColorSpace)).toBe(
      new Color().setRGB(0.25 + 77 / 256, 0, 1, SRGBColorSpace).getHex(),
    );
  });

  test('has a texture for each that the file names, in sRGB; materials with one file have one texture', () => {
    const make = vi.fn<Make>(() => undefined);
    modelOf(make);
    const [[coat], [skin]] = make.mock.calls;
    expect(coat.colorMap).toMatchObject({ colorSpace: SRGBColorSpace, image: { width: 1, height: 1 } });
    expect(skin.colorMap).toBe(coat.colorMap);
    expect(coat.sphereMap).not.toBe(coat.colorMap);
    expect(coat.toonMap).toMatchObject({ image: { width: 1, height: 32 } }); // a shared toon is there at once
    expect([skin.sphereMap, skin.toonMap]).toEqual([null, null]);
  });

  test('is called again for a clone, and models dispose of what it gave', () => {
    const make = vi.fn<Make>(() => new MeshBasicMaterial());
    const model = modelOf(make);
    const clone = model.clone();
    expect(make).toHaveBeenCalledTimes(4);
    const disposed = vi.fn<(index: number) => void>();
    [...materialsOf(model), ...materialsOf(clone)].forEach((material, i) =>
      material.addEventListener('dispose', () => disposed(i)),
    );
    model.dispose();
    expect(disposed.mock.calls).toEqual([[0], [1]]);
    clone.dispose();
    expect(disposed).toHaveBeenCalledTimes(4);
  });

  test('gives a material back as it was, and another model may have it then', () => {
    const own = new MeshBasicMaterial();
    const onBeforeCompile = Reflect.get(own, 'onBeforeCompile');
    const key = own.customProgramCacheKey();
    const make: Make = ({ index }) => (index === 0 ? own : undefined);
    const model = modelOf(make);
    expect(own.customProgramCacheKey()).toBe(`${key} odori`);
    expect(() => model.clone()).toThrow(
      new TypeError(
        "the option material gave one Material for material 0 ('coat') and for another model: " +
          'return a new one, or a clone(), for each',
      ),
    );
    model.dispose();
    expect([Reflect.get(own, 'onBeforeCompile'), own.customProgramCacheKey()]).toEqual([
      onBeforeCompile,
      key,
    ]);
    expect(materialsOf(modelOf(make))[0]).toBe(own);
  });

  test('refuses one material for two', () => {
    const own = new MeshBasicMaterial();
    expect(() => modelOf(() => own)).toThrow(
      /for material 1 \('skin'\) and for material 0: return a new one/,
    );
  });

  test('its materials are drawn in the order of the file', () => {
    const clear = new MeshBasicMaterial({ transparent: true });
    const model = modelOf(({ index }) => (index === 0 ? clear : new MeshBasicMaterial()));
    expect(materialsOf(model).map(({ transparent }) => transparent)).toEqual([true, true]);
    expect(materialsOf(model).map(({ forceSinglePass }) => forceSinglePass)).toEqual([false, true]);
  });
});

test('a program of WebGL gets the tint of its own material, after the page’s code', () => {
  const own = new MeshBasicMaterial();
  own.onBeforeCompile = (shader) => (shader.fragmentShader += '// page');
  const model = modelOf(({ index }) => (index === 1 ? own : undefined));
  const shader = { uniforms: {}, vertexShader: '', fragmentShader: 'void main() {}' };
  own.onBeforeCompile(shader as never, undefined as never);
  expect(shader.fragmentShader).toBe('uniform highp vec4 pageTint;\nvoid main() {}// page');
  const { value } = (shader.uniforms as Record<string, { value: { toArray(): number[] } }>)['pageTint'];
  expect(value.toArray()).toEqual([1, 1, 1, 1]);
  showFrame(model, { morphs: [{ name: 'more', frame: 0, weight: 1 }] }, 0);
  model.surface.setMaterialOpacity('skin', 0.5);
  const linear = (encoded: number): number => ((encoded + 0.055) / 1.055) ** 2.4;
  const red = linear(0.5 + 77 / 256) / linear(0.25 + 77 / 256);
  // black stays as it is, and white is full
  expect(value.toArray()).toEqual([expect.closeTo(red, 5), 1, 1, 0.5]);
});
