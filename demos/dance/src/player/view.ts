import type { MmdModel } from '@odori/model';
import { type Motion, MotionCamera, MotionHandOver, MotionLight, OrbitHandOver } from '@odori/runtime';
import { PerspectiveCamera, type Texture, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { followTheme } from '../../../shared/follow-theme.js';
import type { PageOptions } from '../../../shared/page-options.js';
import { LAMP_DISTANCE, Performer } from '../scenery/light.js';
import { createBackdrop, createStage } from '../scenery/scenery.js';
import { DAY, NIGHT } from '../scenery/theme.js';

/** In a narrow window the picture is as wide as this one would be. */
const LEAST_ASPECT = 0.8;
const MOST_PIXEL_RATIO = 2;

export interface ViewOptions {
  size: PageOptions['size'];
  bars: () => Bars;
  /** There is reason to draw again. */
  onChange: () => void;
}

/** Heights of what covers the picture, in CSS pixels. */
export interface Bars {
  top: number;
  bottom: number;
}

const NO_BARS: Bars = { top: 0, bottom: 0 };

/** The picture: stage, performer, and the camera in charge. */
export class View {
  readonly #renderer: WebGLRenderer;
  readonly #stage = createStage();
  readonly #orbit = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly #controls: OrbitControls;
  #size: PageOptions['size'];
  readonly #wantedSize: PageOptions['size'];
  readonly #bars: () => Bars;
  #motionCamera = new MotionCamera();
  #performer: Performer | undefined;
  #orbitHandOver: OrbitHandOver | undefined;
  #motionHandOver: MotionHandOver | undefined;
  /** In films only: the page has its own. */
  #backdrop: Texture | null = null;

  constructor(
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    { size, bars, onChange }: ViewOptions,
  ) {
    this.#size = this.#wantedSize = size;
    this.#bars = bars;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    this.#controls = new OrbitControls(this.#orbit, canvas);
    this.#controls.enabled = false;
    this.#controls.maxDistance = 120;
    this.#controls.addEventListener('change', onChange);
    followTheme(DAY, NIGHT, (theme) => {
      this.#stage.dress(theme);
      onChange();
    });
    window.addEventListener('resize', () => {
      this.resize();
      onChange();
    });
    this.resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  get isOrbiting(): boolean {
    return this.#orbitHandOver !== undefined;
  }

  /** Is a camera still on its way from one hand to the other? */
  get isHandingOver(): boolean {
    return this.#motionHandOver?.isDone === false || (this.#orbitHandOver?.roll ?? 0) !== 0;
  }

  /** Puts a model on the stage instead of who was there. */
  show(model: MmdModel | undefined): void {
    this.#performer?.model.root.removeFromParent();
    this.#performer = model && new Performer(model);
    if (model) this.#stage.scene.add(model.root);
  }

  /** Camera and light of a motion, for the player to move. */
  film(motion: Motion, loop: boolean): { camera: MotionCamera; light: MotionLight | undefined } {
    const lamp = this.#performer?.renewLamp();
    this.#motionCamera = new MotionCamera(motion, { loop });
    this.#motionHandOver = undefined;
    this.resize();
    const light = lamp && new MotionLight(motion, lamp, { radius: LAMP_DISTANCE, loop });
    return { camera: this.#motionCamera, light };
  }

  orbit(isOrbiting: boolean): void {
    this.#controls.enabled = isOrbiting;
    this.#motionHandOver =
      isOrbiting || !this.isOrbiting ? undefined : new MotionHandOver(this.#motionCamera, this.#orbit);
    this.#orbitHandOver = isOrbiting ? new OrbitHandOver(this.#motionCamera, this.#controls) : undefined;
  }

  /** What follows from where the player has put performer, light and camera. Allocates nothing. */
  update(deltaSeconds: number): void {
    if (this.#performer) {
      this.#stage.light(this.#performer.lamp);
      this.#performer.update();
    }
    this.#orbitHandOver?.update(deltaSeconds);
    this.#motionHandOver?.update(deltaSeconds);
  }

  draw(): void {
    const camera = this.isOrbiting ? this.#orbit : this.#motionCamera.active;
    this.#stage.clear(camera.position);
    this.#renderer.render(this.#stage.scene, camera);
  }

  /** A size of its own in plain pixels, for a film; undefined: as before. */
  resizeTo(size: PageOptions['size']): void {
    this.#size = size ?? this.#wantedSize;
    const { scene } = this.#stage;
    this.#backdrop?.dispose();
    scene.background = this.#backdrop = size ? createBackdrop(size.width, size.height) : null;
    this.#renderer.setPixelRatio(this.#size ? 1 : Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    this.resize();
  }

  /** Fits the picture into the window; what lies behind the bars shows more of the floor and the sky. */
  resize(): void {
    const size = this.#size;
    const { width, height } = size ?? { width: innerWidth, height: innerHeight };
    const { top, bottom } = size ? NO_BARS : this.#bars();
    const middle = Math.max(height - top - bottom, height / 3);
    const aspect = width / middle;
    const { perspectiveCamera, orthographicCamera } = this.#motionCamera;
    for (const camera of [perspectiveCamera, orthographicCamera, this.#orbit]) {
      camera.zoom = Math.min(1, aspect / LEAST_ASPECT);
      camera.setViewOffset(width, middle, 0, -top, width, height);
    }
    this.#orbit.aspect = this.#motionCamera.aspect = aspect;
    this.#orbit.updateProjectionMatrix();
    this.#motionCamera.update();
    this.#renderer.setSize(width, height, size === undefined || size === this.#wantedSize);
  }
}
