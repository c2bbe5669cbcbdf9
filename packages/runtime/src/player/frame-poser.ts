import type { Rig } from '../rig/index.js';
import { Crossfade, IDLE, MOTION, type PlayerTimes } from './crossfade.js';
import { Gestures } from './gesture.js';
import type { PoseAt } from './playable.js';

/** Changes a pose that was sampled, before it is solved. */
export type Adjust = (rig: Rig, deltaSeconds: number, clock: AdjustClock) => void;

/** What passes for whatever does not follow the motion: it blinks and looks around in pauses, too. */
export interface AdjustClock {
  /** Since the last call, by the clock of whoever calls `update`. */
  readonly seconds: number;
  /** The pose jumps: whatever eases towards a goal is there at once. */
  readonly isJump: boolean;
}

/** A step of time, in seconds. */
export interface TimeStep {
  /** By how much the motions advance, at the playback rate; 0 in pauses. */
  readonly motionSeconds: number;
  /** By how much the caller's clock advances. */
  readonly clockSeconds: number;
  /** The pose jumps: no time has passed for it. */
  readonly isJump: boolean;
  /** The pose must not depend on how fast the machine is. */
  readonly isExact: boolean;
  /** Over the seam of this loop, in seconds of the motions; undefined: the step does not come over a seam. */
  readonly loop: LoopSeam | undefined;
}

/** A loop whose end a step passes. */
export interface LoopSeam {
  readonly start: number;
  readonly end: number;
  /** The seconds of the step, before the end and after the start. */
  readonly passed: number;
}

/**
 * Two poses are one if no bone is farther from its place than this, in units. Of real motions that loop, the
 * ends were 0 to 0.08 apart; those of the others, 7 and more.
 */
const SAME_PLACE = 0.1;

const LENGTH = 0;
const POSED = 1;
const PASSED = 2;
const START: PlayerTimes = new Float64Array(2);
/** A jump, in which no time passes. */
export const JUMP: TimeStep = {
  motionSeconds: 0,
  clockSeconds: 0,
  isJump: true,
  isExact: false,
  loop: undefined,
};

/** Poses one rig at the times of a frame, each of them once. Crossfades, gestures and `adjust` advance with
 * them. */
export class FramePoser {
  readonly crossfade: Crossfade;
  readonly gestures: Gestures;
  adjust: Adjust | undefined;
  /** For the playable. */
  readonly poseAt: PoseAt = (seconds) => {
    this.pose(seconds);
    this.#rig.solve();
  };
  readonly #rig: Rig;
  readonly #times: PlayerTimes = START.slice();
  #end = START;
  #step = JUMP;
  /**
   * The seconds of the frame; the part of it at whose end the rig is posed, 0 to 1, below 0: it is not posed
   * yet; the part that crossfades and `adjust` have had. In an array, as fields become garbage.
   */
  readonly #frame = Float64Array.of(0, -1, 0);
  #ends: Float64Array | undefined;
  /** NaN, as a field that begins with 0 becomes garbage. */
  readonly #clock: { seconds: number; isJump: boolean } = { seconds: NaN, isJump: true };

  constructor(rig: Rig) {
    this.#rig = rig;
    this.crossfade = new Crossfade(rig);
    this.gestures = new Gestures(rig);
  }

  /** Begins a frame that ends at these times and is `deltaSeconds` long for the playable. */
  begin(end: PlayerTimes, step: TimeStep, deltaSeconds: number): void {
    this.#end = end;
    this.#step = step;
    this.#frame[LENGTH] = deltaSeconds;
    this.#frame[POSED] = -1;
    this.#frame[PASSED] = 0;
  }

  /** Lets a frame pass whose pose is made elsewhere: crossfades go on. */
  pass({ clockSeconds }: TimeStep): void {
    this.#clock.seconds = clockSeconds;
    this.crossfade.pass(this.#clock);
  }

  /** Writes the rig's pose `seconds` after the last frame, unless it is posed so. Allocates nothing. */
  pose(seconds: number): void {
    if (seconds < 0) {
      this.#poseBefore(seconds);
      return;
    }
    const frame = this.#frame;
    const length = frame[LENGTH];
    const part = seconds < length ? Math.max(seconds / length, 0) : 1;
    if (part === frame[POSED]) return;
    const passed = Math.max(part - frame[PASSED], 0);
    frame[POSED] = part;
    frame[PASSED] += passed;
    const { motionSeconds, clockSeconds, loop } = this.#step;
    this.#times[MOTION] = this.#end[MOTION] - (1 - part) * motionSeconds;
    if (loop && this.#times[MOTION] < loop.start) this.#times[MOTION] += loop.end - loop.start;
    this.#times[IDLE] = this.#end[IDLE] - (1 - part) * clockSeconds;
    this.#clock.seconds = passed * clockSeconds;
    this.#clock.isJump = this.#step.isJump;
    this.crossfade.sample(this.#times, this.#clock);
    this.gestures.write(this.#clock);
    this.adjust?.(this.#rig, passed * length, this.#clock);
  }

  /**
   * Whether the pose at the end of a loop is the one at its start, as far as motions and gestures go. Leaves
   * the rig in that pose. Allocates in the first call; O(tracks + bones + IK).
   */
  isClosed({ start, end }: LoopSeam, clock: PlayerTimes): boolean {
    const { worldPositions } = this.#rig;
    this.#sampleAt(end, clock);
    const ends = (this.#ends ??= new Float64Array(worldPositions.length));
    ends.set(worldPositions);
    this.#sampleAt(start, clock);
    for (let i = 0; i < ends.length; i += 3) {
      const x = worldPositions[i] - ends[i];
      const y = worldPositions[i + 1] - ends[i + 1];
      const z = worldPositions[i + 2] - ends[i + 2];
      if (!(x * x + y * y + z * z <= SAME_PLACE * SAME_PLACE)) return false;
    }
    return true;
  }

  #sampleAt(seconds: number, clock: PlayerTimes): void {
    this.#times[MOTION] = seconds;
    this.#times[IDLE] = clock[IDLE];
    this.#clock.seconds = 0;
    this.#clock.isJump = false;
    this.crossfade.sample(this.#times, this.#clock);
    this.gestures.write(this.#clock);
    this.#rig.solve();
  }

  /**
   * Poses a time before this frame, for bodies that come from there after a jump: nothing passes for
   * crossfades and `adjust`.
   */
  #poseBefore(seconds: number): void {
    const { motionSeconds, clockSeconds } = this.#step;
    this.#frame[POSED] = -1;
    this.#times[MOTION] = this.#end[MOTION] - motionSeconds + seconds;
    this.#times[IDLE] = this.#end[IDLE] - clockSeconds + seconds;
    this.#clock.seconds = 0;
    this.#clock.isJump = false;
    this.crossfade.sample(this.#times, this.#clock);
    this.gestures.write(this.#clock);
    this.adjust?.(this.#rig, 0, this.#clock);
  }
}
