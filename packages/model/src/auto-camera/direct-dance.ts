import type { CameraPose } from '@odori/runtime';
import { randomFrom } from '@odori/runtime/internal';
import { DanceStatistics } from './dance-statistics.js';
import { type Dancer, measureBody } from './measure-body.js';
import { type FramedShot, frameShot } from './frame-shot.js';
import { Group, type Place } from './group.js';
import { planShots } from './plan-shots.js';
import { placeOnPath } from './smooth-path.js';
import { watchDance } from './watch-dance.js';

/** How the automatic camera plans its shots. */
export interface DirectOptions {
  /** Seconds at which the bars of the song begin, in the time of the motion: the camera cuts there. */
  readonly bars?: ArrayLike<number> | undefined;
  /** Seconds until the end of motion and song. */
  readonly duration: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

/** Looks no steeper up than this, in radians. */
const STEEPEST_UP = (12 * Math.PI) / 180;
/** Shots are planned up to this time: about 1400. The last one then stays. */
const MAX_SECONDS = 2 * 3600;

/** The shots of a dance, and where the camera is in them. */
export class DirectedDance {
  readonly shots: readonly FramedShot[];
  readonly #group: Group;
  /** Index of the shot that was shown last. */
  #shown = 0;

  constructor(group: Group, shots: readonly FramedShot[]) {
    this.#group = group;
    this.shots = shots;
  }

  /** The heights of the smallest and of the largest body, in the group's space. */
  get heights(): readonly [least: number, most: number] {
    const heights = this.#group.members.map(({ place, statistics }) => place.scale * statistics.body.height);
    return [Math.min(...heights), Math.max(...heights)];
  }

  /** The shot at a time. O(1) forward. */
  at(seconds: number): FramedShot {
    return this.shots[this.#find(seconds)];
  }

  /**
   * Writes the camera's pose, in the space of the model that the shot shows, else in that of the group.
   * Depends on time and aspect only. Allocates nothing.
   */
  sample(seconds: number, aspect: number, out: CameraPose): CameraPose {
    const shot = this.at(seconds);
    const length = shot.end - shot.start;
    const part = length > 0 ? Math.min(Math.max((seconds - shot.start) / length, 0), 1) : 0;
    const { azimuths, scales, eyeY, forHeight, forWidth, nearness } = shot;
    const isNear = shot.follows === 'face';
    const { members, all } = this.#group;
    const statistics = shot.model === undefined ? all : members[shot.model].statistics;
    const { facePath, centerPath } = statistics;
    const moment = statistics.momentAt(seconds);
    placeOnPath(isNear ? facePath : centerPath, moment, out.target);
    out.target[1] = isNear ? out.target[1] + shot.targetY : shot.targetY;
    const needed = Math.max(forHeight, aspect > 0 ? forWidth / aspect + nearness : 0);
    const distance = needed * (scales[0] + (scales[1] - scales[0]) * part);
    const elevation =
      eyeY === undefined
        ? shot.elevation
        : Math.max(Math.asin(Math.max((eyeY - shot.targetY) / distance, -1)), -STEEPEST_UP);
    out.angles[0] = -elevation;
    out.angles[1] = azimuths[0] + (azimuths[1] - azimuths[0]) * part;
    out.angles[2] = 0;
    out.distance = -distance;
    out.fov = shot.fov;
    out.perspective = true;
    return out;
  }

  /** Index of the shot at a time. */
  #find(seconds: number): number {
    const { shots } = this;
    let shown = this.#shown;
    while (shown > 0 && seconds < shots[shown].start) shown--;
    while (shown + 1 < shots.length && seconds >= shots[shown + 1].start) shown++;
    return (this.#shown = shown);
  }
}

/**
 * Measures a dancer and watches her dance, until `lastFrame` of the longest dance of the group. O(vertices +
 * length · (bones + IK)), in small portions.
 *
 * Rejects with the reason of `signal`.
 */
export async function watchDancer(
  dancer: Dancer,
  lastFrame: number,
  signal?: AbortSignal,
): Promise<DanceStatistics> {
  const body = measureBody(dancer);
  return new DanceStatistics(await watchDance(dancer, body, lastFrame, signal), body);
}

/**
 * Plans the shots of dancers who stand at some places. O(dancers · moments), in small portions.
 *
 * Rejects with the reason of `signal`.
 */
export async function directDance(
  dances: readonly DanceStatistics[],
  places: readonly Place[],
  options: DirectOptions,
): Promise<DirectedDance> {
  const { signal, seed, bars = [] } = options;
  const group = await Group.of(dances, places, signal);
  const usable = Float64Array.from(bars).filter((bar) => Math.abs(bar) < MAX_SECONDS);
  const shots = planShots(group, {
    bars: usable.sort(),
    duration: Math.min(options.duration, MAX_SECONDS),
    seed,
  });
  const random = randomFrom(seed + 1);
  return new DirectedDance(
    group,
    shots.map((shot) => frameShot(shot, group, random)),
  );
}
