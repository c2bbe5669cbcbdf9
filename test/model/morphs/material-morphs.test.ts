import type { PmxMaterial, PmxMorph } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { MATERIAL_VALUE, MATERIAL_VALUES, MaterialMorphs } from '#src/model/morphs/material-morphs.js';
import { smallMaterial } from '#test/support/small-material.js';
import { ADD, materialMorph, MULTIPLY } from '#test/model/small-model.js';

const SIZES = {
  diffuse: 4,
  specular: 3,
  specularPower: 1,
  ambient: 3,
  edgeColor: 4,
  edgeSize: 1,
  textureMultiply: 4,
  sphereMultiply: 4,
  toonMultiply: 4,
  textureAdd: 4,
  sphereAdd: 4,
  toonAdd: 4,
} as const;
type Property = keyof typeof SIZES;

function valueOf({ values }: MaterialMorphs, property: Property, material = 0): number[] {
  const start = MATERIAL_VALUES * material + MATERIAL_VALUE[property];
  return [...values.subarray(start, start + SIZES[property])];
}

/** Exact in 32 bits, all different. */
const MATERIAL: Partial<PmxMaterial> = {
  diffuse: [1, 0.5, 0.25, 0.75],
  specular: [0.125, 0.25, 0.5],
  specularPower: 8,
  ambient: [0.5, 0.25, 0.125],
  edgeColor: [0.25, 0.5, 0.75, 1],
  edgeSize: 2,
};

function look(morphs: PmxMorph[], weights: number[], materials = [MATERIAL]): MaterialMorphs {
  const all = new MaterialMorphs(materials.map(smallMaterial), morphs);
  all.apply(Float64Array.from(weights));
  return all;
}

function multiply(changes: Parameters<typeof materialMorph>[1]['changes'], material = 0): PmxMorph {
  return materialMorph('×', { material, operation: MULTIPLY, changes });
}

function add(changes: Parameters<typeof materialMorph>[1]['changes'], material = 0): PmxMorph {
  return materialMorph('+', { material, operation: ADD, changes });
}

test('without morphs, the values are the material’s, with neutral tints', () => {
  const plain = look([], []);
  expect(valueOf(plain, 'diffuse')).toEqual([1, 0.5, 0.25, 0.75]);
  expect(valueOf(plain, 'specular')).toEqual([0.125, 0.25, 0.5]);
  expect(valueOf(plain, 'specularPower')).toEqual([8]);
  expect(valueOf(plain, 'ambient')).toEqual([0.5, 0.25, 0.125]);
  expect(valueOf(plain, 'edgeColor')).toEqual([0.25, 0.5, 0.75, 1]);
  expect(valueOf(plain, 'edgeSize')).toEqual([2]);
  for (const map of ['texture', 'sphere', 'toon'] as const) {
    expect(valueOf(plain, `${map}Multiply`)).toEqual([1, 1, 1, 1]);
    expect(valueOf(plain, `${map}Add`)).toEqual([0, 0, 0, 0]);
  }
});

test('the properties of a material fill its values without gaps', () => {
  const places = Object.entries(MATERIAL_VALUE).map(([name, start]) => [start, SIZES[name as Property]]);
  const ends = places.map(([start, size]) => start + size);
  expect(places.map(([start]) => start)).toEqual([0, ...ends.slice(0, -1)]);
  expect(ends.at(-1)).toBe(MATERIAL_VALUES);
});

describe('multiply: 1 + (m − 1)·w', () => {
  const morph = multiply({
    diffuse: [0.5, 0, 3, 0],
    specularPower: [0.25],
    edgeSize: [2],
    edgeColor: [0, 1, 1, 1],
  });

  test('weight 1 multiplies by m', () => {
    const all = look([morph], [1]);
    expect(valueOf(all, 'diffuse')).toEqual([0.5, 0, 0.75, 0]);
    expect(valueOf(all, 'specularPower')).toEqual([2]);
    expect(valueOf(all, 'edgeSize')).toEqual([4]);
    expect(valueOf(all, 'edgeColor')).toEqual([0, 0.5, 0.75, 1]);
    expect(valueOf(all, 'ambient')).toEqual([0.5, 0.25, 0.125]);
  });

  test('weight ½ multiplies by half as much', () => {
    const all = look([morph], [0.5]);
    expect(valueOf(all, 'diffuse')).toEqual([0.75, 0.25, 0.5, 0.375]); // × 0.75, 0.5, 2, 0.5
    expect(valueOf(all, 'specularPower')).toEqual([5]); // × 0.625
    expect(valueOf(all, 'edgeSize')).toEqual([3]);
  });

  test('two multiplying morphs give the product', () => {
    const all = look([morph, multiply({ diffuse: [0, 0.5, 0.5, 1] })], [0.5, 0.5]);
    expect(valueOf(all, 'diffuse')).toEqual([0.375, 0.1875, 0.375, 0.375]); // … × 0.5, 0.75, 0.75, 1
  });
});

describe('add: a·w', () => {
  const morph = add({
    diffuse: [-1, 0.5, 0, 0.25],
    specular: [1, 1, 1],
    ambient: [0, 0, 0.25],
    edgeSize: [-4],
  });

  test('weights of 1 and ½ add a and a / 2', () => {
    const whole = look([morph], [1]);
    expect(valueOf(whole, 'diffuse')).toEqual([0, 1, 0.25, 1]);
    expect(valueOf(whole, 'specular')).toEqual([1.125, 1.25, 1.5]);
    expect(valueOf(whole, 'edgeSize')).toEqual([-2]);
    const half = look([morph], [0.5]);
    expect(valueOf(half, 'diffuse')).toEqual([0.5, 0.75, 0.25, 0.875]);
    expect(valueOf(half, 'ambient')).toEqual([0.5, 0.25, 0.25]);
    expect(valueOf(half, 'edgeColor')).toEqual([0.25, 0.5, 0.75, 1]);
  });

  test('weights are not clamped to 0..1', () => {
    expect(valueOf(look([morph], [-1]), 'edgeSize')).toEqual([6]);
    expect(valueOf(look([morph], [3]), 'ambient')).toEqual([0.5, 0.25, 0.875]);
  });
});

test('multiplying morphs come before adding ones, whatever their order in the file', () => {
  const [darker, lighter] = [
    multiply({ diffuse: [0.5, 0.5, 0.5, 1] }),
    add({ diffuse: [0.25, 0.25, 0.25, 0] }),
  ];
  const expected = [0.75, 0.5, 0.375, 0.75]; // 1 · 0.5 + 0.25, …
  expect(valueOf(look([darker, lighter], [1, 1]), 'diffuse')).toEqual(expected);
  expect(valueOf(look([lighter, darker], [1, 1]), 'diffuse')).toEqual(expected);
});

test('multiplying entries come before adding ones in one morph, too', () => {
  const morph = materialMorph(
    'both',
    { material: 0, operation: ADD, changes: { ambient: [1, 1, 1] } },
    { material: 0, operation: MULTIPLY, changes: { ambient: [0, 0.5, 1] } },
  );
  // 0.5·0 + 1, 0.25·0.5 + 1, 0.125 + 1
  expect(valueOf(look([morph], [1]), 'ambient')).toEqual([1, 1.125, 1.125]);
});

describe('the material index', () => {
  const materials: Partial<PmxMaterial>[] = [{ edgeSize: 1 }, { edgeSize: 2 }, { edgeSize: 4 }];
  const edgeSizes = (morph: PmxMorph): number[] =>
    [0, 1, 2].flatMap((material) => valueOf(look([morph], [1], materials), 'edgeSize', material));

  test('an index selects one material', () => {
    expect(edgeSizes(multiply({ edgeSize: [3] }, 1))).toEqual([1, 6, 4]);
  });

  test('−1 selects all materials', () => {
    expect(edgeSizes(multiply({ edgeSize: [3] }, -1))).toEqual([3, 6, 12]);
    expect(edgeSizes(add({ edgeSize: [3] }, -1))).toEqual([4, 5, 7]);
  });

  test('an index out of range selects no material', () => {
    for (const material of [3, -2, 0x7fffffff]) {
      expect(edgeSizes(add({ edgeSize: [3] }, material))).toEqual([1, 2, 4]);
    }
  });
});

describe('tints', () => {
  test('the tints of texture, sphere map and toon are separate, and so are the two operations', () => {
    const all = look(
      [
        multiply({ texture: [0.5, 0.5, 0, 1], toon: [0.25, 1, 1, 0] }),
        add({ texture: [0.25, 0, 0, -1], sphere: [1, 0.5, 0.25, 0] }),
      ],
      [1, 0.5],
    );
    expect(valueOf(all, 'textureMultiply')).toEqual([0.5, 0.5, 0, 1]);
    expect(valueOf(all, 'textureAdd')).toEqual([0.125, 0, 0, -0.5]);
    expect(valueOf(all, 'sphereMultiply')).toEqual([1, 1, 1, 1]);
    expect(valueOf(all, 'sphereAdd')).toEqual([0.5, 0.25, 0.125, 0]);
    expect(valueOf(all, 'toonMultiply')).toEqual([0.25, 1, 1, 0]);
    expect(valueOf(all, 'toonAdd')).toEqual([0, 0, 0, 0]);
  });
});

describe('the result of apply', () => {
  test('apply returns true only if a weight of a material morph has changed', () => {
    const leaf: PmxMorph = {
      name: '',
      nameEn: '',
      panel: 1,
      type: 'group',
      morphs: new Int32Array(),
      weights: new Float32Array(),
    };
    const all = new MaterialMorphs([smallMaterial()], [leaf, add({ edgeSize: [1] })]);
    expect(all.apply(Float64Array.of(0, 0))).toBe(false);
    expect(all.apply(Float64Array.of(1, 0))).toBe(false);
    expect(all.apply(Float64Array.of(1, 0.5))).toBe(true);
    expect(all.apply(Float64Array.of(0, 0.5))).toBe(false);
    expect(all.apply(Float64Array.of(0, 0))).toBe(true);
    expect(valueOf(all, 'edgeSize')).toEqual([1]);
  });

  test('at weight 0 the values are exactly those before', () => {
    const all = new MaterialMorphs([smallMaterial(MATERIAL)], [multiply({ diffuse: [0, 0.1, 0.2, 0.3] })]);
    const before = all.values.slice();
    for (let i = 1; i < 50; i++) all.apply(Float64Array.of(0.7 / i));
    all.apply(Float64Array.of(0));
    expect(all.values).toEqual(before);
  });
});

test('morphedMaterials lists the materials that morphs can change', () => {
  const three = [smallMaterial(), smallMaterial(), smallMaterial()];
  expect(new MaterialMorphs(three, [add({}, 2), add({}, 1), multiply({}, 1)]).morphedMaterials).toEqual([
    1, 2,
  ]);
  expect(new MaterialMorphs(three, [add({}, 3), multiply({}, -1)]).morphedMaterials).toEqual([0, 1, 2]);
  expect(new MaterialMorphs(three, []).morphedMaterials).toEqual([]);
});

describe('numbers that are not finite', () => {
  test('numbers of materials and morphs that are not finite become 0', () => {
    const odd: Partial<PmxMaterial> = { diffuse: [NaN, Infinity, 1, 1], edgeSize: NaN };
    const all = look([add({ ambient: [NaN, 0.5, -Infinity] })], [1], [odd]);
    expect(valueOf(all, 'diffuse')).toEqual([0, 0, 1, 1]);
    expect(valueOf(all, 'edgeSize')).toEqual([0]);
    expect(valueOf(all, 'ambient')).toEqual([0, 0.5, 0]);
  });

  test('a weight that is not finite has no effect on later frames', () => {
    const all = look([multiply({ edgeSize: [0.5] })], [NaN]);
    all.apply(Float64Array.of(1));
    expect(valueOf(all, 'edgeSize')).toEqual([1]);
  });
});

test('a model without materials has no values', () => {
  expect(look([multiply({}, -1)], [1], []).values.length).toBe(0);
});
