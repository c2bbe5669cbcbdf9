/** The media of a player: an `<audio>` or `<video>`, or any object with these members. */
export interface PlayerMedia
  extends
    EventTarget,
    Pick<HTMLMediaElement, 'duration' | 'paused' | 'ended' | 'seeking' | 'readyState' | 'play' | 'pause'> {
  currentTime: number;
  playbackRate: number;
  loop: boolean;
  /** Why they cannot be played further. */
  readonly error?: { readonly message: string } | null;
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`: the media have data to play on. */
const HAVE_FUTURE_DATA = 3;

/** A time ahead of its media returns to them in about this many seconds. */
const CATCH_UP = 0.25;
/** The time may be this far ahead of what the media report, so that it passes evenly. */
const SLACK = 0.01;
/** Media may report the same time for this long when they begin. */
const START_UP = 0.1;
/** Media may report their time in steps of up to this length. */
const LONGEST_STEP = 0.25;
/** Media that are this much further than expected have jumped. This is longer than any step. */
const JUMP = 0.3;
/** Media that are this far behind their last time have gone back. */
const STEP_BACK = 0.001;

/**
 * The time of playing media, smoothed: never behind what they report, never backwards, and never far ahead.
 *
 * Browsers report it in steps of up to a quarter of a second; the length of the steps is learned during
 * playback. Where a step is late, the media have stopped, and the time waits for them.
 */
export class MediaClock {
  readonly #media: PlayerMedia;
  /** The time that the media reported last. */
  #reported: number;
  /** Seconds for which the media have reported this time. */
  #age = 0;
  /** Seconds for which they reported the time before it. */
  #lastAge = 0;
  /** Seconds by which the media should have moved on since they reported this time. */
  #run = 0;
  /** The same time was reported twice. */
  #isRepeated = false;
  /** Another time has been reported since the media began. */
  #hasMoved = false;
  /** The usual length of a step. */
  #step = SLACK;
  #hasJumped = false;

  constructor(media: PlayerMedia) {
    this.#media = media;
    this.#reported = media.currentTime;
  }

  /**
   * True if the media were, at the last {@link next}, not where the passing of time would have brought them.
   */
  get hasJumped(): boolean {
    return this.#hasJumped;
  }

  /** Continues from the time that the media report: after a seek, and when they begin. */
  restart(): void {
    this.#reported = this.#media.currentTime;
    this.#age = this.#lastAge = this.#run = 0;
    this.#isRepeated = this.#hasMoved = false;
  }

  /** The time that follows `time`, `delta` seconds later by the caller's clock. Allocates nothing. */
  next(time: number, delta: number): number {
    const { currentTime: reported, playbackRate, readyState } = this.#media;
    const played = readyState < HAVE_FUTURE_DATA ? 0 : delta; // no time passes while they wait for data
    const passed = played * playbackRate;
    const moved = reported - this.#reported;
    const longest = this.#run + passed + JUMP * Math.max(1, playbackRate);
    this.#hasJumped = moved < -STEP_BACK || moved > longest;
    if (this.#hasJumped) {
      this.restart();
      return reported;
    }
    this.#run += passed;
    this.#learnStep(reported, played);
    const likely = this.#isLate ? reported : reported + this.#run;
    const even = time + passed;
    const smooth = even + (likely - even) * Math.min(1, delta / CATCH_UP);
    return Math.max(time, reported, Math.min(smooth, likely + SLACK));
  }

  /** True if the media have stopped or not begun. Media with long steps may be late by half a step first. */
  get #isLate(): boolean {
    const shortest = this.#hasMoved ? SLACK : START_UP;
    return this.#age > (this.#step > shortest ? 1.5 * this.#step : 0);
  }

  /**
   * Learns the usual length of a step from the last two steps, because a single long step may be a stop. If
   * the reported time changes on every read, there are no steps.
   */
  #learnStep(reported: number, delta: number): void {
    this.#age += delta;
    if (reported === this.#reported) {
      this.#isRepeated = true;
      return;
    }
    const age = this.#isRepeated ? this.#age : 0;
    this.#step = Math.min(Math.max(Math.min(age, this.#lastAge), this.#step * 0.9, SLACK), LONGEST_STEP);
    this.#lastAge = age;
    this.#reported = reported;
    this.#age = this.#run = 0;
    this.#isRepeated = false;
    this.#hasMoved = true;
  }
}
