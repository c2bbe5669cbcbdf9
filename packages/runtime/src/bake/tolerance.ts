import type { RigDefinition } from '../rig/rig-definition.js';

/** How far a baked motion may be from the original. */
export interface BakeTolerance {
  /** MMD units, at least 0.00001. */
  readonly position?: number;
  /** Degrees, at least 0.0001. */
  readonly angle?: number;
  /** Of morphs, where 1 is the whole morph; at least 0.000001. */
  readonly weight?: number;
}

/**
 * Keyframes have 32 bits: a position of 16 units and more, a rotation and a weight are inexact by about a
 * tenth of this. A smaller tolerance would keep a keyframe for every rounding error, tens of thousands per
 * second, and not be met.
 */
const MIN_TOLERANCE: Required<BakeTolerance> = { position: 1e-5, angle: 1e-4, weight: 1e-6 };

/**
 * Fills in the values that a tolerance lacks, from `defaults`.
 *
 * @throws RangeError if a value is not above 0, or smaller than 32-bit keyframes can meet.
 */
export function completeTolerance(
  tolerance: BakeTolerance | undefined,
  defaults: Required<BakeTolerance>,
): Required<BakeTolerance> {
  const all = { ...defaults, ...tolerance };
  for (const [name, value] of Object.entries(all)) {
    if (!(value > 0)) throw new RangeError(`tolerance.${name} must be above 0, not ${value}`);
    const least = MIN_TOLERANCE[name as keyof BakeTolerance];
    if (value < least) {
      throw new RangeError(
        `tolerance.${name} must be at least ${least}, not ${value}: keyframes have 32 bits and cannot be that exact`,
      );
    }
  }
  return all;
}

/** How far one bone may be off, relative to its parent: MMD units and radians. */
export interface BoneTolerance {
  readonly position: number;
  readonly angle: number;
}

/** Bones at rest. */
type RestSkeleton = Pick<RigDefinition, 'boneCount' | 'parents' | 'restPositions'>;

/**
 * Distributes a tolerance over the solved bones, so that the whole model stays within `whole`.
 *
 * A bone compensates for the rotation errors of the bones above it. Its own error therefore moves only the
 * bones between it and the next solved bone, by the angle times their length at rest. Along a chain such
 * errors add up, from the last bone of `free` on: these compensate for the place of the bones above them,
 * too. Errors seldom add up all at once, and a replay checks the result, so that a little more than the whole
 * tolerance is distributed. O(bones · depth).
 */
export function distributeTolerance(
  definition: RestSkeleton,
  bones: readonly number[],
  whole: BoneTolerance,
  free: ReadonlySet<number> = new Set(),
): BoneTolerance[] {
  const isSolved = new Set(bones);
  const tolerances = new Map(bones.map((bone) => [bone, { position: whole.position, angle: whole.angle }]));
  for (let tip = 0; tip < definition.boneCount; tip++) {
    const chain = chainTo(tip, definition.parents, free).filter((bone) => isSolved.has(bone));
    const position = (whole.position * GENEROSITY) / chain.length;
    chain.forEach((bone, i) => {
      const length = distance(definition, bone, i === 0 ? tip : chain[i - 1]);
      const own = tolerances.get(bone)!;
      const translation = free.has(bone) ? FREE_TRANSLATION_FRACTION : TRANSLATION_FRACTION;
      own.position = Math.min(own.position, position * translation);
      if (length > 0) own.angle = Math.min(own.angle, position / length);
    });
  }
  return bones.map((bone) => tolerances.get(bone)!);
}

const GENEROSITY = 1.2;
/** IK links rotate; they are seldom translated. */
const TRANSLATION_FRACTION = 0.1;
/** Rigid bodies that hang on each other are translated by every rotation of the body before them. */
const FREE_TRANSLATION_FRACTION = 0.5;

/**
 * Tightens the tolerance of all solved bones above the bones that were too far off in a replay, up to the
 * first bone of `free`, of the bones from which these append, and of the IK bones that these follow.
 *
 * `excess`: per bone, its error divided by the tolerance. Gives undefined if no bone was too far off.
 */
export function tightenTolerance(
  tolerance: readonly BoneTolerance[],
  { parents, appendSources, beforePhysics, afterPhysics }: RigDefinition,
  bones: readonly number[],
  excess: Float64Array,
  free: ReadonlySet<number> = new Set(),
): BoneTolerance[] | undefined {
  if (excess.every((times) => times <= 1)) return undefined;
  const goals = new Map(
    [...beforePhysics.iks, ...afterPhysics.iks].flatMap(({ bone, effector, links }) =>
      [effector, ...links.map((link) => link.bone)].map((moved) => [moved, bone] as const),
    ),
  );
  const worst = new Float64Array(parents.length).fill(1);
  excess.forEach((times, bone) => {
    const causes = [bone]; // no recursion: a chain may be longer than the call stack allows
    for (let cause = causes.pop(); cause !== undefined; cause = causes.pop()) {
      if (cause < 0 || worst[cause] >= times) continue;
      worst[cause] = times;
      if (!free.has(cause)) causes.push(parents[cause], appendSources[cause], goals.get(cause) ?? -1);
    }
  });
  return tolerance.map(({ position, angle }, i) => {
    const times = worst[bones[i]];
    const factor = times > 1 ? Math.max(SAFETY / times, MIN_FACTOR) : 1;
    return { position: position * factor, angle: angle * factor };
  });
}

/** Below 1, so that repeated tightening ends. */
const SAFETY = 0.95;
/**
 * One attempt never tightens by more than this factor: several bones cause a large error, and no single one
 * has to correct it.
 */
const MIN_FACTOR = 0.3;

/** A bone, its parent, and so on, up to the first bone of `ends`. */
function chainTo(bone: number, parents: Int32Array, ends: ReadonlySet<number>): number[] {
  const chain: number[] = [];
  for (let next = bone; next >= 0; next = parents[next]) {
    chain.push(next);
    if (ends.has(next)) break;
  }
  return chain;
}

function distance({ restPositions }: RestSkeleton, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => restPositions[3 * a + axis] - restPositions[3 * b + axis]));
}
