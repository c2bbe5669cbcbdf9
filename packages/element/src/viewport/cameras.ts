import { AutoCamera, type MmdScene } from '@odori/model';
import { createCameraPose, type Motion, MotionCamera, MotionHandOver, OrbitHandOver } from '@odori/runtime';
import { type Camera, MathUtils, PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { CameraFit, HeightFit } from './height-fit.js';
import { ModelFrame, narrowZoom } from './model-frame.js';
import type { PlayerModel } from './stage.js';

/**
 * Which camera draws the picture: that of the motion or the automatic one, or a free camera that the viewer
 * turns.
 */
export type CameraMode = 'motion' | 'orbit';

/** What the free camera sees at least. */
const [NEAR, FAR] = [0.5, 2000];
/** A camera that moves by less than this part of its distance eases over; further away, it cuts. */
const EASED = 0.35;
/** Radians between the orbit and the vertical. */
const MIN_POLAR = 0.05;

/** The motion's camera or the automatic one, the free camera, and the way from one to the other. */
export class Cameras {
  readonly #orbitCamera = new PerspectiveCamera(30, 1, NEAR, FAR);
  readonly #controls: OrbitControls;
  readonly #listening = new AbortController();
  #motionCamera = new MotionCamera();
  /** What the motion's camera shows, if it has no track. */
  #frame: ModelFrame | undefined;
  /** The project whose camera it is. */
  #scene: MmdScene | undefined;
  /** Has the motion's camera a track? */
  #hasTrack = false;
  #fit: CameraFit = 'auto';
  /** Of the track; undefined if nothing can be fitted. */
  #heightFit: HeightFit | undefined;
  readonly #framePose = createCameraPose();
  #width = 1;
  #height = 1;
  /** CSS pixels at the lower edge of the picture that the cameras show below what they frame. */
  #room = 0;
  /** The models that the orbit started from. */
  #orbited: readonly PlayerModel[] = [];
  #orbitHandOver: OrbitHandOver | undefined;
  #motionHandOver: MotionHandOver | undefined;

  /**
   * `surface`, a part of the element `host`, receives the pointer; `onChange` is called when the viewer turns
   * the free camera.
   */
  constructor(surface: HTMLElement, host: HTMLElement, onChange: () => void) {
    this.#controls = new OrbitControls(this.#orbitCamera, surface);
    this.#controls.enabled = false;
    this.#controls.addEventListener('change', onChange);
    this.#updateTouchAction();
    this.#keepScrolling(surface, host);
  }

  get mode(): CameraMode {
    return this.#orbitHandOver ? 'orbit' : 'motion';
  }

  /** The camera to draw with. */
  get active(): Camera {
    return this.#orbitHandOver ? this.#orbitCamera : this.#motionCamera.active;
  }

  /** Is one camera still moving to the place of the other? */
  get isHandingOver(): boolean {
    return this.#motionHandOver?.isDone === false || (this.#orbitHandOver?.roll ?? 0) !== 0;
  }

  /** Whether the motion's camera is fitted to the height of the dancers. It eases over. */
  set fit(fit: CameraFit) {
    this.#fit = fit;
    const camera = this.#motionCamera;
    const scale = this.#heightFit?.scaleFor(fit) ?? 1;
    if (camera.heightScale === scale) return;
    const ease = new MotionHandOver(camera, camera.active);
    camera.heightScale = scale;
    camera.update();
    if (this.mode === 'motion') this.#motionHandOver = ease;
  }

  /** Of the track of the motion's camera to the dancers; undefined as long as none is set. */
  set heightFit(heightFit: HeightFit | undefined) {
    this.#heightFit = heightFit;
    this.#motionCamera.heightScale = heightFit?.scaleFor(this.#fit) ?? 1;
  }

  /** Is it fitted to another height? Undefined if there is nothing to decide. */
  get isFitted(): boolean | undefined {
    const isOpen = this.#heightFit && (this.#heightFit.isNeeded || this.#fit !== 'auto');
    return isOpen ? this.#motionCamera.heightScale !== 1 : undefined;
  }

  /**
   * Frames for a picture of this size, in CSS pixels, above a margin of `room` pixels. Allocates nothing
   * after the first call.
   */
  setSize(width: number, height: number, room: number): void {
    this.#width = width;
    this.#height = height;
    this.#room = room;
    this.#updateView();
  }

  /**
   * Starts a camera for a motion, or one that films the models by itself. Without a camera track it shows the
   * whole models from the front, as the automatic camera does until its shots are planned.
   */
  follow(motion: Motion | undefined, models: readonly PlayerModel[], isAuto: boolean): MotionCamera {
    const last = this.#motionCamera;
    if (isAuto && last instanceof AutoCamera && films(last, models)) return last;
    const { aspect } = last;
    this.#scene = undefined;
    if (isAuto && models.length > 0) this.#motionCamera = new AutoCamera(models, { aspect });
    else this.#motionCamera = new MotionCamera(motion, { aspect });
    this.#heightFit = undefined;
    this.#hasTrack = !isAuto && motion?.camera !== undefined;
    this.#framePose.distance = Number.NaN; // of the last camera
    this.frame(models);
    this.#motionHandOver = undefined;
    return this.#motionCamera;
  }

  /** Takes the camera of a project, which the project moves. All of its picture is in sight. */
  followScene(scene: MmdScene): void {
    this.#scene = scene;
    this.#motionCamera = scene.camera;
    this.#heightFit = undefined;
    this.#hasTrack = true;
    this.#frame = this.#motionHandOver = undefined;
    this.#updateView();
  }

  /** Frames models anew, which have moved, if the camera has no track. */
  frame(models: readonly PlayerModel[]): void {
    this.#frame = this.#hasTrack ? undefined : ModelFrame.of(...models);
    const { distance, aspect } = this.#motionCamera;
    const isUnframed = Number.isNaN(this.#framePose.distance) || distance === this.#framePose.distance;
    const hasShots = this.#motionCamera instanceof AutoCamera && this.#motionCamera.shots.length > 0;
    if (this.#frame && isUnframed && !hasShots) this.#show(this.#frame, aspect);
    this.#updateView();
  }

  /** The shots of the automatic camera are planned: it eases over to them, or cuts if they are far away. */
  replan(frame: number): void {
    const camera = this.#motionCamera;
    const from = camera.active.position.clone();
    const ease = new MotionHandOver(camera, camera.active);
    this.#updateView();
    camera.sample(frame);
    const isNear = from.distanceTo(camera.active.position) < EASED * Math.abs(camera.distance);
    if (this.mode === 'motion') this.#motionHandOver = isNear ? ease : undefined;
  }

  /** Changes between the cameras; the free camera starts at the motion's camera. */
  setMode(mode: CameraMode, models: readonly PlayerModel[]): void {
    const wasOrbit = this.mode === 'orbit';
    this.#motionHandOver =
      mode === 'motion' && wasOrbit ? new MotionHandOver(this.#motionCamera, this.#orbitCamera) : undefined;
    this.#orbitHandOver =
      mode === 'orbit' ? new OrbitHandOver(this.#motionCamera, this.#controls) : undefined;
    this.#orbited = models;
    this.#controls.enabled = mode === 'orbit';
    this.#updateTouchAction();
  }

  /**
   * Restarts the free camera if the models are others. The motion's camera must have been sampled before.
   */
  restartOrbit(models: readonly PlayerModel[]): void {
    if (this.#orbitHandOver && this.#orbited !== models) this.setMode('orbit', models);
  }

  /** Turns the free camera around its target, in radians; a `scale` below 1 moves it nearer. */
  orbit(sideways: number, upwards: number, scale: number): void {
    const { position } = this.#orbitCamera;
    const { target } = this.#controls;
    const offset = position.clone().sub(target);
    const distance = offset.length() * scale;
    const polar = MathUtils.clamp(
      Math.acos(offset.y / offset.length()) - upwards,
      MIN_POLAR,
      Math.PI - MIN_POLAR,
    );
    const azimuth = Math.atan2(offset.x, offset.z) + sideways;
    position.setFromSphericalCoords(distance, polar, azimuth).add(target);
    this.#controls.update();
  }

  /** Advances the cameras after the motions were sampled. Allocates nothing. */
  update(deltaSeconds: number): void {
    this.#orbitHandOver?.update(deltaSeconds);
    this.#motionHandOver?.update(deltaSeconds);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#listening.abort();
  }

  /**
   * Leaves the wheel to the page: it zooms only with Ctrl or ⌘, after a click on the picture until the
   * pointer leaves it, and in fullscreen. Fingers that pinch zoom always. A finger that begins to scroll the
   * page turns nothing.
   */
  #keepScrolling(surface: HTMLElement, host: HTMLElement): void {
    const controls = this.#controls;
    const { signal } = this.#listening;
    let isClicked = false;
    surface.addEventListener('click', () => (isClicked = true), { signal });
    surface.addEventListener('pointerleave', () => (isClicked = false), { signal });
    surface.addEventListener('pointerdown', () => controls.saveState(), { signal });
    surface.addEventListener('pointercancel', () => controls.enabled && controls.reset(), { signal });
    const onWheel = ({ ctrlKey, metaKey }: WheelEvent): void => {
      controls.enableZoom = isClicked || ctrlKey || metaKey || host.matches(':fullscreen');
    };
    // before the controls
    surface.addEventListener('wheel', onWheel, { signal, capture: true, passive: true });
    // after them
    surface.addEventListener('wheel', () => (controls.enableZoom = true), { signal, passive: true });
  }

  #updateView(): void {
    const motionCamera = this.#motionCamera;
    const full = this.#height - this.#room;
    const aspect = (this.#orbitCamera.aspect = motionCamera.aspect = this.#width / full);
    const hasShots = motionCamera instanceof AutoCamera && motionCamera.shots.length > 0;
    const frame = hasShots ? undefined : this.#frame;
    // unless the page has moved it
    if (frame && motionCamera.distance === this.#framePose.distance) this.#show(frame, aspect);
    // shots fit any picture
    const zoom = hasShots ? 1 : (frame?.zoom(aspect) ?? narrowZoom(aspect));
    const { perspectiveCamera, orthographicCamera } = motionCamera;
    const all = [perspectiveCamera, orthographicCamera, this.#orbitCamera];
    for (const camera of all) camera.zoom = zoom;
    this.#scene?.fit(aspect);
    for (const camera of all) camera.setViewOffset(this.#width, full, 0, 0, this.#width, this.#height);
    motionCamera.update();
  }

  /** Moves the motion's camera, which has no track, in front of a model. */
  #show(frame: ModelFrame, aspect: number): void {
    const pose = this.#framePose;
    frame.center.toArray(pose.target);
    pose.distance = -frame.distance(aspect);
    pose.fov = frame.fov;
    const { perspectiveCamera } = this.#motionCamera;
    frame.fitDepth(perspectiveCamera, perspectiveCamera.near, perspectiveCamera.far, aspect);
    frame.fitDepth(this.#orbitCamera, NEAR, FAR, aspect);
    this.#motionCamera.setPose(pose);
  }

  /** Up and down, fingers scroll the page; other movements turn the free camera. */
  #updateTouchAction(): void {
    const { domElement, enabled } = this.#controls;
    if (domElement) domElement.style.touchAction = enabled ? 'pan-y' : 'pan-y pinch-zoom';
  }
}

function films(camera: AutoCamera, models: readonly PlayerModel[]): boolean {
  return camera.models.length === models.length && models.every((model, i) => camera.models[i] === model);
}
