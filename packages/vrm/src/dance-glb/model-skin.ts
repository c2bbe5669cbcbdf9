import type { Pmx } from '@odori/format';

/** Bones and weights of one vertex. */
const PER_VERTEX = 4;

/** The skin of a model: which bones move its vertices, and by how much. */
export interface ModelSkin {
  /** The bones that move vertices; −1, which comes last, moves nothing. */
  readonly joints: readonly number[];
  /** `4 * vertices`, into `joints`; 0 where the weight is 0. */
  readonly jointIndices: Uint16Array;
  /** `4 * vertices`; those of a vertex add up to 1. */
  readonly weights: Float32Array;
}

/**
 * The skin as glTF has it: four bones per vertex, blended linearly, each of them once. SDEF counts as BDEF2,
 * and QDEF as BDEF4. Vertices without a bone stay at rest. O(vertices).
 */
export function createModelSkin({ vertices, bones }: Pmx): ModelSkin {
  const { count, boneIndices, boneWeights } = vertices;
  const jointIndices = new Uint16Array(PER_VERTEX * count);
  const weights = new Float32Array(PER_VERTEX * count);
  const jointOf = new Map<number, number>();
  const pulls = new Map<number, number>();
  for (let vertex = 0; vertex < count; vertex++) {
    pulls.clear();
    for (let i = PER_VERTEX * vertex; i < PER_VERTEX * (vertex + 1); i++) {
      const [bone, weight] = [boneIndices[i], boneWeights[i]];
      if (bone >= 0 && bone < bones.length && weight > 0 && weight < Infinity)
        pulls.set(bone, (pulls.get(bone) ?? 0) + weight);
    }
    if (pulls.size === 0) pulls.set(-1, 1);
    const sum = [...pulls.values()].reduce((total, weight) => total + weight, 0);
    [...pulls].forEach(([bone, weight], i) => {
      const joint = jointOf.get(bone) ?? jointOf.size;
      jointOf.set(bone, joint);
      const share = Math.fround(weight / sum);
      if (share > 0) jointIndices[PER_VERTEX * vertex + i] = joint;
      weights[PER_VERTEX * vertex + i] = share;
    });
  }
  return { joints: [...jointOf.keys()], jointIndices, weights };
}
