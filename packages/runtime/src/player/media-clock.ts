/** In about this many seconds a time that is ahead of its media falls back to it. */
const CATCH_UP = 0.25;
/** So far ahead of what its media tells the time may be, so that it passes evenly. */
const SLACK = 0.01;
/** Media may be silent for so long when they begin. */
const START_UP = 0.1;
/** Media may tell their time in steps as long as this. */
const LONGEST_STEP = 0.25;
/** Media that are so much farther than they should have come have leapt: more than a step. */
const LEAP = 0.3;
/** Media that are so far behind where they were have gone back. */
const STEP_BACK = 0.001;

/**
 * The time of media that play, smoothed: never behind what they tell, never backwards, and never far ahead.
 *
 * Browsers tell it in steps of up to a quarter of a second; how long they are is learned while they play. Where a step
 * is late, the media have stopped, and the time waits for them.
 */
export class MediaClock {
  readonly #media: PlayerMedia;
  /** What the media told, for how long it has been telling that, and how far it should have come meanwhile. */
  #told: number;
  #age = 0;
  #lastAge = 0;
  #run = 0;
  /** Was it told twice? Has anything else been told since they began? */
  #isOld = false;
  #hasMoved = false;
  /** The usual length of a step. */
  #step = SLACK;
  #hasLeapt = false;

  constructor(media: PlayerMedia) {
    this.#media = media;
    this.#told = media.currentTime;
  }

  /** Did the media go somewhere else, at the last {@link next}, than time would have brought them? */
  get hasLeapt(): boolean {
    return this.#hasLeapt;
  }

  /** The media were sought, or begin: what they tell is the time. */
  restart(): void {
    this.#told = this.#media.currentTime;
    this.#age = this.#lastAge = this.#run = 0;
    this.#isOld = this.#hasMoved = false;
  }

  /** The time after `time`, `delta` seconds later by the reader's own clock. Allocates nothing. */
  next(time: number, delta: number): number {
    const { currentTime: told, playbackRate, readyState } = this.#media;
    const heard = readyState < HAVE_FUTURE_DATA ? 0 : delta; // while they are dry nothing passes
    const passed = heard * playbackRate;
    const moved = told - this.#told;
    const longest = this.#run + passed + LEAP * Math.max(1, playbackRate);
    this.#hasLeapt = moved < -STEP_BACK || moved > longest;
    if (this.#hasLeapt) {
      this.restart();
      return told;
    }
    this.#run += passed;
    this.#listen(told, heard);
    const likely = this.#isLate ? told : told + this.#run;
    const even = time + passed;
    const smooth = even + (likely - even) * Math.min(1, delta / CATCH_UP);
    return Math.max(time, told, Math.min(smooth, likely + SLACK));
  }

  /** Have they stopped, or not begun? A step that is longer than the start-up says nothing of the latter. */
  get #isLate(): boolean {
    const shortest = this.#hasMoved ? SLACK : START_UP;
    return this.#age > (this.#step > shortest ? 1.5 * this.#step : 0);
  }

  /** Two steps of a length make it usual: one alone may be a halt. Who always hears of another time hears of no step. */
  #listen(told: number, delta: number): void {
    this.#age += delta;
    if (told === this.#told) {
      this.#isOld = true;
      return;
    }
    const age = this.#isOld ? this.#age : 0;
    this.#step = Math.min(Math.max(Math.min(age, this.#lastAge), this.#step * 0.9, SLACK), LONGEST_STEP);
    this.#lastAge = age;
    this.#told = told;
    this.#age = this.#run = 0;
    this.#isOld = false;
    this.#hasMoved = true;
  }
}

/** What a player needs of its media: an `<audio>` or `<video>` has it, and so has whatever speaks like one. */
export interface PlayerMedia
  extends
    EventTarget,
    Pick<HTMLMediaElement, 'duration' | 'paused' | 'ended' | 'seeking' | 'readyState' | 'play' | 'pause'> {
  currentTime: number;
  playbackRate: number;
  loop: boolean;
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`: it can go on. */
export const HAVE_FUTURE_DATA = 3;
