import type { MotionCamera } from '../camera-light/motion-camera.js';
import type { MotionLight } from '../camera-light/motion-light.js';
import { checkedFinite } from '../checked-number.js';
import { type Motion, type NameOptions, type NameRule, secondsToFrame } from '../motion/index.js';
import type { MissingNames } from '../rig/index.js';
import { IDLE, MOTION, type PlayedMotion, type PlayerTimes } from './crossfade.js';
import { JUMP, type LoopSeam, type TimeStep } from './frame-poser.js';
import type { PerformOptions, PerformResult } from './gesture.js';
import { hasRig, type Playable } from './playable.js';
import type { PlayerPoses } from './player-poses.js';
import { PlayerClock, type PlayerClockOptions } from './player-clock.js';
import { type AddOptions, PlayerEntries, type PlayerEntry } from './player-entries.js';
import { MotionJumpEvent } from './timeline.js';

/** Options of {@link MotionPlayer}; each is also a property of it. @inline */
export interface MotionPlayerOptions extends PlayerClockOptions, NameOptions {
  /** Seconds of song before the motions begin. */
  offset?: number; // 0
  /**
   * Poses models in workers: a `PosePool` of @odori/model/pose-pool. The player asks for the pose of a frame
   * one frame ahead, and `update` shows the one that has come. A jump shows at once, and `step` waits for
   * nothing: both pose on this thread.
   */
  poses?: PlayerPoses | undefined; // undefined: on this thread
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
 * `durationchange`, `error`, and `jump` ({@link MotionJumpEvent}) when time or a motion jumped; not for a
 * time by which nothing plays.
 *
 * @example
 * const player = new MotionPlayer({ media: audioElement });
 * player.add(model, await loadMotion('dance.vmd'));
 * player.camera = new MotionCamera(await loadMotion('camera.vmd'));
 * await player.play(); // rejects as audioElement.play() does
 * player.update(deltaSeconds); // each frame
 * player.currentTime; // seconds, as those of the song
 */
export class MotionPlayer extends PlayerClock {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Sampled at the time of the motions. */
  camera: MotionCamera | undefined;
  /** Sampled at the time of the motions. */
  light: MotionLight | undefined;
  /** How names of motions that are added later find bones; `add` and `crossfade` may say it for one. */
  names: NameRule;
  readonly #entries: PlayerEntries;
  readonly #times: PlayerTimes = new Float64Array(2);
  readonly #timeStep: { -readonly [K in keyof TimeStep]: TimeStep[K] } = { ...JUMP };
  #offset: number;

  /** @throws TypeError if `offset` is not finite; RangeError if `playbackRate` is below 0 or not finite. */
  constructor(options: MotionPlayerOptions = {}) {
    super(options);
    this.#entries = new PlayerEntries(options.poses);
    this.names = options.names ?? 'help';
    this.#offset = checkedFinite('offset', options.offset ?? 0);
    this.media = options.media;
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
    this.timeline.jumpTo(this.timeline.time, 'motion');
  }

  /** The idle motion: loops on every model without a motion, by its own clock, in pauses too. */
  get idle(): Motion | undefined {
    return this.#entries.idle;
  }

  set idle(motion: Motion | undefined) {
    this.#entries.idle = motion;
    for (const entry of this.#entries.idleEntries) this.#start(entry, this.#played(undefined, {}));
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
   * player.add(model, dance);
   * player.missingOf(model); // → { bones: [], morphs: [], ikBones: [] }: nothing is missing
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
   * @throws TypeError if the offset is not finite; RangeError if `seam` is below 0 or not finite.
   * @example
   * player.add(model, dance).add(other, dance, { offset: 0.5 }); // half a second behind
   */
  add(playable: Playable, motion?: Motion, options: AddOptions = {}): this {
    const played = this.#played(motion, options);
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
   * bones and morphs that one of the motions lacks are at rest, switches change at half. The weight grows
   * slowly at both ends. Both motions play on meanwhile. No jump, except in 0 seconds or without a rig. An
   * `adjust` stays unless `options` has another. The other motion is where the time of the player says; for a
   * gesture that begins now and ends by itself, use {@link perform}. O(tracks + bones).
   *
   * @throws TypeError if the offset is not finite; RangeError if `seam` is below 0 or not finite.
   * @example
   * player.crossfade(model, refrain, 0.5, { offset: player.currentTime }); // which begins now
   * player.motionOf(model); // → refrain
   */
  crossfade(playable: Playable, motion: Motion | undefined, seconds: number, options: AddOptions = {}): this {
    const played = this.#played(motion, options);
    if (!this.#entries.find(playable)) this.add(playable);
    const entry = this.#entries.findOrAdd(playable);
    if (options.adjust) entry.adjust = options.adjust;
    if (seconds > 0 && hasRig(playable)) entry.play(played, seconds);
    else this.#start(entry, played);
    this.emitDurationChange(this.duration);
    return this;
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
    this.show(this.advance(delta), delta);
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
    this.timeline.advance(seconds, this);
    if (seconds < 0) this.timeline.jump = 'seek';
    this.show(Math.max(seconds, 0), Math.max(seconds, 0), true);
    this.#entries.settle(this.#times);
  }

  /**
   * Plays a gesture over what a playable plays, now and by its own clock, which runs in pauses, too. It fades
   * in and out. Bones and morphs outside its mask, and those without keyframes in it, stay as they are. IK is
   * solved once, on the blended pose.
   *
   * Several gestures play at once, the later ones over the earlier ones; a new one on the same layer replaces
   * the one there. Time, `duration`, `ended` and the song stay as they are; nothing jumps, physics goes on.
   * The promise tells how the gesture came to its end: `'ended'`, `'replaced'` or `'stopped'` by its signal,
   * `remove` or `dispose`. A playable that was not added is added with the idle motion. O(tracks + bones).
   *
   * Rejects with a TypeError for a playable without a rig; with a RangeError if `fade` is below 0, `speed` or
   * `times` not above 0, or `bones` the name of no part of the body.
   *
   * @example
   * player.add(model, dance);
   * await player.perform(model, wave, { bones: 'arms' }); // → 'ended': she waved, and her legs danced on
   */
  async perform(playable: Playable, motion: Motion, options: PerformOptions = {}): Promise<PerformResult> {
    if (!hasRig(playable)) throw new TypeError('perform needs a playable with a rig, such as an MmdModel');
    if (!this.#entries.find(playable)) this.add(playable);
    return this.#entries.findOrAdd(playable).gestures!.perform(motion, options, this);
  }

  /**
   * True while a gesture shows on any playable, also while it fades out: pages that draw on demand draw on.
   */
  get isPerforming(): boolean {
    return this.#entries.isPerforming;
  }

  /** Pauses, and releases the media and all playables; does not dispose of them. */
  dispose(): void {
    this.pause();
    this.media = undefined;
    this.#entries.clear();
    this.forgetDuration(); // the player is no longer in use
    this.camera = this.light = undefined;
  }

  /** Poses everything at the present time; after a jump no time has passed for the poses. */
  protected show(motionDelta: number, clockDelta: number, isExact = false): void {
    const { time, jump, loop } = this.timeline;
    this.timeline.jump = undefined;
    const motionSeconds = time - this.#offset;
    this.#times[MOTION] = motionSeconds;
    this.#times[IDLE] += clockDelta;
    this.#timeStep.motionSeconds = motionDelta;
    this.#timeStep.clockSeconds = clockDelta;
    this.#timeStep.isJump = jump !== undefined;
    this.#timeStep.isExact = isExact;
    this.#timeStep.loop = jump === 'loop' ? this.#seamOf(loop) : undefined;
    this.#entries.show(this.#times, this.#timeStep);
    const frame = secondsToFrame(motionSeconds);
    this.camera?.sample(frame);
    this.light?.sample(frame);
    // idle motions do not follow the time of the player
    if (jump && (this.#entries.follow || this.camera || this.light))
      this.dispatchEvent(new MotionJumpEvent(jump));
    this.emitDurationChange(this.duration);
  }

  /** A loop in the time of the motions. */
  #seamOf({ start, end, passed }: LoopSeam): LoopSeam {
    return { start: start - this.#offset, end: end - this.#offset, passed };
  }

  #played(motion: Motion | undefined, options: AddOptions): PlayedMotion {
    return this.#entries.played(motion, { names: this.names, ...options }, this.#times[IDLE]);
  }

  /** Starts a motion at once: a jump of this playable alone. */
  #start(entry: PlayerEntry, played: PlayedMotion): void {
    entry.play(played);
    this.#times[MOTION] = this.timeline.time - this.#offset;
    entry.show(this.#times, JUMP);
    this.dispatchEvent(new MotionJumpEvent('motion'));
    this.emitDurationChange(this.duration);
  }

  /** @internal */
  protected get motionDuration(): number {
    const last = Math.max(this.#entries.duration, this.camera?.duration ?? 0, this.light?.duration ?? 0);
    return last > 0 ? Math.max(last + this.#offset, 0) : 0;
  }
}
