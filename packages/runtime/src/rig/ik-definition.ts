import { finite } from '../checked-number.js';
import type { PmxIk, Vector3 } from '@odori/format';
import type { PmxIkLink } from '@odori/format/internal';
import { flipAngleRange } from '../space.js';
import { hasBone } from './bone-order.js';
import type { EulerOrder, IkDefinition, IkLimits, IkLink, RigBone } from './rig-definition.js';

/**
 * The IK of a bone with its links checked; undefined if it has none or the effector is outside the skeleton.
 *
 * `isPmd`: iterations as stored, without the least number that MMD uses for a PMX; limits only mark a knee.
 * `mostWork`: the upper limit for iterations · links².
 */
export function createIkDefinition(
  bones: readonly RigBone[],
  bone: number,
  isPmd: boolean,
  mostWork: number,
): IkDefinition | undefined {
  const { ik } = bones[bone];
  if (!ik || !hasBone(bones, ik.effector)) return undefined;
  const valid = ik.links.filter((link) => hasBone(bones, link.bone)).slice(0, MAX_LINKS);
  const links = valid.map((link, index): IkLink => {
    const most = finite(ik.limitAngle) * (index + 1);
    return {
      bone: link.bone,
      leastCosine: most < Math.PI ? Math.cos(most) : -1,
      backwards: Math.max(-most, 0),
      isPmdKnee: isPmd && link.limits !== undefined,
      limits: isPmd ? undefined : link.limits && createLimits(link.limits),
    };
  });
  return {
    slot: 0,
    bone,
    effector: ik.effector,
    iterations:
      links.length === 0 ? 0 : Math.min(iterationsOf(ik, isPmd), Math.floor(mostWork / links.length ** 2)),
    links,
    chain: Int32Array.from({ length: links.length + 1 }, (_, i) => links.at(-1 - i)?.bone ?? ik.effector),
  };
}

/** More than any model needs. */
const MAX_LINKS = 256;

/**
 * The number of iterations that MMD makes: for a PMX at least 4π / limit, or 360 if that is less.
 *
 * @see Measured on MMD 9.31: limit 4 → 3, 2 → 6, 1 → 12, 0.12 → 104, 0.0349 … 0 → 360; a loop count above
 * these stays, and so does that of a limit below 0.
 */
function iterationsOf({ loopCount, limitAngle }: PmxIk, isPmd: boolean): number {
  const least = isPmd || Number.isNaN(limitAngle) ? 0 : Math.min(360, Math.floor((4 * Math.PI) / limitAngle));
  return Math.max(loopCount, least, 0);
}

function createLimits(limits: NonNullable<PmxIkLink['limits']>): IkLimits {
  const [min, max] = flipAngleRange(
    sorted(limits.min, limits.max, Math.min),
    sorted(limits.min, limits.max, Math.max),
  );
  const ranged = [0, 1, 2].filter((axis) => min[axis] !== 0 || max[axis] !== 0);
  return {
    min,
    max,
    axis: ranged.length === 1 ? ranged[0] : -1,
    isLocked: ranged.length === 0,
    order: orderOf(min, max),
  };
}

/** An Euler order whose middle angle stays inside ±90°. */
function orderOf(min: Vector3, max: Vector3): EulerOrder {
  const isNarrow = (axis: number): boolean => min[axis] > -Math.PI / 2 && max[axis] < Math.PI / 2;
  if (isNarrow(0)) return 'YXZ';
  return isNarrow(1) ? 'ZYX' : 'XZY';
}

function sorted(a: Vector3, b: Vector3, pick: (a: number, b: number) => number): Vector3 {
  return a.map((value, axis) => pick(finite(value), finite(b[axis]))) as Vector3;
}
