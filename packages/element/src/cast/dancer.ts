import {
  type AddOptions,
  type Adjust,
  Motion,
  type MotionPlayer,
  type PerformOptions,
  type PerformResult,
} from '@odori/runtime';
import type { Messages } from '../controls/messages.js';
import type { IdleLife } from '../idle-life.js';
import { PhysicsSwitch } from '../physics-switch.js';
import { type PlayerAttributes, prefersReducedMotion } from '../player-attributes.js';
import type { PlayerModel } from '../viewport/stage.js';
import type { Viewport } from '../viewport/viewport.js';

/** Seconds. A motion that fades into itself goes on, where one that is added anew jumps. */
const SHORTEST_FADE = 0.001;

/** A model of the element or of the page. */
export interface LoadedModel {
  readonly model: PlayerModel;
  /** Frees it, unless the page gave it as `MmdModel`. */
  dispose(): void;
}

/** A motion of the picker. */
export interface NamedMotion {
  readonly name: string;
  readonly motion: Motion;
}

/** Playback, for a dancer. */
export interface DancerHost {
  readonly element: HTMLElement & Pick<PlayerAttributes, 'ik' | 'names'>;
  readonly player: MotionPlayer;
  readonly messages: Messages;
}

/** A model in the picture with its motions, physics and idle life: a dancer, or a stage that is a model. */
export class Dancer {
  readonly #host: DancerHost;
  readonly #viewport: Viewport;
  readonly isStage: boolean;
  /** Of messages. */
  readonly #cause: string;
  readonly #physics: PhysicsSwitch;
  #loadedModel: LoadedModel | undefined;
  #motions: readonly NamedMotion[] = [];
  #motionIndex = 0;
  /** What plays in place of the motion: it is in time with the song. */
  #fitted: Motion | undefined;
  /** What the attribute `companion` gives the model. */
  #life: IdleLife | undefined;
  /** Was there an idle life since the motion began? */
  #isAdjusted = false;
  readonly #adjust: Adjust = (rig, deltaSeconds, clock) => this.#life?.adjust(rig, deltaSeconds, clock);

  constructor(host: DancerHost, viewport: Viewport, cause: string, isStage = false) {
    this.#host = host;
    this.#viewport = viewport;
    this.#cause = cause;
    this.isStage = isStage;
    this.#physics = new PhysicsSwitch(host.element, host.messages, cause);
  }

  get model(): PlayerModel | undefined {
    return this.#loadedModel?.model;
  }

  /** The motion that plays. */
  get motion(): Motion | undefined {
    return this.#fitted ?? this.ownMotion;
  }

  /** That motion as its file has it. */
  get ownMotion(): Motion | undefined {
    return this.#motions[this.#motionIndex]?.motion;
  }

  get motionNames(): readonly string[] {
    return this.#motions.map(({ name }) => name);
  }

  get motionIndex(): number {
    return this.#motionIndex;
  }

  /** Does she play the idle motion? */
  get isIdle(): boolean {
    return !this.isStage && !this.motion;
  }

  /** Does she move although the player is paused? */
  get isMoving(): boolean {
    return this.#life !== undefined || this.model?.isSettling === true;
  }

  /** Replaces the model. {@link updatePhysics} gives it physics. */
  setModel(loaded: LoadedModel | undefined): void {
    const last = this.#loadedModel;
    if (last) this.#host.player.remove(last.model);
    if (last) this.#viewport.hide(last.model);
    this.#physics.model = loaded?.model;
    last?.dispose();
    this.#loadedModel = loaded;
    if (loaded) this.#viewport.show(loaded.model, this.isStage);
    this.bindMotion();
    void this.updateCompanion();
  }

  /**
   * Gives the model an idle life, or takes it away, as the attribute `companion` says; for viewers who prefer
   * reduced motion there is none.
   */
  async updateCompanion(): Promise<void> {
    const { model } = this;
    const { element, messages } = this.#host;
    const isWanted = (): boolean =>
      !this.isStage && element.hasAttribute('companion') && !prefersReducedMotion();
    if (this.#life && (this.#life.model !== model || !isWanted())) {
      this.#life.dispose();
      this.#life = undefined;
    }
    if (this.#life || !model || !isWanted()) return;
    try {
      const { IdleLife } = await import('../idle-life.js');
      if (this.#life || model !== this.model || !isWanted()) return;
      this.#life = new IdleLife(model, element, this.#viewport);
      this.#bindAdjust(model);
      this.#viewport.invalidate();
    } catch {
      messages.showProblem(this.#cause, { code: 'no-idle-life' });
    }
  }

  /**
   * Gives the model physics, or takes it away, as the attribute `physics` says. Resolves when it is loaded or
   * has failed.
   */
  async updatePhysics(): Promise<void> {
    await this.#physics.update();
    this.#viewport.quality.apply();
    this.#viewport.invalidate();
  }

  /** Plays the motion on the model, with IK and names as the attributes `ik` and `names` say. */
  bindMotion(): void {
    const { player, element } = this.#host;
    player.names = element.names;
    this.#isAdjusted = this.#life !== undefined;
    if (this.model) player.add(this.model, this.#playedMotion, this.#binding);
    this.#noteStillIk();
  }

  /** From now on, the idle life may change the pose, without a jump; workers pose only without that. */
  #bindAdjust(model: PlayerModel): void {
    if (this.#isAdjusted) return;
    this.#isAdjusted = true;
    this.#host.player.crossfade(model, this.#playedMotion, SHORTEST_FADE, this.#binding);
  }

  /** A stage without a motion has no idle motion either. */
  get #playedMotion(): Motion | undefined {
    return this.motion ?? (this.isStage ? Motion.from() : undefined);
  }

  get #binding(): AddOptions {
    return { ik: this.#host.element.ik, ...(this.#isAdjusted && { adjust: this.#adjust }) };
  }

  get #ikCause(): string {
    return `ik of ${this.#cause}`;
  }

  /** Says that IK holds the legs, unless the page has decided that it shall. */
  #noteStillIk(): void {
    const { element, messages, player } = this.#host;
    const cause = this.#ikCause;
    messages.clearProblems(cause);
    const bones = this.model && !element.hasAttribute('ik') ? player.stillIkBonesOf(this.model) : [];
    if (bones.length === 0) return;
    const file = this.motionNames[this.#motionIndex];
    messages.showProblem(cause, { file, code: 'still-ik', values: { bones: bones.join(', ') } });
  }

  /** Replaces the motions. The one of that index plays, or the first one if there is none. */
  setMotions(motions: readonly NamedMotion[], index: number): void {
    const before = this.ownMotion;
    this.#motions = motions;
    this.#motionIndex = motions[index] ? index : 0;
    if (this.ownMotion !== before) this.#fitted = undefined;
    this.bindMotion();
  }

  /** Fades into a motion in time with the song, or back; in pauses at once. */
  showFitted(fitted: Motion | undefined, seconds: number): void {
    if (fitted === this.#fitted) return;
    this.#fitted = fitted;
    if (this.#host.player.paused) this.bindMotion();
    else this.#fade(seconds);
  }

  #fade(seconds: number): void {
    if (this.model) this.#host.player.crossfade(this.model, this.#playedMotion, seconds, this.#binding);
    this.#noteStillIk();
  }

  /** Fades into another motion. False if there is none of that index, or if it plays already. */
  selectMotion(index: number, seconds: number): boolean {
    const selected = this.#motions[index];
    if (!selected || index === this.#motionIndex) return false;
    this.#motionIndex = index;
    this.#fitted = undefined;
    this.#fade(seconds);
    return true;
  }

  /** Takes everything away. */
  dispose(): void {
    this.setModel(undefined);
    for (const cause of [this.#cause, this.#ikCause]) this.#host.messages.clearProblems(cause);
  }

  /** As `player.perform` on the model; pictures are drawn meanwhile, in pauses, too. */
  async perform(motion: Motion, options: PerformOptions): Promise<PerformResult> {
    if (!this.model) return 'stopped';
    this.#viewport.invalidate();
    return this.#host.player.perform(this.model, motion, options);
  }
}
