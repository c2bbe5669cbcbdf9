import { PMX_WEIGHT, type PmxVertices } from '@odori/format';
import type { Part, Pull } from '../mesh/part.js';
import type { V3 } from '../mesh/vector.js';
import { boneIndex } from './bone-table.js';
import { MATERIAL_KEYS } from './materials.js';
import { joinedPart, pairedSides } from './pair-sides.js';
import { sphereCenter } from './weights.js';

/** All parts in one, in the order of their materials. */
export interface Assembly {
  vertices: PmxVertices;
  indices: Uint32Array;
  /** How many indices each material has, by key. */
  counts: Map<string, number>;
  /** The vertex morphs: indices and offsets of their vertices. */
  offsets: Map<string, { vertex: number; offset: V3 }[]>;
  /** The vertices of each material, by key: from and to. */
  ranges: Map<string, readonly [from: number, to: number]>;
}

export function assemble(parts: readonly Part[]): Assembly {
  const sorted = MATERIAL_KEYS.flatMap((key) => {
    const same = parts.filter(({ material }) => material === key);
    return same.length > 0 ? [pairedSides(joinedPart(same))] : [];
  });
  if (!parts.every(({ material }) => MATERIAL_KEYS.includes(material)))
    throw new RangeError('a part has an unknown material');
  const indices: number[] = [];
  const counts = new Map<string, number>();
  const offsets: Assembly['offsets'] = new Map();
  const ranges = new Map<string, [number, number]>();
  let first = 0;
  for (const part of sorted) {
    const before = indices.length;
    for (const [a, ...rest] of part.faces) {
      for (let i = 0; i + 1 < rest.length; i++) indices.push(first + a, first + rest[i], first + rest[i + 1]);
    }
    counts.set(part.material, (counts.get(part.material) ?? 0) + indices.length - before);
    for (const [name, moved] of part.morphs ?? []) {
      const all = offsets.get(name) ?? [];
      moved.forEach((offset, i) => offset && all.push({ vertex: first + i, offset }));
      offsets.set(name, all);
    }
    const from = ranges.get(part.material)?.[0] ?? first;
    first += part.positions.length;
    ranges.set(part.material, [from, first]);
  }
  return { vertices: joined(sorted, first), indices: Uint32Array.from(indices), counts, offsets, ranges };
}

function joined(parts: readonly Part[], count: number): PmxVertices {
  const { bdef1, bdef2, bdef4, sdef } = PMX_WEIGHT;
  const weightTypes = new Uint8Array(count);
  const boneIndices = new Int32Array(4 * count);
  const boneWeights = new Float32Array(4 * count);
  const sdefVertices: number[] = [];
  const sdefVectors: number[] = [];
  parts
    .flatMap(({ pulls }) => pulls)
    .forEach((pull, vertex) => {
      const { bones, weights, center } = skin(pull);
      weightTypes[vertex] = center ? sdef : [bdef1, bdef1, bdef2, bdef4, bdef4][bones.length];
      bones.forEach((bone, k) => {
        boneIndices[4 * vertex + k] = bone;
        boneWeights[4 * vertex + k] = weights[k];
      });
      if (!center) return;
      sdefVertices.push(vertex);
      // R0 and R1 at C: all turn about the joint itself.
      sdefVectors.push(...center, ...center, ...center);
    });
  return {
    count,
    positions: column(
      parts.flatMap(({ positions }) => positions.flat()),
      STEPS.position,
    ),
    normals: column(
      parts.flatMap(({ normals }) => normals.flat()),
      STEPS.normal,
    ),
    uvs: column(
      parts.flatMap(({ uvs }) => uvs.flat()),
      STEPS.uv,
    ),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes,
    boneIndices,
    boneWeights,
    sdefVertices: Uint32Array.from(sdefVertices),
    sdefVectors: Float32Array.from(sdefVectors),
    edgeScales: column(
      parts.flatMap(({ edges }) => edges),
      STEPS.edge,
    ),
  };
}

/**
 * The steps of a unit to which values are rounded: powers of two, so that the last bytes of the floats are
 * zero and the file compresses well. A position is right to 0.04 mm, a normal to 0.2°.
 */
export const STEPS = { position: 1024, normal: 256, uv: 2048, weight: 128, edge: 64 } as const;

/**
 * Rounds values; both sides of her alike. Engines may compute the last bits of sines and powers differently.
 */
export function column(values: readonly number[], steps: number): Float32Array {
  return Float32Array.from(values, (value) => rounded(value, steps));
}

function rounded(value: number, steps: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * steps)) / steps + 0;
}

/** The four largest weights, without tiny ones, with the sum 1 in 32-bit floats. */
function skin(pull: Pull): { bones: number[]; weights: number[]; center: V3 | undefined } {
  const sorted = Object.entries(pull)
    .filter(([, weight]) => weight > 0.012)
    .sort(([a, x], [b, y]) => y - x || boneIndex(a) - boneIndex(b))
    .slice(0, 4);
  const sum = sorted.reduce((total, [, weight]) => total + weight, 0);
  const weights = sorted.map(([, weight]) => Math.fround(rounded(weight / sum, STEPS.weight)));
  const rest = weights.slice(1).reduce((total, weight) => total + weight, 0);
  weights[0] = Math.fround(1 - rest);
  const [a, b] = sorted;
  return {
    bones: sorted.map(([name]) => boneIndex(name)),
    weights,
    center: sorted.length === 2 ? sphereCenter(a[0], b[0]) : undefined,
  };
}
