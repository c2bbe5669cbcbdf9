import type { PmxVertices } from '@odori/format';

/** The bones of each vertex and their weights, 4 per vertex. */
interface SkinColumns {
  readonly skinIndices: Uint16Array | Uint32Array;
  readonly skinWeights: Float32Array;
}

/**
 * The bones of each vertex and their weights, which add up to 1. O(vertices).
 *
 * A bone that the model lacks is left out. A vertex without any bone stays at rest: it gets the skeleton's last slot,
 * `boneCount`, see RigSkeleton. QDEF is treated as BDEF4.
 */
export function skinColumns(vertices: PmxVertices, boneCount: number): SkinColumns {
  const { count, boneIndices, boneWeights } = vertices;
  const skinIndices = boneCount > 0xffff ? new Uint32Array(4 * count) : new Uint16Array(4 * count);
  const skinWeights = new Float32Array(4 * count);
  for (let i = 0; i < 4 * count; i += 4) {
    const sum = sumOfWeights(boneIndices, boneWeights, i, boneCount);
    if (sum === 0) {
      skinIndices[i] = boneCount;
      skinWeights[i] = 1;
      continue;
    }
    for (let k = i; k < i + 4; k++) {
      const bone = boneIndices[k];
      const weight = boneWeights[k];
      if (!counts(bone, weight, boneCount)) continue;
      skinIndices[k] = bone;
      skinWeights[k] = weight / sum;
    }
  }
  return { skinIndices, skinWeights };
}

/** 0 also where the weights cancel out except for a rounding error, which is too small to divide by. */
function sumOfWeights(
  boneIndices: Int32Array,
  boneWeights: Float32Array,
  start: number,
  boneCount: number,
): number {
  let sum = 0;
  let size = 0;
  for (let k = start; k < start + 4; k++) {
    if (!counts(boneIndices[k], boneWeights[k], boneCount)) continue;
    sum += boneWeights[k];
    size += Math.abs(boneWeights[k]);
  }
  return Math.abs(sum) > 1e-6 * size ? sum : 0;
}

function counts(bone: number, weight: number, boneCount: number): boolean {
  return weight !== 0 && bone >= 0 && bone < boneCount && weight > -Infinity && weight < Infinity;
}
