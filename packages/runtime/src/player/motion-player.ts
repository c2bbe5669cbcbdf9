import type { MotionCamera } from '../camera-light/motion-camera.js';
import type { MotionLight } from '../camera-light/motion-light.js';
import { checkedFinite, checkedNotNegative } from '../checked-number.js';
import { type Motion, type NameOptions, type NameRule, secondsToFrame } from '../motion/index.js';
import type { MissingNames } from '../rig/index.js';
import type { PlayedMotion } from './crossfade.js';
import { JUMP, type TimeStep } from './frame-poser.js';
import type { PlayerMedia } from './media-clock.js';
import { MediaEvents } from './media-events.js';
import { MediaFollower } from './media-follower.js';
import { hasRig, type Playable } from './playable.js';
import { type AddOptions, PlayerEntries, type PlayerEntry } from './player-entries.js';
import { isBeyondRange, type LoopRange, MotionJumpEvent, Timeline } from './timeline.js';

/** Options of {@link MotionPlayer}; each is also a property of it. @inline */
export interface MotionPlayerOptions extends NameOptions {
  /** The song, or a video; without media the player has a clock of its own. */
  media?: PlayerMedia | undefined;
  /** Seconds of song before the motions begin. */
  offset?: number; // 0
  /** Starts again at the end. */
  loop?: boolean; // the media's, else false
  /** How fast time passes. */
  playbackRate?: number; // the media's, else 1
}

/**
 * Plays motions on models, with camera, light and a song: one clock for all, with the properties and events
 * of `<audio>`.
 *
 * With `media`, their time is the player's time; without, the player has a clock of its own. Seconds
 * throughout. Call {@link update} once a frame, before rendering; it poses every playable and allocates
 * nothing.
 *
 * Events: `play`, `playing`, `waiting`, `pause`, `seeking`, `seeked`, `timeupdate`, `ended`, `ratechange`,
 * `durationchange`, `error`, and `jump` ({@link MotionJumpEvent}) when time or a motion jumped.
 *
 * @example
 * const player = new MotionPlayer({ media: audioElement });
 * player.add(model, await loadMotion('dance.vmd'));
 * player.camera = new MotionCamera(await loadMotion('camera.vmd'));
 * await player.play(); // rejects as audioElement.play() does
 * player.update(deltaSeconds); // each frame
 * player.currentTime; // → 12.345
 */
export class MotionPlayer extends MediaEvents {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Sampled at the time of the motions. */
  camera: MotionCamera | undefined;
  /** Sampled at the time of the motions. */
  light: MotionLight | undefined;
  /** How names of motions that are added later find bones; `add` and `crossfade` may say it for one. */
  names: NameRule;
  readonly #entries = new PlayerEntries();
  readonly #times: { motion: number; idle: number } = { motion: 0, idle: 0 };
  readonly #timeStep: { -readonly [K in keyof TimeStep]: TimeStep[K] } = { ...JUMP };
  readonly #timeline = new Timeline(() => this.#show(0, 0));
  #media: PlayerMedia | undefined;
  #follower: MediaFollower | undefined;
  #offset: number;
  #loop: boolean;
  #rate: number;

  /** @throws TypeError if `offset` is not finite; RangeError if `playbackRate` is below 0 or not finite. */
  constructor(options: MotionPlayerOptions = {}) {
    super();
    const { media, offset = 0, loop = media?.loop ?? false, playbackRate, names = 'help' } = options;
    this.names = names;
    this.#offset = checkedFinite('offset', offset);
    this.#loop = loop;
    this.#rate =
      playbackRate === undefined
        ? (media?.playbackRate ?? 1)
        : checkedNotNegative('playbackRate', playbackRate);
    if (media) Object.assign(media, { loop, playbackRate: this.#rate });
    this.media = media;
  }

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
    this.#timeline.isPlaying = false;
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
    return this.#follower?.currentTime ?? this.#timeline.time;
  }

  set currentTime(seconds: number) {
    checkedFinite('currentTime', seconds);
    const media = this.#media;
    const canSeek = media !== undefined && media.readyState !== 0; // then the media send the events
    const last = media && Number.isNaN(media.duration) ? Infinity : this.duration;
    const time = Math.min(Math.max(seconds, 0), last);
    if (!canSeek) this.emit('seeking');
    if (this.#follower) this.#follower.seek(time);
    else this.#timeline.jumpTo(time, 'seek');
    if (!canSeek) this.emit('timeupdate', 'seeked');
  }

  /** Seconds: of the media; until they know it, of the longest motion, camera or light; 0 without any. */
  get duration(): number {
    const media = this.#media;
    return media && !Number.isNaN(media.duration) ? media.duration : this.#motionDuration;
  }

  /** True before the first `play`, in pauses and after the end. */
  get paused(): boolean {
    return this.#media ? this.#media.paused : !this.#timeline.isPlaying;
  }

  /** True at the end, without `loop`, however the time came there; a single pose has no end. */
  get ended(): boolean {
    if (this.#media) return this.#media.ended;
    const { duration } = this;
    return !this.#loop && duration > 0 && this.#timeline.time >= duration;
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
    return this.#timeline.loopRange;
  }

  /** @throws RangeError unless 0 ≤ start < end. */
  set loopRange(range: LoopRange | undefined) {
    this.#timeline.setLoopRange(range);
    if (range && isBeyondRange(range, this.currentTime, this.duration)) this.currentTime = range.start;
  }

  /**
   * Seconds of the song before the motions begin; below 0, the motions are that far along when the song
   * begins. A change is a jump.
   *
   * @throws TypeError if it is set to a number that is not finite.
   */
  get offset(): number {
    return this.#offset;
  }

  set offset(seconds: number) {
    checkedFinite('offset', seconds);
    if (seconds === this.#offset) return;
    this.#offset = seconds;
    this.#timeline.jumpTo(this.#timeline.time, 'motion');
  }

  /** The idle motion: loops on every model without a motion, by its own clock, in pauses too. */
  get idle(): Motion | undefined {
    return this.#entries.idle;
  }

  set idle(motion: Motion | undefined) {
    this.#entries.idle = motion;
    for (const entry of this.#entries.idleEntries) this.#start(entry, this.#entries.played(undefined, this));
  }

  /** All playables, in the order in which they were added. */
  get playables(): readonly Playable[] {
    return this.#entries.playables;
  }

  /** The motion that a playable plays or fades to; undefined if it has none. */
  motionOf(playable: Playable): Motion | undefined {
    return this.#entries.find(playable)?.motion;
  }

  /**
   * The names of a playable's motion that its rig lacks; undefined for a playable that was not added.
   *
   * @example
   * player.missingOf(model); // → { bones: [], morphs: ['照れ'], ikBones: [] }: no blush
   */
  missingOf(playable: Playable): MissingNames | undefined {
    return this.#entries.find(playable)?.missing;
  }

  /**
   * The IK bones that rest during a playable's motion and hold its legs, which move in it: motion capture
   * that wants `ik: 'off'`. As in MMD, the legs stand still without that.
   */
  stillIkBonesOf(playable: Playable): readonly string[] {
    return this.#entries.find(playable)?.stillIkBones ?? [];
  }

  /**
   * Adds a playable with a motion, or with the idle motion. O(tracks + bones).
   *
   * A playable that was added before changes to the motion and its `adjust` at once, which is a jump.
   *
   * @throws TypeError if the offset is not finite.
   * @example
   * player.add(model, dance).add(other, dance, { offset: 0.5 }); // half a second behind
   */
  add(playable: Playable, motion?: Motion, options: AddOptions = {}): this {
    const played = this.#entries.played(motion, { names: this.names, ...options });
    const entry = this.#entries.findOrAdd(playable);
    entry.adjust = options.adjust;
    this.#start(entry, played);
    return this;
  }

  /** Removes a playable; it keeps its pose. */
  remove(playable: Playable): this {
    this.#entries.remove(playable);
    this.emitDurationChange(this.duration);
    return this;
  }

  /**
   * Fades a playable over to another motion (or to the idle motion) in `seconds`, which pass in pauses too.
   *
   * The input of IK and append is blended, as by three's mixer: numbers linearly, rotations on the sphere;
   * bones and morphs that one of the motions lacks are at rest, switches change at half. Both motions play on
   * meanwhile. No jump, except in 0 seconds or without a rig. An `adjust` stays unless `options` has another.
   * O(tracks + bones).
   *
   * @throws TypeError if the offset is not finite.
   * @example
   * player.crossfade(model, wave, 0.5);
   * player.motionOf(model); // → wave
   */
  crossfade(playable: Playable, motion: Motion | undefined, seconds: number, options: AddOptions = {}): this {
    const played = this.#entries.played(motion, { names: this.names, ...options });
    if (!this.#entries.find(playable)) this.add(playable);
    const entry = this.#entries.findOrAdd(playable);
    if (options.adjust) entry.adjust = options.adjust;
    if (seconds > 0 && hasRig(playable)) entry.play(played, seconds);
    else this.#start(entry, played);
    this.emitDurationChange(this.duration);
    return this;
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
    else if (this.#timeline.isPlaying) {
      this.#timeline.isPlaying = false;
      this.emit('timeupdate', 'pause');
    }
  }

  /**
   * Lets time pass and poses everything: once a frame, before rendering. Allocates nothing.
   *
   * `deltaSeconds` is the time since the last frame; with media it only smooths their time. A value below 0
   * or not finite counts as 0. O(tracks + bones + IK) of all playables; keyframes are found in O(1) while
   * time goes forward.
   */
  update(deltaSeconds: number): void {
    const delta = deltaSeconds > 0 && deltaSeconds < Infinity ? deltaSeconds : 0;
    this.#show(this.paused ? 0 : (this.#follower?.advance(delta) ?? this.#advance(delta)), delta);
    if (!this.paused) this.emitTimeUpdate(delta);
  }

  /**
   * Advances by a number of seconds, playing or paused, and poses everything: for rendering image by image.
   *
   * Does not touch the media, and ignores `playbackRate`. The same steps give the same poses, on any machine.
   * Below 0 it goes back, which is a jump. After a jump, physics comes to rest within this call, which may
   * take some time.
   *
   * @throws TypeError if `seconds` is not finite.
   * @example
   * for (let image = 0; image < 600; image++) {
   *   player.step(image === 0 ? 0 : 1 / 60); // ten seconds, from the current time
   *   renderer.render(scene, camera.active);
   * }
   */
  step(seconds: number): void {
    checkedFinite('the seconds of a step', seconds);
    this.#timeline.advance(seconds, this);
    if (seconds < 0) this.#timeline.jump = 'seek';
    this.#show(Math.max(seconds, 0), Math.max(seconds, 0), true);
    this.#entries.settle(this.#times);
  }

  /** Pauses, and releases the media and all playables; does not dispose of them. */
  dispose(): void {
    this.pause();
    this.media = undefined;
    this.#entries.clear();
    this.forgetDuration(); // the player is no longer in use
    this.camera = this.light = undefined;
  }

  /** Advances by the player's own clock; returns the seconds that passed of the motions. */
  #advance(delta: number): number {
    const seconds = delta * this.#rate;
    this.#timeline.advance(seconds, this);
    if (this.ended) {
      this.#timeline.isPlaying = false;
      this.emit('timeupdate', 'pause', 'ended');
    }
    return seconds;
  }

  /** Poses everything at the present time; after a jump no time has passed for the poses. */
  #show(motionDelta: number, clockDelta: number, isExact = false): void {
    const { time, jump } = this.#timeline;
    this.#timeline.jump = undefined;
    const motionSeconds = time - this.#offset;
    this.#times.motion = motionSeconds;
    this.#times.idle += clockDelta;
    this.#timeStep.motionSeconds = motionDelta;
    this.#timeStep.clockSeconds = clockDelta;
    this.#timeStep.isJump = jump !== undefined;
    this.#timeStep.isExact = isExact;
    this.#entries.show(this.#times, this.#timeStep);
    const frame = secondsToFrame(motionSeconds);
    this.camera?.sample(frame);
    this.light?.sample(frame);
    if (jump) this.dispatchEvent(new MotionJumpEvent(jump));
    this.emitDurationChange(this.duration);
  }

  /** Starts a motion at once: a jump of this playable alone. */
  #start(entry: PlayerEntry, played: PlayedMotion): void {
    entry.play(played);
    this.#times.motion = this.#timeline.time - this.#offset;
    entry.show(this.#times, JUMP);
    this.dispatchEvent(new MotionJumpEvent('motion'));
    this.emitDurationChange(this.duration);
  }

  get #motionDuration(): number {
    const last = Math.max(this.#entries.duration, this.camera?.duration ?? 0, this.light?.duration ?? 0);
    return last > 0 ? Math.max(last + this.#offset, 0) : 0;
  }

  #followMedia(media: PlayerMedia): void {
    this.#follower = new MediaFollower(media, this.#timeline, {
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
    if (!follower && !this.#timeline.isPlaying) {
      this.#timeline.isPlaying = true;
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
