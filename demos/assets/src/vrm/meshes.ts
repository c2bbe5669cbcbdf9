import type { Pmx } from '@odori/format';
import type { GltfMesh, GltfNode, ModelWriter } from '@odori/vrm/internal';
import { add, cross, dot, scale, sub, unit, type V3 } from '../mesh/vector.js';
import { type Skeleton, toThree, UNIT } from './skeleton.js';

/** A mesh of one material, and the vertex morphs that move it, in the order of its weights. */
export interface AvatarMesh {
  /** The material's index in the PMX. */
  readonly material: number;
  readonly node: GltfNode;
  readonly mesh: GltfMesh;
  readonly morphs: readonly string[];
}

/** Distances and directions are rounded to this, so that every machine writes the same bytes. */
const STEP = 2 ** -20;

/** The joints and the weights of a vertex, at most four; the weights add up to 255. */
interface Pull {
  readonly joints: readonly number[];
  readonly weights: readonly number[];
}

/** Writes the meshes in the T-pose, except that of the materials in `without`. */
export function writeMeshes(
  writer: ModelWriter,
  pmx: Pmx,
  skeleton: Skeleton,
  without: readonly string[],
): AvatarMesh[] {
  const pulls = Array.from({ length: pmx.vertices.count }, (_, vertex) => pullOf(pmx, skeleton, vertex));
  let start = 0;
  return pmx.materials.flatMap(({ indexCount, nameEn }, material) => {
    const indices = pmx.indices.subarray(start, (start += indexCount));
    if (without.includes(nameEn)) return [];
    return [writeMesh(writer, pmx, { skeleton, pulls, material, indices })];
  });
}

interface Part {
  readonly skeleton: Skeleton;
  readonly pulls: readonly Pull[];
  readonly material: number;
  readonly indices: Uint32Array;
}

function writeMesh(writer: ModelWriter, pmx: Pmx, { skeleton, pulls, material, indices }: Part): AvatarMesh {
  const vertices = [...new Set(indices)].sort((a, b) => a - b);
  const placeIn = new Map(vertices.map((vertex, i) => [vertex, i]));
  const { positions, normals, uvs } = pmx.vertices;
  const vector = (column: Float32Array, vertex: number): V3 =>
    [...column.subarray(3 * vertex, 3 * vertex + 3)] as V3;
  const unturns = vertices.map((vertex) => new Unturn(skeleton, pulls[vertex]));
  const places = vertices.flatMap((vertex, i) => unturns[i].place(toThree(vector(positions, vertex))));
  const directions = vertices.flatMap((vertex, i) =>
    unturns[i].normal(unit(toThree(vector(normals, vertex)))),
  );
  const { morphs, targets } = writeTargets(writer, pmx, placeIn);
  const triangles = new Uint16Array(indices.length);
  for (let i = 0; i < indices.length; i += 3)
    // the mirror turns them over
    [0, 2, 1].forEach((corner, k) => (triangles[i + k] = placeIn.get(indices[i + corner])!));
  const target = 'attributes' as const;
  const primitive = {
    attributes: {
      POSITION: writer.add(rounded(places), 3, { target, hasBounds: true }),
      NORMAL: writer.add(rounded(directions), 3, { target }),
      TEXCOORD_0: writer.add(
        Uint16Array.from(
          vertices.flatMap((vertex) => [...uvs.subarray(2 * vertex, 2 * vertex + 2)]),
          (value) => Math.round(value * 0xffff),
        ),
        2,
        { target, isNormalized: true },
      ),
      JOINTS_0: writer.add(Uint8Array.from(vertices.flatMap((vertex) => pulls[vertex].joints)), 4, {
        target,
      }),
      WEIGHTS_0: writer.add(Uint8Array.from(vertices.flatMap((vertex) => pulls[vertex].weights)), 4, {
        target,
        isNormalized: true,
      }),
    },
    indices: writer.add(triangles, 1, { target: 'indices' }),
    ...(targets.length > 0 && { targets }),
  };
  const { nameEn } = pmx.materials[material];
  const mesh = {
    name: nameEn,
    primitives: [primitive],
    ...(morphs.length > 0 && { weights: morphs.map(() => 0), extras: { targetNames: morphs } }),
  };
  return { material, node: { name: nameEn }, mesh, morphs };
}

function rounded(values: readonly number[]): Float32Array {
  return Float32Array.from(values, (value) => Math.round(value / STEP) * STEP);
}

/** Sums up what several bones of the PMX give one joint. */
function pullOf({ vertices }: Pmx, { jointOf }: Skeleton, vertex: number): Pull {
  const sums = new Map<number, number>();
  for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
    const weight = vertices.boneWeights[i];
    if (weight <= 0) continue;
    const joint = jointOf[vertices.boneIndices[i]];
    sums.set(joint, (sums.get(joint) ?? 0) + weight);
  }
  const parts = [...sums].sort((a, b) => b[1] - a[1]);
  const total = parts.reduce((sum, [, weight]) => sum + weight, 0);
  const weights = parts.map(([, weight]) => Math.round((weight / total) * 255));
  weights[0] += 255 - weights.reduce((sum, weight) => sum + weight, 0);
  const used = parts.filter((_, i) => weights[i] > 0);
  const fill = Array.from({ length: 4 - used.length }, () => 0);
  return {
    joints: [...used.map(([joint]) => joint), ...fill],
    weights: [...weights.filter((weight) => weight > 0), ...fill],
  };
}

/**
 * Takes a vertex from the rest pose of the PMX into the T-pose, such that skinning takes it back to exactly
 * where it was: when her arms hang as in the PMX, she looks as in MMD.
 */
class Unturn {
  /** The columns of the matrix that skinning turns directions with. */
  readonly #columns: readonly V3[];
  readonly #shift: V3;

  constructor({ joints }: Skeleton, { joints: used, weights }: Pull) {
    const blend = (valueOf: (joint: number) => V3): V3 =>
      used.reduce<V3>((sum, joint, i) => add(sum, scale(valueOf(joint), weights[i] / 255)), [0, 0, 0]);
    const axes: readonly V3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
    this.#columns = axes.map((axis) => blend((joint) => joints[joint].turnBack(axis)));
    this.#shift = blend((joint) => {
      const { place, placeBefore, turnBack } = joints[joint];
      return sub(placeBefore, turnBack(place));
    });
  }

  place(before: V3): V3 {
    return this.#solve(sub(before, this.#shift));
  }

  normal(before: V3): V3 {
    return unit(this.#solve(before));
  }

  /** By Cramer's rule. */
  #solve(value: V3): V3 {
    const [a, b, c] = this.#columns;
    const determinant = dot(a, cross(b, c));
    return [dot(value, cross(b, c)), dot(a, cross(value, c)), dot(a, cross(b, value))].map(
      (each) => each / determinant,
    ) as V3;
  }
}

/** The vertex morphs that move a part. They move the face alone, which is the same in both poses. */
function writeTargets(
  writer: ModelWriter,
  pmx: Pmx,
  placeIn: ReadonlyMap<number, number>,
): { morphs: string[]; targets: Record<string, number>[] } {
  const morphs: string[] = [];
  const targets: Record<string, number>[] = [];
  for (const morph of pmx.morphs) {
    if (morph.type !== 'vertex') continue;
    const moved = [...morph.vertices].flatMap((vertex, i) => {
      const place = placeIn.get(vertex);
      const [x, y, z] = morph.offsets.subarray(3 * i, 3 * i + 3);
      return place === undefined ? [] : [{ place, offset: [x * UNIT, y * UNIT, -z * UNIT] }];
    });
    if (moved.length === 0) continue;
    moved.sort((a, b) => a.place - b.place);
    morphs.push(morph.name);
    const values = rounded(moved.flatMap(({ offset }) => offset));
    targets.push({
      POSITION: writer.addSparse(
        placeIn.size,
        Uint16Array.from(moved, ({ place }) => place),
        values,
      ),
    });
  }
  return { morphs, targets };
}
