import type { Rig } from '../rig/index.js';
import { Crossfade, type PlayerTimes } from './crossfade.js';
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
}

const START: PlayerTimes = { motion: 0, idle: 0 };
/** A jump, in which no time passes. */
export const JUMP: TimeStep = { motionSeconds: 0, clockSeconds: 0, isJump: true, isExact: false };

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
  readonly #times: { motion: number; idle: number } = { ...START };
  #end = START;
  #step = JUMP;
  #length = 0;
  /** The part of the frame at whose end the rig is posed, 0 to 1; below 0: it is not posed yet. */
  #posed = -1;
  readonly #clock: { seconds: number; isJump: boolean } = { seconds: 0, isJump: true };
  /** The part of the frame that crossfades and `adjust` have had. */
  #passed = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
    this.crossfade = new Crossfade(rig);
    this.gestures = new Gestures(rig);
  }

  /** Begins a frame that ends at these times and is `deltaSeconds` long for the playable. */
  begin(end: PlayerTimes, step: TimeStep, deltaSeconds: number): void {
    this.#end = end;
    this.#step = step;
    this.#length = deltaSeconds;
    this.#posed = -1;
    this.#passed = 0;
  }

  /** Writes the rig's pose `seconds` after the last frame, unless it is posed so. Allocates nothing. */
  pose(seconds: number): void {
    if (seconds < 0) {
      this.#poseBefore(seconds);
      return;
    }
    const length = this.#length;
    const part = seconds < length ? Math.max(seconds / length, 0) : 1;
    if (part === this.#posed) return;
    const passed = Math.max(part - this.#passed, 0);
    this.#posed = part;
    this.#passed += passed;
    const { motionSeconds, clockSeconds } = this.#step;
    this.#times.motion = this.#end.motion - (1 - part) * motionSeconds;
    this.#times.idle = this.#end.idle - (1 - part) * clockSeconds;
    this.crossfade.sample(this.#times, passed * clockSeconds);
    this.gestures.write(passed * clockSeconds);
    this.#clock.seconds = passed * clockSeconds;
    this.#clock.isJump = this.#step.isJump;
    this.adjust?.(this.#rig, passed * length, this.#clock);
  }

  /**
   * Poses a time before this frame, for bodies that come from there after a jump: nothing passes for
   * crossfades and `adjust`.
   */
  #poseBefore(seconds: number): void {
    const { motionSeconds, clockSeconds } = this.#step;
    this.#posed = -1;
    this.#times.motion = this.#end.motion - motionSeconds + seconds;
    this.#times.idle = this.#end.idle - clockSeconds + seconds;
    this.crossfade.sample(this.#times, 0);
    this.gestures.write(0);
    this.#clock.seconds = 0;
    this.#clock.isJump = false;
    this.adjust?.(this.#rig, 0, this.#clock);
  }
}
