import { MediaClock, type PlayerMedia } from './media-clock.js';
import { leavesRange, type MotionJumpReason, type Timeline } from './timeline.js';

/** Media that are nearer to the time than this are where they should be. */
const SAME_TIME = 0.001;
const MEDIA_EVENTS = [
  'play',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'pause',
  'ended',
  'ratechange',
  'durationchange',
  'emptied',
];

export interface MediaFollowerEvents {
  /** What media said, after the time has heeded it; `emptied` is kept. */
  onSay: (type: string) => void;
  /** They ended where a range that is repeated does, and have to be told to play on. */
  onGoRound: () => void;
}

/** Makes the time of a player that of its media, whoever moves them: the program, the reader, keys of headphones. */
export class MediaFollower {
  readonly #media: PlayerMedia;
  readonly #timeline: Timeline;
  readonly #clock: MediaClock;
  readonly #events: MediaFollowerEvents;

  constructor(media: PlayerMedia, timeline: Timeline, events: MediaFollowerEvents) {
    this.#media = media;
    this.#timeline = timeline;
    this.#clock = new MediaClock(media);
    this.#events = events;
  }

  /**
   * Sends them to where the time is; where that does nothing yet, the time goes to them.
   *
   * Apart from the constructor: who hears of the jump may ask for another, or for other media.
   */
  begin(): void {
    const media = this.#media;
    const { time } = this.#timeline;
    if (time > 0 && !isAt(media, time)) media.currentTime = time;
    for (const type of MEDIA_EVENTS) media.addEventListener(type, this.#heed);
    this.#heedStart();
    if (isAt(media, time)) this.#timeline.time = media.currentTime;
    else this.#timeline.goTo(media.currentTime, 'seek');
  }

  /** Lets go of them, paused. */
  dispose(): void {
    for (const type of MEDIA_EVENTS) this.#media.removeEventListener(type, this.#heed);
    this.#timeline.time = this.currentTime;
    this.#media.pause();
  }

  /** Seconds: while they play, where they are now, which is after the last pose. */
  get currentTime(): number {
    const { time } = this.#timeline;
    const { paused, seeking, currentTime } = this.#media;
    return paused || seeking ? time : Math.max(time, currentTime);
  }

  /** Sends them to a time, and jumps there. */
  seek(seconds: number): void {
    this.#media.currentTime = seconds; // before the jump is told: who hears of it may ask where they went
    this.#timeline.goTo(seconds, 'seek');
    this.#clock.restart();
  }

  /** Rejects as they do. */
  async play(): Promise<void> {
    const { time } = this.#timeline;
    if (this.#media.paused && !isAt(this.#media, time)) this.#media.currentTime = time;
    this.#timeline.isPlaying = true;
    await this.#media.play();
  }

  pause(): void {
    this.#media.pause();
    this.#heedPause();
  }

  /** Lets time pass as it does in the media; gives how much. */
  pass(delta: number): number {
    if (this.#media.seeking) return 0;
    const { time: from, loopRange } = this.#timeline;
    const { duration } = this.#media;
    const next = this.#clock.next(from, delta);
    const to = next > duration ? duration : next;
    this.#timeline.time = to;
    if (leavesRange(loopRange, from, to, duration)) this.#rewind();
    else if (this.#clock.hasLeapt) this.#timeline.jump = leapReason(this.#media, from, to);
    return to - from;
  }

  readonly #heed = ({ type }: Event): void => {
    if (this.#media.ended && this.#goesRound) return type === 'ended' ? this.#goRound() : undefined;
    if (type === 'seeking' || type === 'emptied') this.#heedSeek();
    else if (type === 'seeked') this.#heedArrival();
    else if (type === 'play' || type === 'playing') this.#heedStart();
    else if (type === 'pause') this.#heedPause();
    else if (type === 'ended') this.#heedEnd();
    if (type === 'pause' || type === 'seeked') this.#events.onSay('timeupdate');
    if (type !== 'emptied') this.#events.onSay(type);
  };

  /** Somebody else may have sought in them, or they began again by themselves. */
  #heedSeek(): void {
    const { currentTime, loop } = this.#media;
    const isAgain = loop && currentTime < SAME_TIME;
    if (isAgain && this.#goesRound) this.#rewind();
    else if (!isAt(this.#media, this.#timeline.time))
      this.#timeline.goTo(currentTime, isAgain ? 'loop' : 'seek');
    this.#clock.restart();
  }

  /** Some arrive near where they were sent only; those that play may have gone on meanwhile. */
  #heedArrival(): void {
    if (this.#media.paused || this.#media.currentTime < this.#timeline.time) this.#heedSeek();
    this.#heedStart();
  }

  #heedStart(): void {
    this.#timeline.isPlaying = !this.#media.paused;
    this.#clock.restart();
  }

  /** Where they stop they tell the time exactly. */
  #heedPause(): void {
    if (!this.#timeline.isPlaying) return;
    this.#timeline.isPlaying = false;
    this.#timeline.rest(this.#media.currentTime);
  }

  #heedEnd(): void {
    this.#timeline.isPlaying = false;
    this.#timeline.rest(this.#media.duration);
  }

  /** Is their end that of the range they are in? */
  get #goesRound(): boolean {
    const { time, loopRange } = this.#timeline;
    const { duration } = this.#media;
    return leavesRange(loopRange, time, duration, duration);
  }

  /** Media that ended are paused: neither is said, as they play on. */
  #goRound(): void {
    this.#rewind();
    this.#events.onGoRound();
  }

  /** To the start of the range. */
  #rewind(): void {
    this.#timeline.time = this.#media.currentTime = this.#timeline.loopRange!.start;
    this.#clock.restart();
    this.#timeline.jump = 'loop';
  }
}

function isAt(media: PlayerMedia, seconds: number): boolean {
  return Math.abs(media.currentTime - seconds) <= SAME_TIME;
}

/** How media came to be elsewhere. */
function leapReason(media: PlayerMedia, from: number, to: number): MotionJumpReason {
  if (to > from) return 'stall';
  return media.loop ? 'loop' : 'seek';
}
