import { AutoCamera } from '@odori/model';
import { createCameraPose, type Motion, MotionCamera, MotionHandOver, OrbitHandOver } from '@odori/runtime';
import { type Camera, MathUtils, PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { VrmModel } from '../vrm/vrm-model.js';
import type { PlayerModel } from './stage.js';

/**
 * Which camera draws the picture: that of the motion or the automatic one, or a free camera that the viewer
 * turns.
 */
export type CameraMode = 'motion' | 'orbit';

/** Narrower pictures show as much from side to side as a picture of this aspect ratio. */
const MIN_ASPECT = 0.8;
const DEFAULT_FOV = 30; // degrees
/** Height of the view per height of the highest bone: leaves space for hair and below the soles. */
const MARGIN = 1.3;
/** A camera that moves by less than this part of its distance eases over; further away, it cuts. */
const EASED = 0.35;
/** Radians between the orbit and the vertical. */
const MIN_POLAR = 0.05;

/** The motion's camera or the automatic one, the free camera, and the way from one to the other. */
export class Cameras {
  readonly #orbitCamera = new PerspectiveCamera(DEFAULT_FOV, 1, 0.5, 2000);
  readonly #controls: OrbitControls;
  readonly #listening = new AbortController();
  #motionCamera = new MotionCamera();
  #width = 1;
  #height = 1;
  /** CSS pixels at the lower edge of the picture that the cameras show below what they frame. */
  #room = 0;
  /** The model that the orbit started from. */
  #orbitedModel: PlayerModel | undefined;
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
   * Starts a camera for a motion, or one that films the model by itself. Without a camera track it shows the
   * whole model from the front, as the automatic camera does until its shots are planned.
   */
  follow(motion: Motion | undefined, model: PlayerModel | undefined, isAuto: boolean): MotionCamera {
    const last = this.#motionCamera;
    if (isAuto && last instanceof AutoCamera && last.model === model) return last;
    const { aspect } = last;
    if (isAuto && model) this.#motionCamera = new AutoCamera(model, { aspect });
    else this.#motionCamera = new MotionCamera(motion, { aspect });
    if ((isAuto || !motion?.camera) && model) frameModel(this.#motionCamera, model);
    this.#motionHandOver = undefined;
    this.#updateView();
    return this.#motionCamera;
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
  setMode(mode: CameraMode, model: PlayerModel | undefined): void {
    const wasOrbit = this.mode === 'orbit';
    this.#motionHandOver =
      mode === 'motion' && wasOrbit ? new MotionHandOver(this.#motionCamera, this.#orbitCamera) : undefined;
    this.#orbitHandOver =
      mode === 'orbit' ? new OrbitHandOver(this.#motionCamera, this.#controls) : undefined;
    this.#orbitedModel = mode === 'orbit' ? model : undefined;
    this.#controls.enabled = mode === 'orbit';
    this.#updateTouchAction();
  }

  /**
   * Restarts the free camera if the model is another one. The motion's camera must have been sampled before.
   */
  restartOrbit(model: PlayerModel | undefined): void {
    if (this.#orbitHandOver && this.#orbitedModel !== model) this.setMode('orbit', model);
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
    // its shots fit any picture
    const fits = motionCamera instanceof AutoCamera && motionCamera.shots.length > 0;
    const zoom = fits ? 1 : Math.min(1, aspect / MIN_ASPECT);
    const { perspectiveCamera, orthographicCamera } = motionCamera;
    for (const camera of [perspectiveCamera, orthographicCamera, this.#orbitCamera]) {
      camera.zoom = zoom;
      camera.setViewOffset(this.#width, full, 0, 0, this.#width, this.#height);
    }
    motionCamera.update();
  }

  /** Up and down, fingers scroll the page; other movements turn the free camera. */
  #updateTouchAction(): void {
    const { domElement, enabled } = this.#controls;
    if (domElement) domElement.style.touchAction = enabled ? 'pan-y' : 'pan-y pinch-zoom';
  }
}

/** Sets a camera without a track so that it shows a whole model from the front. */
function frameModel(camera: MotionCamera, model: PlayerModel): void {
  const { rig, root } = model;
  const height = ((model as VrmModel).height ?? heightOf(rig.worldPositions)) * root.scale.y;
  if (!(height > 0)) return;
  const pose = createCameraPose();
  root.position.toArray(pose.target);
  pose.target[1] += height / 2;
  pose.distance = -(MARGIN * height) / 2 / Math.tan(MathUtils.degToRad(DEFAULT_FOV) / 2);
  pose.fov = DEFAULT_FOV;
  camera.setPose(pose);
}

/** Height of the highest bone, in the model's space. */
function heightOf(positions: Float64Array): number {
  let height = 0;
  for (let y = 1; y < positions.length; y += 3) height = Math.max(height, positions[y]);
  return height;
}
