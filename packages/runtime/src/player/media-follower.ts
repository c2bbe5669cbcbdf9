import { MediaClock, type PlayerMedia } from './media-clock.js';
import { leavesRange, type MotionJumpReason, type Timeline } from './timeline.js';

/** Media within this many seconds of a time are at that time. */
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
  'error',
];

interface MediaFollowerEvents {
  /** Called with each event of the media, except `emptied`, after the timeline has followed it. */
  onEvent: (type: string) => void;
  /** Called when the media ended at the end of a loop range: they have to be played again. */
  onRangeRestart: () => void;
}

/** How many players follow the same media. */
const followers = new WeakMap<PlayerMedia, number>();

function countFollowers(media: PlayerMedia, change: 1 | -1): number {
  const count = (followers.get(media) ?? 0) + change;
  followers.set(media, count);
  return count;
}

/**
 * Keeps the timeline of a player at the time of its media, whatever moves those: the program, the user, media
 * keys.
 */
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
    countFollowers(media, 1);
  }

  /**
   * Seeks the media to the timeline's time; where they cannot seek yet, the timeline jumps to theirs.
   *
   * Not part of the constructor: a listener of that jump may ask for another one, or for other media.
   */
  begin(): void {
    const media = this.#media;
    const { time } = this.#timeline;
    if (time > 0 && !isAt(media, time)) media.currentTime = time;
    for (const type of MEDIA_EVENTS) media.addEventListener(type, this.#follow);
    this.#followStart();
    if (isAt(media, time)) this.#timeline.time = media.currentTime;
    else this.#timeline.jumpTo(media.currentTime, 'seek');
  }

  /** Stops listening to the media, and pauses them unless another player follows them. */
  dispose(): void {
    for (const type of MEDIA_EVENTS) this.#media.removeEventListener(type, this.#follow);
    this.#timeline.time = this.currentTime;
    if (countFollowers(this.#media, -1) === 0) this.#media.pause();
  }

  /** Seconds: while the media play, where they are now, which is after the last pose. */
  get currentTime(): number {
    const { time } = this.#timeline;
    const { paused, seeking, currentTime } = this.#media;
    return paused || seeking ? time : Math.max(time, currentTime);
  }

  /**
   * Seeks the media and jumps with them: to where they can seek, if their server sends no parts of a file.
   */
  seek(seconds: number): void {
    const media = this.#media;
    media.currentTime = seconds; // before the jump event: its listeners may read where the media are
    this.#timeline.jumpTo(isAt(media, seconds) ? seconds : media.currentTime, 'seek');
    this.#clock.restart();
  }

  /** Rejects as the media do, also if they broke before: then browsers would play nothing and not reject. */
  async play(): Promise<void> {
    const { time } = this.#timeline;
    const { error, readyState } = this.#media;
    if (error && readyState > 0)
      throw new DOMException(`broken media: ${error.message}`, 'NotSupportedError');
    if (this.#media.paused && !isAt(this.#media, time)) this.#media.currentTime = time;
    this.#timeline.isPlaying = true;
    await this.#media.play();
  }

  pause(): void {
    this.#media.pause();
    this.#followPause();
  }

  /** Moves the timeline as the media have moved; returns by how many seconds. */
  advance(delta: number): number {
    if (this.#media.seeking) return 0;
    const { time: from, loopRange } = this.#timeline;
    const { duration } = this.#media;
    const next = this.#clock.next(from, delta);
    const to = next > duration ? duration : next;
    if (leavesRange(loopRange, from, to, duration)) this.#returnToRangeStart();
    else if (this.#clock.hasJumped && jumpReason(this.#media, from, to) === 'loop')
      this.#timeline.loopTo(to, 0, duration);
    else {
      this.#timeline.time = to;
      if (this.#clock.hasJumped) this.#timeline.jump = jumpReason(this.#media, from, to);
    }
    return to - from;
  }

  readonly #follow = ({ type }: Event): void => {
    if (this.#media.ended && this.#endsRange) return type === 'ended' ? this.#restartRange() : undefined;
    if (type === 'seeking' || type === 'emptied') this.#followSeek();
    else if (type === 'seeked') this.#followArrival();
    else if (type === 'play' || type === 'playing') this.#followStart();
    else if (type === 'pause') this.#followPause();
    else if (type === 'ended') this.#followEnd();
    if (type === 'pause' || type === 'seeked') this.#events.onEvent('timeupdate');
    if (type !== 'emptied') this.#events.onEvent(type);
  };

  /** Other code may have moved the media, or they looped by themselves. */
  #followSeek(): void {
    const { currentTime, loop } = this.#media;
    const hasLooped = loop && currentTime < SAME_TIME;
    if (hasLooped && this.#endsRange) this.#returnToRangeStart();
    else if (!isAt(this.#media, this.#timeline.time)) {
      if (hasLooped) this.#timeline.loopTo(currentTime, 0, this.#media.duration);
      this.#timeline.jumpTo(currentTime, hasLooped ? 'loop' : 'seek');
    }
    this.#clock.restart();
  }

  /** Some media arrive only near the requested time; playing media may have moved on meanwhile. */
  #followArrival(): void {
    if (this.#media.paused || this.#media.currentTime < this.#timeline.time) this.#followSeek();
    this.#followStart();
  }

  #followStart(): void {
    this.#timeline.isPlaying = !this.#media.paused;
    this.#clock.restart();
  }

  /** Paused media report their time exactly. */
  #followPause(): void {
    if (!this.#timeline.isPlaying) return;
    this.#timeline.isPlaying = false;
    this.#timeline.stopAt(this.#media.currentTime);
  }

  #followEnd(): void {
    this.#timeline.isPlaying = false;
    this.#timeline.stopAt(this.#media.duration);
  }

  /** True if the end of the media is the end of the loop range that the time is in. */
  get #endsRange(): boolean {
    const { time, loopRange } = this.#timeline;
    const { duration } = this.#media;
    return leavesRange(loopRange, time, duration, duration);
  }

  /** Ended media are paused: neither event is passed on, because playback continues. */
  #restartRange(): void {
    this.#returnToRangeStart();
    this.#events.onRangeRestart();
  }

  #returnToRangeStart(): void {
    const { start, end } = this.#timeline.loopRange!;
    this.#media.currentTime = start;
    this.#clock.restart();
    this.#timeline.loopTo(start, start, Math.min(end, this.#media.duration));
  }
}

function isAt(media: PlayerMedia, seconds: number): boolean {
  return Math.abs(media.currentTime - seconds) <= SAME_TIME;
}

/** Why media are not where they were expected. */
function jumpReason(media: PlayerMedia, from: number, to: number): MotionJumpReason {
  if (to > from) return 'stall';
  return media.loop ? 'loop' : 'seek';
}
