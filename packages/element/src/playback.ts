import { MotionPlayer } from '@odori/runtime';
import { Content } from './content.js';
import type { Controls } from './controls/controls.js';
import type { Messages } from './controls/messages.js';
import { HAVE_FUTURE_DATA, HAVE_NOTHING, MediaFacade } from './media/media-facade.js';
import { Sound } from './media/sound.js';
import type { GraphicsOptions, OpenGraphics, RendererName } from './graphics/graphics.js';
import { WebGLGraphics } from './graphics/webgl/webgl-graphics.js';
import { openWebGPU } from './graphics/webgpu-provider.js';
import type { PlayerFilm } from './record/record-player.js';
import type { RecordOptions } from './record/record.js';
import { type InputName, labelOf } from './sources/inputs.js';
import { loadInput, NO_AUTO_CAMERA } from './sources/load-input.js';
import { Loader, type Place } from './sources/loader.js';
import { isAutoplaying, isPreloaded } from './sources/preload.js';
import { workerUseOf } from './sources/worker-use.js';
import type { Sources } from './sources/sources.js';
import type { CameraMode } from './viewport/cameras.js';
import { Viewport } from './viewport/viewport.js';

/** For graphics that are freed at once. */
const NO_VIEWPORT: GraphicsOptions = { canSpare: () => false, onChange() {}, onEnd() {} };
const NO_PHYSICS = 'Physics could not be loaded: hair and clothes move only by keyframes.';

interface PlaybackOptions {
  /** The element: its size, visibility and attribute `autoplay` count; events are dispatched on it. */
  readonly host: HTMLElement;
  readonly sources: Sources;
  readonly controls: Controls;
  readonly messages: Messages;
  /** There is a new viewport. */
  onViewport(viewport: Viewport): void;
}

/**
 * Loads, shows and plays the inputs of the element: connects the loader, the content, the viewport and the media
 * facade.
 */
export class Playback {
  readonly player: MotionPlayer = new MotionPlayer();
  readonly sound: Sound = new Sound(() => this.#followVolume());
  readonly media: MediaFacade = new MediaFacade(this.player, this.sound, {
    dispatch: (type) => this.#dispatch(type),
    needsSong: () => this.#needsSong,
    onPlay: () => this.#loadAll(),
  });
  readonly loader: Loader = new Loader({
    canStart: (name) => this.#canLoad(name),
    onStart: () => this.#dispatch('loadstart'),
    load: (name, signal) => this.#load(name, signal),
    onError: (name, error) => this.#showError(name, error),
    onLoaded: () => this.#showContent(),
    onShown: () => this.#becomeShown(),
    onSettled: () => this.#settle(),
    hasModel: () => this.#content?.model !== undefined,
  });
  readonly #options: PlaybackOptions;
  /** Viewport and content exist while the element is in the page and WebGL 2 is available. */
  #viewport: Viewport | undefined;
  #content: Content | undefined;
  /** The mode to use while there is another camera than the free one. */
  #chosenMode: CameraMode = 'motion';
  /** `record` first waits until everything is loaded, then takes frames. */
  #recording: 'no' | 'waiting' | 'filming' = 'no';
  /** The motion to begin with, chosen before the motions were loaded. */
  #nextMotion: number | undefined;
  /** Is everything loaded, whatever `preload` says? */
  #loadsAll = false;
  /** Does playback start by itself as soon as it can? */
  #isAutoplayDue = false;
  /** The renderer that the page wants, while the element is in the page. */
  #wanted: RendererName | undefined;
  #fallbackReason = '';
  /** Ends the start of a renderer. */
  #starting = new AbortController();

  constructor(options: PlaybackOptions) {
    this.#options = options;
    this.player.addEventListener('jump', () => this.#viewport?.invalidate());
    this.player.addEventListener('error', () => this.#showSongProblem());
  }

  get viewport(): Viewport | undefined {
    return this.#viewport;
  }

  /** Why the viewport has not the renderer that the page wants; `''` if it has, or while there is no viewport. */
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

  get motionIndex(): number {
    return this.#nextMotion ?? this.#content?.motionIndex ?? 0;
  }

  selectMotion(index: number): void {
    if (!this.#content?.motion || this.loader.isPending('motion')) {
      this.#nextMotion = index;
      return;
    }
    if (!this.#content.selectMotion(index)) return;
    this.#showContent();
    this.#dispatch('motionchange');
  }

  /** An input has changed. A new model ends the error of the last one at once, as a new source does on a video. */
  request(name: InputName): void {
    if (name === 'model' && this.#content) this.media.forgetError();
    this.loader.request(name);
  }

  /** Is the element in the page? Its renderer may still be starting. */
  get isOpen(): boolean {
    return this.#wanted !== undefined;
  }

  /** The element is in the page: creates the picture and loads all inputs. */
  open(renderer: RendererName): void {
    this.#wanted = renderer;
    if (renderer === 'webgpu') void this.#startWebGPU();
    else this.#show((options) => new WebGLGraphics(options));
  }

  /** Draws with another renderer, which loads all inputs anew: a model belongs to a renderer. Time and playback stay. */
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
    let openGraphics: OpenGraphics;
    try {
      openGraphics = await openWebGPU();
    } catch (error) {
      if (!signal.aborted) this.#fallBack(error instanceof Error ? error.message : String(error));
      return;
    }
    if (signal.aborted) openGraphics(NO_VIEWPORT).dispose();
    else this.#show(openGraphics);
  }

  #fallBack(reason: string): void {
    this.#show((options) => new WebGLGraphics(options), reason);
  }

  /** `reason`: why these are not the graphics that the page wants. */
  #show(openGraphics: OpenGraphics, reason = ''): void {
    this.#fallbackReason = reason;
    const { messages, sources, controls, host } = this.#options;
    messages.clearProblems('picture');
    controls.showBlocked(undefined);
    this.#viewport = this.#createViewport(openGraphics);
    this.#content = new Content(this.player, this.#viewport, {
      hasPhysics: () => host.getAttribute('physics') !== 'off',
      onPhysicsFailed: () => messages.showProblem('model', NO_PHYSICS),
      onCameraFailed: () => messages.showProblem('camera', NO_AUTO_CAMERA),
      onSongBroken: () => this.#showSongProblem(),
    });
    this.loader.cancel(); // forgets inputs that were given and removed outside of the page
    for (const name of sources.names) this.loader.request(name);
    this.#options.onViewport(this.#viewport);
    this.#dispatch('rendererchange');
  }

  /** Nothing can ever be shown. */
  #block(reason: string): void {
    this.#empty();
    this.#options.controls.showBlocked('This browser cannot show the dance: WebGL 2 is not available.');
    this.loader.fail();
    this.media.fail(reason);
    this.#dispatch('rendererchange');
  }

  #empty(): void {
    this.loader.cancel();
    this.#content?.dispose();
    this.sound.close();
    this.#viewport?.dispose();
    this.#content = this.#viewport = undefined;
  }

  /** The element was removed from the page: frees everything, and keeps the time for the next {@link open}. */
  close(): void {
    this.#wanted = undefined;
    this.#starting.abort();
    this.media.pause();
    const { currentTime } = this.media; // before the song is removed, which may be longer than the motion
    this.#empty();
    this.#loadsAll = false;
    this.media.becomeEmpty();
    this.media.currentTime = currentTime;
  }

  /** Rejects as `element.capture` does. */
  async capture(): Promise<Blob> {
    if (!this.#viewport || this.media.readyState === HAVE_NOTHING) throw nothingLoaded();
    return this.#viewport.capture();
  }

  /** Rejects as `element.record` does. */
  async record(options: RecordOptions): Promise<Blob> {
    if (this.#recording !== 'no')
      throw new DOMException('a recording is already running', 'InvalidStateError');
    if (this.media.readyState === HAVE_NOTHING) throw nothingLoaded();
    this.#recording = 'waiting';
    this.#loadAll();
    try {
      const { recordPlayer } = await import('./record/record-player.js');
      await this.loader.whenSettled(options.signal);
      await this.#content?.whenDirected();
      if (!this.#viewport || this.media.readyState === HAVE_NOTHING) throw nothingLoaded();
      return await this.#film(this.#viewport, (film) => recordPlayer(film, options));
    } finally {
      this.#recording = 'no';
      this.loader.start();
    }
  }

  #createViewport(openGraphics: OpenGraphics): Viewport {
    const { host, controls, messages } = this.#options;
    return new Viewport(openGraphics, {
      host,
      picture: controls.picture,
      isMoving: () => !this.media.paused || (this.#content?.isMoving ?? false),
      isSettling: () => this.#content?.model?.isSettling ?? false,
      advance: (deltaSeconds) => this.#content?.update(deltaSeconds),
      currentTime: () => this.media.currentTime,
      // a picture that the viewer turns does not move when the bar hides
      roomBelow: () => (controls.isBarInSight || this.cameraMode === 'orbit' ? controls.barHeight : 0),
      onVisibilityChange: (isVisible) => {
        if (this.#recording === 'filming') return;
        if (isVisible) this.media.resume();
        else this.media.suspend();
      },
      onContextChange: (isLost) => {
        messages.clearProblems('picture');
        if (isLost)
          messages.showProblem(
            'picture',
            'The browser has reset WebGL. If the picture stays away, reload the page.',
          );
      },
      onImpossible: (reason) => this.#block(reason),
      onEnd: (reason) => {
        const wanted = this.#wanted;
        this.#reopen(() => {
          this.#wanted = wanted;
          this.#fallBack(reason);
        });
      },
    });
  }

  #load(name: InputName, signal: AbortSignal): Promise<Place> {
    const { host, sources, messages } = this.#options;
    const takeMotionIndex = (): number => {
      const index = this.#nextMotion ?? 0;
      this.#nextMotion = undefined;
      return index;
    };
    const [content, { graphics }, { sound, loader }] = [this.#content!, this.#viewport!, this];
    const isSongNeeded = (): boolean => this.#needsSong;
    const worker = workerUseOf(host);
    const context = {
      content,
      graphics,
      sound,
      messages,
      loader,
      signal,
      worker,
      takeMotionIndex,
      isSongNeeded,
    };
    return loadInput(name, sources.inputs, context);
  }

  /** Inputs that are removed are never left waiting. */
  #canLoad(name: InputName): boolean {
    if (!this.#content || this.#recording === 'filming') return false;
    const { host, sources } = this.#options;
    return this.#loadsAll || sources.inputs[name] === undefined || isPreloaded(host, name);
  }

  /** Loads what `preload` has left out. */
  #loadAll(): void {
    this.#loadsAll = true;
    this.loader.schedule();
  }

  /** Is there a song that is not loaded yet, and that shall be heard? */
  get #needsSong(): boolean {
    const { inputs } = this.#options.sources;
    return inputs.audio !== undefined && this.loader.isPending('audio') && !this.sound.isMuted;
  }

  /** A viewer who turns the sound off need not wait for the song. */
  #followVolume(): void {
    this.#dispatch('volumechange');
    this.#play();
  }

  /** The song broke while it was loaded further, or a source that the page has given its own element cannot be played. */
  #showSongProblem(): void {
    const { sound, player } = this;
    const { messages, sources } = this.#options;
    const problem = sound.describeProblem(player.media === undefined);
    if (problem === undefined) return;
    messages.clearProblems('audio');
    messages.showProblem('audio', `${labelOf(sources.inputs.audio!)}: ${problem}`);
    if (!player.media) sound.close();
  }

  #showError(name: InputName, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#options.messages.showProblem(name, text);
    if (name !== 'model') return;
    this.#content!.setModel(undefined); // the page has asked for another model than the last one
    this.media.fail(text);
  }

  #showContent(): void {
    const { motionNames, motionIndex } = this.#content!;
    this.#options.controls.showMotions(motionNames, motionIndex);
    if (this.loader.state !== 'loading') this.#applyCameraMode();
  }

  #settle(): void {
    const { state } = this.loader;
    this.#options.host.toggleAttribute('loop', this.player.loop); // a song of the page may loop
    if (state === 'ready') this.#becomeReady();
    else if (state === 'empty' && this.media.readyState > HAVE_NOTHING) {
      this.media.pause();
      this.media.becomeEmpty();
    } // before the first model, a call of `play` waits for it
    this.#options.controls.update();
  }

  #becomeShown(): void {
    this.#isAutoplayDue ||= this.media.readyState === HAVE_NOTHING && isAutoplaying(this.#options.host);
    this.media.becomeShown();
    this.#play();
  }

  #becomeReady(): void {
    this.media.becomeReady();
    this.#play();
  }

  /** Plays what was to be played, if it need not wait for the song any more. */
  #play(): void {
    this.media.update();
    if (!this.#isAutoplayDue || this.media.readyState < HAVE_FUTURE_DATA) return;
    this.#isAutoplayDue = false;
    this.media.autoplay(this.#viewport!.isVisible);
  }

  /** Without a camera track and the automatic camera, only the free camera is available. */
  #applyCameraMode(): void {
    if (!this.#content || !this.#viewport) return;
    const { hasCamera } = this.#content;
    const last = this.cameraMode;
    const mode = hasCamera ? this.#chosenMode : 'orbit';
    if (mode !== last) this.#viewport.cameraMode = mode;
    this.#options.controls.showMode(mode, hasCamera);
    if (mode !== last) this.#dispatch('cameramodechange');
  }

  /** Records while nothing else moves; restores playback afterwards. */
  async #film(viewport: Viewport, record: (film: PlayerFilm) => Promise<Blob>): Promise<Blob> {
    const { paused, currentTime } = this.media;
    this.#recording = 'filming';
    viewport.isFilming = true;
    this.player.pause();
    try {
      await viewport.whenReady();
      return await record(this.#filmOf(viewport));
    } finally {
      this.#recording = 'waiting';
      if (this.#viewport === viewport) {
        viewport.isFilming = false;
        if (!paused) this.media.tryPlay();
      } else this.media.currentTime = currentTime;
    }
  }

  #filmOf(viewport: Viewport): PlayerFilm {
    const { player, sound } = this;
    return {
      player,
      canvas: viewport.canvas,
      duration: player.duration,
      song: sound.readFile,
      resize: (width, height) => viewport.resizeFilm(width, height),
      ready: () => viewport.whenReady(),
      draw: (seconds) => viewport.drawFilm(seconds),
      isGone: () => this.#viewport !== viewport,
    };
  }

  #dispatch(type: string): void {
    this.#options.host.dispatchEvent(new Event(type));
  }
}

function nothingLoaded(): DOMException {
  return new DOMException('no model is loaded yet', 'InvalidStateError');
}
