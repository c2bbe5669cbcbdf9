import type { DanceStatistics } from './dance-statistics.js';
import { NEAR_SHOTS, type NearShot, sidesOf } from './near-shot.js';
import type { Shot, ShotKind } from './shot.js';

/** A shot with the way of the camera. Its distance depends on the aspect of the picture. Radians, seconds, MMD units. */
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
  /** The distance at which the shot has the right height, and that at which a picture of aspect 1 has the right width. */
  readonly forHeight: number;
  readonly forWidth: number;
  /** What is nearer to the eye than the target, added to {@link forWidth}. */
  readonly nearness: number;
  /** Of the distance, at the start and at the end; 1 = the shot is filled. */
  readonly scales: readonly [from: number, to: number];
}

const DEGREE = Math.PI / 180;
const WIDE_FOV = 30;
const NEAR_FOV = 24;
/** Space around the body in wide shots, as a part of its size. */
const MARGIN = 1.07;
/** The height of knees and of the eye in low shots, as parts of the body's height. */
const KNEES = 0.28;
/** What stands out to the camera is rarely the highest or the lowest part too. */
const DEPTH = 0.5;

const NEAR_ELEVATION = 2 * DEGREE;

/** Wide shots. The azimuth is at either side of the front. */
const WIDE: Partial<Record<ShotKind, Way & { readonly elevation: number }>> = {
  full: { azimuths: [7 * DEGREE, -5 * DEGREE], elevation: 4 * DEGREE, scales: [1.08, 1] },
  turn: { azimuths: [55 * DEGREE, -45 * DEGREE], elevation: 6 * DEGREE, scales: [1.03, 1.03] },
  low: { azimuths: [26 * DEGREE, 12 * DEGREE], elevation: 0, scales: [1.08, 1] },
  high: { azimuths: [16 * DEGREE, 32 * DEGREE], elevation: 15 * DEGREE, scales: [1, 1.07] },
};

interface Way {
  readonly azimuths: readonly [from: number, to: number];
  readonly scales: readonly [from: number, to: number];
}

/** Plans the way of the camera in a shot. `random`: 0 to 1. O(moments of the shot). */
export function frameShot(shot: Shot, statistics: DanceStatistics, random: () => number): FramedShot {
  const side = random() < 0.5 ? -1 : 1;
  const [a, b] = random() < 0.5 ? [0, 1] : [1, 0];
  const near = NEAR_SHOTS.find(({ kind }) => kind === shot.kind);
  const { azimuths, scales } = near ?? WIDE[shot.kind]!;
  const base = near ? statistics.facing(shot.start, shot.end) : statistics.front;
  const sign = near ? bestSide(near, shot, statistics, side) : side;
  const way: Way = {
    azimuths: [base + sign * azimuths[a], base + sign * azimuths[b]],
    scales: [scales[a], scales[b]],
  };
  return near ? frameNear(shot, statistics, near, way) : frameWide(shot, statistics, way);
}

/** The side from which the camera sees the face longer; the other one only where it sees it as long. */
function bestSide(near: NearShot, { start, end }: Shot, statistics: DanceStatistics, wanted: number): number {
  const [best, other] = sidesOf(near, statistics, start, end);
  return other.hidden > best.hidden ? best.sign : wanted;
}

function frameNear(shot: Shot, statistics: DanceStatistics, near: NearShot, way: Way): FramedShot {
  const { body } = statistics;
  const { height, width, below } = near;
  const size = near.of === 'head' ? body.headHeight : body.height;
  const sway = statistics.faceSway(shot.start, shot.end);
  const tangent = Math.tan((NEAR_FOV * DEGREE) / 2);
  return {
    ...shot,
    ...way,
    follows: 'face',
    targetY: -below * size,
    elevation: NEAR_ELEVATION,
    eyeY: undefined,
    fov: NEAR_FOV,
    forHeight: ((height * size) / 2 + sway) / tangent,
    forWidth: ((width * size) / 2 + sway) / tangent,
    nearness: 0,
  };
}

/** The whole body stays in the picture: the distance is that of the moment which needs most. */
function frameWide(shot: Shot, statistics: DanceStatistics, way: Way): FramedShot {
  const { dance, body } = statistics;
  const { heights } = dance;
  const [first, last] = statistics.momentsOf(shot.start, shot.end);
  let [bottom, top] = [Infinity, -Infinity];
  for (let i = first; i <= last; i++) {
    bottom = Math.min(bottom, heights[2 * i]);
    top = Math.max(top, heights[2 * i + 1]);
  }
  const half = Math.max(top - bottom, body.height) / 2;
  const targetY = bottom + half;
  let [halfWidth, nearness] = [0, 0];
  for (let i = first; i <= last; i++) {
    const part = last > first ? (i - first) / (last - first) : 0;
    const azimuth = way.azimuths[0] + (way.azimuths[1] - way.azimuths[0]) * part;
    halfWidth = Math.max(
      halfWidth,
      statistics.reach(i, azimuth + Math.PI / 2),
      statistics.reach(i, azimuth - Math.PI / 2),
    );
    nearness = Math.max(nearness, DEPTH * statistics.reach(i, azimuth));
  }
  const { elevation } = WIDE[shot.kind]!;
  const tangent = Math.tan((WIDE_FOV * DEGREE) / 2);
  const tall = half * Math.cos(elevation) + nearness * Math.sin(elevation);
  return {
    ...shot,
    ...way,
    follows: 'center',
    targetY,
    elevation,
    eyeY: shot.kind === 'low' ? bottom + KNEES * body.height : undefined,
    fov: WIDE_FOV,
    forHeight: (MARGIN * tall) / tangent + nearness,
    forWidth: (MARGIN * halfWidth) / tangent,
    nearness,
  };
}
