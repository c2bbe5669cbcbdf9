/** Seconds in which the bodies of a model go from their rest poses to where they shall settle. */
const APPROACH = 20 / 60;
/** So many frames does settling take to reach its full speed: a browser has not compiled the code yet when a page starts. */
const FRAMES_TO_FULL_SPEED = 4;
/** Nothing needs more seconds to come to rest. */
const LONGEST = 10;
/** Bodies that are so many seconds behind never catch up. */
const FARTHEST_BEHIND = 15;
/** What is left of a run-up when it is over, in seconds: floating point is not exact. */
const NOTHING = 1e-6;

/**
 * How far bodies have come after a jump. First they rest, in the pose of some seconds ago; in the beginning of that they approach
 * the pose from where the model rests. Then, in the run-up, they follow the motion up to now.
 */
export class Settling {
  /** Substeps of rest that are still to be made. */
  rest = 0;
  /** Seconds by which the bodies are behind the motion. */
  behind = 0;
  /** Substeps of the approach, and how many of them are still to be made. */
  #whole = 0;
  #left = 0;
  /** Frames in which the bodies have settled so far. */
  #frames = 0;

  get isOver(): boolean {
    return this.rest === 0 && this.behind === 0;
  }

  /** The bodies are still where the model rests. */
  get isAtRest(): boolean {
    return this.#left > 0 && this.#left === this.#whole;
  }

  begin(seconds: number, runUpSeconds: number, substep: number): void {
    this.rest = seconds > 0 ? Math.round(Math.min(seconds, LONGEST) / substep) : 0;
    this.#whole = this.#left = Math.min(this.rest, Math.round(APPROACH / substep));
    this.#frames = 0;
    this.behind = this.rest > 0 && runUpSeconds > 0 ? Math.min(runUpSeconds, LONGEST) : 0;
  }

  /** Begins again after a cut in the run-up, which goes on afterwards. */
  beginAgain(seconds: number, substep: number): void {
    const { behind } = this;
    this.begin(seconds, 0, substep);
    this.behind = behind;
  }

  end(): void {
    this.rest = this.behind = this.#whole = this.#left = 0;
  }

  /** A frame begins into which `most` substeps fit. Returns how many to make in it. */
  beginFrame(most: number): number {
    return Math.ceil(most * Math.min(++this.#frames / FRAMES_TO_FULL_SPEED, 1));
  }

  /** The motion goes on while the bodies settle. Returns false if they have fallen too far behind, and ends it. */
  fallBehind(seconds: number): boolean {
    if (this.behind > 0) this.behind += seconds;
    if (this.behind <= FARTHEST_BEHIND) return true;
    this.end();
    return false;
  }

  /** One more substep of rest. Returns how far the bodies that follow bones are on their way to the pose, 0 to 1. */
  approach(): number {
    this.rest--;
    if (this.#left > 0) this.#left--;
    return this.#left > 0 ? 1 - this.#left / this.#whole : 1;
  }

  /** Up to `most` more substeps of the run-up. Returns how many; 0 if less than one was left, which is the end. */
  catchUp(most: number, substep: number): number {
    const count = Math.min(most, Math.floor((this.behind + NOTHING) / substep));
    this.behind -= count * substep;
    if (this.behind < NOTHING || count === 0) this.behind = 0;
    return count;
  }
}
