import type { MotionJumpReason } from './motion-jump-event.js';
import type { LoopRange } from './walk.js';

/** Where a player is in its time: moved by its own clock, or by its media. */
export class Timeline {
  /** Seconds: where everyone was posed last, or is to be posed next. */
  time = 0;
  isPlaying = false;
  hasEnded = false;
  loopRange: LoopRange | undefined;
  /** Why the next pose is a jump; undefined: it is none. */
  jump: MotionJumpReason | undefined;
  readonly #show: () => void;

  /** `show` poses everyone at the time as it is. */
  constructor(show: () => void) {
    this.#show = show;
  }

  /** Jumps. */
  goTo(seconds: number, reason: MotionJumpReason): void {
    this.time = seconds;
    this.hasEnded = false;
    this.jump = reason;
    this.#show();
  }

  /** Comes to a halt where it has just arrived. */
  rest(seconds: number): void {
    this.time = seconds;
    this.#show();
  }
}
