import { checkedFinite, checkedNotNegative } from '../checked-number.js';
import type { PlayerMedia } from './media-clock.js';
import { MediaEvents } from './media-events.js';
import { MediaFollower } from './media-follower.js';
import { isBeyondRange, type LoopRange, Timeline } from './timeline.js';

/** Options of the clock of a player; each is also a property of it. @inline */
export interface PlayerClockOptions {
  /** The song, or a video; without media the player has a clock of its own. */
  media?: PlayerMedia | undefined;
  /** Starts again at the end. */
  loop?: boolean; // the media's, else false
  /** How fast time passes. */
  playbackRate?: number; // the media's, else 1
}

/**
 * A clock with the properties and events of `<audio>`: that of media, or its own. Whoever extends it sets
 * `media` once it can show something.
 */
export abstract class PlayerClock extends MediaEvents {
  /** @internal */
  protected readonly timeline: Timeline = new Timeline(() => this.show(0, 0));
  #media: PlayerMedia | undefined;
  #follower: MediaFollower | undefined;
  #loop: boolean;
  #rate: number;

  /** @throws RangeError if `playbackRate` is below 0 or not finite. */
  constructor({ media, loop = media?.loop ?? false, playbackRate }: PlayerClockOptions) {
    super();
    this.#loop = loop;
    this.#rate =
      playbackRate === undefined
        ? (media?.playbackRate ?? 1)
        : checkedNotNegative('playbackRate', playbackRate);
    if (media) Object.assign(media, { loop, playbackRate: this.#rate });
  }

  /** Seconds of all that plays, without the media; 0 if nothing does. @internal */
  protected abstract get motionDuration(): number;

  /** Shows everything at the time of the timeline. @internal */
  protected abstract show(motionDelta: number, clockDelta: number): void;

  /**
   * The song, or a video; undefined: the player's own clock. A change keeps the current time, and playback
   * goes on; `loop` and `playbackRate` become those of the new media. The last ones pause if no player has
   * them. Media that break after they began to load cause the event `error` and are removed: playback goes
   * on without them.
   */
  get media(): PlayerMedia | undefined {
    return this.#media;
  }

  set media(media: PlayerMedia | undefined) {
    if (media === this.#media) return;
    const { playbackRate: rate } = this;
    const wasPlaying = !this.paused;
    this.#releaseMedia();
    this.#media = media;
    this.timeline.isPlaying = false;
    if (media) this.#followMedia(media);
    if (this.playbackRate !== rate) this.emit('ratechange');
    if (wasPlaying) this.#continue();
    this.emitDurationChange(this.duration);
  }

  /**
   * Seconds, 0 to {@link duration}. While media play, where they are now; the pose is that of the last {@link
   * update}.
   *
   * Setting it seeks, which is a jump: everything is posed at once.
   *
   * @throws TypeError if it is set to a number that is not finite.
   * @example
   * player.currentTime = 12.5;
   * model.rig.pose; // → that of 12.5 s
   */
  get currentTime(): number {
    return this.#follower?.currentTime ?? this.timeline.time;
  }

  set currentTime(seconds: number) {
    checkedFinite('currentTime', seconds);
    const media = this.#media;
    const canSeek = media !== undefined && media.readyState !== 0; // then the media send the events
    const last = media && Number.isNaN(media.duration) ? Infinity : this.duration;
    const time = Math.min(Math.max(seconds, 0), last);
    if (!canSeek) this.emit('seeking');
    if (this.#follower) this.#follower.seek(time);
    else this.timeline.jumpTo(time, 'seek');
    if (!canSeek) this.emit('timeupdate', 'seeked');
  }

  /** Seconds: of the media; until they know it, of the longest motion, camera or light; 0 without any. */
  get duration(): number {
    const media = this.#media;
    return media && !Number.isNaN(media.duration) ? media.duration : this.motionDuration;
  }

  /** True before the first `play`, in pauses and after the end. */
  get paused(): boolean {
    return this.#media ? this.#media.paused : !this.timeline.isPlaying;
  }

  /** True at the end, without `loop`, however the time came there; a single pose has no end. */
  get ended(): boolean {
    if (this.#media) return this.#media.ended;
    const { duration } = this;
    return !this.#loop && duration > 0 && this.timeline.time >= duration;
  }

  /** True while the media seek; never without media. */
  get seeking(): boolean {
    return this.#media?.seeking ?? false;
  }

  /**
   * How fast time passes; 1 is normal, 0 stands still.
   *
   * @throws RangeError if it is set to a number below 0 or not finite; the error of the media if they do not
   * support the rate.
   */
  get playbackRate(): number {
    return this.#media?.playbackRate ?? this.#rate;
  }

  set playbackRate(rate: number) {
    checkedNotNegative('playbackRate', rate);
    if (rate === this.playbackRate) return;
    if (this.#media) this.#media.playbackRate = rate;
    else this.emit('ratechange');
    this.#rate = rate;
  }

  /** Starts again at the end. */
  get loop(): boolean {
    return this.#media?.loop ?? this.#loop;
  }

  set loop(loop: boolean) {
    this.#loop = loop;
    if (this.#media) this.#media.loop = loop;
  }

  /**
   * A part of the time that repeats once playback enters it or seeks into it, with or without `loop`.
   *
   * A range that is set when the time is at or beyond its end is entered at once: a seek to its start.
   */
  get loopRange(): LoopRange | undefined {
    return this.timeline.loopRange;
  }

  /** @throws RangeError unless 0 ≤ start < end. */
  set loopRange(range: LoopRange | undefined) {
    this.timeline.setLoopRange(range);
    if (range && isBeyondRange(range, this.currentTime, this.duration)) this.currentTime = range.start;
  }

  /**
   * Plays from the current time, or from the beginning after the end.
   *
   * Rejects as `play` of the media does: `NotAllowedError` before the user has interacted with the page,
   * `AbortError` if it is paused before it began, `NotSupportedError` if the media cannot be played. Never
   * rejects without media.
   */
  async play(): Promise<void> {
    if (this.ended) this.currentTime = 0;
    await this.#playFromHere();
  }

  /** Stops at the current time, and poses everything there. */
  pause(): void {
    if (this.#follower) this.#follower.pause();
    else if (this.timeline.isPlaying) {
      this.timeline.isPlaying = false;
      this.emit('timeupdate', 'pause');
    }
  }

  /** Advances, unless paused; returns the seconds that passed of the motions. @internal */
  protected advance(delta: number): number {
    return this.paused ? 0 : (this.#follower?.advance(delta) ?? this.#advance(delta));
  }

  /** Advances by the player's own clock; returns the seconds that passed of the motions. */
  #advance(delta: number): number {
    const seconds = delta * this.#rate;
    this.timeline.advance(seconds, this);
    if (this.ended) {
      this.timeline.isPlaying = false;
      this.emit('timeupdate', 'pause', 'ended');
    }
    return seconds;
  }

  #followMedia(media: PlayerMedia): void {
    this.#follower = new MediaFollower(media, this.timeline, {
      onEvent: (type) => {
        // they would stand still for ever
        if (type === 'error' && media.readyState > 0) this.media = undefined;
        if (type === 'durationchange') this.emitDurationChange(this.duration);
        else this.dispatchEvent(new Event(type));
      },
      onRangeRestart: () => this.#continue(),
    });
    this.#follower.begin();
  }

  /** Rejects as the media do, unless the player plays on with other media or without any. */
  async #playFromHere(): Promise<void> {
    const follower = this.#follower;
    if (!follower && !this.timeline.isPlaying) {
      this.timeline.isPlaying = true;
      this.emit('play', 'playing');
    }
    await follower?.play().catch((error: unknown) => {
      if (follower === this.#follower || this.paused) throw error;
    });
  }

  #releaseMedia(): void {
    if (!this.#media) return;
    this.#loop = this.#media.loop;
    this.#rate = this.#media.playbackRate;
    this.#follower?.dispose();
    this.#follower = undefined;
  }

  /**
   * Plays on, also after the end of all motions; if that is refused, the player is paused and sends `pause`.
   */
  #continue(): void {
    void this.#playFromHere().catch(() => {
      if (this.paused) this.emit('pause');
    });
  }
}
