import { AutoCamera } from '@odori/model';
import {
  type AddOptions,
  type Adjust,
  type Motion,
  type MotionPlayer,
  type PerformOptions,
  type PerformResult,
  secondsToFrame,
} from '@odori/runtime';
import type { Messages } from './controls/messages.js';
import type { Song } from './media/hear-song.js';
import { LateSong } from './media/late-song.js';
import { PhysicsSwitch } from './physics-switch.js';
import type { IdleLife } from './idle-life.js';
import { type PlayerAttributes, prefersReducedMotion } from './player-attributes.js';
import type { Director, DirectorHost } from './viewport/director.js';
import type { PlayerModel } from './viewport/stage.js';
import type { Viewport } from './viewport/viewport.js';

/** Seconds that one motion of the picker fades into another. */
const CROSSFADE_SECONDS = 0.4;

/** A model, and whether the element disposes it. */
export interface LoadedModel {
  readonly model: PlayerModel;
  /** False for a model that the page gave as `MmdModel`. */
  readonly isOwned: boolean;
}

/** A motion of the picker. */
export interface NamedMotion {
  readonly name: string;
  readonly motion: Motion;
}

/** Playback, for its content. */
export interface ContentHost {
  readonly element: HTMLElement & Pick<PlayerAttributes, 'ik' | 'names'>;
  readonly player: MotionPlayer;
  readonly messages: Messages;
  /** The song broke before it joined the dance. */
  songBroke(): void;
}

export const NO_AUTO_CAMERA = 'The automatic camera could not be loaded: the picture shows the whole model.';

const NO_IDLE_LIFE = 'The idle life could not be loaded: she neither breathes nor blinks by herself.';

/**
 * Everything that is loaded. Puts the model into the viewport, and motions, pose, camera and song into the
 * player.
 */
export class Content implements DirectorHost {
  readonly player: MotionPlayer;
  readonly #host: ContentHost;
  readonly #viewport: Viewport;
  readonly #physics: PhysicsSwitch;
  readonly #lateSong: LateSong;
  #loadedModel: LoadedModel | undefined;
  #motions: readonly NamedMotion[] = [];
  #motionIndex = 0;
  #cameraFile: Motion | undefined;
  /** Plans the shots of the automatic camera, if that is wanted. */
  #director: Director | undefined;
  #song: Song | undefined;
  /** Seconds until the crossfade ends. */
  #crossfadeSeconds = 0;
  /** What the attribute `companion` gives the model. */
  #life: IdleLife | undefined;
  readonly #adjust: Adjust = (rig, deltaSeconds, clock) => this.#life?.adjust(rig, deltaSeconds, clock);

  constructor(host: ContentHost, viewport: Viewport) {
    this.player = host.player;
    this.#host = host;
    this.#viewport = viewport;
    this.#physics = new PhysicsSwitch(host.element, host.messages);
    this.#lateSong = new LateSong(host.player, () => host.songBroke());
  }

  get model(): PlayerModel | undefined {
    return this.#loadedModel?.model;
  }

  /** The motion that plays. */
  get motion(): Motion | undefined {
    return this.#motions[this.#motionIndex]?.motion;
  }

  get motionNames(): readonly string[] {
    return this.#motions.map(({ name }) => name);
  }

  get motionIndex(): number {
    return this.#motionIndex;
  }

  /** Is there another camera than the free one: a camera track, or the automatic camera? */
  get hasCamera(): boolean {
    return this.#director !== undefined || this.#cameraMotion?.camera !== undefined;
  }

  /** Does anything move although the player is paused? */
  get isMoving(): boolean {
    const { idle } = this.player;
    return (
      this.#crossfadeSeconds > 0 ||
      this.player.isPerforming ||
      this.#life !== undefined ||
      this.model?.isSettling ||
      (idle !== undefined && idle.duration > 0 && !this.motion)
    );
  }

  /** Prepares a model for {@link setModel}, so that the picture does not stop for it. Never rejects. */
  async prepareModel(loaded: LoadedModel | undefined, signal: AbortSignal): Promise<void> {
    if (loaded) await this.#viewport.prepare(loaded.model, signal);
  }

  /** Replaces the model. {@link updatePhysics} gives it physics. */
  setModel(loaded: LoadedModel | undefined): void {
    const last = this.#loadedModel;
    if (last) this.player.remove(last.model);
    this.#viewport.model = loaded?.model;
    this.#physics.model = loaded?.model;
    if (last?.isOwned) last.model.dispose();
    this.#loadedModel = loaded;
    this.bindMotion();
    this.#followCamera();
    void this.updateCompanion();
  }

  /**
   * Gives the model an idle life, or takes it away, as the attribute `companion` says; for viewers who prefer
   * reduced motion there is none.
   */
  async updateCompanion(): Promise<void> {
    const { model } = this;
    const { element, messages } = this.#host;
    const isWanted = (): boolean => element.hasAttribute('companion') && !prefersReducedMotion();
    if (this.#life && (this.#life.model !== model || !isWanted())) {
      this.#life.dispose();
      this.#life = undefined;
    }
    if (this.#life || !model || !isWanted()) return;
    try {
      const { IdleLife } = await import('./idle-life.js');
      if (this.#life || model !== this.model || !isWanted()) return;
      this.#life = new IdleLife(model, element, this.#viewport);
      this.#viewport.invalidate();
    } catch {
      messages.showProblem('model', NO_IDLE_LIFE);
    }
  }

  /**
   * Gives the model physics, or takes it away, as the attribute `physics` says. Resolves when it is loaded or
   * has failed.
   */
  async updatePhysics(): Promise<void> {
    await this.#physics.update();
    this.#viewport.invalidate();
  }

  /** Plays the motion on the model, with IK and names as the attributes `ik` and `names` say. */
  bindMotion(): void {
    this.player.names = this.#host.element.names;
    if (this.model) this.player.add(this.model, this.motion, this.#binding);
    this.#noteStillIk();
  }

  get #binding(): AddOptions {
    return { ik: this.#host.element.ik, adjust: this.#adjust };
  }

  /** Says that IK holds the legs, unless the page has decided that it shall. */
  #noteStillIk(): void {
    const { element, messages } = this.#host;
    messages.clearProblems('ik');
    const bones = this.model && !element.hasAttribute('ik') ? this.player.stillIkBonesOf(this.model) : [];
    if (bones.length > 0) messages.showProblem('ik', stillIkText(this.motionNames[this.#motionIndex], bones));
  }

  /**
   * Replaces the motions of the picker. The one of that index plays, or the first one if there is none. A
   * song keeps its time, a motion alone starts again.
   */
  setMotions(motions: readonly NamedMotion[], index: number): void {
    this.#motions = motions;
    this.#motionIndex = motions[index] ? index : 0;
    const { player } = this;
    this.bindMotion();
    if (!player.media && player.currentTime > 0) player.currentTime = 0;
    this.#followCamera();
  }

  /** Takes camera and light from another file; undefined takes them from the motion. */
  setCamera(motion: Motion | undefined): void {
    this.#director?.dispose();
    this.#director = undefined;
    this.#cameraFile = motion;
    this.#followCamera();
  }

  /** Uses the automatic camera, with the light of the motion. */
  setAutoCamera(director: Director): void {
    this.setCamera(undefined);
    this.#director = director;
    director.song = this.#song;
    this.#followCamera();
  }

  shotsPlanned(): void {
    const { currentTime, offset } = this.player;
    this.#viewport.replan(secondsToFrame(currentTime - offset));
  }

  shotsFailed(): void {
    this.#host.messages.showProblem('camera', NO_AUTO_CAMERA);
  }

  /**
   * Resolves when the shots of the automatic camera are planned for everything that is loaded. Never rejects.
   */
  async whenDirected(): Promise<void> {
    await this.#director?.settle();
  }

  /** Sets the idle motion, which plays while there is no motion. */
  setPose(pose: Motion | undefined): void {
    this.player.idle = pose;
    this.#followCamera();
  }

  /**
   * Sets the song. That of the page keeps its rate, and its loop switch if it is on. A muted song joins a
   * dance that plays when it can be played at its time. `read` reads its file.
   */
  setSong(audio: HTMLMediaElement | undefined, isOwned = true, read?: Song['read']): void {
    const { player } = this;
    this.#song = audio && read && { audio, read };
    if (this.#director) this.#director.song = this.#song;
    this.#lateSong.cancel();
    if (!audio) player.media = undefined;
    else
      this.#lateSong.enter(audio, () => {
        audio.loop ||= player.loop;
        if (isOwned) audio.playbackRate = player.playbackRate;
        player.media = audio;
      });
  }

  /**
   * Fades into another motion of the picker. False if there is none of that index, or if it plays already.
   */
  selectMotion(index: number): boolean {
    const selected = this.#motions[index];
    if (!selected || index === this.#motionIndex) return false;
    this.#motionIndex = index;
    this.#crossfadeSeconds = CROSSFADE_SECONDS;
    if (this.model) this.player.crossfade(this.model, selected.motion, CROSSFADE_SECONDS, this.#binding);
    this.#noteStillIk();
    this.#followCamera();
    return true;
  }

  /** As `player.perform` on the model; pictures are drawn meanwhile, in pauses, too. */
  async perform(motion: Motion, options: PerformOptions): Promise<PerformResult> {
    if (!this.model) return 'stopped';
    this.#viewport.invalidate();
    return this.player.perform(this.model, motion, options);
  }

  /** Lets time pass for the player and for what moves in pauses too. Allocates nothing. */
  update(deltaSeconds: number): void {
    this.player.update(deltaSeconds);
    this.#crossfadeSeconds = Math.max(this.#crossfadeSeconds - deltaSeconds, 0);
    this.#director?.update();
  }

  /** Removes everything from player and viewport. */
  dispose(): void {
    const { player } = this;
    this.#director?.dispose();
    this.#director = undefined;
    this.setSong(undefined);
    this.setModel(undefined);
    player.camera = player.light = undefined;
    player.idle = undefined;
  }

  /** The motion that camera and light come from. */
  get #cameraMotion(): Motion | undefined {
    return this.#cameraFile ?? this.motion;
  }

  /** Camera and light come from the camera file, else from the motion. */
  #followCamera(): void {
    const { camera, light } = this.#viewport.follow(this.#cameraMotion, this.#director !== undefined);
    this.player.camera = camera;
    this.player.light = light;
    if (this.#director) this.#director.camera = camera instanceof AutoCamera ? camera : undefined;
    this.player.step(0);
    this.#viewport.restartOrbit();
  }
}

function stillIkText(motion: string, bones: readonly string[]): string {
  return (
    `${motion}: IK holds the legs, as in MMD. The motion moves them, but not ${bones.join(', ')}, as motion ` +
    'capture does: ik="off" lets them follow their own keyframes.'
  );
}
