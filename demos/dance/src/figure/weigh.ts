import { MathUtils, type Vector3 } from 'three';
import { boneIndex, restPosition } from './bone-table.js';
import type { Weights } from './tube.js';

/** All of a part moves with one bone. */
export function weighWith(name: string): () => Weights {
  const weights: Weights = [[boneIndex(name), 1]];
  return () => weights;
}

/**
 * A limb: each bone moves what lies between its joint and the next; around a joint the two share, so that it bends
 * instead of breaking.
 *
 * The bones follow each other along `direction`.
 */
export function weighAlong(
  names: readonly string[],
  direction: Vector3,
  blend: number,
): (point: Vector3) => Weights {
  const joints = names.map((name) => restPosition(name).dot(direction));
  const indices = names.map(boneIndex);
  return (point) => {
    const along = point.dot(direction);
    const reached = joints.map((joint, i) =>
      i === 0 ? 1 : MathUtils.smoothstep(along, joint - blend, joint + blend),
    );
    const weights = indices.map((index, i) => [index, reached[i] - (reached[i + 1] ?? 0)] as const);
    return weights.filter(([, weight]) => weight > 0).slice(-4);
  };
}
