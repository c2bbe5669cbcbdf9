import type { PmxMaterial } from '@odori/format';
import type { MmdModel } from '@odori/model';
import {
  BackSide,
  type Camera,
  DoubleSide,
  FrontSide,
  type Material,
  MeshBasicMaterial,
  OrthographicCamera,
  type ShaderMaterial,
  type Side,
} from 'three';
import { describe, expect, test } from 'vitest';
import { type DrawnEdge, edgesOf } from '../edges-of.js';
import { dancer, showFrame } from '../small-dancer.js';
import { ADD, materialMorph, MULTIPLY, type SmallContent } from '../small-model.js';

const FLAG = { doubleSided: 1, groundShadow: 2, castsShadow: 4, receivesShadow: 8, edge: 16 } as const;
const ALL = 31;

/** One triangle for each material. */
function modelOf(materials: Partial<PmxMaterial>[], content: SmallContent = {}): MmdModel {
  return dancer({ materials: materials.map((material) => ({ indexCount: 3, ...material })), ...content });
}

function bodiesOf({ mesh }: MmdModel): ShaderMaterial[] {
  return mesh.material as ShaderMaterial[];
}

/** Which materials of each mesh are drawn. */
function drawnOf(model: MmdModel): Record<string, boolean[]> {
  const { mesh, groundShadow } = model.surface;
  const drawn = (materials: Material | Material[]): boolean[] =>
    [materials].flat().map(({ visible }) => visible);
  const { groups } = groundShadow.geometry;
  const hasShadow = mesh.geometry.groups.map(({ start }) =>
    groups.some((group) => group.start <= start && start < group.start + group.count),
  );
  return {
    body: drawn(mesh.material),
    edge: edgesOf(model).map((edge) => edge !== undefined),
    shadow: hasShadow,
  };
}

describe('flags', () => {
  test('only materials with the flag have an edge or a ground shadow', () => {
    const model = modelOf([{ flags: FLAG.edge }, { flags: FLAG.groundShadow }, { flags: ALL }]);
    expect(drawnOf(model)).toEqual({
      body: [true, true, true],
      edge: [true, false, true],
      shadow: [false, true, true],
    });
  });

  test('neighbors with a ground shadow share one draw call', () => {
    const groupsOf = (...flags: number[]): unknown => {
      const { groundShadow } = modelOf(flags.map((each) => ({ flags: each }))).surface;
      expect(groundShadow.material).toHaveLength(1);
      return groundShadow.geometry.groups;
    };
    expect(groupsOf(FLAG.groundShadow, ALL, FLAG.edge)).toEqual([{ start: 0, count: 6, materialIndex: 0 }]);
    expect(groupsOf(ALL, FLAG.edge, FLAG.groundShadow)).toEqual([
      { start: 0, count: 3, materialIndex: 0 },
      { start: 6, count: 3, materialIndex: 0 },
    ]);
    expect(groupsOf(FLAG.edge, FLAG.edge)).toEqual([]);
  });

  test('neighbors with an edge share one draw call, whatever their color and size', () => {
    const edge = (edgeSize: number): Partial<PmxMaterial> => ({ flags: FLAG.edge, edgeSize });
    const groupsOf = (...materials: Partial<PmxMaterial>[]): unknown => {
      const { outline } = modelOf(materials).surface;
      expect(outline.material).toHaveLength(1);
      return outline.geometry.groups;
    };
    expect(groupsOf(edge(1), edge(2), { flags: 0 })).toEqual([{ start: 0, count: 6, materialIndex: 0 }]);
    expect(groupsOf(edge(1), { flags: 0 }, edge(1))).toEqual([
      { start: 0, count: 3, materialIndex: 0 },
      { start: 6, count: 3, materialIndex: 0 },
    ]);
  });

  test('the double-sided flag sets the side of the material; transparent ones have two sides in the plain look', () => {
    const model = modelOf([
      { flags: FLAG.doubleSided },
      { flags: ALL - FLAG.doubleSided },
      { flags: ALL - FLAG.doubleSided, diffuse: [1, 1, 1, 0.999] },
    ]);
    expect(bodiesOf(model).map(({ side }) => side)).toEqual([DoubleSide, FrontSide, DoubleSide]);
    expect(bodiesOf(model).map(({ uniforms }) => uniforms['isDoubleSided'].value)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the flag for receiving self shadow is passed to the shader', () => {
    const model = modelOf([{ flags: FLAG.receivesShadow }, { flags: ALL - FLAG.receivesShadow }]);
    expect(bodiesOf(model).map(({ uniforms }) => uniforms['receivesShadow'].value)).toEqual([true, false]);
    expect(model.mesh.receiveShadow).toBe(true);
  });

  test('the depth material gets the flag for casting self shadow before each material', () => {
    const { mesh, outline, groundShadow } = modelOf([
      { flags: FLAG.castsShadow },
      { flags: ALL - FLAG.castsShadow },
    ]).surface;
    const depth = mesh.customDepthMaterial as ShaderMaterial;
    const castsOf = (materialIndex: number): unknown => {
      const group = { start: 0, count: 3, materialIndex };
      mesh.onBeforeShadow(
        null!,
        mesh as never,
        null!,
        new OrthographicCamera(),
        mesh.geometry,
        depth,
        group as never,
      );
      return depth.uniforms['castsShadow'].value;
    };
    expect([castsOf(1), castsOf(0), castsOf(1)]).toEqual([false, true, false]);
    expect([mesh, outline, groundShadow].map(({ castShadow }) => castShadow)).toEqual([true, false, false]);
  });
});

test('only MMD’s own shadow map shows the fronts of materials that are not double-sided', () => {
  const { mesh } = modelOf([{ flags: FLAG.castsShadow }, { flags: FLAG.castsShadow | FLAG.doubleSided }]);
  const depth = mesh.customDepthMaterial as ShaderMaterial;
  const sideIn = (camera: Camera, materialIndex: number): Side => {
    depth.side = BackSide; // as three sets it
    const group = { start: 0, count: 3, materialIndex };
    mesh.onBeforeShadow(null!, mesh as never, null!, camera, mesh.geometry, depth, group as never);
    return depth.side;
  };
  const box = new OrthographicCamera();
  const mmd = new OrthographicCamera();
  mmd.projectionMatrix.elements[7] = 0.01; // it has perspective
  expect([sideIn(box, 0), sideIn(box, 1)]).toEqual([BackSide, BackSide]);
  expect([sideIn(mmd, 0), sideIn(mmd, 1)]).toEqual([FrontSide, DoubleSide]);
});

describe('draw order', () => {
  test('all parts are drawn after opaque objects, with the materials in file order', () => {
    const model = modelOf([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
    expect(bodiesOf(model).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(bodiesOf(model).every(({ transparent }) => transparent)).toBe(true);
    expect(model.mesh.geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2]);
    // At the same distance, the object created first is drawn first.
    expect(model.surface.groundShadow.id).toBeLessThan(model.mesh.id);
    expect(model.mesh.id).toBeLessThan(model.surface.outline.id);
  });
});

describe('invisible materials', () => {
  test('a material of alpha 0 is not drawn, but its edge and its ground shadow are', () => {
    const model = modelOf([
      { flags: ALL, diffuse: [1, 1, 1, 0] },
      { flags: ALL, diffuse: [0, 0, 0, 0.01] },
    ]);
    expect(drawnOf(model)).toEqual({ body: [false, true], edge: [true, true], shadow: [true, true] });
  });

  test('an edge of size 0 is not drawn; the shader decides about one of alpha 0', () => {
    const model = modelOf([
      { flags: ALL, edgeColor: [1, 1, 1, 0] },
      { flags: ALL, edgeSize: 0 },
      { flags: ALL, edgeSize: -1 },
    ]);
    expect(drawnOf(model)).toEqual({
      body: [true, true, true],
      edge: [true, false, false],
      shadow: [true, true, true],
    });
  });

  test('a morph makes a material and an edge visible and invisible again', () => {
    const morphs = [
      materialMorph('show', {
        material: 0,
        operation: ADD,
        changes: { diffuse: [0, 0, 0, 1], edgeSize: [1] },
      }),
    ];
    const model = modelOf([{ flags: ALL, diffuse: [1, 1, 1, 0], edgeSize: 0 }], { morphs });
    for (const weight of [1, 0, 0.5, -1]) {
      showFrame(model, { morphs: [{ name: 'show', frame: 0, weight }] }, 0);
      const isThere = weight > 0;
      expect(drawnOf(model)).toEqual({ body: [isThere], edge: [isThere], shadow: [true] });
    }
  });
});

describe('setMaterialVisible', () => {
  const hide = (material: number, content: SmallContent = {}): MmdModel => {
    const model = modelOf([{ flags: ALL }, { flags: ALL }, { flags: ALL }], content);
    model.surface.setMaterialVisible(material, false);
    return model;
  };

  test('hides the surface, the edge and the ground shadow of one material, and shows them again', () => {
    const model = hide(1);
    const two = [true, false, true];
    expect(drawnOf(model)).toEqual({ body: two, edge: two, shadow: two });
    expect(drawnOf(model.clone())).toEqual({ body: two, edge: two, shadow: two });
    model.surface.setMaterialVisible(1, true);
    const all = [true, true, true];
    expect(drawnOf(model)).toEqual({ body: all, edge: all, shadow: all });
  });

  test('a morph does not show it again', () => {
    const thick = materialMorph('thick', { material: 1, operation: ADD, changes: { edgeSize: [1] } });
    const model = hide(1, { morphs: [thick] });
    showFrame(model, { morphs: [{ name: 'thick', frame: 0, weight: 1 }] }, 0);
    expect(drawnOf(model)).toMatchObject({ body: [true, false, true], edge: [true, false, true] });
  });

  test('a material of the user is hidden, too', () => {
    const model = modelOf([{ flags: ALL }]);
    const own = new MeshBasicMaterial();
    (model.mesh.material as Material[])[0] = own;
    model.surface.setMaterialVisible(0, false);
    expect(own.visible).toBe(false);
  });

  test('refuses a material that the model lacks', () => {
    expect(() => hide(3)).toThrow(new RangeError('there is no material 3: the model has 3 materials'));
    expect(() => hide(-1)).toThrow(RangeError);
  });
});

describe('setMaterialOpacity', () => {
  const alphasOf = (model: MmdModel): number[] =>
    bodiesOf(model).map(({ uniforms }) => uniforms['diffuse'].value.w);
  /** The opacity of the ground shadow of each material that has one, in the order in which they are drawn. */
  const shadowsOf = ({ surface: { groundShadow } }: MmdModel): [start: number, opacity: number][] =>
    groundShadow.geometry.groups.map(({ start, materialIndex }) => {
      const { uniforms } = (groundShadow.material as ShaderMaterial[])[materialIndex!];
      return [start, uniforms['opacity'].value as number];
    });
  /** The opacities of the edges, from the table that the shader reads. */
  const edgesFaded = ({ surface: { outline } }: MmdModel): number[] => {
    const [{ uniforms }] = outline.material as ShaderMaterial[];
    const texels = uniforms['materialTable'].value.image.data as Float32Array;
    return [...texels].filter((_, i) => i % 8 === 5);
  };
  const three = (content: SmallContent = {}): MmdModel =>
    modelOf(
      [
        { name: 'hat', flags: ALL },
        { name: 'coat', flags: ALL },
        { name: 'coat', flags: ALL },
      ],
      content,
    );

  test('multiplies the alpha of the surface, of the edge and of the ground shadow; clones take it over', () => {
    const original = three();
    original.surface.setMaterialOpacity(0, 0.5);
    for (const model of [original, original.clone()]) {
      expect(alphasOf(model)).toEqual([0.5, 1, 1]);
      expect(bodiesOf(model).map(({ side }) => side)).toEqual([DoubleSide, DoubleSide, DoubleSide]); // ALL
      expect(edgesFaded(model)).toEqual([0.5, 1, 1]);
      const whole = 166 / 255;
      // the faded one after the others, because a pixel shows the first
      expect(shadowsOf(model)).toEqual([
        [3, whole],
        [0, whole / 2],
      ]);
      model.surface.groundShadowOpacity = 0.5;
      expect(shadowsOf(model)[1]).toEqual([0, 0.25]);
    }
    original.surface.setMaterialOpacity(0, 1);
    expect(alphasOf(original)).toEqual([1, 1, 1]);
    expect(shadowsOf(original)).toEqual([[0, 0.5]]);
  });

  test('a name means all materials that have it; 0 hides them', () => {
    const model = three();
    model.surface.setMaterialOpacity('coat', 0);
    const one = [true, false, false];
    expect(drawnOf(model)).toEqual({ body: one, edge: one, shadow: one });
    model.surface.setMaterialVisible('coat', true);
    expect(drawnOf(model)['body']).toEqual(one);
    model.surface.setMaterialOpacity('coat', 0.25);
    expect(drawnOf(model)['body']).toEqual([true, true, true]);
    model.surface.setMaterialVisible('coat', false);
    expect(drawnOf(model)).toEqual({ body: one, edge: one, shadow: one });
  });

  test('a step of a fade leaves the draw calls as they are', () => {
    const model = three();
    model.surface.setMaterialOpacity(1, 0.75);
    const { groups } = model.surface.groundShadow.geometry;
    model.surface.setMaterialOpacity(1, 0.5);
    expect(model.surface.groundShadow.geometry.groups).toBe(groups);
    expect(shadowsOf(model).at(-1)).toEqual([3, 83 / 255]);
  });

  test('multiplies the alpha of a morph, too, which may be above 1', () => {
    const more = materialMorph('more', { material: 1, operation: ADD, changes: { diffuse: [0, 0, 0, 1] } });
    const less = materialMorph('less', {
      material: 2,
      operation: MULTIPLY,
      changes: { diffuse: [1, 1, 1, 0.5] },
    });
    const model = three({ morphs: [more, less] });
    model.surface.setMaterialOpacity('coat', 0.5);
    showFrame(model, { morphs: ['more', 'less'].map((name) => ({ name, frame: 0, weight: 1 })) }, 0);
    expect(alphasOf(model)).toEqual([1, 0.5, 0.25]);
  });

  test('refuses a material that the model lacks, and an opacity that is not between 0 and 1', () => {
    const { surface } = three();
    expect(() => surface.setMaterialOpacity(3, 1)).toThrow(
      new RangeError('there is no material 3: the model has 3 materials'),
    );
    expect(() => surface.setMaterialOpacity('shoe', 1)).toThrow(
      new RangeError("there is no material named 'shoe': the model has 3 materials"),
    );
    for (const opacity of [-0.1, 1.1, NaN]) {
      expect(() => surface.setMaterialOpacity(0, opacity)).toThrow(
        new RangeError(`the opacity of a material is a number from 0 to 1, not ${opacity}`),
      );
    }
  });
});

describe('a material morph changes uniforms', () => {
  const morphs = [
    materialMorph('dark', {
      material: 1,
      operation: MULTIPLY,
      changes: { diffuse: [0, 0.5, 1, 0.5], specularPower: [0.5], edgeSize: [3], edgeColor: [1, 1, 1, 0.5] },
    }),
    materialMorph('red', {
      material: -1,
      operation: ADD,
      changes: { ambient: [1, 0, 0], texture: [0.5, 0, 0, 0], sphere: [0, 1, 0, 0] },
    }),
  ];
  const materials: Partial<PmxMaterial>[] = [{}, { specularPower: 8, flags: ALL, ambient: [0, 0.25, 0.5] }];
  const uniformsOf = (name: string, weight: number): [Record<string, unknown>[], DrawnEdge | undefined] => {
    const model = modelOf(materials, { morphs });
    showFrame(model, { morphs: [{ name, frame: 0, weight }] }, 3);
    const values = bodiesOf(model).map(({ uniforms }) =>
      Object.fromEntries(Object.entries(uniforms).map(([key, { value }]) => [key, numbersOf(value)])),
    );
    return [values, edgesOf(model)[1]];
  };

  test('a multiplying morph scales the values', () => {
    const [[first, second], edge] = uniformsOf('dark', 0.5);
    expect([first['diffuse'], first['specularPower']]).toEqual([[1, 1, 1, 1], 0]);
    expect([second['diffuse'], second['specularPower']]).toEqual([[0.5, 0.75, 1, 0.75], 6]);
    expect(edge).toEqual({ size: 2, color: [0, 0, 0, 0.75] }); // 1 + (3 − 1) · ½
  });

  test('an adding morph adds to the values of all materials', () => {
    const [[first, second]] = uniformsOf('red', 0.5);
    expect([first['ambient'], second['ambient']]).toEqual([
      [0.5, 0, 0],
      [0.5, 0.25, 0.5],
    ]);
    expect([first['textureAdd'], second['sphereAdd'], second['toonAdd']]).toEqual([
      [0.25, 0, 0, 0],
      [0, 0.5, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(second['textureMultiply']).toEqual([1, 1, 1, 1]);
  });
});

function numbersOf(value: unknown): unknown {
  return value !== null && typeof value === 'object' && 'toArray' in value
    ? (value.toArray as () => number[])()
    : value;
}
