import type { RigDefinition } from '../rig-definition.js';

/** How far something may be off: units and radians. */
export interface Tolerance {
  readonly position: number;
  readonly angle: number;
}

/**
 * What each solved bone may be off, so that the whole model stays within a tolerance.
 *
 * A bone makes up for the turns of those above it, so that a turn moves only what hangs between it and the next solved
 * bone, by its angle times that length, at rest; along a chain such moves add up. They seldom do so at once, and a replay
 * will tell: a little more is shared out than there is. O(bones · depth).
 */
export function shareTolerance(
  definition: RigDefinition,
  bones: readonly number[],
  whole: Tolerance,
): Tolerance[] {
  const isSolved = new Set(bones);
  const shares = new Map(bones.map((bone) => [bone, { position: whole.position, angle: whole.angle }]));
  for (let tip = 0; tip < definition.boneCount; tip++) {
    const chain = chainTo(tip, definition.parents).filter((bone) => isSolved.has(bone));
    const position = (whole.position * GENEROSITY) / chain.length;
    chain.forEach((bone, i) => {
      const length = distance(definition, bone, i === 0 ? tip : chain[i - 1]);
      const share = shares.get(bone)!;
      share.position = Math.min(share.position, position * SHARE_OF_MOVES);
      if (length > 0) share.angle = Math.min(share.angle, position / length);
    });
  }
  return bones.map((bone) => shares.get(bone)!);
}

const GENEROSITY = 1.2;
/** Links of IKs turn; they seldom move. */
const SHARE_OF_MOVES = 0.1;

/**
 * Tightens the tolerance of all solved bones above those that a replay had too far off, and of what these append.
 *
 * `excess`: how many times too far each bone was off. Gives undefined if none was.
 */
export function tightenTolerance(
  tolerance: readonly Tolerance[],
  { parents, appendSources }: RigDefinition,
  bones: readonly number[],
  excess: Float64Array,
): Tolerance[] | undefined {
  if (excess.every((times) => times <= 1)) return undefined;
  const blamed = new Float64Array(parents.length).fill(1);
  excess.forEach((times, bone) => {
    const causes = [bone]; // a chain may be longer than a stack is deep
    for (let cause = causes.pop(); cause !== undefined; cause = causes.pop()) {
      if (cause < 0 || blamed[cause] >= times) continue;
      blamed[cause] = times;
      causes.push(parents[cause], appendSources[cause]);
    }
  });
  return tolerance.map(({ position, angle }, i) => {
    const times = blamed[bones[i]];
    const share = times > 1 ? Math.max(A_LITTLE_LESS / times, LEAST_SHARE) : 1;
    return { position: position * share, angle: angle * share };
  });
}

/** So that it comes to an end. */
const A_LITTLE_LESS = 0.95;
/** What is far off at first is so because of several bones. */
const LEAST_SHARE = 0.3;

/** A bone, its parent, and so on. */
function chainTo(bone: number, parents: Int32Array): number[] {
  const chain: number[] = [];
  for (let next = bone; next >= 0; next = parents[next]) chain.push(next);
  return chain;
}

function distance({ restPositions }: RigDefinition, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => restPositions[3 * a + axis] - restPositions[3 * b + axis]));
}
