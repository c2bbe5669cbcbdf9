import type { MmdModel } from '@odori/model';
import type { Motion } from '@odori/runtime';
import { Controls } from './controls/controls.js';
import { create } from './controls/create.js';
import { News } from './controls/news.js';
import { standFor } from './controls/picture-media.js';
import type { RecordOptions } from './record/record.js';
import type { PlayerFilm } from './record/record-player.js';
import { Show } from './show.js';
import { songFile } from './sources/song-file.js';
import { isSourceName, SOURCE_NAMES, SourceElement, type SourceName } from './sources/source-element.js';
import type { CameraMode } from './viewport/cameras.js';
import type { GroundKind } from './viewport/ground.js';
import { Viewport } from './viewport/viewport.js';
import { STYLE } from './style.js';
import { watchKeys } from './controls/watch-keys.js';

const DEFAULT_ALT = 'A dancer';

/**
 * `<odori-player>`: a dance on a page.
 *
 * Attributes: `model`, `motion` (several to choose from by spaces; files of one by `|`), `camera`, `pose`, `audio`:
 * addresses; `offset` (seconds of song before the motions), `controls`, `autoplay`, `loop`, `muted`, `poster`, `stage`
 * (`none`, `grid` or `floor`), `alt`. All may change at any time. Properties, methods and events as `HTMLMediaElement` has
 * them.
 *
 * @example
 * <odori-player model="dancer.pmx" motion="dance.vmd" camera="camera.vmd" audio="song.ogg" controls loop></odori-player>
 */
export class OdoriPlayerElement extends SourceElement {
  static readonly observedAttributes: readonly string[] = [
    ...SOURCE_NAMES,
    'offset',
    'controls',
    'loop',
    'muted',
    'poster',
    'stage',
    'alt',
  ];

  readonly #picture = create('div', { class: 'picture', part: 'picture', role: 'img', tabindex: '0' });
  readonly #poster = create('img', { class: 'poster', part: 'poster', alt: '', hidden: '' });
  readonly #news = new News();
  readonly #controls: Controls;
  #viewport: Viewport | undefined;
  #show: Show | undefined;
  #chosenMode: CameraMode = 'motion';
  /** Something was given that is not told of as loaded yet. */
  #isExpecting = false;
  /** From the call of `record` to its end; frames are taken in the second part. */
  #isRecording = false;
  #isFilming = false;
  /** Somebody waits until nothing is on its way. */
  #onLoaded: (() => void) | undefined;
  /** It played when it went out of sight. */
  #wasPlaying = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#controls = new Controls({
      picture: this.#picture,
      poster: this.#poster,
      host: this,
      onCamera: () => this.#changeCamera(),
      onMotion: (index) => (this.motionIndex = index),
    });
    standFor(this.#picture, this);
    watchKeys(root, this.#picture, {
      isListening: () => this.controls,
      isOrbiting: () => this.cameraMode === 'orbit',
      onOrbit: (sideways, upwards, scale) => this.#viewport?.orbit(sideways, upwards, scale),
      onCamera: () => this.#changeCamera(),
      onPlay: () => this.#changePlay(),
    });
    root.append(this.#controls.root, this.#news.root);
    for (const type of ['play', 'seeking']) this.addEventListener(type, () => (this.#poster.hidden = true));
    this.player.addEventListener('jump', () => this.#refresh());
  }

  /** Seconds of song before the motions begin; below 0, they are that far into it when the song begins. */
  get offset(): number {
    return this.player.offset;
  }

  set offset(seconds: number) {
    this.setAttribute('offset', String(seconds));
  }

  /** Address of a picture that is shown until it first plays; `''` without. */
  get poster(): string {
    return this.getAttribute('poster') ?? '';
  }

  set poster(address: string) {
    this.setAttribute('poster', address);
  }

  /** What the dancer stands on. */
  get stage(): GroundKind {
    const kind = this.getAttribute('stage');
    return kind === 'grid' || kind === 'floor' ? kind : 'none';
  }

  set stage(kind: GroundKind) {
    this.setAttribute('stage', kind);
  }

  /** What is to be seen, for those who don't see it. */
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }

  set alt(text: string) {
    this.setAttribute('alt', text);
  }

  /** The model on stage, once it is loaded. */
  get loadedModel(): MmdModel | undefined {
    return this.#show?.model;
  }

  /** The motion that is chosen, once it is loaded. */
  get loadedMotion(): Motion | undefined {
    return this.#show?.motion;
  }

  /** Which of several motions is chosen; setting it goes over to another. Tells `motionchange`. */
  get motionIndex(): number {
    return this.#show?.motionIndex ?? 0;
  }

  set motionIndex(index: number) {
    if (this.#show?.choose(index)) this.tell('motionchange');
  }

  /** Whose camera is in charge. Tells `cameramodechange`. */
  get cameraMode(): CameraMode {
    return this.#viewport?.cameraMode ?? 'motion';
  }

  set cameraMode(mode: CameraMode) {
    this.#chosenMode = mode;
    this.#showMode();
  }

  /**
   * The picture as it is now, as PNG, in the size of the element's pixels.
   *
   * @throws DOMException (as rejection) `InvalidStateError` while there is none.
   * @example
   * link.href = URL.createObjectURL(await element.capture());
   */
  capture(): Promise<Blob> {
    const viewport = this.#viewport;
    if (!viewport || this.readyState === 0) return Promise.reject(noPicture());
    viewport.draw(); // the canvas is readable until the task ends
    return new Promise((resolve, reject) => {
      viewport.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(noPicture())), 'image/png');
    });
  }

  /**
   * Films the dance picture by picture, with its song: MP4, or WebM where the browser cannot write that.
   *
   * What is on its way is waited for, what is given meanwhile comes after the film. Takes as long as it takes, loses no
   * picture, and shows what it does; then everything is as it was. Loads mediabunny when first called.
   *
   * @throws RangeError (as rejection): a size or range that cannot be filmed. DOMException `InvalidStateError`: nothing is
   * loaded, or it is being recorded already; `NotSupportedError`: the browser cannot encode it; what `signal` was aborted
   * with.
   * @example
   * const film = await element.record({ width: 1920, height: 1080, fps: 60, range: { start: 0, end: 10 } });
   * film.type; // → 'video/mp4'
   */
  async record(options: RecordOptions = {}): Promise<Blob> {
    if (!this.#viewport || this.readyState === 0 || this.#isRecording) throw noPicture();
    this.#isRecording = true;
    try {
      const { recordPlayer } = await import('./record/record-player.js');
      await this.#whenLoaded(options.signal);
      if (!this.#viewport || this.readyState === 0) throw noPicture();
      return await this.#film(this.#viewport, (film) => recordPlayer(film, options));
    } finally {
      this.#isRecording = false;
    }
  }

  override pause(): void {
    this.#wasPlaying = false; // whoever asks for a pause gets it when it comes into sight again, too
    super.pause();
  }

  connectedCallback(): void {
    queueMicrotask(() => this.#controls.name()); // media-chrome gives itself a name when it is connected, too
    if (this.#show) return; // moved within the page
    this.#open();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  attributeChangedCallback(name: string, _last: string | null, value: string | null): void {
    if (isSourceName(name)) this.takeAddress(name, value);
    else if (name === 'offset') this.player.offset = Number.isFinite(Number(value)) ? Number(value) : 0;
    else if (name === 'loop') this.player.loop = value !== null;
    else if (name === 'muted') this.muted = value !== null;
    else if (name === 'controls') this.#controls.isShown = value !== null;
    else if (name === 'poster') this.#showPoster(value);
    else if (name === 'alt') this.#picture.setAttribute('aria-label', value ?? DEFAULT_ALT);
    else if (this.#viewport) this.#viewport.ground = this.stage;
    this.#refresh();
  }

  protected get isLoading(): boolean {
    return this.#show?.isLoading ?? false;
  }

  /** While it films nothing changes: that comes after the film. */
  protected get canLoad(): boolean {
    return this.#show !== undefined && !this.#isFilming;
  }

  protected load(names: readonly SourceName[]): void {
    this.#isExpecting = true;
    this.tell('loadstart');
    for (const name of names) void this.#show!.load(name, this.source(name));
  }

  #open(): void {
    this.#picture.setAttribute('aria-label', this.alt || DEFAULT_ALT);
    this.#controls.isShown = this.controls;
    this.#news.clearProblem('picture');
    try {
      this.#viewport = this.#createViewport();
    } catch (error) {
      this.#news.showProblem('picture', 'This picture needs WebGL 2, which is not to be had here.');
      this.becomeBroken(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#viewport.ground = this.stage;
    this.#show = new Show({
      viewport: this.#viewport,
      player: this.player,
      sound: this.sound,
      news: this.#news,
      onChange: () => {
        this.#heedChange();
        if (!this.#isOnItsWay) this.#onLoaded?.();
      },
      onBroken: (message) => this.becomeBroken(message),
    });
    this.takeAll();
  }

  #createViewport(): Viewport {
    return new Viewport({
      host: this,
      picture: this.#picture,
      isMoving: () => this.#isMoving,
      advance: (deltaSeconds) => {
        this.player.update(deltaSeconds);
        this.#show?.update(deltaSeconds);
      },
      onVisibilityChange: (isVisible) => this.#heedSight(isVisible),
      onContextChange: (isLost) => {
        if (!isLost) this.#news.clearProblem('picture');
        else
          this.#news.showProblem(
            'picture',
            'The graphics of this page were reset; the picture will be back in a moment.',
          );
      },
    });
  }

  #close(): void {
    this.pause();
    const time = this.currentTime; // before the song goes, which may be longer than the dance
    this.#show?.dispose();
    this.#viewport?.dispose();
    this.#show = this.#viewport = undefined;
    this.#wasPlaying = false;
    this.becomeEmpty();
    this.currentTime = time; // where it begins when it is put back, as a video does
    this.#onLoaded?.();
  }

  get #isOnItsWay(): boolean {
    return this.hasStale || this.isLoading;
  }

  /** Resolves when nothing is on its way any more; rejects if `signal` is aborted before. */
  async #whenLoaded(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#isOnItsWay) return;
    const stop = (): void => this.#onLoaded?.();
    signal?.addEventListener('abort', stop, { once: true });
    await new Promise<void>((resolve) => (this.#onLoaded = resolve));
    this.#onLoaded = undefined;
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
  }

  #heedChange(): void {
    const show = this.#show;
    if (!show) return;
    this.#controls.showMotions(show.motionNames, show.motionIndex);
    this.#refresh();
    if (show.isLoading || this.hasStale) return;
    this.#showMode();
    if (!this.#isExpecting) return;
    this.#isExpecting = false;
    if (show.model) this.#begin();
    else if (this.readyState > 0) this.#end();
  }

  #begin(): void {
    const isFirst = this.readyState === 0;
    this.becomeReady();
    if (!isFirst || !this.autoplay || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (this.#viewport?.isVisible === false)
      this.#wasPlaying = true; // as soon as it comes into sight
    else this.#playIfAllowed();
  }

  #end(): void {
    this.pause();
    this.becomeEmpty();
  }

  /** Where there is no camera to follow, the reader has one. */
  #showMode(): void {
    const show = this.#show;
    if (!show) return;
    const last = this.cameraMode;
    const mode = show.hasMotionCamera ? this.#chosenMode : 'orbit';
    if (mode !== last) this.#viewport!.cameraMode = mode;
    this.#controls.showMode(mode, show.hasMotionCamera);
    this.#refresh();
    if (mode !== last) this.tell('cameramodechange');
  }

  get #isMoving(): boolean {
    const { idle } = this.player;
    const isIdling = idle !== undefined && idle.duration > 0 && !this.#show?.motion;
    return !this.paused || isIdling || (this.#show?.isChanging ?? false);
  }

  #changePlay(): void {
    if (this.paused) this.#playIfAllowed();
    else this.pause();
  }

  /** Refused, it stays paused, as a video does. */
  #playIfAllowed(): void {
    this.play().catch(() => undefined);
  }

  /** Without a camera of the motion's there is nothing to go back to. */
  #changeCamera(): void {
    if (this.#show?.hasMotionCamera) this.cameraMode = this.cameraMode === 'orbit' ? 'motion' : 'orbit';
  }

  #refresh(): void {
    this.#viewport?.invalidate();
  }

  #heedSight(isVisible: boolean): void {
    if (this.#isFilming) return;
    if (!isVisible) {
      const wasPlaying = !this.paused;
      this.pause();
      this.#wasPlaying = wasPlaying;
    } else if (this.#wasPlaying) {
      this.#wasPlaying = false;
      this.#playIfAllowed();
    }
  }

  #showPoster(address: string | null): void {
    if (address) this.#poster.setAttribute('src', address);
    else this.#poster.removeAttribute('src');
    this.#poster.hidden = !address || !this.paused || this.currentTime > 0;
  }

  /** Nothing else moves meanwhile; then everything is as it was. */
  async #film(viewport: Viewport, record: (film: PlayerFilm) => Promise<Blob>): Promise<Blob> {
    const { paused, currentTime } = this;
    this.#isFilming = viewport.isFilming = true;
    this.player.pause();
    try {
      return await record(this.#filmOf(viewport));
    } finally {
      this.#isFilming = false;
      if (this.#viewport === viewport) {
        viewport.isFilming = false;
        if (!paused) this.#playIfAllowed();
      } else this.currentTime = currentTime;
      this.loadStale();
    }
  }

  #filmOf(viewport: Viewport): PlayerFilm {
    const { player } = this;
    return {
      player,
      canvas: viewport.canvas,
      duration: player.duration,
      song: this.sound.audio && songFile(this.audio, this.currentSrc),
      resize: (width, height) => viewport.resizeFilm(width, height),
      draw: (seconds) => viewport.drawFilm(seconds),
      isGone: () => this.#viewport !== viewport,
    };
  }
}

function noPicture(): DOMException {
  return new DOMException('nothing is loaded yet, or it is being recorded already', 'InvalidStateError');
}
