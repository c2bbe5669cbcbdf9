import type { Pmx, PmxVertexMorph } from '@odori/format';
import { flipPositions } from '@odori/runtime/internal';
import type { GltfMesh, GltfNode, GltfPrimitive } from '../glb/gltf.js';
import type { ModelWriter } from '../glb/model-writer.js';
import type { MeshPart } from './mesh-parts.js';
import type { ModelSkin } from './model-skin.js';

/** A mesh in the file, which shows one material. */
export interface WrittenMesh {
  readonly node: GltfNode;
  readonly mesh: GltfMesh;
  /** The model's morphs that change it, in the order of its weights. */
  readonly morphs: readonly number[];
}

/** What the meshes of a model share. */
export interface MeshContext {
  readonly writer: ModelWriter;
  readonly pmx: Pmx;
  readonly skin: ModelSkin;
  /** Metres per MMD unit. */
  readonly unit: number;
}

/**
 * Writes one part of a model: its vertices in three's space and metres, its skin, and the vertex morphs that
 * change it.
 */
export function writeMesh(context: MeshContext, part: MeshPart, materialIndex: number): WrittenMesh {
  const { writer, pmx, unit } = context;
  const { name, texture } = pmx.materials[part.material];
  const { morphs, targets } = writeTargets(context, part);
  const primitive: GltfPrimitive = {
    attributes: {
      POSITION: writer.add(placesOf(pmx.vertices.positions, part, unit), 3, {
        target: 'attributes',
        hasBounds: true,
      }),
      NORMAL: writer.add(normalsOf(pmx.vertices.normals, part), 3, { target: 'attributes' }),
      ...(texture >= 0 && {
        TEXCOORD_0: writer.add(pick(pmx.vertices.uvs, part.vertices, 2), 2, { target: 'attributes' }),
      }),
      ...writeSkin(context, part),
    },
    indices: writer.add(part.indices, 1, { target: 'indices' }),
    material: materialIndex,
    ...(targets.length > 0 && { targets }),
  };
  const mesh: GltfMesh = {
    name,
    primitives: [primitive],
    ...(morphs.length > 0 && {
      weights: morphs.map(() => 0),
      extras: { targetNames: morphs.map((morph) => pmx.morphs[morph].name) },
    }),
  };
  return { node: { name }, mesh, morphs };
}

/** `size` numbers of each vertex of a part, 0 in place of those that are not finite. */
function pick(column: Float32Array, vertices: Uint32Array, size: number): Float32Array {
  const picked = new Float32Array(size * vertices.length);
  for (let i = 0; i < picked.length; i++) {
    const value = column[size * vertices[Math.floor(i / size)] + (i % size)];
    picked[i] = Number.isFinite(value) ? value : 0;
  }
  return picked;
}

function placesOf(column: Float32Array, { vertices }: MeshPart, unit: number): Float32Array {
  const places = pick(column, vertices, 3).map((value) => value * unit);
  flipPositions(places);
  return places;
}

/** Normals of length 1, as glTF demands; those without a length point upwards. */
function normalsOf(column: Float32Array, { vertices }: MeshPart): Float32Array {
  const normals = pick(column, vertices, 3);
  flipPositions(normals);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 1e-6 && length < Infinity) for (let axis = 0; axis < 3; axis++) normals[i + axis] /= length;
    else normals.set([0, 1, 0], i);
  }
  return normals;
}

function writeSkin({ writer, skin }: MeshContext, { vertices }: MeshPart): Record<string, number> {
  const joints = new Uint16Array(4 * vertices.length);
  vertices.forEach((vertex, i) => joints.set(skin.jointIndices.subarray(4 * vertex, 4 * vertex + 4), 4 * i));
  const isSmall = joints.every((joint) => joint <= 0xff);
  return {
    JOINTS_0: writer.add(isSmall ? Uint8Array.from(joints) : joints, 4, { target: 'attributes' }),
    WEIGHTS_0: writer.add(pick(skin.weights, vertices, 4), 4, { target: 'attributes' }),
  };
}

function writeTargets(
  { writer, pmx, unit }: MeshContext,
  { vertices }: MeshPart,
): { morphs: number[]; targets: Record<string, number>[] } {
  const placeOf = new Map<number, number>();
  vertices.forEach((vertex, i) => placeOf.set(vertex, i));
  const morphs: number[] = [];
  const targets: Record<string, number>[] = [];
  pmx.morphs.forEach((morph, index) => {
    if (morph.type !== 'vertex') return;
    const { indices, values } = sparseOffsets(morph, placeOf, unit);
    if (indices.length === 0) return;
    morphs.push(index);
    targets.push({ POSITION: writer.addSparse(vertices.length, indices, values) });
  });
  return { morphs, targets };
}

/** The offsets of a morph, by vertex of a part. Several offsets of one vertex add up. */
function sparseOffsets(
  { vertices, offsets }: PmxVertexMorph,
  placeOf: ReadonlyMap<number, number>,
  unit: number,
): { indices: Uint16Array | Uint32Array; values: Float32Array } {
  const sums = new Map<number, [number, number, number]>();
  vertices.forEach((vertex, i) => {
    const place = placeOf.get(vertex);
    const [x, y, z] = offsets.subarray(3 * i, 3 * i + 3);
    if (place === undefined || !Number.isFinite(x + y + z)) return;
    const sum = sums.get(place) ?? [0, 0, 0];
    sums.set(place, [sum[0] + x * unit, sum[1] + y * unit, sum[2] + z * unit]);
  });
  const sorted = [...sums].filter(([, sum]) => sum.some((value) => value !== 0)).sort(([a], [b]) => a - b);
  const values = Float32Array.from(sorted.flatMap(([, sum]) => sum));
  flipPositions(values);
  const places = sorted.map(([place]) => place);
  const isSmall = (places.at(-1) ?? 0) <= 0xffff;
  return { indices: isSmall ? Uint16Array.from(places) : Uint32Array.from(places), values };
}
