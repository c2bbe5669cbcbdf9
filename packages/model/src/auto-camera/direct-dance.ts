import type { CameraPose } from '@odori/runtime';
import { randomFrom } from '@odori/runtime/internal';
import { DanceStatistics } from './dance-statistics.js';
import { type Dancer, measureBody } from './measure-body.js';
import { type FramedShot, frameShot } from './frame-shot.js';
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
  /** Of the body, in MMD units. */
  readonly height: number;
  readonly #statistics: DanceStatistics;
  /** Index of the shot that was shown last. */
  #shown = 0;

  constructor(statistics: DanceStatistics, shots: readonly FramedShot[]) {
    this.#statistics = statistics;
    this.shots = shots;
    this.height = statistics.body.height;
  }

  /** Writes the camera's pose, in the model's space. Depends on time and aspect only. Allocates nothing. */
  sample(seconds: number, aspect: number, out: CameraPose): CameraPose {
    const shot = this.shots[this.#find(seconds)];
    const length = shot.end - shot.start;
    const part = length > 0 ? Math.min(Math.max((seconds - shot.start) / length, 0), 1) : 0;
    const { azimuths, scales, eyeY, forHeight, forWidth, nearness } = shot;
    const isNear = shot.follows === 'face';
    const { facePath, centerPath } = this.#statistics;
    const moment = this.#statistics.momentAt(seconds);
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
 * Measures a dancer, watches the dance, and plans the shots. O(vertices + length · (bones + IK)), in small
 * portions.
 *
 * Rejects with the reason of `signal`.
 */
export async function directDance(dancer: Dancer, options: DirectOptions): Promise<DirectedDance> {
  const { signal, seed, bars = [] } = options;
  const body = measureBody(dancer);
  const statistics = new DanceStatistics(await watchDance(dancer, body, signal), body);
  const usable = Float64Array.from(bars).filter((bar) => Math.abs(bar) < MAX_SECONDS);
  const shots = planShots(statistics, {
    bars: usable.sort(),
    duration: Math.min(options.duration, MAX_SECONDS),
    seed,
  });
  const random = randomFrom(seed + 1);
  return new DirectedDance(
    statistics,
    shots.map((shot) => frameShot(shot, statistics, random)),
  );
}
