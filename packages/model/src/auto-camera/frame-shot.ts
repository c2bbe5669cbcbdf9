import type { DanceStatistics } from './dance-statistics.js';
import type { Group, Member } from './group.js';
import { NEAR_FOV, NEAR_SHOTS, nearDistances, nearSize, type NearShot, sidesOf } from './near-shot.js';
import type { Shot, ShotKind } from './shot.js';
import { TILT } from './watch-dance.js';

/**
 * A shot with the way of the camera. Its distance depends on the aspect of the picture. Radians, seconds, MMD
 * units.
 */
export interface FramedShot extends Shot {
  /** The path that the target follows. */
  readonly follows: 'center' | 'face';
  /** Height of the target: of wide shots, itself; of near shots, from the face. */
  readonly targetY: number;
  /** About y, at the start and at the end: 0 = from +z. */
  readonly azimuths: readonly [from: number, to: number];
  /** From the target to the eye. */
  readonly elevation: number;
  /** Height of the eye, which then decides the elevation; undefined: the elevation decides. */
  readonly eyeY: number | undefined;
  /** Degrees. */
  readonly fov: number;
  /**
   * The distance at which the shot has the right height, and that at which a picture of aspect 1 has the
   * right width.
   */
  readonly forHeight: number;
  readonly forWidth: number;
  /** What is nearer to the eye than the target, added to {@link forWidth}. */
  readonly nearness: number;
  /** Of the distance, at the start and at the end; 1 = the shot is filled. */
  readonly scales: readonly [from: number, to: number];
}

const DEGREE = Math.PI / 180;
/** {@link TILT} is the tangent of its half. */
const WIDE_FOV = 30;
/** Space around the body in wide shots, as a part of its size. */
const MARGIN = 1.08;
/** The height of knees and of the eye in low shots, as parts of the body's height. */
const KNEES = 0.28;
/** What stands out to the camera is rarely the widest part too. */
const DEPTH = 0.5;

const NEAR_ELEVATION = 2 * DEGREE;

/** Wide shots. The azimuth is at either side of the front. */
const WIDE: Partial<Record<ShotKind, Way & { readonly elevation: number }>> = {
  full: { azimuths: [7 * DEGREE, -5 * DEGREE], elevation: 4 * DEGREE, scales: [1.08, 1] },
  turn: { azimuths: [55 * DEGREE, -45 * DEGREE], elevation: 6 * DEGREE, scales: [1.03, 1.03] },
  low: { azimuths: [26 * DEGREE, 12 * DEGREE], elevation: -6 * DEGREE, scales: [1.08, 1] },
  high: { azimuths: [16 * DEGREE, 32 * DEGREE], elevation: 15 * DEGREE, scales: [1, 1.07] },
};

interface Way {
  readonly azimuths: readonly [from: number, to: number];
  readonly scales: readonly [from: number, to: number];
}

/** Plans the way of the camera in a shot. `random`: 0 to 1. O(moments of the shot · dancers). */
export function frameShot(shot: Shot, group: Group, random: () => number): FramedShot {
  const side = random() < 0.5 ? -1 : 1;
  const [a, b] = random() < 0.5 ? [0, 1] : [1, 0];
  const wayFrom = (base: number, sign: number, { azimuths, scales }: Way): Way => ({
    azimuths: [base + sign * azimuths[a], base + sign * azimuths[b]],
    scales: [scales[a], scales[b]],
  });
  const near = NEAR_SHOTS.find(({ kind }) => kind === shot.kind);
  if (!near || shot.model === undefined)
    return frameWide(shot, group.all, wayFrom(group.all.front, side, WIDE[shot.kind]!));
  const member = group.members[shot.model];
  const { statistics } = member;
  const facing = statistics.facing(shot.start, shot.end);
  return frameNear(shot, statistics, near, wayFrom(facing, bestSide(near, shot, member, side), near));
}

/** The side from which the camera sees the face longer; the other one only where it sees it as long. */
function bestSide(near: NearShot, { start, end }: Shot, member: Member, wanted: number): number {
  const [best, other] = sidesOf(near, member, start, end);
  return other.hidden > best.hidden ? best.sign : wanted;
}

function frameNear(shot: Shot, statistics: DanceStatistics, near: NearShot, way: Way): FramedShot {
  return {
    ...shot,
    ...way,
    ...nearDistances(near, statistics, shot.start, shot.end),
    follows: 'face',
    targetY: -near.below * nearSize(near, statistics),
    elevation: NEAR_ELEVATION,
    eyeY: undefined,
    fov: NEAR_FOV,
    nearness: 0,
  };
}

/**
 * The whole body stays in the picture: the distance d is that of the moment which needs most.
 *
 * A point p, from the target, is below the upper edge if p · u ≤ t · (d − p · f), where t is the tangent of
 * half the angle of view, f points to the eye and u up in the picture: p · (u + t · f) ≤ t · d. With the
 * elevation e, u + t · f is (cos e + t · sin e) up and (t · cos e − sin e) towards the eye. For the lower
 * edge, u and the sign of e change.
 */
function frameWide(shot: Shot, statistics: DanceStatistics, way: Way): FramedShot {
  const { body } = statistics;
  const [first, last] = statistics.momentsOf(shot.start, shot.end);
  let [bottom, top] = [Infinity, -Infinity];
  for (let i = first; i <= last; i++) {
    bottom = Math.min(bottom, -statistics.tiltedReach(i, -1, 0, 0));
    top = Math.max(top, statistics.tiltedReach(i, 1, 0, 0));
  }
  const half = Math.max(top - bottom, body.height) / 2;
  const targetY = bottom + half;
  const { elevation } = WIDE[shot.kind]!;
  const [sin, cos] = [Math.sin(elevation), Math.cos(elevation)];
  let [halfHeight, halfWidth, nearness] = [half, 0, 0];
  for (let i = first; i <= last; i++) {
    const part = last > first ? (i - first) / (last - first) : 0;
    const azimuth = way.azimuths[0] + (way.azimuths[1] - way.azimuths[0]) * part;
    for (const up of [1, -1]) {
      const along = cos + up * TILT * sin;
      const reach = statistics.tiltedReach(i, up, (TILT * cos - up * sin) / along, azimuth) - up * targetY;
      halfHeight = Math.max(halfHeight, along * reach);
      halfWidth = Math.max(halfWidth, statistics.reach(i, azimuth + (up * Math.PI) / 2));
    }
    nearness = Math.max(nearness, DEPTH * statistics.reach(i, azimuth));
  }
  return {
    ...shot,
    ...way,
    follows: 'center',
    targetY,
    elevation,
    eyeY: shot.kind === 'low' ? bottom + KNEES * body.height : undefined,
    fov: WIDE_FOV,
    forHeight: (MARGIN * halfHeight) / TILT,
    forWidth: (MARGIN * halfWidth) / TILT,
    nearness,
  };
}
