import type { MotionCamera } from '../camera-light/motion-camera.js';
import type { MotionLight } from '../camera-light/motion-light.js';
import { type Motion, secondsToFrame } from '../motion/index.js';
import type { MissingNames } from '../rig/index.js';
import { Cast, type Part, type PartOptions, type Passing } from './player-entries.js';
import type { LayerSource } from './crossfade.js';
import { MediaFollower } from './media-follower.js';
import { type LoopRange, MotionJumpEvent, Timeline, walk } from './timeline.js';
import type { Playable } from './playable.js';
import type { PlayerMedia } from './media-clock.js';

/** Options of {@link MotionPlayer}; each is a property of it too. */
export interface MotionPlayerOptions {
  /** The song, or a video; without, the player has a clock of its own. */
  media?: PlayerMedia | undefined;
  /** Seconds of song before the motions begin. */
  offset?: number; // 0
  /** Begins again at the end. */
  loop?: boolean; // the media's, else false
  /** How fast time goes. */
  playbackRate?: number; // the media's, else 1
}

/** Between two `timeupdate`s, in seconds. */
const TIME_UPDATE_SECONDS = 0.25;
/** A jump alone. */
const NOW: Passing = { passed: 0, delta: 0, isJump: true };

/**
 * Plays motions on models, with camera, light and a song: one clock for all, properties and events as `<audio>` has them.
 *
 * With `media` their time is the master; without, the player has a clock of its own. Seconds throughout. Call
 * {@link update} once a frame, before rendering; it poses every playable and allocates nothing.
 *
 * Events: `play`, `playing`, `waiting`, `pause`, `seeking`, `seeked`, `timeupdate`, `ended`, `ratechange`,
 * `durationchange`, and `jump` ({@link MotionJumpEvent}) when time or a motion jumped.
 *
 * @example
 * const player = new MotionPlayer({ media: audioElement });
 * player.add(model, await new VMDLoader().loadAsync('dance.vmd'));
 * player.camera = new MotionCamera(await new VMDLoader().loadAsync('camera.vmd'));
 * await player.play(); // rejects as audioElement.play() does
 * // each frame:
 * player.update(deltaSeconds);
 * player.currentTime; // → 12.345
 */
export class MotionPlayer extends EventTarget {
  /** Sampled with the motions. */
  camera: MotionCamera | undefined;
  /** Sampled with the motions. */
  light: MotionLight | undefined;
  readonly #cast = new Cast();
  readonly #times: { motion: number; idle: number } = { motion: 0, idle: 0 };
  readonly #passing: { passed: number; delta: number; isJump: boolean } = { ...NOW };
  readonly #timeline = new Timeline(() => this.#show(0, 0));
  #media: PlayerMedia | undefined;
  #follower: MediaFollower | undefined;
  #offset: number;
  #loop: boolean;
  #rate: number;
  #sinceTimeUpdate = 0;
  #toldDuration = 0;

  constructor(options: MotionPlayerOptions = {}) {
    super();
    const {
      media,
      offset = 0,
      loop = media?.loop ?? false,
      playbackRate = media?.playbackRate ?? 1,
    } = options;
    this.#offset = offset;
    this.#loop = loop;
    this.#rate = playbackRate;
    this.media = media;
  }

  /** The song, or a video; undefined: the player's own clock. Taken up at the current time; what was playing plays on. */
  get media(): PlayerMedia | undefined {
    return this.#media;
  }

  set media(media: PlayerMedia | undefined) {
    if (media === this.#media) return;
    const wasPlaying = !this.paused;
    this.#leaveMedia();
    this.#media = media;
    this.#timeline.isPlaying = this.#timeline.hasEnded = false;
    if (media) this.#followMedia(media);
    if (wasPlaying) this.#playOn();
    this.#tellDuration();
  }

  /**
   * Seconds, 0 to {@link duration}. While media play, where they are now; the pose is that of the last {@link update}.
   *
   * Setting it seeks, which is a jump: everyone is posed at once.
   *
   * @throws TypeError if it is set to what is no finite number.
   * @example
   * player.currentTime = 12.5;
   * model.rig.pose; // → that of 12.5 s
   */
  get currentTime(): number {
    return this.#follower?.currentTime ?? this.#timeline.time;
  }

  set currentTime(seconds: number) {
    if (!Number.isFinite(seconds)) throw new TypeError(`currentTime = ${seconds}`);
    const media = this.#media;
    const tells = media !== undefined && media.readyState !== 0; // else they have nothing to seek in yet
    const last = media && Number.isNaN(media.duration) ? Infinity : this.duration;
    const time = Math.min(Math.max(seconds, 0), last);
    if (!tells) this.#emit('seeking');
    if (this.#follower) this.#follower.seek(time);
    else this.#timeline.goTo(time, 'seek');
    if (!tells) this.#emit('timeupdate', 'seeked');
  }

  /** Seconds: the media's, and while they do not know it the end of the longest motion, camera and light included; 0 without. */
  get duration(): number {
    const media = this.#media;
    return media && !Number.isNaN(media.duration) ? media.duration : this.#motionDuration;
  }

  /** True at first, in pauses and after the end. */
  get paused(): boolean {
    return this.#media ? this.#media.paused : !this.#timeline.isPlaying;
  }

  /** Has it come to the end, without `loop`? */
  get ended(): boolean {
    return this.#media?.ended || this.#timeline.hasEnded;
  }

  /** Are the media on their way to where they were sent? Without media, never. */
  get seeking(): boolean {
    return this.#media?.seeking ?? false;
  }

  /**
   * How fast time goes, 1 as it is; 0 stands still.
   *
   * @throws RangeError if it is set below 0; what media throw if they can't.
   */
  get playbackRate(): number {
    return this.#media?.playbackRate ?? this.#rate;
  }

  set playbackRate(rate: number) {
    if (!(rate >= 0 && rate < Infinity)) throw new RangeError(`playbackRate = ${rate}`);
    if (rate === this.playbackRate) return;
    if (this.#media) this.#media.playbackRate = rate;
    else this.#emit('ratechange');
    this.#rate = rate;
  }

  /** Does it begin again at the end? */
  get loop(): boolean {
    return this.#media?.loop ?? this.#loop;
  }

  set loop(loop: boolean) {
    this.#loop = loop;
    if (this.#media) this.#media.loop = loop;
  }

  /** A part of the time that is repeated, once it is entered or sought into; whatever `loop` says. */
  get loopRange(): LoopRange | undefined {
    return this.#timeline.loopRange;
  }

  /** @throws RangeError unless 0 ≤ start < end. */
  set loopRange(range: LoopRange | undefined) {
    if (range && !(range.start >= 0 && range.start < range.end)) {
      throw new RangeError(`loopRange = ${range.start} to ${range.end}`);
    }
    this.#timeline.loopRange = range && { ...range };
  }

  /**
   * Seconds of song before the motions begin; below 0, they are that far into it when the song begins. A change is a jump.
   *
   * @throws TypeError if it is set to what is no finite number.
   */
  get offset(): number {
    return this.#offset;
  }

  set offset(seconds: number) {
    if (!Number.isFinite(seconds)) throw new TypeError(`offset = ${seconds}`);
    if (seconds === this.#offset) return;
    this.#offset = seconds;
    this.#timeline.goTo(this.#timeline.time, 'motion');
  }

  /** What those do that have no motion of their own, round and round, by a clock of its own: it plays in pauses too. */
  get idle(): Motion | undefined {
    return this.#cast.idle;
  }

  set idle(motion: Motion | undefined) {
    this.#cast.idle = motion;
    for (const part of this.#cast.idlers) this.#begin(part, this.#cast.sourceOf(undefined));
  }

  /** Everyone who is on stage, in the order of coming. */
  get playables(): readonly Playable[] {
    return this.#cast.playables;
  }

  /** What one plays, or is fading to; undefined: nothing of its own. */
  motionOf(playable: Playable): Motion | undefined {
    return this.#cast.partOf(playable)?.motion;
  }

  /**
   * What the motion of one names and its rig lacks; undefined for who is not on stage.
   *
   * @example
   * player.missingOf(model); // → { bones: [], morphs: ['照れ'], ikBones: [] }: it cannot blush
   */
  missingOf(playable: Playable): MissingNames | undefined {
    return this.#cast.partOf(playable)?.missing;
  }

  /**
   * Lets one play a motion from now on, at once; without a motion it idles. O(tracks + bones).
   *
   * Who is there already changes over, which is a jump; what `adjust` it had is replaced too.
   *
   * @example
   * player.add(model, dance).add(other, dance, { offset: 0.5 }); // half a second behind
   */
  add(playable: Playable, motion?: Motion, options: PartOptions = {}): this {
    const part = this.#cast.join(playable);
    part.adjust = options.adjust;
    this.#begin(part, this.#cast.sourceOf(motion, options));
    return this;
  }

  /** Lets one go as it stands. */
  remove(playable: Playable): this {
    this.#cast.remove(playable);
    this.#tellDuration();
    return this;
  }

  /**
   * Leads one over to another motion (or to idling) in `seconds`, which pass while the player is paused too.
   *
   * Blended is the input of IK and append, as three's mixer does it: numbers straight, rotations on the sphere, what one
   * motion lacks is at rest, switches change at half. Both motions go on meanwhile. No jump. Who has an `adjust` keeps it,
   * unless `options` has another. O(tracks + bones).
   *
   * @example
   * player.crossfade(model, wave, 0.5);
   * player.motionOf(model); // → wave
   */
  crossfade(
    playable: Playable,
    motion: Motion | undefined,
    seconds: number,
    options: PartOptions = {},
  ): this {
    if (!this.#cast.partOf(playable)) this.add(playable);
    const part = this.#cast.join(playable);
    if (options.adjust) part.adjust = options.adjust;
    const source = this.#cast.sourceOf(motion, options);
    if (seconds > 0) part.play(source, seconds);
    else this.#begin(part, source);
    this.#tellDuration();
    return this;
  }

  /**
   * Plays from where it is, and from the beginning after the end.
   *
   * Rejects as `play` of the media does: `NotAllowedError` before the reader has touched the page, `AbortError` if it is
   * paused before it began, `NotSupportedError` if they cannot be played. Without media it never does.
   */
  async play(): Promise<void> {
    const { time } = this.#timeline;
    if (this.ended || (!this.loop && time > 0 && time >= this.duration)) this.currentTime = 0;
    if (this.#follower) await this.#follower.play();
    else if (!this.#timeline.isPlaying) {
      this.#timeline.isPlaying = true;
      this.#emit('play', 'playing');
    }
  }

  /** Stops where it is, and poses everyone there. */
  pause(): void {
    if (this.#follower) this.#follower.pause();
    else if (this.#timeline.isPlaying) {
      this.#timeline.isPlaying = false;
      this.#emit('timeupdate', 'pause');
    }
  }

  /**
   * Lets time pass and poses everything: once a frame, before rendering. Allocates nothing.
   *
   * `deltaSeconds` is the time since the last frame; with media it only smooths theirs. What is not finite or below 0
   * counts as 0. O(tracks + bones + IK) for everyone on stage; keys are found in O(1) while time goes forward.
   */
  update(deltaSeconds: number): void {
    const delta = deltaSeconds > 0 && deltaSeconds < Infinity ? deltaSeconds : 0;
    this.#show(this.paused ? 0 : (this.#follower?.pass(delta) ?? this.#pass(delta)), delta);
    this.#tellTime(delta);
  }

  /**
   * Moves on by so many seconds, whether it plays or not, and poses everything: for rendering picture by picture.
   *
   * Media are left alone, and so is `playbackRate`. The same steps give the same poses, on any machine. Below 0 it goes
   * back, which is a jump.
   *
   * @throws TypeError if it is no finite number.
   * @example
   * for (let picture = 0; picture < 600; picture++) {
   *   player.step(picture === 0 ? 0 : 1 / 60); // ten seconds, from where it is
   *   renderer.render(scene, camera.active);
   * }
   */
  step(seconds: number): void {
    if (!Number.isFinite(seconds)) throw new TypeError(`step(${seconds})`);
    this.#walk(seconds);
    if (seconds < 0) this.#timeline.jump = 'seek';
    this.#timeline.hasEnded = false;
    this.#show(Math.max(seconds, 0), Math.max(seconds, 0));
  }

  /** Lets go of the media and of everyone on stage; disposes of none of them. */
  dispose(): void {
    this.pause();
    this.media = undefined;
    this.#cast.clear();
    this.#toldDuration = 0; // nobody is left to be told
    this.camera = undefined;
    this.light = undefined;
  }

  /** By the player's own clock. */
  #pass(delta: number): number {
    const seconds = delta * this.#rate;
    this.#walk(seconds);
    const { duration } = this;
    if (!this.#loop && duration > 0 && this.#timeline.time >= duration) this.#end(); // a pose has no end
    return seconds;
  }

  #walk(seconds: number): void {
    const { time: from } = this.#timeline;
    const to = walk(from, seconds, this);
    this.#timeline.time = to;
    if (seconds > 0 && to < from) this.#timeline.jump = 'loop';
  }

  #end(): void {
    this.#timeline.isPlaying = false;
    this.#timeline.hasEnded = true;
    this.#emit('timeupdate', 'pause', 'ended');
  }

  /** Poses everything at the time as it is; after a jump nothing has passed. */
  #show(passed: number, delta: number): void {
    const { time, jump } = this.#timeline;
    this.#timeline.jump = undefined;
    const motionSeconds = time - this.#offset;
    this.#times.motion = motionSeconds;
    this.#times.idle += delta;
    this.#passing.passed = passed;
    this.#passing.delta = delta;
    this.#passing.isJump = jump !== undefined;
    this.#cast.pose(this.#times, this.#passing);
    const frame = secondsToFrame(motionSeconds);
    this.camera?.sample(frame);
    this.light?.sample(frame);
    if (jump) this.dispatchEvent(new MotionJumpEvent(jump));
    this.#tellDuration();
  }

  /** A jump of this one alone. */
  #begin(part: Part, source: LayerSource): void {
    part.play(source);
    this.#times.motion = this.#timeline.time - this.#offset;
    part.show(this.#times, NOW);
    this.dispatchEvent(new MotionJumpEvent('motion'));
    this.#tellDuration();
  }

  get #motionDuration(): number {
    const last = Math.max(this.#cast.duration, this.camera?.duration ?? 0, this.light?.duration ?? 0);
    return last > 0 ? Math.max(last + this.#offset, 0) : 0;
  }

  #tellDuration(): void {
    const { duration } = this;
    if (duration === this.#toldDuration) return;
    this.#toldDuration = duration;
    this.#emit('durationchange');
  }

  #tellTime(delta: number): void {
    if (this.paused) return;
    this.#sinceTimeUpdate += delta;
    if (this.#sinceTimeUpdate < TIME_UPDATE_SECONDS) return;
    this.#sinceTimeUpdate = 0;
    this.dispatchEvent(new Event('timeupdate'));
  }

  /** As media do it: in order, and after the program that caused them has gone on. */
  #emit(...types: readonly string[]): void {
    queueMicrotask(() => {
      for (const type of types) this.dispatchEvent(new Event(type));
    });
  }

  #followMedia(media: PlayerMedia): void {
    media.loop = this.#loop;
    media.playbackRate = this.#rate;
    this.#follower = new MediaFollower(media, this.#timeline, {
      onSay: (type) => {
        if (type === 'durationchange') this.#tellDuration();
        else this.dispatchEvent(new Event(type));
      },
      onGoRound: () => this.#playOn(),
    });
    this.#follower.begin();
  }

  #leaveMedia(): void {
    if (!this.#media) return;
    this.#loop = this.#media.loop;
    this.#rate = this.#media.playbackRate;
    this.#follower?.dispose();
    this.#follower = undefined;
  }

  /** If that is refused it is paused, and says so. */
  #playOn(): void {
    void this.play().catch(() => {
      if (this.paused) this.#emit('pause');
    });
  }
}
