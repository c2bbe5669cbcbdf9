import { AutoCamera, type FilmedModel } from '@odori/model';
import {
  type Motion,
  type MotionPlayer,
  type PerformOptions,
  type PerformResult,
  secondsToFrame,
} from '@odori/runtime';
import { CastWorld, type WorldHost } from './cast/cast-world.js';
import { Dancer, type DancerHost, type LoadedModel, type NamedMotion } from './cast/dancer.js';
import type { Messages } from './controls/messages.js';
import { type FitHost, FitSwitch } from './fit/fit-switch.js';
import type { Song } from './media/hear-song.js';
import { LateSong } from './media/late-song.js';
import { sharingOf } from './player-attributes.js';
import type { ProjectShow } from './project/project-show.js';
import type { Director, DirectorHost } from './viewport/director.js';
import { HeightFit } from './viewport/height-fit.js';
import type { PlayerModel } from './viewport/stage.js';
import type { Viewport } from './viewport/viewport.js';

/** Seconds that one motion of the picker fades into another. */
const CROSSFADE_SECONDS = 0.4;

/** Playback, for its content. */
export interface ContentHost extends DancerHost {
  /** The children that show a model, in the order of the markup. */
  readonly cast: { readonly dancers: readonly Dancer[] };
  /** The project that brought its song along is gone. */
  projectSongEnded(): void;
  /** There is another project. */
  applyStage(): void;
  /** The song broke before it joined the dance. */
  songBroke(): void;
}

/**
 * Everything that is loaded. Puts dancers and stages into the viewport and the player, and pose, camera and
 * song into the player.
 */
export class Content implements DirectorHost, FitHost, WorldHost {
  readonly player: MotionPlayer;
  readonly fit: FitSwitch = new FitSwitch(this);
  /** The dancer of the player's own attributes. */
  readonly #own: Dancer;
  /** Those of its children that show a model, in the order of the markup. */
  #children: readonly Dancer[] = [];
  readonly #host: ContentHost;
  readonly #viewport: Viewport;
  readonly #lateSong: LateSong;
  readonly #world: CastWorld;
  #project: ProjectShow | undefined;
  #cameraFile: Motion | undefined;
  /** What plays in its place: it is in time with the song. */
  #fittedCamera: Motion | undefined;
  /** Plans the shots of the automatic camera, if that is wanted. */
  #director: Director | undefined;
  #song: Song | undefined;
  /** Seconds until the crossfade ends. */
  #crossfadeSeconds = 0;

  constructor(host: ContentHost, viewport: Viewport) {
    this.player = host.player;
    this.#host = host;
    this.#viewport = viewport;
    this.#own = new Dancer(host, viewport, 'model');
    this.#world = new CastWorld(this);
    this.#lateSong = new LateSong(host.player, () => host.songBroke());
  }

  get model(): PlayerModel | undefined {
    return this.#own.model;
  }

  /** The motion that plays on the player's own dancer. */
  get motion(): Motion | undefined {
    return this.#own.motion;
  }

  get motionNames(): readonly string[] {
    return this.#own.motionNames;
  }

  get motionIndex(): number {
    return this.#own.motionIndex;
  }

  /** Is there another camera than the free one: a camera track, or the automatic camera? */
  get hasCamera(): boolean {
    if (this.#director || this.#project) return true;
    return this.#cameraMotion?.camera !== undefined;
  }

  /** Does anything move although the player is paused? */
  get isMoving(): boolean {
    const { idle, isPerforming } = this.player;
    if (this.#crossfadeSeconds > 0 || isPerforming || this.#own.isMoving) return true;
    let isIdle = !this.#own.motion;
    for (let i = 0; i < this.#children.length; i++) {
      if (this.#children[i].isMoving) return true;
      isIdle ||= this.#children[i].isIdle;
    }
    return isIdle && idle !== undefined && idle.duration > 0;
  }

  /** Replaces the model of the player itself. {@link updatePhysics} gives it physics. */
  setModel(loaded: LoadedModel | undefined): void {
    this.#own.setModel(loaded);
    void this.updateWorld();
    this.#followCamera();
  }

  /** What a project shows, if there is one. */
  get project(): ProjectShow | undefined {
    return this.#project;
  }

  /** Replaces the project, and frees the last one. Its camera is that of the picture if there is no other. */
  setProject(project: ProjectShow | undefined): void {
    const last = this.#project;
    if (last) this.player.remove(last.scene);
    this.#project = project;
    this.#host.applyStage();
    last?.dispose();
    if (last?.song) this.#host.projectSongEnded();
    if (project) this.player.add(project.scene, project.scene.motion);
    this.#followCamera();
  }

  /** A child has another model or another motion. */
  childChanged(): void {
    this.#children = this.#host.cast.dancers;
    void this.updateWorld();
    this.#followCamera();
    this.fit.update();
  }

  /** The children may stand in another order. */
  orderChanged(): void {
    const children = this.#host.cast.dancers;
    if (children.some((child, i) => child !== this.#children[i])) this.childChanged();
  }

  /** A child has another place. */
  placeChanged(): void {
    this.#viewport.frameAnew();
    this.#director?.placesChanged();
  }

  /** As {@link Dancer.updateCompanion}, of all dancers. */
  updateCompanion(): void {
    for (const dancer of this.#dancers) void dancer.updateCompanion();
  }

  /** As {@link Dancer.updatePhysics}, of some dancers or of all; then the bodies of all can touch. */
  async updatePhysics(dancers: readonly Dancer[] = this.#dancers): Promise<void> {
    await Promise.all(dancers.map((dancer) => dancer.updatePhysics()));
    await this.updateWorld();
  }

  /** Models came or went, stand in another order, or shall touch or not. */
  async updateWorld(): Promise<void> {
    await this.#world.update();
  }

  get messages(): Messages {
    return this.#host.messages;
  }

  get isSharing(): boolean {
    return sharingOf(this.#host.element) === 'models';
  }

  /** Of all dancers, in the order of the markup; stages with bones are among them. */
  get models(): readonly (PlayerModel | undefined)[] {
    return [this.#own, ...this.#host.cast.dancers].map(({ model }) => model);
  }

  /** As {@link Dancer.bindMotion}, of all dancers. */
  bindMotion(): void {
    for (const dancer of this.#dancers) dancer.bindMotion();
  }

  get #dancers(): readonly Dancer[] {
    return [this.#own, ...this.#children];
  }

  /**
   * Replaces the motions of the picker. The one of that index plays, or the first one if there is none. A
   * song keeps its time, a motion alone starts again.
   */
  setMotions(motions: readonly NamedMotion[], index: number): void {
    const { player } = this;
    this.#own.setMotions(motions, index);
    if (!player.media && player.currentTime > 0) player.currentTime = 0;
    this.#followCamera();
    this.fit.update();
  }

  /** Takes camera and light from another file; undefined takes them from the motion. */
  setCamera(motion: Motion | undefined): void {
    this.#director?.dispose();
    this.#director = undefined;
    if (motion !== this.#cameraFile) this.#fittedCamera = undefined;
    this.#cameraFile = motion;
    this.#followCamera();
    this.fit.update();
  }

  /** Uses the automatic camera, with the light of the motion. */
  setAutoCamera(director: Director): void {
    this.setCamera(undefined);
    this.#director = director;
    director.song = this.#song;
    this.#followCamera();
  }

  motionOf(model: FilmedModel): Motion | undefined {
    if (model === this.#own.model) return this.#own.motion;
    for (let i = 0; i < this.#children.length; i++)
      if (model === this.#children[i].model) return this.#children[i].motion;
    return this.#project?.motionOf(model);
  }

  shotsPlanned(): void {
    const { currentTime, offset } = this.player;
    this.#viewport.replan(secondsToFrame(currentTime - offset));
  }

  shotsFailed(): void {
    this.#host.messages.showProblem('camera', { code: 'no-automatic-camera' });
  }

  get element(): Element {
    return this.#host.element;
  }

  get song(): Song | undefined {
    return this.#song;
  }

  get ownMotions(): readonly Motion[] {
    const dances = this.#dancers.filter(({ isStage }) => !isStage).map(({ ownMotion }) => ownMotion);
    return dances.some((dance) => dance) ? [...dances, this.#cameraFile].filter((motion) => !!motion) : [];
  }

  showFitted(fitted: ReadonlyMap<Motion, Motion>): void {
    const fittedOf = (own: Motion | undefined): Motion | undefined => own && fitted.get(own);
    for (const dancer of this.#dancers) dancer.showFitted(fittedOf(dancer.ownMotion), CROSSFADE_SECONDS);
    this.#fittedCamera = fittedOf(this.#cameraFile);
    if (!this.player.paused) this.#crossfadeSeconds = CROSSFADE_SECONDS;
    this.#followCamera();
  }

  /**
   * Resolves when the dances are fitted, and the shots of the automatic camera are planned, for everything
   * that is loaded. Never rejects.
   */
  async whenDirected(): Promise<void> {
    await this.fit.settle();
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
    this.fit.update();
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
    if (!this.#own.selectMotion(index, CROSSFADE_SECONDS)) return false;
    this.#crossfadeSeconds = CROSSFADE_SECONDS;
    this.#followCamera();
    this.fit.update();
    return true;
  }

  /** As {@link Dancer.perform}, of the player's own dancer, or of the first child. */
  async perform(motion: Motion, options: PerformOptions): Promise<PerformResult> {
    const dancer = this.#dancers.find(({ model }) => model);
    return dancer ? dancer.perform(motion, options) : 'stopped';
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
    this.fit.stop();
    this.setModel(undefined);
    if (this.#project) player.remove(this.#project.scene);
    this.#project?.dispose();
    this.#world.dispose();
    player.camera = player.light = undefined;
    player.idle = undefined;
  }

  /** The motion that camera and light come from. */
  get #cameraMotion(): Motion | undefined {
    if (this.#cameraFile) return this.#fittedCamera ?? this.#cameraFile;
    const motions = this.#dancers.map(({ motion }) => motion);
    return motions.find((motion) => motion?.camera) ?? motions.find((motion) => motion);
  }

  /** What a camera without a track shows: in the order of the markup, then the dancers of the project. */
  get #filmed(): readonly PlayerModel[] {
    const dancers = this.#dancers.filter(({ isStage }) => !isStage);
    const models = dancers.map(({ model }) => model).filter((model) => model !== undefined);
    return [...models, ...(this.#project?.filmed ?? [])];
  }

  /** Of the camera to the dancers. Projects and the automatic camera know their own dancers. */
  get #heightFit(): HeightFit | undefined {
    if (this.#project || this.#director) return undefined;
    const dancer = this.#dancers.find(({ model, motion, isStage }) => model && motion && !isStage);
    return HeightFit.of(this.#cameraMotion, this.#filmed, dancer?.motion);
  }

  /** Camera and light come from the camera file, else from the motion. */
  #followCamera(): void {
    const scene = this.#director || this.#cameraFile ? undefined : this.#project?.scene;
    const { camera, light } = scene
      ? this.#viewport.followScene(scene)
      : this.#viewport.follow(this.#cameraMotion, this.#filmed, this.#director !== undefined);
    if (!scene) this.#viewport.cameras.heightFit = this.#heightFit;
    this.player.camera = camera;
    this.player.light = light;
    if (this.#director) this.#director.camera = camera instanceof AutoCamera ? camera : undefined;
    this.player.step(0);
    this.#viewport.restartOrbit();
  }
}
