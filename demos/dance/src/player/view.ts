import type { MmdModel } from '@odori/model';
import { type Motion, MotionCamera, MotionHandOver, MotionLight, OrbitHandOver } from '@odori/runtime';
import { PerspectiveCamera, type Texture, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { followTheme, type PageOptions } from '../../../shared/page.js';
import { LIGHT_DISTANCE, LitModel } from '../scenery/light.js';
import { createBackdrop, createScenery } from '../scenery/scenery.js';
import { DAY, NIGHT } from '../scenery/theme.js';

/** A picture with a smaller aspect (width / height) is zoomed out until it is as wide as this. */
const MIN_ASPECT = 0.8;
const MAX_PIXEL_RATIO = 2;

interface ViewOptions {
  size: PageOptions['size'];
  bars: () => Bars;
  /** Called when the picture must be drawn again. */
  onChange: () => void;
}

/** The heights of the parts of the page that cover the picture, in CSS pixels. */
export interface Bars {
  top: number;
  bottom: number;
}

const NO_BARS: Bars = { top: 0, bottom: 0 };

/** The picture: the scenery, the model and the active camera. */
export class View {
  readonly #renderer: WebGLRenderer;
  readonly #scenery = createScenery();
  readonly #orbit = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly #controls: OrbitControls;
  #size: PageOptions['size'];
  readonly #wantedSize: PageOptions['size'];
  readonly #bars: () => Bars;
  #motionCamera = new MotionCamera();
  #model: LitModel | undefined;
  #orbitHandOver: OrbitHandOver | undefined;
  #motionHandOver: MotionHandOver | undefined;
  /** Only in recordings. Otherwise the background of the page shows through. */
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
    this.#renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#controls = new OrbitControls(this.#orbit, canvas);
    this.#controls.enabled = false;
    this.#controls.maxDistance = 120;
    this.#controls.addEventListener('change', onChange);
    followTheme(DAY, NIGHT, (theme) => {
      this.#scenery.setTheme(theme);
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

  /** Whether the view still moves from one camera to the other. */
  get isHandingOver(): boolean {
    return this.#motionHandOver?.isDone === false || (this.#orbitHandOver?.roll ?? 0) !== 0;
  }

  /** Replaces the model in the picture. */
  show(model: MmdModel | undefined): void {
    this.#model?.model.root.removeFromParent();
    this.#model = model && new LitModel(model);
    if (model) this.#scenery.scene.add(model.root);
  }

  /** Creates the camera and the light of a motion, for the player to move. */
  setMotion(motion: Motion, loop: boolean): { camera: MotionCamera; light: MotionLight | undefined } {
    const source = this.#model?.resetLight();
    this.#motionCamera = new MotionCamera(motion, { loop });
    this.#motionHandOver = undefined;
    this.resize();
    const light = source && new MotionLight(motion, source, { radius: LIGHT_DISTANCE, loop });
    return { camera: this.#motionCamera, light };
  }

  orbit(isOrbiting: boolean): void {
    this.#controls.enabled = isOrbiting;
    this.#motionHandOver =
      isOrbiting || !this.isOrbiting ? undefined : new MotionHandOver(this.#motionCamera, this.#orbit);
    this.#orbitHandOver = isOrbiting ? new OrbitHandOver(this.#motionCamera, this.#controls) : undefined;
  }

  /** Updates shadows and cameras after the player has moved model, light and camera. Allocates nothing. */
  update(deltaSeconds: number): void {
    if (this.#model) {
      this.#scenery.followLight(this.#model.light);
      this.#model.update();
    }
    this.#orbitHandOver?.update(deltaSeconds);
    this.#motionHandOver?.update(deltaSeconds);
  }

  draw(): void {
    const camera = this.isOrbiting ? this.#orbit : this.#motionCamera.active;
    this.#scenery.clearView(camera.position);
    this.#renderer.render(this.#scenery.scene, camera);
  }

  /** Sets a fixed size in pixels for a recording; undefined restores the size of the window. */
  resizeTo(size: PageOptions['size']): void {
    this.#size = size ?? this.#wantedSize;
    const { scene } = this.#scenery;
    this.#backdrop?.dispose();
    scene.background = this.#backdrop = size ? createBackdrop(size.width, size.height) : null;
    this.#renderer.setPixelRatio(this.#size ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.resize();
  }

  /** Fits the picture between the bars of the page. The bars cover only additional floor and sky. */
  resize(): void {
    const size = this.#size;
    const { width, height } = size ?? { width: innerWidth, height: innerHeight };
    const { top, bottom } = size ? NO_BARS : this.#bars();
    const middle = Math.max(height - top - bottom, height / 3);
    const aspect = width / middle;
    const { perspectiveCamera, orthographicCamera } = this.#motionCamera;
    for (const camera of [perspectiveCamera, orthographicCamera, this.#orbit]) {
      camera.zoom = Math.min(1, aspect / MIN_ASPECT);
      camera.setViewOffset(width, middle, 0, -top, width, height);
    }
    this.#orbit.aspect = this.#motionCamera.aspect = aspect;
    this.#orbit.updateProjectionMatrix();
    this.#motionCamera.update();
    this.#renderer.setSize(width, height, size === undefined || size === this.#wantedSize);
  }
}
