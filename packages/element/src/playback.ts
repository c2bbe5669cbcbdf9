import { Quality } from '@odori/model';
import { MotionPlayer } from '@odori/runtime';
import { TaskQueue } from '@odori/runtime/internal/three';
import { Cast, type CastHost } from './cast/cast.js';
import { DancerPoses } from './cast/dancer-poses.js';
import { Content, type ContentHost } from './content.js';
import { Controls } from './controls/controls.js';
import type { ControlsHost } from './controls/controls-host.js';
import { Messages } from './controls/messages.js';
import { Gestures } from './gestures.js';
import { problemOf, tellInEnglish } from './language/problems.js';
import { type CreateGraphics, loadWebGPU, NO_HOST } from './graphics/graphics.js';
import { type RendererName } from './graphics/renderers.js';
import { WebGLGraphics } from './graphics/webgl/webgl-graphics.js';
import { HAVE_FUTURE_DATA, HAVE_NOTHING, MediaFacade, type MediaHost } from './media/media-facade.js';
import { type OffsetHost, SongOffset } from './media/song-offset.js';
import { Sound } from './media/sound.js';
import { isAutoplaying, type PlayerAttributes } from './player-attributes.js';
import { Recording, type RecordingHost } from './record/recording.js';
import type { InputContext } from './sources/input-loader.js';
import { labelOf } from './sources/inputs.js';
import { type InputKey, isModel, Loader, type LoaderHost } from './sources/loader.js';
import { ModelInput } from './sources/model-input.js';
import { CameraInput, MotionsInput, PoseInput } from './sources/motion-input.js';
import { ProjectInput } from './sources/project-input.js';
import { SongInput } from './sources/song-input.js';
import { Sources } from './sources/sources.js';
import type { BackgroundOptions } from './viewport/background.js';
import type { CameraMode } from './viewport/cameras.js';
import type { Stage, StageKind } from './viewport/stage.js';
import { Viewport, type ViewportHost } from './viewport/viewport.js';
import { XrSwitch } from './xr/xr-switch.js';

/** The element, as its playback sees it. */
type PlayedElement = ControlsHost['element'] &
  Pick<PlayerAttributes, 'language' | 'look' | 'glow' | 'quality' | 'offscreen' | 'ik' | 'names'> &
  OffsetHost['element'] & { readonly stage: Stage | StageKind };

/**
 * Loads, shows and plays the inputs of the element: connects the loader, the content, the viewport, the
 * controls and the media facade.
 */
export class Playback
  implements LoaderHost, ViewportHost, ContentHost, CastHost, ControlsHost, MediaHost, RecordingHost
{
  readonly element: PlayedElement;
  readonly #poses = new DancerPoses((message) =>
    this.element.dispatchEvent(new ErrorEvent('warning', { message })),
  );
  readonly player: MotionPlayer = new MotionPlayer({ poses: this.#poses });
  readonly sound: Sound = new Sound(() => this.#followVolume());
  readonly media: MediaFacade = new MediaFacade(this, this.player, this.sound);
  readonly messages: Messages;
  readonly quality: Quality = new Quality();
  readonly #tasks = new TaskQueue();
  readonly loader: Loader = new Loader(this, this.#tasks);
  readonly gestures: Gestures = new Gestures(this);
  readonly cast: Cast = new Cast(this);
  readonly sources: Sources;
  readonly controls: Controls;
  readonly recording: Recording = new Recording(this);
  readonly xr: XrSwitch = new XrSwitch(this);
  readonly offset: SongOffset = new SongOffset(this);
  /** Viewport and content exist while the element is in the page and has a renderer. */
  #viewport: Viewport | undefined;
  #content: Content | undefined;
  /** The mode to use while there is another camera than the free one. */
  #chosenMode: CameraMode = 'motion';
  /** Does playback start by itself as soon as it can? */
  #isAutoplayDue = false;
  /** The renderer that the page wants, while the element is in the page. */
  #wanted: RendererName | undefined;
  /** What the viewport has around the dancers. */
  #stage: Stage | StageKind | undefined;
  #fallbackReason = '';
  /** Ends the start of a renderer. */
  #starting = new AbortController();

  constructor(element: PlayedElement, shadow: ShadowRoot) {
    this.element = element;
    this.messages = new Messages(element.language);
    this.sources = new Sources(element, this.loader);
    this.controls = new Controls(this, shadow, this.#tasks);
    this.player.addEventListener('jump', () => this.#viewport?.invalidate());
    this.quality.addEventListener('change', () => this.dispatch('qualitychange'));
    this.player.addEventListener('error', () => this.songBroke());
  }

  get viewport(): Viewport | undefined {
    return this.#viewport;
  }

  /**
   * Why the viewport has not the renderer that the page wants; `''` if it has, or while there is no viewport.
   */
  get fallbackReason(): string {
    return this.#viewport ? this.#fallbackReason : '';
  }

  get content(): Content | undefined {
    return this.#content;
  }

  get cameraMode(): CameraMode {
    return this.#viewport?.cameraMode ?? 'motion';
  }

  set cameraMode(mode: CameraMode) {
    this.#chosenMode = mode;
    this.#applyCameraMode();
  }

  toggleCameraMode(): void {
    if (this.#content?.hasCamera) this.cameraMode = this.cameraMode === 'orbit' ? 'motion' : 'orbit';
  }

  orbit(sideways: number, upwards: number, scale: number): void {
    this.#viewport?.orbit(sideways, upwards, scale);
  }

  togglePlay(): void {
    this.media.togglePlay();
  }

  get motionIndex(): number {
    return this.sources.firstMotion ?? this.#content?.motionIndex ?? 0;
  }

  selectMotion(index: number): void {
    if (!this.#content?.motion || this.loader.isPending('motion')) {
      this.sources.firstMotion = index;
      return;
    }
    if (!this.#content.selectMotion(index)) return;
    this.#showContent();
    this.dispatch('motionchange');
  }

  /** Is the element in the page? Its renderer may still be starting. */
  get isOpen(): boolean {
    return this.#wanted !== undefined;
  }

  /** The element is in the page: creates the picture and loads all inputs. */
  open(renderer: RendererName): void {
    this.#wanted = renderer;
    this.element.language.open();
    this.quality.choice = this.element.quality;
    if (renderer === 'webgpu') void this.#startWebGPU();
    else this.#show((host, tasks) => new WebGLGraphics(host, tasks));
    void this.xr.update();
  }

  /**
   * Draws with another renderer, which loads all inputs anew: a model belongs to a renderer. Time and
   * playback stay.
   */
  changeRenderer(renderer: RendererName): void {
    if (!this.isOpen || renderer === this.#wanted) return;
    this.#reopen(() => this.open(renderer));
  }

  #reopen(open: () => void): void {
    const { paused } = this.media;
    this.close();
    open();
    if (!paused) this.media.tryPlay();
  }

  /** Draws with `WebGPURenderer`, or with `WebGLRenderer` if that is impossible. */
  async #startWebGPU(): Promise<void> {
    const { signal } = (this.#starting = new AbortController());
    let createGraphics: CreateGraphics;
    try {
      createGraphics = await loadWebGPU(this.quality.settings.antialias);
    } catch (error) {
      if (!signal.aborted) this.#fallBack(error instanceof Error ? error.message : String(error));
      return;
    }
    if (!signal.aborted) this.#show(createGraphics);
    else createGraphics(NO_HOST, this.#tasks).dispose();
  }

  #fallBack(reason: string): void {
    this.#show((host, tasks) => new WebGLGraphics(host, tasks), reason);
  }

  /** `reason`: why these are not the graphics that the page wants. */
  #show(createGraphics: CreateGraphics, reason = ''): void {
    const { messages, sources, controls, sound, element } = this;
    this.#fallbackReason = reason;
    messages.clearProblems('picture');
    controls.showBlocked(false);
    const viewport = (this.#viewport = new Viewport(this, controls.picture, createGraphics, this.#tasks));
    const content = (this.#content = new Content(this, viewport));
    const context: InputContext = {
      element,
      sources,
      content,
      viewport,
      sound,
      messages,
      tasks: this.#tasks,
    };
    this.loader.open({
      model: new ModelInput(context),
      motion: new MotionsInput(context),
      camera: new CameraInput(context),
      pose: new PoseInput(context),
      audio: new SongInput(context),
      project: new ProjectInput(context),
    });
    this.cast.open(context);
    this.applyStage();
    this.applyLook();
    this.dispatch('rendererchange');
  }

  /** The element was removed from the page: frees all, and keeps the time for the next {@link open}. */
  close(): void {
    this.#wanted = undefined;
    this.element.language.close();
    void this.xr.update();
    this.#starting.abort();
    const { currentTime } = this.media; // before the song is removed, which may be longer than the motion
    this.media.leave();
    this.#empty();
    this.media.becomeEmpty();
    this.media.currentTime = currentTime;
  }

  #empty(): void {
    this.loader.close();
    this.cast.close();
    this.#content?.dispose();
    this.#poses.close();
    this.sound.close();
    this.#viewport?.dispose();
    this.#content = this.#viewport = this.#stage = undefined;
  }

  /** Rejects as `element.capture` does. */
  async capture(options: BackgroundOptions): Promise<Blob> {
    return this.picture.capture(options);
  }

  /** @throws DOMException `InvalidStateError` if the page has no picture now. */
  get picture(): Viewport {
    const viewport = this.media.readyState === HAVE_NOTHING ? undefined : this.#viewport;
    if (viewport && !viewport.room) return viewport;
    const reason = viewport ? 'WebXR shows the picture now' : 'no model is loaded yet';
    throw new DOMException(reason, 'InvalidStateError');
  }

  get isMoving(): boolean {
    return !this.media.paused || (this.#content?.isMoving ?? false);
  }

  get currentTime(): number {
    return this.media.currentTime;
  }

  /** A picture that the viewer turns does not move when the bar hides. */
  get roomBelow(): number {
    const { controls } = this;
    return controls.isBarInSight || controls.isOrbiting ? controls.barHeight : 0;
  }

  advance(deltaSeconds: number): void {
    this.#content?.update(deltaSeconds);
  }

  visibilityChanged(isVisible: boolean): void {
    if (this.recording.isFilming) return;
    if (isVisible || this.playsUnseen) this.media.resume();
    else this.media.suspend();
  }

  get playsUnseen(): boolean {
    return this.element.offscreen === 'play';
  }

  /** A song brings the time along. */
  passTime(deltaSeconds: number): void {
    if (!this.player.media && !this.media.paused) this.advance(deltaSeconds);
  }

  graphicsChanged(isLost: boolean): void {
    this.messages.clearProblems('picture');
    if (isLost) this.messages.showProblem('picture', { code: 'graphics-lost' });
  }

  graphicsEnded(reason: string): void {
    const wanted = this.#wanted;
    this.#reopen(() => {
      this.#wanted = wanted;
      this.#fallBack(reason);
    });
  }

  /** Nothing can ever be shown. */
  graphicsRefused(reason: string): void {
    this.#empty();
    this.controls.showBlocked(true);
    this.loader.fail();
    this.media.fail(reason);
    this.dispatch('rendererchange');
  }

  loadAll(): void {
    this.loader.loadAll();
  }

  get needsSong(): boolean {
    const isPending = this.loader.isPending('audio') || this.#content?.fit.isFitting === true;
    return this.sources.inputs.audio !== undefined && isPending && !this.sound.isMuted;
  }

  /** A viewer who turns the sound off need not wait for the song. */
  #followVolume(): void {
    this.dispatch('volumechange');
    this.#play();
  }

  /**
   * The song broke while it was loaded further, or a source that the page has given its own element cannot be
   * played.
   */
  songBroke(): void {
    const { sound, player, messages, sources } = this;
    const problem = sound.problem(player.media === undefined);
    if (!problem) return;
    messages.clearProblems('audio');
    messages.showProblem('audio', problemOf(problem, labelOf(sources.inputs.audio ?? 'the song')));
    if (!player.media) sound.close();
  }

  /** A new model ends the error of the last one at once, as a new source does on a video. */
  inputRequested(key: InputKey): void {
    if (isModel(key) && this.#content) this.media.forgetError();
  }

  loadingStarted(): void {
    this.dispatch('loadstart');
  }

  inputFailed(key: InputKey, error: unknown): void {
    const problem = problemOf(error);
    if (typeof key === 'object') this.cast.fail(key, problem);
    else this.messages.showProblem(key, problem);
    // the page has asked for another model than the last one
    if (key === 'model') this.#content!.setModel(undefined);
    if (key === 'project') this.#content!.setProject(undefined);
    if (isModel(key) && !this.loader.mayShow) this.media.fail(tellInEnglish(problem));
  }

  get isGiven(): boolean {
    const { model, project } = this.sources.inputs;
    return model !== undefined || project !== undefined || this.cast.isGiven;
  }

  projectSongEnded(): void {
    if (this.sources.inputs.audio !== undefined) return; // another song plays
    this.#content!.setSong(undefined);
    this.sound.close();
  }

  castChanged(): void {
    this.controls.castAlt = this.cast.alt;
    this.#content?.orderChanged();
    this.applyStage();
    this.controls.update();
  }

  applyLook(): void {
    if (!this.#viewport) return;
    this.#viewport.look = this.element.look;
    this.#viewport.glow = this.element.glow;
    this.#viewport.cameras.fit = this.element.cameraFit;
    if (this.loader.state === 'ready') this.#applyCameraMode();
  }

  /** Around dancers with a stage of their own, there is a floor only if the page wants it. */
  applyStage(): void {
    if (!this.#viewport) return;
    const { element } = this;
    const isWanted = typeof element.stage !== 'string' || element.hasAttribute('stage');
    const project = this.#content?.project;
    const stage = project ?? (isWanted || !this.cast.hasStage ? element.stage : 'none');
    if (stage !== this.#stage) this.#viewport.stage = this.#stage = stage;
  }

  inputEnded(): void {
    this.#showContent();
  }

  pictureCompleted(): void {
    this.#isAutoplayDue ||= this.media.readyState === HAVE_NOTHING && isAutoplaying(this.element);
    this.media.becomeShown();
    this.#play();
    this.controls.update();
  }

  loadingEnded(): void {
    const { state } = this.loader;
    this.element.toggleAttribute('loop', this.player.loop); // a song of the page may loop
    if (state === 'ready') {
      this.media.becomeReady();
      this.#play();
    } else if (state === 'empty' && this.media.readyState > HAVE_NOTHING) {
      this.media.pause();
      this.media.becomeEmpty();
    } // before the first model, a call of `play` waits for it
    this.controls.update();
  }

  get isSettled(): boolean {
    return this.isOpen && (this.media.readyState > HAVE_NOTHING || !this.loader.isBusy);
  }

  #showContent(): void {
    const { motionNames, motionIndex } = this.#content!;
    this.controls.showMotions(motionNames, motionIndex);
    if (this.loader.state !== 'loading') this.#applyCameraMode();
  }

  /** Plays what was to be played, if it need not wait for the song any more. */
  #play(): void {
    this.media.update();
    if (!this.#isAutoplayDue || this.media.readyState < HAVE_FUTURE_DATA) return;
    this.#isAutoplayDue = false;
    this.media.autoplay(this.#viewport!.isVisible || this.playsUnseen);
  }

  /** Without a camera track and the automatic camera, only the free camera is available. */
  #applyCameraMode(): void {
    if (!this.#content || !this.#viewport) return;
    const last = this.cameraMode;
    const mode = this.#content.hasCamera ? this.#chosenMode : 'orbit';
    if (mode !== last) this.#viewport.cameraMode = mode;
    this.controls.showMode(mode, this.#content.hasCamera, this.#viewport.cameras.isFitted);
    if (mode !== last) this.dispatch('cameramodechange');
  }

  dispatch(type: string): void {
    this.element.dispatchEvent(new Event(type));
  }
}
