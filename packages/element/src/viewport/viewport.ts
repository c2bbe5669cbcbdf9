import type { Glow, Look, MmdScene } from '@odori/model';
import type { Motion, MotionCamera, MotionLight } from '@odori/runtime';
import type { TaskQueue } from '@odori/runtime/internal/three';
import { type Camera, type Color, type Object3D, Scene, Texture } from 'three';
import type { Prop } from '../cast/prop.js';
import type { Messages } from '../controls/messages.js';
import { FrameLoop, type FrameLoopHost, type FrameSession } from '../frame-loop.js';
import type { CreateGraphics, Graphics, GraphicsHost } from '../graphics/graphics.js';
import { type CameraMode, Cameras } from './cameras.js';
import { Framing } from './framing.js';
import { type BackgroundOptions, readBackground } from './background.js';
import { PageEffects } from './page-effects.js';
import { PictureQuality, type QualityHost } from './picture-quality.js';
import { Scenery } from './scenery.js';
import { ShownCast } from './shown-cast.js';
import type { PlayerModel, Stage, StageKind } from './stage.js';

/** Playback, for its viewport. */
export interface ViewportHost
  extends QualityHost, Pick<FrameLoopHost, 'visibilityChanged' | 'playsUnseen' | 'passTime'> {
  /** The element whose size, background and visibility the viewport has. */
  readonly element: HTMLElement;
  /** Shows problems over the picture. */
  readonly messages: Messages;
  /** Does anything move, so that the next frame must be drawn? */
  readonly isMoving: boolean;
  /** Seconds of playback. */
  readonly currentTime: number;
  /** CSS pixels at the lower edge, for the control bar: the model is framed above them. */
  readonly roomBelow: number;
  /** Advances everything that moves; called before a frame is drawn. */
  advance(deltaSeconds: number): void;
  /** The browser has taken the graphics card away, or has given it back. */
  graphicsChanged(isLost: boolean): void;
  /** The graphics cannot go on: another viewport must take the place of this one. */
  graphicsEnded(reason: string): void;
  /** The browser has no graphics. */
  graphicsRefused(reason: string): void;
}

/** The room of the viewer while a session of WebXR shows the scene. */
export interface ViewportRoom extends FrameSession {
  /** What is in the room beside the scene, its camera included. */
  readonly root: Object3D;
  /** The viewer's head. */
  readonly camera: Camera;
  /** Is the viewer's surrounding seen behind the scene? */
  readonly isSeeThrough: boolean;
  /** Follows the viewer, for the picture that is drawn next. False while it is not known where he is. */
  update(deltaSeconds: number): boolean;
}

/** The picture: graphics, scene, cameras, and what the loop poses and draws. */
export class Viewport implements FrameLoopHost, GraphicsHost {
  readonly graphics: Graphics;
  readonly cameras: Cameras;
  readonly #host: ViewportHost;
  readonly #picture: HTMLElement;
  readonly #scene = new Scene();
  readonly #framing: Framing;
  readonly #scenery: Scenery;
  readonly #effects: PageEffects;
  readonly #resizing: ResizeObserver;
  readonly #loop: FrameLoop;
  readonly #listening = new AbortController();
  #room: ViewportRoom | undefined;
  readonly #cast: ShownCast;
  readonly quality: PictureQuality;
  #hasSize = false;
  /** Can frames be drawn? The first one waits until the graphics are open and its shaders are compiled. */
  #isReady = false;
  /** Resolves when frames can be drawn, or have failed; begins with the first size of the element. */
  #opening: Promise<void> | undefined;

  /** `picture` receives the canvas and the pointer. */
  constructor(host: ViewportHost, picture: HTMLElement, createGraphics: CreateGraphics, tasks: TaskQueue) {
    const { element } = host;
    this.#host = host;
    this.#picture = picture;
    this.graphics = createGraphics(this, tasks);
    this.#effects = new PageEffects(element, host.messages, this.graphics);
    picture.replaceChildren(this.canvas);
    this.cameras = new Cameras(picture, element, () => this.invalidate());
    this.#framing = new Framing(this.cameras);
    this.#scenery = new Scenery(this.#scene, this.graphics, this.cameras.active);
    this.#cast = new ShownCast(this.#scene, this.#scenery);
    this.quality = new PictureQuality(host, this.#cast, this.#scenery);
    this.#resizing = new ResizeObserver(() => this.#fitElement());
    this.#resizing.observe(element);
    this.#loop = new FrameLoop(element, this);
    const { signal } = this.#listening;
    host.quality.addEventListener('change', () => this.#fitElement(), { signal });
    // a transition of a color ends when the color scheme or the page's style sheet has changed it
    picture.addEventListener('transitionend', () => this.#readColors(), { signal });
  }

  get canvas(): HTMLCanvasElement {
    return this.graphics.canvas;
  }

  get isVisible(): boolean {
    return this.#loop.isVisible;
  }

  get canSpareGraphics(): boolean {
    return !this.#loop.isOnScreen && !this.isFilming && !this.#room;
  }

  /** While a film is recorded, {@link drawFilm} draws, not the loop, and the canvas keeps the film's size. */
  get isFilming(): boolean {
    return this.#loop.isHeld;
  }

  set isFilming(isFilming: boolean) {
    this.#loop.isHeld = this.quality.isFilming = isFilming;
    if (isFilming) return;
    this.#setBackground(null);
    this.#fitElement();
  }

  /** The camera of the picture. */
  get camera(): Camera {
    return this.#room?.camera ?? this.cameras.active;
  }

  get room(): ViewportRoom | undefined {
    return this.#room;
  }

  /** A session of WebXR that shows the scene in place of the canvas, which keeps what the page has seen. */
  set room(room: ViewportRoom | undefined) {
    this.#room?.root.removeFromParent();
    this.#room = room;
    if (room) this.#scene.add(room.root);
    this.#scenery.isSeeThrough = room?.isSeeThrough ?? false;
    this.#loop.session = room;
    if (!room) this.#setBackground(null);
    this.#fitElement();
    this.invalidate();
  }

  /** The session is seen again, or is not seen any more. */
  roomVisibilityChanged(): void {
    this.#loop.updateVisibility();
  }

  /** What the scene stands in front of: the background of the element, in one color. */
  async showBackground(): Promise<void> {
    const background = await readBackground(this.#host.element, {}, 1, 1);
    if (this.#room) this.#setBackground(background);
    else if (background instanceof Texture) background.dispose();
  }

  get cameraMode(): CameraMode {
    return this.cameras.mode;
  }

  set cameraMode(mode: CameraMode) {
    this.cameras.setMode(mode, this.#cast.dancers);
    this.invalidate();
  }

  /** One of ours, or one that the page has made and disposes of. */
  set stage(stage: Stage | StageKind) {
    this.#scenery.stage = stage;
    this.#cast.updateShadow();
    this.invalidate();
  }

  /** `'auto'` leaves a model its own look. */
  set look(look: Look) {
    this.#cast.look = look;
    this.invalidate();
  }

  /** `'auto'` leaves a model its own glow. */
  set glow(glow: Glow) {
    this.#cast.glow = glow;
    this.invalidate();
  }

  /** The attribute `effects` has changed. */
  async updateEffects(): Promise<void> {
    if (!this.#isReady) return; // they are read when the graphics open
    await this.#effects.update();
    this.invalidate();
  }

  /** Prepares a model that is to come into the scene, see {@link Graphics.prepare}. */
  async prepare(model: PlayerModel, signal: AbortSignal): Promise<void> {
    await this.#opening;
    if (!this.isVisible || signal.aborted) return;
    const { surface } = model;
    const { look } = surface;
    const { visible } = surface.groundShadow;
    if (this.#cast.look !== 'auto') surface.look = this.#cast.look;
    surface.groundShadow.visible = this.#scenery.hasGroundShadow;
    const isPrepared = this.graphics.prepare(model.root, this.#scene, this.cameras.active, signal);
    surface.look = look; // it may be a model of the page
    surface.groundShadow.visible = visible;
    await isPrepared;
  }

  /** Puts a model into the scene; its owner disposes it. */
  show(model: PlayerModel, isStage: boolean): void {
    this.#cast.add(model, isStage);
    this.quality.apply();
    this.invalidate();
  }

  /** Takes a model out of the scene. It gets back its ground shadow and its look. */
  hide(model: PlayerModel): void {
    this.quality.release(model);
    this.#cast.remove(model);
    this.invalidate();
  }

  /** Puts a stage that is no model into the scene; its owner disposes it. */
  showProp(prop: Prop): void {
    this.#cast.addProp(prop);
    this.invalidate();
  }

  hideProp(prop: Prop): void {
    this.#cast.removeProp(prop);
    this.invalidate();
  }

  /** A model has moved. */
  frameAnew(): void {
    this.cameras.frame(this.#cast.dancers);
    this.invalidate();
  }

  /** Starts the camera and the light of a motion. Without a light track the light is MMD's default. */
  follow(
    motion: Motion | undefined,
    models: readonly PlayerModel[],
    isAuto: boolean,
  ): { camera: MotionCamera; light: MotionLight | undefined } {
    const light = this.#scenery.renewLight();
    this.quality.sceneModels = [];
    this.#cast.updateLook();
    this.invalidate();
    return {
      camera: this.cameras.follow(motion, models, isAuto),
      light: motion && this.graphics.createMotionLight(motion, light),
    };
  }

  /** Shows a project through its own camera, which it moves with its light. */
  followScene(scene: MmdScene): { camera: undefined; light: undefined } {
    this.#scenery.renewLight();
    this.quality.sceneModels = scene.models;
    this.#cast.updateLook();
    this.invalidate();
    this.cameras.followScene(scene);
    return { camera: undefined, light: undefined };
  }

  /** The shots of the automatic camera are planned; `frame` is shown. */
  replan(frame: number): void {
    this.cameras.replan(frame);
    this.invalidate();
  }

  /** Restarts the free camera if the model has changed. The motion's camera must have been sampled before. */
  restartOrbit(): void {
    this.cameras.restartOrbit(this.#cast.dancers);
  }

  /** Turns the free camera, in radians; a `scale` below 1 moves it nearer. */
  orbit(sideways: number, upwards: number, scale: number): void {
    this.cameras.orbit(sideways, upwards, scale);
  }

  /** Draws the next frame even if nothing moves. */
  invalidate(): void {
    this.#loop.invalidate();
  }

  isMoving(deltaSeconds: number): boolean {
    const isGliding = this.#framing.glide(
      this.#host.roomBelow,
      deltaSeconds,
      this.#cast.dancers.length === 0,
    );
    return isGliding || this.#host.isMoving || this.cameras.isHandingOver || this.#scenery.isMoving;
  }

  pose(deltaSeconds: number): void {
    this.#host.advance(deltaSeconds);
    this.cameras.update(deltaSeconds);
  }

  draw(deltaSeconds: number): void {
    if (this.#isReady) this.#drawPicture(deltaSeconds);
  }

  get playsUnseen(): boolean {
    return this.#host.playsUnseen;
  }

  passTime(deltaSeconds: number): void {
    this.#host.passTime(deltaSeconds);
  }

  /** The host has changed whether it plays while it is not visible. */
  offscreenChanged(): void {
    this.#loop.update();
    this.#host.visibilityChanged(this.isVisible);
  }

  visibilityChanged(isVisible: boolean): void {
    // `graphicsChanged` tells of a loss
    if (isVisible && this.#isReady) void this.graphics.open().catch(() => undefined);
    this.invalidate();
    this.#host.visibilityChanged(isVisible);
  }

  graphicsChanged(isLost: boolean): void {
    this.#host.graphicsChanged(isLost);
    if (!isLost) this.#fitElement();
    this.invalidate();
  }

  graphicsEnded(reason: string): void {
    this.#host.graphicsEnded(reason);
  }

  /**
   * The current picture as PNG, in the pixel size of the canvas. It is not one that screens in the scene show
   * next. Rejects as {@link Graphics.open} and {@link readBackground} do.
   */
  async capture(options: BackgroundOptions): Promise<Blob> {
    const { width, height } = this.canvas;
    const background = await readBackground(this.#host.element, options, width, height);
    const last = this.#scenery.background;
    return this.graphics.capture(() => {
      if (!this.#hasSize) this.#fit(); // the browser has not reported the first size yet
      if (this.#framing.hasRoom) this.#framing.useAll();
      this.#scenery.background = background;
      const { userData } = this.cameras.active;
      userData['isView'] = false;
      this.#drawPicture(0);
      delete userData['isView'];
      this.#setBackground(last);
      if (this.#framing.hasRoom) this.#framing.restore();
      if (this.#framing.hasRoom || background) this.invalidate();
    });
  }

  /**
   * Gives the canvas the size of a film, in pixels, and a background. Rejects as {@link readBackground} does.
   */
  async resizeFilm(width: number, height: number, options: BackgroundOptions): Promise<void> {
    this.#readColors(); // the element may have had no size yet
    this.#setBackground(await readBackground(this.#host.element, options, width, height));
    this.#resize(width, height, 1);
  }

  #setBackground(background: Color | Texture | null): void {
    const last = this.#scenery.background;
    this.#scenery.background = background;
    if (last !== background && last instanceof Texture) last.dispose();
  }

  /** Advances to the next frame of a film, and draws it unless nobody sees it. */
  drawFilm(deltaSeconds: number, isSeen = true): void {
    this.cameras.update(deltaSeconds);
    if (isSeen) this.#drawPicture(deltaSeconds);
  }

  /** Frees everything, the graphics included, except the model. */
  dispose(): void {
    this.#room = undefined;
    this.#loop.dispose();
    this.#listening.abort();
    this.#resizing.disconnect();
    this.#cast.removeModels();
    this.cameras.dispose();
    this.#scenery.dispose();
    this.graphics.dispose();
    this.#picture.replaceChildren();
  }

  /** `deltaSeconds`: since the last picture. */
  #drawPicture(deltaSeconds: number): void {
    if (this.graphics.isLost || this.#room?.update(deltaSeconds) === false) return;
    const { camera } = this;
    this.#scenery.beginPicture(camera, this.#host.currentTime, deltaSeconds);
    const { current } = this.graphics.effects;
    if (current) current.focusDistance = this.#cast.focusDistance(camera);
    this.graphics.draw(this.#scene, camera);
    this.#scenery.endPicture();
  }

  #readColors(): void {
    this.#scenery.colors.read(this.#picture);
    this.invalidate();
  }

  /** Takes the size of the element. The first one opens the graphics. */
  #fitElement(): void {
    if (this.#isReady) this.#fit();
    else if (this.#hasRoom) this.#opening ??= this.#open();
  }

  get #hasRoom(): boolean {
    const { clientWidth, clientHeight } = this.#host.element;
    return !this.isFilming && !this.#room && clientWidth * clientHeight > 0;
  }

  #fit(): void {
    this.quality.apply();
    this.#readColors(); // an element that was not displayed had no transitions
    if (!this.#hasRoom) return;
    const { clientWidth, clientHeight } = this.#host.element;
    this.#resize(clientWidth, clientHeight, devicePixelRatio);
    this.draw(0); // resizing clears the canvas
    this.invalidate();
  }

  async #open(): Promise<void> {
    try {
      await this.graphics.open();
    } catch (error) {
      this.#opening = undefined; // for when the browser gives the graphics card back
      if (!(error instanceof DOMException)) this.#host.graphicsRefused((error as Error).message);
      return;
    }
    const { signal } = this.#listening;
    await this.#effects.update();
    if (signal.aborted) return;
    this.#fit();
    await this.graphics.prepare(this.#scenery.root, this.#scene, this.cameras.active, signal);
    if (signal.aborted) return;
    this.#isReady = true;
    this.invalidate();
  }

  /** `width` and `height` in CSS pixels; `pixelRatio` pixels of the screen for each. Films have no bar. */
  #resize(width: number, height: number, pixelRatio: number): void {
    const { renderer } = this.graphics;
    renderer.setPixelRatio(Math.min(pixelRatio, this.quality.pixelRatio));
    renderer.setSize(width, height, false);
    this.#hasSize = true;
    this.#framing.resize(width, height, this.isFilming ? 0 : this.#host.roomBelow);
  }
}
