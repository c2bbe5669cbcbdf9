import { checkedFinite, checkedNotNegative } from '../checked-number.js';
import { Motion } from '../motion/index.js';
import type { BindOptions, MissingNames } from '../rig/index.js';
import { endOf, frameOf, type MotionTiming, type PlayedMotion, type PlayerTimes } from './crossfade.js';
import { type Adjust, FramePoser, type LoopSeam, type TimeStep } from './frame-poser.js';
import type { Gestures } from './gesture.js';
import { hasRig, type Playable, type RigPlayable, type SampledPlayable } from './playable.js';
import type { PlayerPoses, RemotePoser } from './player-poses.js';

/** Options of {@link MotionPlayer.add} and {@link MotionPlayer.crossfade}. */
export interface AddOptions extends MotionTiming, BindOptions {
  /** What this playable does while it has no motion, from its beginning; else the player's idle motion. */
  idle?: Motion | undefined;
  /**
   * Your own changes to the pose, between sampling and solving: look-at, lip sync. They last for one frame.
   *
   * Called each time the rig is posed. `deltaSeconds` of the motion have passed since the last call: what
   * `update` of the playable gets, or parts of it that add up to it where physics needs the pose several
   * times in a frame. `clock.seconds` are those of whoever calls `update`, in pauses too, for whatever does
   * not follow the motion. The pose is in three's space and MMD units, see `RigPose`. Not called for a
   * playable without a rig.
   *
   * @example
   * const head = rig.boneIndex('頭'); // 頭: head
   * player.add(model, dance, { adjust: ({ pose }) => pose.rotations.set(gaze, 4 * head) });
   */
  adjust?: Adjust;
}

const NO_MOTION: Motion = /* @__PURE__ */ Motion.from();

/** All playables of a player, and the motions that they play. */
export class PlayerEntries {
  /**
   * Replaced by another list whenever an entry is added or removed, which may happen while the entries are
   * shown.
   */
  #entries: readonly PlayerEntry[] = [];
  #idle: Motion = NO_MOTION;
  readonly #poses: PlayerPoses | undefined;

  constructor(poses?: PlayerPoses) {
    this.#poses = poses;
  }

  get playables(): readonly Playable[] {
    return this.#entries.map(({ playable }) => playable);
  }

  /** The motion of playables that have none. */
  get idle(): Motion | undefined {
    return this.#idle === NO_MOTION ? undefined : this.#idle;
  }

  set idle(motion: Motion | undefined) {
    this.#idle = motion ?? NO_MOTION;
  }

  /** The entries that play the idle motion of all. */
  get idleEntries(): readonly PlayerEntry[] {
    return this.#entries.filter(({ isIdle, ownsIdle }) => isIdle && !ownsIdle);
  }

  /** Seconds until the last motion has ended. */
  get duration(): number {
    let last = 0;
    for (let i = 0; i < this.#entries.length; i++) last = Math.max(last, this.#entries[i].duration);
    return last;
  }

  /** Whether any of them follows the time of the player. */
  get follow(): boolean {
    return this.#entries.some(({ follows }) => follows);
  }

  get isPerforming(): boolean {
    return this.#entries.some(({ gestures }) => gestures?.isPlaying);
  }

  find(playable: Playable): PlayerEntry | undefined {
    return this.#entries.find((entry) => entry.playable === playable);
  }

  /** The entry of a playable, which is added if it has none. */
  findOrAdd(playable: Playable): PlayerEntry {
    const found = this.find(playable);
    if (found) return found;
    const entry = new PlayerEntry(playable, this.#poses);
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  remove(playable: Playable): void {
    this.find(playable)?.release();
    this.#entries = this.#entries.filter((entry) => entry.playable !== playable);
  }

  clear(): void {
    for (const entry of this.#entries) entry.release();
    this.#entries = [];
  }

  /**
   * A motion with its timing; without a motion, the idle motion, of its own from `idleSeconds` on.
   *
   * @throws TypeError if the offset is not finite; RangeError if `seam` is below 0 or not finite.
   */
  played(motion: Motion | undefined, options: AddOptions, idleSeconds: number): PlayedMotion {
    const { offset = 0, loop = false, seam, ik, names = 'help', idle } = options;
    checkedFinite('offset', offset);
    if (seam !== undefined) checkedNotNegative('seam', seam);
    if (motion) return { motion, isIdle: false, offset, loop, seam, ik, names };
    const ofAll = { motion: this.#idle, isIdle: true, offset: 0, loop: true, names };
    return idle ? { ...ofAll, motion: idle, offset: idleSeconds, ownsIdle: true, seam, ik } : ofAll;
  }

  /** Shows every playable: idle ones go on where the others jump. Allocates nothing, except in a jump. */
  show(times: PlayerTimes, step: TimeStep): void {
    const entries = this.#entries;
    const { loop, isJump } = step;
    const onward = isJump ? { ...step, isJump: false } : step;
    const closed = loop ? { ...onward, motionSeconds: loop.passed } : onward;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (!isJump || !entry.follows) entry.show(times, onward);
      else entry.show(times, loop && entry.isClosed(loop, times) ? closed : step);
    }
  }

  /** Shows every playable until its physics has come to rest. */
  settle(times: PlayerTimes): void {
    const entries = this.#entries;
    for (let i = 0; i < entries.length; i++) entries[i].settle(times);
  }
}

const STILL: TimeStep = { motionSeconds: 0, clockSeconds: 0, isJump: false, isExact: true, loop: undefined };
/** More updates are not made: a playable may never say that it has settled. */
const MAX_SETTLING_UPDATES = 1000;

/** A playable and its motions. */
export class PlayerEntry {
  readonly playable: Playable;
  readonly #poser: FramePoser | undefined;
  #played: PlayedMotion | undefined;
  readonly #poses: PlayerPoses | undefined;
  /** Poses the playable in another thread. */
  #remote: RemotePoser | undefined;

  constructor(playable: Playable, poses?: PlayerPoses) {
    this.playable = playable;
    this.#poses = poses;
    if (hasRig(playable)) this.#poser = new FramePoser(playable.rig);
  }

  /** Ends what goes on for the playable, which keeps its pose. */
  release(): void {
    this.gestures?.stop();
    this.#remote?.close();
  }

  /** Of a playable with a rig. */
  get gestures(): Gestures | undefined {
    return this.#poser?.gestures;
  }

  get adjust(): Adjust | undefined {
    return this.#poser?.adjust;
  }

  set adjust(adjust: Adjust | undefined) {
    if (this.#poser) this.#poser.adjust = adjust;
  }

  /** The motion that it plays or fades to; undefined while it has none. */
  get motion(): Motion | undefined {
    return this.isIdle ? undefined : this.#played?.motion;
  }

  /** The names of the motion that the rig lacks; no names for a playable without a rig. */
  get missing(): MissingNames | undefined {
    return this.#poser ? this.#poser.crossfade.binding?.missing : NONE_MISSING;
  }

  /** The IK bones that hold bones that the motion moves. */
  get stillIkBones(): readonly string[] {
    return this.#poser?.crossfade.binding?.stillIkBones ?? [];
  }

  get isIdle(): boolean {
    return this.#played?.isIdle !== false;
  }

  /** Whether a part of what it plays follows the time of the player. */
  get follows(): boolean {
    return this.#poser?.crossfade.isIdle !== true;
  }

  get ownsIdle(): boolean {
    return this.#played?.ownsIdle === true;
  }

  /** Whether it goes on over the seam of a loop: its pose there is the same on both sides. O(bones + IK). */
  isClosed(loop: LoopSeam, times: PlayerTimes): boolean {
    return this.#poser?.isClosed(loop, times) ?? false;
  }

  /** Seconds of the player's motions until all that it plays has ended. */
  get duration(): number {
    return this.#poser ? this.#poser.crossfade.duration : this.#played ? endOf(this.#played) : 0;
  }

  /** Plays a motion alone, at once or after `fadeSeconds` of blending. O(tracks + bones). */
  play(played: PlayedMotion, fadeSeconds = 0): void {
    this.#played = played;
    this.#poser?.crossfade.play(played, fadeSeconds);
    if (this.#remote?.isPosing === true) this.#remote.play(played, fadeSeconds);
  }

  /** Shows the playable at a time. Allocates nothing. */
  show(times: PlayerTimes, step: TimeStep): void {
    const { playable } = this;
    const deltaSeconds = step.isJump ? 0 : this.#secondsOf(step);
    if (hasRig(playable)) this.#showRig(playable, times, step, deltaSeconds);
    else this.#showSampled(playable, times, step, deltaSeconds);
  }

  /** How long a frame is for the playable: gestures move it in pauses, too. */
  #secondsOf({ motionSeconds, clockSeconds }: TimeStep): number {
    const isPaused = motionSeconds === 0 && this.gestures?.isPlaying === true;
    return this.isIdle || isPaused ? clockSeconds : motionSeconds;
  }

  settle(times: PlayerTimes): void {
    for (let i = 0; i < MAX_SETTLING_UPDATES && this.playable.isSettling === true; i++)
      this.show(times, STILL);
  }

  #showRig(playable: RigPlayable, times: PlayerTimes, step: TimeStep, deltaSeconds: number): void {
    const poser = this.#poser!;
    const remote = this.#remoteIn(playable, step);
    if (remote?.isPosing === true && !step.isJump) {
      poser.pass(step);
      remote.show(times, step);
      return;
    }
    poser.begin(times, step, deltaSeconds);
    // Keyframes lead bones out of physics: here, out of what `reset` is about to forget.
    if (step.isJump) playable.rig.pose.held?.isKnown.fill(0);
    if (step.isJump || playable.usesPoseAt !== true) poser.pose(Infinity);
    if (step.isJump) playable.reset();
    // Elsewhere, bodies come to rest without keeping this thread.
    if (!step.isJump || !remote) playable.update(deltaSeconds, poser.poseAt, step.isExact);
    if (!remote) return;
    if (!remote.isPosing) remote.play(this.#played!, 0);
    remote.begin(times, step);
  }

  /**
   * The poser that poses this frame, or from it on. None poses what only this thread knows: an `adjust`,
   * gestures, and the middle of a crossfade; nor the frames of a film, which wait for nothing.
   */
  #remoteIn(playable: RigPlayable, { isExact }: TimeStep): RemotePoser | undefined {
    const { adjust, gestures, crossfade } = this.#poser!;
    const isFree = !isExact && adjust === undefined && !gestures.isPlaying;
    if (isFree) this.#remote ??= this.#poses?.open(playable);
    const remote = this.#remote;
    if (!remote) return undefined;
    if (isFree && (remote.isPosing || crossfade.isSingle) && remote.canPose()) return remote;
    if (remote.isPosing) remote.end();
    return undefined;
  }

  #showSampled(playable: SampledPlayable, times: PlayerTimes, step: TimeStep, deltaSeconds: number): void {
    const played = this.#played;
    // the idle motion is not its own
    const frame = played && !played.isIdle ? frameOf(played, times) : 0;
    if (step.isJump) {
      playable.sample(frame, 0, step.isExact);
      playable.reset();
    }
    playable.sample(frame, deltaSeconds, step.isExact);
  }
}

const NONE_MISSING: MissingNames = { bones: [], morphs: [], ikBones: [] };
