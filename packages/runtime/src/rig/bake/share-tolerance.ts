import type { RigDefinition } from '../rig-definition.js';

/** How far something may be off: units and radians. */
export interface Tolerance {
  readonly position: number;
  readonly angle: number;
}

/**
 * What each solved bone may be off if it were the only one: a turn moves what hangs on the bone by its angle times its
 * length, at rest. O(bones²) at the worst.
 */
export function shareTolerance(
  definition: RigDefinition,
  bones: readonly number[],
  whole: Tolerance,
): Tolerance[] {
  const reaches = new Map(bones.map((bone) => [bone, 0]));
  for (let tip = 0; tip < definition.boneCount; tip++) {
    for (const bone of chainTo(tip, definition.parents)) {
      const reach = reaches.get(bone);
      if (reach !== undefined) reaches.set(bone, Math.max(reach, distance(definition, bone, tip)));
    }
  }
  return bones.map((bone) => {
    const reach = reaches.get(bone)!;
    return {
      position: whole.position,
      angle: Math.min(whole.angle, reach > 0 ? whole.position / reach : Infinity),
    };
  });
}

/**
 * Tightens the tolerance of all solved bones above those that a replay had too far off, and of what these append.
 *
 * Gives undefined if there are none.
 */
export function tightenTolerance(
  tolerance: readonly Tolerance[],
  { parents, appendSources }: RigDefinition,
  bones: readonly number[],
  isOff: (bone: number) => boolean,
): Tolerance[] | undefined {
  const guilty = new Set<number>();
  for (let bone = 0; bone < parents.length; bone++) {
    if (isOff(bone)) blame(bone, parents, appendSources, guilty);
  }
  if (guilty.size === 0) return undefined;
  return tolerance.map(({ position, angle }, i) => {
    const share = guilty.has(bones[i]) ? TIGHTER : 1;
    return { position: position * share, angle: angle * share };
  });
}

const TIGHTER = 0.6;

function blame(bone: number, parents: Int32Array, appendSources: Int32Array, guilty: Set<number>): void {
  if (bone < 0 || guilty.has(bone)) return;
  guilty.add(bone);
  blame(parents[bone], parents, appendSources, guilty);
  blame(appendSources[bone], parents, appendSources, guilty);
}

/** A bone, its parent, and so on. */
function chainTo(bone: number, parents: Int32Array): number[] {
  const chain: number[] = [];
  for (let next = bone; next >= 0; next = parents[next]) chain.push(next);
  return chain;
}

function distance({ restPositions }: RigDefinition, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => restPositions[3 * a + axis] - restPositions[3 * b + axis]));
}
