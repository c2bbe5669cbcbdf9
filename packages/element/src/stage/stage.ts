import { createMmdLight, type MmdModel } from '@odori/model';
import { type Motion, MotionCamera, MotionHandOver, MotionLight, OrbitHandOver } from '@odori/runtime';
import { Color, type Object3D, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { frameModel } from './frame-model.js';
import { createGround, disposeGround, type GroundKind } from './ground.js';

const MOST_PIXEL_RATIO = 2;
/** In a narrow element the picture is as wide as this one would be. */
const LEAST_ASPECT = 0.8;

/** Whose camera is in charge: the motion's, or the reader's own. */
export type CameraMode = 'motion' | 'orbit';

/** The picture: model, ground, light, and the camera in charge. */
export class Stage {
  readonly scene: Scene = new Scene();
  readonly #renderer: WebGLRenderer;
  readonly #orbitCamera = new PerspectiveCamera(30, 1, 0.5, 2000);
  readonly #controls: OrbitControls;
  #light = createMmdLight();
  #camera = new MotionCamera();
  #ground: Object3D = createGround('none');
  #groundKind: GroundKind = 'none';
  #model: MmdModel | undefined;
  /** Whom the orbit was given. */
  #orbited: MmdModel | undefined;
  #orbitHandOver: OrbitHandOver | undefined;
  #motionHandOver: MotionHandOver | undefined;

  /** @throws Error if there is no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, surface: HTMLElement, onChange: () => void) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    this.#renderer.setClearAlpha(0);
    this.#controls = new OrbitControls(this.#orbitCamera, surface);
    this.#controls.enabled = false;
    this.#controls.addEventListener('change', onChange);
    this.scene.add(this.#light, this.#ground);
    this.#allowScrolling();
  }

  get camera(): MotionCamera {
    return this.#camera;
  }

  get mode(): CameraMode {
    return this.#orbitHandOver ? 'orbit' : 'motion';
  }

  /** Is a camera on its way from one hand to the other? */
  get isHandingOver(): boolean {
    return this.#motionHandOver?.isDone === false || (this.#orbitHandOver?.roll ?? 0) !== 0;
  }

  set ground(kind: GroundKind) {
    this.#groundKind = kind;
    disposeGround(this.#ground);
    this.#ground = createGround(kind);
    this.scene.add(this.#ground);
    this.#showShadow();
  }

  /** Behind everything, in films: the page's own is behind the canvas. */
  set backdrop(color: string | undefined) {
    this.scene.background = color === undefined ? null : new Color(color);
  }

  /** Puts a model on the stage instead of the last one, which is given back. */
  show(model: MmdModel | undefined): MmdModel | undefined {
    const last = this.#model;
    last?.root.removeFromParent();
    this.#model = model;
    if (model) this.scene.add(model.root);
    this.#showShadow();
    return last;
  }

  /** Takes camera and light of a motion; without a camera track it sees the whole model. The light begins as MMD's. */
  follow(motion: Motion | undefined): { camera: MotionCamera; light: MotionLight | undefined } {
    this.scene.remove(this.#light);
    this.#light.dispose();
    this.#light = createMmdLight();
    this.scene.add(this.#light);
    const { aspect } = this.#camera;
    this.#camera = new MotionCamera(motion, { aspect });
    if (!motion?.camera && this.#model) frameModel(this.#camera, this.#model);
    this.#motionHandOver = undefined;
    this.#zoom();
    return { camera: this.#camera, light: motion && new MotionLight(motion, this.#light) };
  }

  /** Lets the reader's view begin anew before another model; call it when the motion's camera has been sampled. */
  renewOrbit(): void {
    if (this.#orbitHandOver && this.#orbited !== this.#model) this.setMode('orbit');
  }

  setMode(mode: CameraMode): void {
    const wasOrbit = this.mode === 'orbit';
    this.#motionHandOver =
      mode === 'motion' && wasOrbit ? new MotionHandOver(this.#camera, this.#orbitCamera) : undefined;
    this.#orbitHandOver = mode === 'orbit' ? new OrbitHandOver(this.#camera, this.#controls) : undefined;
    this.#orbited = mode === 'orbit' ? this.#model : undefined;
    this.#controls.enabled = mode === 'orbit';
    this.#allowScrolling();
  }

  /** Turns the orbit, in radians, or brings it nearer (`scale` below 1). */
  orbit(sideways: number, upwards: number, scale = 1): void {
    const { position } = this.#orbitCamera;
    const { target } = this.#controls;
    const offset = position.clone().sub(target);
    const distance = offset.length() * scale;
    const polar = Math.acos(offset.y / offset.length()) - upwards;
    const azimuth = Math.atan2(offset.x, offset.z) + sideways;
    position
      .setFromSphericalCoords(distance, Math.min(Math.max(polar, 0.05), Math.PI - 0.05), azimuth)
      .add(target);
    this.#controls.update();
  }

  /** Lets the cameras in charge move on, after the motions were sampled. Allocates nothing. */
  update(deltaSeconds: number): void {
    this.#orbitHandOver?.update(deltaSeconds);
    this.#motionHandOver?.update(deltaSeconds);
  }

  draw(): void {
    const camera = this.#orbitHandOver ? this.#orbitCamera : this.#camera.active;
    this.#renderer.render(this.scene, camera);
  }

  /** CSS pixels, and how many of the screen's one is. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#renderer.setPixelRatio(Math.min(pixelRatio, MOST_PIXEL_RATIO));
    this.#renderer.setSize(width, height, false);
    this.#orbitCamera.aspect = this.#camera.aspect = width / height;
    this.#zoom();
  }

  /** Frees all of it, the WebGL context too; the model stays its owner's. */
  dispose(): void {
    this.show(undefined);
    this.#controls.dispose();
    disposeGround(this.#ground);
    this.#light.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #zoom(): void {
    const zoom = Math.min(1, this.#camera.aspect / LEAST_ASPECT);
    const { perspectiveCamera, orthographicCamera } = this.#camera;
    for (const camera of [perspectiveCamera, orthographicCamera, this.#orbitCamera]) camera.zoom = zoom;
    this.#orbitCamera.updateProjectionMatrix();
    this.#camera.update();
  }

  /** A shadow needs something to fall on. */
  #showShadow(): void {
    if (this.#model) this.#model.groundShadow.visible = this.#groundKind !== 'none';
  }

  /** Where the picture cannot be turned, fingers scroll the page. */
  #allowScrolling(): void {
    const { domElement } = this.#controls;
    if (domElement) domElement.style.touchAction = this.#controls.enabled ? 'none' : 'pan-y pinch-zoom';
  }
}
