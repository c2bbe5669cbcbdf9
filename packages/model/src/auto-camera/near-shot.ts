import type { DanceStatistics } from './dance-statistics.js';
import type { Member } from './group.js';
import type { ShotKind } from './shot.js';

/** A kind of near shots. Lengths are parts of the height of the body, or of the head. */
export interface NearShot {
  readonly kind: ShotKind;
  readonly of: 'body' | 'head';
  /** Of the picture. */
  readonly height: number;
  readonly width: number;
  /** How far the middle of the picture is below the eyes. */
  readonly below: number;
  /** Radians from where the dancer looks, at the start and at the end, to either side. */
  readonly azimuths: readonly [from: number, to: number];
  readonly scales: readonly [from: number, to: number];
  /**
   * The camera sees the face while the cosine between its direction and that of the face is at least this.
   */
  readonly cosine: number;
  /** The part of the time in which it may not see the face. */
  readonly hidden: number;
  /** How many heads the face leaves its smoothed path at most. */
  readonly sway: number;
}

const DEGREE = Math.PI / 180;
/** Of near shots, in degrees. */
export const NEAR_FOV = 24;

export const NEAR_SHOTS: readonly NearShot[] = [
  {
    kind: 'side',
    of: 'body',
    height: 0.62,
    width: 0.44,
    below: 0.2,
    azimuths: [50 * DEGREE, 38 * DEGREE],
    scales: [1.06, 1],
    cosine: 0.12,
    hidden: 0.06,
    sway: 1,
  },
  {
    kind: 'chest',
    of: 'body',
    height: 0.4,
    width: 0.32,
    below: 0.09,
    azimuths: [24 * DEGREE, 14 * DEGREE],
    scales: [1.1, 1],
    cosine: 0.17,
    hidden: 0.06,
    sway: 0.9,
  },
  {
    kind: 'face',
    of: 'head',
    height: 1.35,
    width: 1.2,
    below: 0.05,
    azimuths: [16 * DEGREE, 8 * DEGREE],
    scales: [1.08, 1],
    cosine: 0.5,
    hidden: 0,
    sway: 0.4,
  },
];

/** In near shots the dancer looks at most 75° away from the front: the cosine. */
const MIN_FRONT = 0.26;

/**
 * The distances at which a near shot has the right height in a span of time, and in a picture of aspect 1 the
 * right width. In the dancer's space.
 */
export function nearDistances(
  near: NearShot,
  statistics: DanceStatistics,
  start: number,
  end: number,
): { forHeight: number; forWidth: number } {
  const size = nearSize(near, statistics);
  const sway = statistics.faceSway(start, end);
  const tangent = Math.tan((NEAR_FOV * DEGREE) / 2);
  return {
    forHeight: ((near.height * size) / 2 + sway) / tangent,
    forWidth: ((near.width * size) / 2 + sway) / tangent,
  };
}

/** The size whose parts the lengths of a near shot are. */
export function nearSize({ of }: NearShot, { body }: DanceStatistics): number {
  return of === 'head' ? body.headHeight : body.height;
}

/**
 * From which side a near shot sees the face best: the signs of its azimuths, the better one first, with the
 * hidden parts. The picture is at least as wide as it is high.
 */
export function sidesOf(
  shot: NearShot,
  member: Member,
  start: number,
  end: number,
): { sign: number; hidden: number }[] {
  const { azimuths, cosine } = shot;
  const { statistics } = member;
  const { forHeight, forWidth } = nearDistances(shot, statistics, start, end);
  const distance = Math.max(forHeight, forWidth);
  const facing = statistics.facing(start, end);
  const offset = (azimuths[0] + azimuths[1]) / 2;
  const sides = [1, -1].map((sign) => ({
    sign,
    hidden: member.hiddenPart(facing + sign * offset, distance, cosine, start, end),
  }));
  return sides.sort((a, b) => a.hidden - b.hidden);
}

/** Whether a dancer keeps direction and position well enough for a near shot in a span of time. */
export function suits(shot: NearShot, member: Member, start: number, end: number): boolean {
  const { statistics } = member;
  const { body, front } = statistics;
  return (
    body.head >= 0 &&
    Math.cos(statistics.facing(start, end) - front) >= MIN_FRONT &&
    sidesOf(shot, member, start, end)[0].hidden <= shot.hidden &&
    statistics.faceSway(start, end) <= shot.sway * body.headHeight
  );
}
