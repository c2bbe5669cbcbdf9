import type { DanceStatistics } from './dance-statistics.js';
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
 * From which side a near shot sees the face best: the signs of its azimuths, the better one first, with the
 * hidden parts.
 */
export function sidesOf(
  { azimuths, cosine }: NearShot,
  statistics: DanceStatistics,
  start: number,
  end: number,
): { sign: number; hidden: number }[] {
  const facing = statistics.facing(start, end);
  const offset = (azimuths[0] + azimuths[1]) / 2;
  const sides = [1, -1].map((sign) => ({
    sign,
    hidden: statistics.hiddenPart(facing + sign * offset, cosine, start, end),
  }));
  return sides.sort((a, b) => a.hidden - b.hidden);
}

/** Whether the dancer keeps direction and position well enough for a near shot in a span of time. */
export function suits(shot: NearShot, statistics: DanceStatistics, start: number, end: number): boolean {
  const { body, front } = statistics;
  return (
    body.head >= 0 &&
    Math.cos(statistics.facing(start, end) - front) >= MIN_FRONT &&
    sidesOf(shot, statistics, start, end)[0].hidden <= shot.hidden &&
    statistics.faceSway(start, end) <= shot.sway * body.headHeight
  );
}
