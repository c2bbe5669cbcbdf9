import { CastElement, openCast } from './cast/cast-element.js';
import type { QualityLevel } from '@odori/model';
import type { Motion, MotionPlayer, PerformOptions, PerformResult } from '@odori/runtime';
import { setText, toNumber, upgradeProperties } from './html-element.js';
import type { PlayerError } from './media/media-facade.js';
import { Playback } from './playback.js';
import { ATTRIBUTES, PlayerAttributes } from './player-attributes.js';
import type { Recordable, RecordOptions } from './record/record.js';
import type { FilmOptions } from './record/recording.js';
import {
  type AudioInput,
  type FilesInput,
  isSourceName,
  type ModelInput,
  type MotionInput,
  type MotionInputs,
  type ProjectInput,
} from './sources/inputs.js';
import { STYLE } from './style.js';
import type { RendererName } from './graphics/renderers.js';
import type { BackgroundOptions } from './viewport/background.js';
import type { CameraMode } from './viewport/cameras.js';
import type { PlayerModel, Stage, StageKind } from './viewport/stage.js';

const CHILDREN = 'odori-dancer, odori-stage';

/**
 * `<odori-player>`: plays MikuMikuDance motions on a model, with a song, on a web page.
 *
 * Attributes: `model`, `motion` (spaces separate motions to choose from, `|` separates files of one
 * motion), `camera`, `pose`, `audio`, `project`, `files`: URLs; `offset` (seconds of song before the
 * motions), `fit` (`song`), `controls`, `autoplay`, `loop`, `muted`, `preload` (`none`, `metadata` or
 * `auto`), `poster`, `camera-fit` (`auto`, `height` or `none`),
 * `stage` (`none`, `grid` or `floor`), `look` (`auto`, `shaded`, `plain` or `scene`), `glow` (`off` or a
 * factor), `effects` (`bloom`, `dof`), `quality` (`auto`, `high`, `medium` or `low`), `physics` (`off`),
 * `ik` (`off`), `names` (`help` or `mmd`), `companion`, `renderer` (`webgl` or `webgpu`), `offscreen`
 * (`pause` or `play`), `xr`, `alt`. All of them can change at any time. Media properties, methods and events
 * have the meaning that they have in `HTMLMediaElement`.
 *
 * @example
 * <odori-player model="dancer.pmx" motion="dance.vmd" camera="camera.vmd" audio="song.ogg" controls loop></odori-player>
 */
export class OdoriPlayerElement extends PlayerAttributes {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #playback: Playback;
  /** The stage of the page, if it has set one. */
  #ownStage: Stage | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#playback = new Playback(this, root);
    openCast(this, this.#playback.cast);
    root.append(this.#playback.controls.picture, this.#playback.messages.root);
  }

  /** The model: a URL, a file or zip, a folder, or a loaded model, which stays yours. */
  get model(): ModelInput | null {
    return this.#playback.sources.inputs.model ?? null;
  }

  set model(input: ModelInput | null | undefined) {
    this.#playback.sources.set('model', input);
  }

  /** One motion, or several for the viewer to choose from. */
  get motion(): MotionInputs | null {
    return this.#playback.sources.inputs.motion ?? null;
  }

  set motion(input: MotionInputs | null | undefined) {
    this.#playback.sources.set('motion', input);
  }

  /**
   * Camera and light; without it, those of the motion. `'auto'`: the automatic camera, even if the motion has
   * one.
   */
  get camera(): MotionInput | null {
    return this.#playback.sources.inputs.camera ?? null;
  }

  set camera(input: MotionInput | null | undefined) {
    this.#playback.sources.set('camera', input);
  }

  /** The pose or motion that the model loops while there is no motion. */
  get pose(): MotionInput | null {
    return this.#playback.sources.inputs.pose ?? null;
  }

  set pose(input: MotionInput | null | undefined) {
    this.#playback.sources.set('pose', input);
  }

  /** The song. */
  get audio(): AudioInput | null {
    return this.#playback.sources.inputs.audio ?? null;
  }

  set audio(input: AudioInput | null | undefined) {
    this.#playback.sources.set('audio', input);
  }

  /** A project of MMD, which plays with all its models: a PMM, or a zip or a folder with one. */
  get project(): ProjectInput | null {
    return this.#playback.sources.inputs.project ?? null;
  }

  set project(input: ProjectInput | null | undefined) {
    this.#playback.sources.set('project', input);
  }

  /**
   * The files of the project: a zip, a folder, or the URL of a folder, which ends with `/`. Without them,
   * they are in the zip of the project, or beside it.
   */
  get files(): FilesInput | null {
    return this.#playback.sources.inputs.files ?? null;
  }

  set files(input: FilesInput | null | undefined) {
    this.#playback.sources.set('files', input);
  }

  /**
   * Seconds of song before the motions start; if negative, the motions are that far advanced when the song
   * starts. A value that is not a finite number counts as 0.
   */
  get offset(): number {
    return this.player.offset;
  }

  set offset(seconds: number) {
    setText(this, 'offset', seconds);
  }

  /** What stands around the model: a stage of the attribute, or one of your own, which stays yours. */
  get stage(): Stage | StageKind {
    if (this.#ownStage) return this.#ownStage;
    const kind = this.getAttribute('stage');
    return kind === 'grid' || kind === 'none' ? kind : 'floor';
  }

  set stage(stage: Stage | StageKind) {
    // frameworks take a value away by null
    const own = typeof stage === 'object' ? (stage ?? undefined) : undefined;
    if (!own) setText(this, 'stage', stage as StageKind);
    this.#applyStage(own);
  }

  /**
   * The model that is shown; undefined until it is loaded. Of a VRM file it is a `VrmModel`, which has a
   * property `vrm`.
   */
  get loadedModel(): PlayerModel | undefined {
    return this.#playback.content?.model;
  }

  /**
   * The renderer that draws the picture; null until it has started, and outside of the page. A change
   * dispatches `rendererchange`.
   */
  get activeRenderer(): RendererName | null {
    return this.#playback.viewport?.graphics.name ?? null;
  }

  /**
   * Why `activeRenderer` is not the `renderer` that the page wants; `''` if it is.
   *
   * @example
   * player.fallbackReason; // → 'this browser offers no WebGPU'
   */
  get fallbackReason(): string {
    return this.#playback.fallbackReason;
  }

  /** How good the picture is now, see `quality`. A change dispatches `qualitychange`. */
  get activeQuality(): QualityLevel {
    return this.#playback.quality.level;
  }

  /** The motion that plays; undefined until it is loaded. */
  get loadedMotion(): Motion | undefined {
    return this.#playback.content?.motion;
  }

  /**
   * Index of the motion that plays, of several. Setting it fades into another one and dispatches
   * `motionchange`; an index without a motion changes nothing. Before the motions are loaded: the motion that
   * will play first.
   */
  get motionIndex(): number {
    return this.#playback.motionIndex;
  }

  set motionIndex(index: number) {
    this.#playback.selectMotion(toNumber(index));
  }

  /**
   * The motion's camera or the automatic one, or a free camera that the viewer turns. A change dispatches
   * `cameramodechange`.
   */
  get cameraMode(): CameraMode {
    return this.#playback.cameraMode;
  }

  set cameraMode(mode: CameraMode) {
    this.#playback.cameraMode = mode;
  }

  /**
   * Clock and motions: for crossfades, a loop range, or changes of the pose. The element sets its `media`,
   * `camera`, `light` and `idle`.
   */
  get player(): MotionPlayer {
    return this.#playback.player;
  }

  /**
   * Seconds, 0 to `duration`; setting it seeks. Before anything is loaded: where playback will start.
   *
   * @throws TypeError if it is set to a number that is not finite.
   */
  get currentTime(): number {
    return this.#playback.media.currentTime;
  }

  set currentTime(seconds: number) {
    this.#playback.media.currentTime = toNumber(seconds);
  }

  /** Seconds of the song, or of the longest motion. NaN until something is loaded. */
  get duration(): number {
    return this.#playback.media.duration;
  }

  /** True at first, in pauses and after the end. */
  get paused(): boolean {
    return this.#playback.media.paused;
  }

  get ended(): boolean {
    return this.player.ended;
  }

  get seeking(): boolean {
    return this.player.seeking;
  }

  /**
   * Speed, 1 by default.
   *
   * @throws RangeError if it is set to a number below 0 or not finite; the error of the song's element if it
   * does not support the rate.
   */
  get playbackRate(): number {
    return this.player.playbackRate;
  }

  set playbackRate(rate: number) {
    this.player.playbackRate = toNumber(rate);
  }

  /**
   * 0 to 1, of the song; stays when the song changes.
   *
   * @throws DOMException `IndexSizeError` if it is set outside of 0 to 1.
   */
  get volume(): number {
    return this.#playback.sound.volume;
  }

  set volume(volume: number) {
    this.#playback.sound.volume = toNumber(volume);
  }

  get muted(): boolean {
    return this.#playback.sound.isMuted;
  }

  set muted(isMuted: boolean) {
    this.#playback.sound.isMuted = isMuted;
  }

  /**
   * 0 while nothing can be shown; 2 while playback must wait for the song; 3 if it need not; 4 when
   * everything is loaded.
   */
  get readyState(): number {
    return this.#playback.media.readyState;
  }

  /** 1 idle, 2 loading: as in `HTMLMediaElement`. */
  get networkState(): number {
    return HTMLMediaElement[this.#playback.loader.isLoading ? 'NETWORK_LOADING' : 'NETWORK_IDLE'];
  }

  /** Why nothing can be shown; null if there is no error, and when the next model begins to load. */
  get error(): PlayerError | null {
    return this.#playback.media.error;
  }

  /** URL of the song, `''` without one. */
  get currentSrc(): string {
    return this.#playback.media.currentSrc;
  }

  /** The loaded parts of the song; without a song, all of the time. */
  get buffered(): TimeRanges {
    return this.#playback.media.buffered;
  }

  /** Where the song can be played from: usually all of the time, else only its start. */
  get seekable(): TimeRanges {
    return this.#playback.media.seekable;
  }

  /**
   * Plays, as soon as the model, its motions and the song are loaded. If it is muted, it does not wait for
   * the song, which joins the dance when it can.
   *
   * Rejects as `<video>` does: `NotAllowedError` before the viewer has interacted with the page, `AbortError`
   * if it is paused or removed before playback starts, `NotSupportedError` if there is nothing to play.
   */
  play(): Promise<void> {
    return this.#playback.media.play();
  }

  /** Pauses; a `play()` that has not started yet rejects with `AbortError`. */
  pause(): void {
    this.#playback.media.pause();
  }

  /**
   * Plays a gesture over what the model plays, as `perform` of `MotionPlayer`: now, by its own clock, in
   * pauses too. Before the model is there it waits. For viewers who prefer reduced motion it resolves at
   * once.
   *
   * @throws LoadError (as rejection): the motion cannot be fetched, is broken, or is not a motion.
   * RangeError: an option is out of range.
   * @example
   * await element.perform('wave.vmd', { bones: 'arms' }); // → 'ended'
   */
  perform(motion: MotionInput, options: PerformOptions = {}): Promise<PerformResult> {
    return this.#playback.gestures.perform(motion, options);
  }

  /**
   * The current picture as PNG, in the pixel size of the element, on the background that the viewer sees.
   *
   * @throws DOMException (as rejection) `InvalidStateError` while nothing is loaded, while the browser has
   * taken the WebGL context away, and while WebXR shows the picture; `AbortError` if the element is removed
   * before. TypeError: `background` is no color.
   * @example
   * link.href = URL.createObjectURL(await element.capture({ background: 'transparent' }));
   */
  capture(options: BackgroundOptions = {}): Promise<Blob> {
    return this.#playback.capture(options);
  }

  /**
   * Records motion and song as a film: MP4, or WebM if the browser cannot encode H.264.
   *
   * Waits until everything is loaded. Inputs that change during the recording are loaded after it. Renders
   * frame by frame and shows each frame, so that no frame is lost, however long it takes. Playback state is
   * restored afterwards. With `alpha`, the background is transparent unless `background` asks for one. The
   * first call loads mediabunny. Needs WebCodecs, which browsers offer in a secure context.
   *
   * @throws RangeError (as rejection): a size, format or range that cannot be recorded. DOMException
   * `InvalidStateError`: nothing is loaded, a recording is running, or WebXR shows the picture;
   * `NotSupportedError`: the browser cannot encode it; `EncodingError`: it cannot decode the song;
   * `QuotaExceededError`: the disk is full; `AbortError`: the element was removed. LoadError: the song cannot
   * be fetched. The reason of `signal`.
   * @example
   * const film = await element.record({ width: 1920, height: 1080, fps: 60, range: { start: 0, end: 10 } });
   * film.type; // → 'video/mp4' or 'video/webm'
   */
  record(options: RecordOptions & BackgroundOptions = {}): Promise<Blob> {
    return this.#playback.recording.record(options);
  }

  /**
   * Lets `use` show the dance frame by frame, for your own encoder. Waits until everything is loaded, and
   * restores playback afterwards. Resolves to what `use` resolves to, and rejects as {@link record} does.
   */
  film<T>(use: (film: Recordable) => Promise<T>, options: FilmOptions = {}): Promise<T> {
    return this.#playback.recording.film(use, options);
  }

  connectedCallback(): void {
    // after media-chrome, when it is moved within the page
    queueMicrotask(() => this.#playback.controls.enter());
    upgradeProperties(this, OdoriPlayerElement.prototype);
    if (this.#playback.isOpen) return; // moved within the page
    for (const child of this.querySelectorAll(CHILDREN)) if (child instanceof CastElement) child.enter();
    this.#playback.controls.isShown = this.controls;
    this.#playback.controls.alt = this.alt || null;
    this.#playback.open(this.renderer);
    this.#playback.controls.update();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#playback.close();
    });
  }

  attributeChangedCallback(name: string, _last: string | null, value: string | null): void {
    if (isSourceName(name)) this.#playback.sources.setAttribute(name, value);
    else if (name === 'offset') this.player.offset = Number.isFinite(Number(value)) ? Number(value) : 0;
    else if (name === 'fit') this.#playback.content?.fit.update();
    else if (name === 'loop') this.player.loop = value !== null;
    else if (name === 'muted') this.muted = value !== null;
    else if (name === 'controls') this.#playback.controls.isShown = value !== null;
    else if (name === 'poster')
      this.#playback.controls.showPoster(value, this.paused && this.currentTime === 0);
    else if (name === 'alt') this.#playback.controls.alt = value;
    else if (name === 'stage') this.#applyStage(undefined);
    else if (['look', 'glow', 'camera-fit'].includes(name)) this.#playback.applyLook();
    else if (name === 'quality') this.#playback.quality.choice = this.quality;
    else if (name === 'effects') void this.#playback.viewport?.updateEffects();
    else if (name === 'physics' || name === 'sharing') this.#applyPhysics();
    else if (name === 'ik' || name === 'names') this.#playback.content?.bindMotion();
    else if (name === 'companion') this.#playback.content?.updateCompanion();
    else if (name === 'xr') void this.#playback.xr.update();
    else if (name === 'offscreen') this.#playback.viewport?.offscreenChanged();
    else if (name === 'renderer') this.#playback.changeRenderer(this.renderer);
    else if (name === 'preload' || name === 'autoplay') this.#playback.loader.schedule();
    this.#playback.viewport?.invalidate();
  }

  #applyStage(own: Stage | undefined): void {
    this.#ownStage = own;
    this.#playback.applyStage();
  }

  /** A project is loaded anew for it. */
  #applyPhysics(): void {
    void this.#playback.content?.updatePhysics();
    if (this.project !== null) this.#playback.loader.request('project');
  }
}
