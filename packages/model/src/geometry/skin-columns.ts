import { wordsOf } from '@odori/format/internal';
import type { PmxVertices } from '@odori/format';

/** The bones of each vertex and their weights, 4 per vertex. */
interface SkinColumns {
  readonly skinIndices: Uint16Array | Uint32Array;
  readonly skinWeights: Float32Array;
}

/**
 * The bones of each vertex and their weights, which add up to 1. O(vertices).
 *
 * A bone that the model lacks is left out. A vertex without any bone stays at rest: it gets the skeleton's
 * last slot, `boneCount`, see RigSkeleton. QDEF is treated as BDEF4.
 */
export function skinColumns(vertices: PmxVertices, boneCount: number): SkinColumns {
  const { count, boneIndices, boneWeights } = vertices;
  const skinIndices = boneCount > 0xffff ? new Uint32Array(4 * count) : new Uint16Array(4 * count);
  const skinWeights = new Float32Array(4 * count);
  const words = wordsOf(boneWeights);
  for (let i = 0; i < 4 * count; i += 4) {
    if (words[i] === ONE && (words[i + 1] | words[i + 2] | words[i + 3]) === 0) {
      const bone = boneIndices[i];
      const isKnown = bone >= 0 && bone < boneCount;
      skinIndices[i] = isKnown ? bone : boneCount;
      skinWeights[i] = 1;
      continue;
    }
    let sum = 0;
    let size = 0;
    for (let k = i; k < i + 4; k++) {
      const weight = boneWeights[k];
      const bone = boneIndices[k];
      // The difference of an infinite number and itself is NaN.
      if (weight === 0 || weight - weight !== 0 || !(bone >= 0 && bone < boneCount)) continue;
      skinIndices[k] = bone;
      skinWeights[k] = weight;
      sum += weight;
      size += weight < 0 ? -weight : weight;
    }
    if (sum !== 1) divide(skinIndices, skinWeights, i, sum, size, boneCount);
  }
  return { skinIndices, skinWeights };
}

/** The bits of 1: most vertices follow one bone. */
const ONE = 0x3f800000;

function divide(
  skinIndices: SkinColumns['skinIndices'],
  skinWeights: Float32Array,
  i: number,
  sum: number,
  size: number,
  boneCount: number,
): void {
  // Where the weights cancel out, a rounding error is left, which is too small to divide by.
  const isStill = Math.abs(sum) <= 1e-6 * size;
  for (let k = i; k < i + 4; k++) skinWeights[k] = isStill ? 0 : skinWeights[k] / sum;
  if (!isStill) return;
  skinIndices.fill(0, i, i + 4);
  skinIndices[i] = boneCount;
  skinWeights[i] = 1;
}
