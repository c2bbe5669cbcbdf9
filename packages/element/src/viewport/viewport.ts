import type { Look } from '@odori/model';
import { type Motion, type MotionCamera, type MotionLight, nextTask } from '@odori/runtime';
import { Color, type DirectionalLight, Scene, SRGBColorSpace } from 'three';
import type { Graphics, OpenGraphics } from '../graphics/graphics.js';
import { nextFrame } from '../next-frame.js';
import type { PlayerModel } from '../sources/inputs.js';
import { type CameraMode, Cameras } from './cameras.js';
import { readColor } from './css-color.js';
import { FrameLoop } from './frame-loop.js';
import { Scenery } from './scenery.js';
import type { Stage, StageKind } from './stage.js';

const MAX_PIXEL_RATIO = 2;
const CLEAR = [0, 0, 0, 0] as const;
/** Milliseconds. After poses that took longer, poses and picture come in tasks of their own, so that the page can do other work between. */
const LONG_POSES = 8;
/** Seconds in which about two thirds of the way to another framing are done. */
const FRAMING_SECONDS = 0.2;

interface ViewportOptions {
  /** The element whose size, background and visibility the viewport has. */
  readonly host: HTMLElement;
  /** Receives the canvas and the pointer. */
  readonly picture: HTMLElement;
  /** Does anything move, so that the next frame must be drawn? */
  isMoving(): boolean;
  /** Do bodies settle? Then the next poses may take long. */
  isSettling(): boolean;
  /** Advances everything that moves; called before a frame is drawn. */
  advance(deltaSeconds: number): void;
  /** Seconds of playback. */
  currentTime(): number;
  /** CSS pixels at the lower edge, for the control bar: the model is framed above them. */
  roomBelow(): number;
  onVisibilityChange(isVisible: boolean): void;
  /** The browser has taken the graphics card away, or has given it back. */
  onContextChange(isLost: boolean): void;
  /** The graphics cannot go on: another viewport must take the place of this one. */
  onEnd(reason: string): void;
  /** The browser has no graphics. */
  onImpossible(reason: string): void;
}

/** The picture: graphics, scene, cameras, and the loop that draws frames while the element is visible. */
export class Viewport {
  readonly #options: ViewportOptions;
  readonly #scene = new Scene();
  readonly graphics: Graphics;
  readonly #cameras: Cameras;
  readonly #scenery: Scenery;
  readonly #resizing: ResizeObserver;
  readonly #loop: FrameLoop;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #listening = new AbortController();
  #light: DirectionalLight;
  #model: PlayerModel | undefined;
  #look: Look = 'auto';
  /** Did the model show its ground shadow before it came here? */
  #hadGroundShadow = true;
  /** The look that the model had before it came here. */
  #ownLook: Look = 'auto';
  /** How many pictures are being captured. */
  #captureCount = 0;
  #isOutOfDate = true;
  #isFilming = false;
  #hasSize = false;
  /** The first picture waits until its shaders are compiled, which begins with the first size of the host. */
  #start: 'due' | 'starting' | 'running' | 'done' = 'due';
  #starting: Promise<void> | undefined;
  /** Seconds since the last poses, and the timer of the next ones. */
  #unposedSeconds = 0;
  #posing: ReturnType<typeof setTimeout> | undefined;
  #arePosesLong = false;
  /** Seconds since the last picture, and the timer of the next one. */
  #undrawnSeconds = 0;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  /** CSS pixels of the picture. */
  #width = 1;
  #height = 1;
  /** The part of `roomBelow` that is kept free at this moment: changes of it glide. */
  #room = 0;

  /** @throws Error if `openGraphics` does. */
  constructor(openGraphics: OpenGraphics, options: ViewportOptions) {
    this.#options = options;
    const { host, picture } = options;
    this.graphics = openGraphics({
      canSpare: () => !this.#loop.isOnScreen && !this.#isFilming && this.#captureCount === 0,
      onChange: (isLost) => {
        options.onContextChange(isLost);
        if (!isLost && this.#start === 'due') this.#fitHost();
        this.invalidate();
      },
      onEnd: (reason) => options.onEnd(reason),
    });
    picture.replaceChildren(this.canvas);
    this.#cameras = new Cameras(picture, host, () => this.invalidate());
    this.#light = this.graphics.createLight();
    this.#scene.add(this.#light);
    this.#scenery = new Scenery(this.#scene, this.graphics, this.#cameras.active, this.#light);
    this.#resizing = new ResizeObserver(() => this.#fitHost());
    this.#resizing.observe(host);
    this.#loop = new FrameLoop(host, {
      onFrame: (delta) => this.#update(delta),
      onVisibilityChange: (isVisible) => {
        if (isVisible) this.graphics.need();
        this.invalidate();
        options.onVisibilityChange(isVisible);
      },
    });
    // a transition of a color ends when the color scheme or the page's style sheet has changed it
    picture.addEventListener('transitionend', () => this.#readColors(), { signal: this.#listening.signal });
  }

  get canvas(): HTMLCanvasElement {
    return this.graphics.canvas;
  }

  get isVisible(): boolean {
    return this.#loop.isVisible;
  }

  /** While a film is recorded, {@link drawFilm} draws instead of the loop, and the canvas keeps the film's size. */
  get isFilming(): boolean {
    return this.#isFilming;
  }

  set isFilming(isFilming: boolean) {
    this.#isFilming = isFilming;
    if (isFilming) return;
    this.#scenery.filmBackground = null;
    this.#fitHost();
  }

  get cameraMode(): CameraMode {
    return this.#cameras.mode;
  }

  set cameraMode(mode: CameraMode) {
    this.#cameras.setMode(mode, this.#model);
    this.invalidate();
  }

  /** One of ours, or one that the page has made and disposes of. */
  set stage(stage: Stage | StageKind) {
    this.#scenery.stage = stage;
    this.#updateShadow();
    this.invalidate();
  }

  /** `'auto'` leaves a model its own look. */
  set look(look: Look) {
    this.#look = look;
    this.#updateLook();
    this.invalidate();
  }

  /** Prepares a model that is to come into the scene, see {@link Graphics.prepare}. */
  async prepare(model: PlayerModel, signal: AbortSignal): Promise<void> {
    await this.#starting;
    if (!this.isVisible || signal.aborted) return;
    const { visible } = model.groundShadow;
    model.groundShadow.visible = this.#scenery.hasGroundShadow;
    const isPrepared = this.graphics.prepare(model.root, this.#scene, this.#cameras.active, signal);
    model.groundShadow.visible = visible; // it may be a model of the page
    await isPrepared;
  }

  /** The model in the scene; its owner disposes it. The last one gets back its ground shadow and its look. */
  set model(model: PlayerModel | undefined) {
    this.#giveBack();
    this.#model = model;
    this.#arePosesLong = true; // those of a model that is new: the browser has not compiled the code for it yet
    this.#hadGroundShadow = model?.groundShadow.visible ?? true;
    this.#ownLook = model?.look ?? 'auto';
    if (model) this.#scene.add(model.root);
    this.#updateShadow();
    this.#updateLook();
    this.invalidate();
  }

  #giveBack(): void {
    const model = this.#model;
    if (!model) return;
    model.root.removeFromParent();
    model.groundShadow.visible = this.#hadGroundShadow;
    model.look = this.#ownLook;
  }

  /** Starts the camera and the light of a motion. Without a light track the light is MMD's default. */
  follow(
    motion: Motion | undefined,
    isAuto: boolean,
  ): { camera: MotionCamera; light: MotionLight | undefined } {
    this.#scene.remove(this.#light);
    this.#light.dispose();
    this.#light = this.graphics.createLight();
    this.#scene.add(this.#light);
    this.#updateLook();
    this.invalidate();
    return {
      camera: this.#cameras.follow(motion, this.#model, isAuto),
      light: motion && this.graphics.createMotionLight(motion, this.#light),
    };
  }

  /** The shots of the automatic camera are planned; `frame` is shown. */
  replan(frame: number): void {
    this.#cameras.replan(frame);
    this.invalidate();
  }

  /** Restarts the free camera if the model has changed. The motion's camera must have been sampled before. */
  restartOrbit(): void {
    this.#cameras.restartOrbit(this.#model);
  }

  /** Turns the free camera, in radians; a `scale` below 1 moves it nearer. */
  orbit(sideways: number, upwards: number, scale: number): void {
    this.#cameras.orbit(sideways, upwards, scale);
  }

  /** Draws the next frame even if nothing moves. */
  invalidate(): void {
    this.#isOutOfDate = true;
  }

  /** Draws a picture, `deltaSeconds` after the last one. */
  draw(deltaSeconds: number): void {
    if (this.graphics.isLost) return;
    const { active } = this.#cameras;
    this.#scenery.beginPicture(active, this.#light, this.#model, this.#options.currentTime(), deltaSeconds);
    this.graphics.draw(this.#scene, active);
    this.#scenery.endPicture();
  }

  /** Resolves when the viewport can draw, also out of sight. Rejects as {@link Graphics.whenReady} does. */
  whenReady(): Promise<void> {
    return this.graphics.whenReady();
  }

  /** The current picture as PNG, in the pixel size of the canvas. Rejects as {@link whenReady} does. */
  async capture(): Promise<Blob> {
    this.#captureCount++;
    try {
      await this.whenReady();
      if (!this.#hasSize) this.#fit(); // the browser has not reported the first size yet
      if (this.#room > 0) this.#frame(0);
      this.draw(0); // the canvas is readable until the task ends
      const picture = encode(this.canvas);
      if (this.#room > 0) {
        this.#frame(this.#room);
        this.invalidate();
      }
      return await picture;
    } finally {
      this.#captureCount--;
    }
  }

  /** Gives the canvas the size of a film, in pixels, and the background of the element. */
  resizeFilm(width: number, height: number): void {
    this.#readColors(); // the element may have had no size yet
    this.#resize(width, height, 1);
    const [red, green, blue, alpha] =
      readColor(getComputedStyle(this.#options.host).backgroundColor) ?? CLEAR;
    const color = new Color().setRGB(red, green, blue, SRGBColorSpace);
    this.#scenery.filmBackground = alpha > 0 ? color : null;
  }

  /** Draws the next frame of a film. */
  drawFilm(deltaSeconds: number): void {
    this.#cameras.update(deltaSeconds);
    this.draw(deltaSeconds);
  }

  /** Frees everything, the graphics included, except the model. */
  dispose(): void {
    this.#loop.dispose();
    clearTimeout(this.#posing);
    clearTimeout(this.#drawing);
    this.#listening.abort();
    this.#resizing.disconnect();
    this.model = undefined;
    this.#cameras.dispose();
    this.#scenery.dispose();
    this.#light.dispose();
    this.graphics.dispose();
    this.#options.picture.replaceChildren();
  }

  #update(deltaSeconds: number): void {
    if (this.#isFilming) return;
    const isMoving =
      this.#glide(deltaSeconds) ||
      this.#options.isMoving() ||
      this.#cameras.isHandingOver ||
      this.#scenery.isMoving;
    if (!isMoving && !this.#isOutOfDate) return;
    this.#isOutOfDate = false;
    this.#unposedSeconds += deltaSeconds;
    this.#arePosesLong ||= this.#options.isSettling();
    if (this.#arePosesLong) this.#posing ??= setTimeout(this.#poseNext);
    else this.#poseNext();
  }

  readonly #poseNext = (): void => {
    clearTimeout(this.#posing);
    this.#posing = undefined;
    const seconds = this.#unposedSeconds;
    this.#unposedSeconds = 0;
    if (this.#isFilming) return;
    const start = performance.now();
    this.#options.advance(seconds);
    this.#cameras.update(seconds);
    const wereLong = this.#arePosesLong;
    this.#arePosesLong = performance.now() - start >= LONG_POSES;
    if (this.#start !== 'done') return;
    this.#undrawnSeconds += seconds;
    if (wereLong || this.#arePosesLong) this.#drawing ??= setTimeout(this.#drawNext);
    else this.#drawNext();
  };

  readonly #drawNext = (): void => {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    if (!this.#isFilming) this.draw(this.#undrawnSeconds);
    this.#undrawnSeconds = 0;
  };

  /** Moves the framing towards the room that is kept free below. False if it is there. */
  #glide(deltaSeconds: number): boolean {
    const room = Math.min(this.#options.roomBelow(), this.#height / 2);
    if (room === this.#room) return false;
    const left = (this.#room - room) * Math.exp(-deltaSeconds / FRAMING_SECONDS);
    const isThere = Math.abs(left) < 0.5 || !this.#model || this.#reducedMotion.matches;
    this.#room = isThere ? room : room + left;
    this.#frame(this.#room);
    return true;
  }

  /** Frames the model above the control bar. Films have no bar. */
  #frame(room: number): void {
    this.#cameras.setSize(this.#width, this.#height, this.#isFilming ? 0 : room);
  }

  #readColors(): void {
    this.#scenery.colors.read(this.#options.picture);
    this.invalidate();
  }

  /** Takes the size of the host. The first one starts the picture. */
  #fitHost(): void {
    if (this.#start === 'due' && this.#hasRoom) this.#starting = this.#prepareStage();
    else if (this.#start !== 'starting') this.#fit();
  }

  get #hasRoom(): boolean {
    const { clientWidth, clientHeight } = this.#options.host;
    return !this.#isFilming && clientWidth * clientHeight > 0;
  }

  #fit(): void {
    this.#readColors(); // an element that was not displayed had no transitions
    if (!this.#hasRoom) return;
    const { clientWidth, clientHeight } = this.#options.host;
    this.#room = Math.min(this.#options.roomBelow(), clientHeight / 2);
    this.#resize(clientWidth, clientHeight, devicePixelRatio);
    if (this.#start !== 'done') return;
    this.draw(0); // resizing clears the canvas
    this.invalidate();
  }

  /** Each step is a task of its own: it takes tens of milliseconds on a slow machine. */
  async #prepareStage(): Promise<void> {
    const { signal } = this.#listening;
    this.#start = 'starting';
    this.#sizeCanvas();
    await nextFrame();
    await nextFrame(); // the graphics card draws the page with the element first: else the next task would wait for it
    await nextTask();
    if (signal.aborted || !this.#takeCard()) return;
    await this.graphics.whenStarted();
    if (signal.aborted || !this.#startThree()) return;
    await nextTask();
    if (signal.aborted) return;
    this.#start = 'running';
    this.#fit();
    await this.graphics.prepare(this.#scenery.root, this.#scene, this.#cameras.active, signal);
    this.#start = 'done';
    this.invalidate();
  }

  /** Before the graphics start: their buffers are not created twice then. */
  #sizeCanvas(): void {
    if (this.#hasSize) return; // a film or a capture has started them
    const { host } = this.#options;
    const pixelRatio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    this.graphics.canvas.width = host.clientWidth * pixelRatio;
    this.graphics.canvas.height = host.clientHeight * pixelRatio;
  }

  /** False if the browser gives no graphics card. */
  #takeCard(): boolean {
    try {
      this.graphics.start();
    } catch (error) {
      this.#options.onImpossible((error as Error).message);
      return false;
    }
    this.graphics.need();
    return true;
  }

  /** False if the browser has taken the graphics card away again: three.js waits until it comes back. */
  #startThree(): boolean {
    if (this.graphics.isLost) {
      this.#start = 'due';
      return false;
    }
    void this.graphics.renderer;
    return true;
  }

  /** `width` and `height` in CSS pixels; `pixelRatio` pixels of the screen for each. */
  #resize(width: number, height: number, pixelRatio: number): void {
    const { renderer } = this.graphics;
    renderer.setPixelRatio(Math.min(pixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    this.#hasSize = true;
    this.#width = width;
    this.#height = height;
    this.#frame(this.#room);
  }

  #updateLook(): void {
    if (this.#model) this.#model.look = this.#look === 'auto' ? this.#ownLook : this.#look;
    this.#light.shadow.autoUpdate = this.#look !== 'plain'; // it shows no shadows
  }

  /** The model's shadow needs a ground to fall on. */
  #updateShadow(): void {
    if (this.#model) this.#model.groundShadow.visible = this.#scenery.hasGroundShadow;
  }
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new DOMException('the canvas is too large to encode', 'EncodingError'));
    }, 'image/png');
  });
}
