import { parsePmx, parseVmd, type Pmx, type PmxMorph, serializePmx } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { compactModel } from '#src/cli/optimize/compact-model.js';
import { readAsset } from '#test/support/dancer-files.js';
import { ModelBuilder } from '#test/support/model-builder.js';

const EMPTY = { name: '', nameEn: '', panel: 4 };

function vertexMorph(name: string, vertices: number[], offset: number): PmxMorph {
  const offsets = Float32Array.from(vertices.flatMap((vertex) => [offset, vertex, 0].map((v) => v * offset)));
  return { ...EMPTY, name, type: 'vertex', vertices: Uint32Array.from(vertices), offsets };
}

/** The dancer, with vertices of no face before all others, and one among them. */
function withLooseVertices(): Pmx {
  const pmx = parsePmx(readAsset('dancer.pmx'));
  const order = [0, ...Array.from({ length: pmx.vertices.count }, (_, i) => i)];
  order.splice(100, 0, 7, 8); // copies, of which the second ones are used
  const places = new Map(order.map((vertex, place) => [vertex, place]));
  const take = <C extends Float32Array | Int32Array | Uint8Array>(column: C, width: number): C =>
    (column.constructor as unknown as { from(values: number[]): C }).from(
      order.flatMap((vertex) => [...column.subarray(width * vertex, width * vertex + width)]),
    );
  const { vertices } = pmx;
  return {
    ...pmx,
    vertices: {
      ...vertices,
      count: order.length,
      positions: take(vertices.positions, 3),
      normals: take(vertices.normals, 3),
      uvs: take(vertices.uvs, 2),
      additionalUvs: take(vertices.additionalUvs, 4 * vertices.additionalUvCount),
      weightTypes: take(vertices.weightTypes, 1),
      boneIndices: take(vertices.boneIndices, 4),
      boneWeights: take(vertices.boneWeights, 4),
      sdefVertices: vertices.sdefVertices.map((vertex) => places.get(vertex)!),
      edgeScales: take(vertices.edgeScales, 1),
    },
    indices: pmx.indices.map((vertex) => places.get(vertex)!),
    morphs: pmx.morphs.map((morph) =>
      morph.type === 'vertex' || morph.type === 'uv'
        ? { ...morph, vertices: morph.vertices.map((vertex) => places.get(vertex)!) }
        : morph,
    ),
  };
}

/** Where the corners of all faces are in a dance, x y z each, moved by up to four bones. */
function skinnedCorners({ indices, vertices }: Pmx, skin: Float32Array): Float64Array {
  const out = new Float64Array(3 * indices.length);
  indices.forEach((vertex, corner) => {
    const [x, y, z] = [0, 1, 2].map((axis) => vertices.positions[3 * vertex + axis] * (axis === 2 ? -1 : 1));
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      const [m, weight] = [16 * vertices.boneIndices[k], vertices.boneWeights[k]];
      for (let axis = 0; axis < 3; axis++) {
        const moved =
          skin[m + axis] * x + skin[m + 4 + axis] * y + skin[m + 8 + axis] * z + skin[m + 12 + axis];
        out[3 * corner + axis] += weight * moved;
      }
    }
  });
  return out;
}

/** What a morph adds to the corners of all faces. */
function morphedCorners({ indices, vertices: { count } }: Pmx, morph: PmxMorph): Float64Array {
  if (morph.type !== 'vertex' && morph.type !== 'uv') return new Float64Array(0);
  const width = morph.type === 'vertex' ? 3 : 4;
  const offsets = new Float64Array(width * count);
  morph.vertices.forEach((vertex, i) => {
    for (let k = 0; k < width; k++) offsets[width * vertex + k] += morph.offsets[width * i + k];
  });
  return ofCorners(indices, offsets, width);
}

/** The SDEF vectors of the corners of all faces; zeros for other vertices. */
function sdefCorners({ indices, vertices }: Pmx): Float64Array {
  const vectors = new Float64Array(9 * vertices.count);
  vertices.sdefVertices.forEach((vertex, i) => {
    vectors.set(vertices.sdefVectors.subarray(9 * i, 9 * i + 9), 9 * vertex);
  });
  return ofCorners(indices, vectors, 9);
}

function ofCorners(indices: Uint32Array, ofVertices: Float64Array, width: number): Float64Array {
  const out = new Float64Array(width * indices.length);
  indices.forEach((vertex, i) => {
    for (let k = 0; k < width; k++) out[width * i + k] = ofVertices[width * vertex + k];
  });
  return out;
}

/** Where two lists differ first; −1: nowhere. For long lists it is faster than a matcher. */
function firstDifference(a: Float64Array, b: Float64Array): number {
  return a.length === b.length ? a.findIndex((value, i) => value !== b[i]) : Math.min(a.length, b.length);
}

describe('the dancer with three vertices that no face uses', () => {
  const before = withLooseVertices();
  const { pmx, droppedVertices } = compactModel(before);
  // as a file, so that the numbers are those that a page reads
  const after = parsePmx(serializePmx(pmx));

  test('lose these', () => {
    expect(droppedVertices).toBe(3);
    expect(after.vertices.count).toBe(before.vertices.count - 3);
    expect(after.warnings).toEqual([]);
  });

  test('each corner of each face is where it was in the dance, and belongs to the same SDEF', () => {
    const definition = createRigDefinition(before);
    const rig = new Rig(definition);
    bindMotion(Motion.from(parseVmd(readAsset('dance.vmd'))), rig).sample(600);
    rig.solve();
    rig.solveAfterPhysics();
    const corners = skinnedCorners(before, rig.skinMatrices);
    expect(corners.some((value) => value !== 0)).toBe(true);
    expect(firstDifference(skinnedCorners(after, rig.skinMatrices), corners)).toBe(-1);
    expect(sdefCorners(before).some((value) => value !== 0)).toBe(true);
    expect(firstDifference(sdefCorners(after), sdefCorners(before))).toBe(-1);
  });

  test('each morph moves the same corners as far', () => {
    expect(after.morphs.map(({ name }) => name)).toEqual(before.morphs.map(({ name }) => name));
    const differences = after.morphs.map((morph, i) =>
      firstDifference(morphedCorners(after, morph), morphedCorners(before, before.morphs[i])),
    );
    expect(differences).toEqual(after.morphs.map(() => -1));
  });

  test('bones, materials, bodies and joints stay as they are', () => {
    const { bones, rigidBodies, joints, textures, displayFrames } = after;
    expect({ bones, rigidBodies, joints, textures, displayFrames }).toEqual({
      bones: before.bones,
      rigidBodies: before.rigidBodies,
      joints: before.joints,
      textures: before.textures,
      displayFrames: before.displayFrames,
    });
  });
});

/** A rectangle of the vertices 1 to 4; no face uses 0. */
function smallModel(morphs: readonly PmxMorph[]): Pmx {
  const builder = new ModelBuilder();
  builder.material();
  builder.vertex({ position: [0, 0, 0] });
  builder.quad({ center: [0, 0, 0], width: 1, height: 1 });
  builder.morphs.push(...morphs);
  return builder.build();
}

describe('morphs', () => {
  test('what moves nothing and has no other use goes; members and display frames keep their morphs', () => {
    const pmx = smallModel([
      vertexMorph('nothing', [], 0),
      vertexMorph('zero', [1, 2], 0),
      vertexMorph('smile', [0, 1], 2),
      { ...EMPTY, name: 'group', type: 'group', morphs: Int32Array.of(2, 4), weights: Float32Array.of(1, 0) },
      vertexMorph('in the group', [], 0),
      vertexMorph('shown', [], 0),
    ]);
    pmx.displayFrames.push({
      name: '表情',
      nameEn: '',
      special: 1,
      elements: [
        { type: 'bone', index: 0 },
        { type: 'morph', index: 5 },
      ],
    });
    const { pmx: after, droppedMorphs } = compactModel(pmx);
    expect(droppedMorphs).toEqual(['nothing', 'zero']);
    expect(after.morphs.map(({ name }) => name)).toEqual(['smile', 'group', 'in the group', 'shown']);
    expect(after.morphs[0]).toMatchObject({ vertices: Uint32Array.of(0), offsets: Float32Array.of(4, 2, 0) });
    expect(after.morphs[1]).toMatchObject({ morphs: Int32Array.of(0, 2) });
    expect(after.displayFrames.at(-1)!.elements).toEqual([
      { type: 'bone', index: 0 },
      { type: 'morph', index: 3 },
    ]);
  });

  test('the first of two with one name stays: without it, motions would move the second one', () => {
    const name = '名前がとても長い'; // 15 bytes of it are in a motion, which both share
    const pmx = smallModel([vertexMorph(`${name}一`, [], 0), vertexMorph(`${name}二`, [1], 1)]);
    expect(compactModel(pmx).droppedMorphs).toEqual([]);
  });

  test('those that the caller names stay', () => {
    const pmx = smallModel([vertexMorph('a', [], 0), vertexMorph('b', [], 0)]);
    expect(compactModel(pmx, new Set([1])).droppedMorphs).toEqual(['a']);
  });

  const material = (operation: number, value: number): PmxMorph => ({
    ...EMPTY,
    name: 'm',
    type: 'material',
    materials: Int32Array.of(0),
    operations: Uint8Array.of(operation),
    values: new Float32Array(28).fill(value),
  });
  const bone = (w: number, x: number): PmxMorph => ({
    ...EMPTY,
    name: 'm',
    type: 'bone',
    bones: Int32Array.of(0),
    translations: Float32Array.of(0, 0, 0),
    rotations: Float32Array.of(x, 0, 0, w),
  });
  test.each([
    ['times 1', material(0, 1), 1],
    ['times 0', material(0, 0), 0],
    ['plus 0', material(1, 0), 1],
    ['plus 1', material(1, 1), 0],
    ['no turn', bone(1, 0), 1],
    ['a turn', bone(0, 1), 0],
  ])('%s', (_, morph, dropped) => {
    expect(compactModel(smallModel([morph])).droppedMorphs).toHaveLength(dropped);
  });
});

test('texture paths that no material names go, and the others keep their materials', () => {
  const builder = new ModelBuilder();
  builder.textures.push('unused.png', 'a.png', 'toon.png');
  builder.material({ texture: 1, sphereTexture: -1, sharedToon: 0, toon: 2 });
  builder.material({ texture: 1, sharedToon: 1, toon: 0 });
  builder.quad({ center: [0, 0, 0], width: 1, height: 1 });
  const { textures, materials } = compactModel(builder.build()).pmx;
  expect(textures).toEqual(['a.png', 'toon.png']);
  expect(materials.map(({ texture, toon }) => [texture, toon])).toEqual([
    [0, 1],
    [0, 0],
  ]);
});
