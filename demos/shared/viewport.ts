import type { MmdModel, ModelSurface } from '@odori/model';
import { Box3, type Object3D, PerspectiveCamera, Scene, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fitBox } from './fit-box.js';
import { createFloor, DAY, NIGHT } from './floor.js';
import { addOrbitKeys } from './orbit-keys.js';
import { followTheme, type PageOptions } from './page.js';
import type { OpenRenderer } from './renderer-kind.js';

const MAX_PIXEL_RATIO = 2;
/** A longer step between two frames is a stall and counts as this long. */
const MAX_STEP_SECONDS = 1;

/** The space in which our dancer dances most of the time, in units. */
export const DANCER_BOX: Box3 = /* @__PURE__ */ new Box3(
  /* @__PURE__ */ new Vector3(-6, -0.5, -2),
  /* @__PURE__ */ new Vector3(6, 23.5, 2),
);

/** A model, or an avatar with a ground shadow of a model's kind. */
export type ShadowedModel = Pick<MmdModel, 'root'> & {
  readonly surface: Pick<ModelSurface, 'groundShadowBrightness'>;
};

/** A renderer, and how it draws. */
export type ViewRenderer = Pick<OpenRenderer, 'renderer' | 'draw' | 'calls'>;

/** Poses everything for the next picture. Returns true if the picture after it will differ. */
type OnFrame = (deltaSeconds: number) => boolean;

/**
 * A scene with a floor, a camera that the user turns, and a loop that draws only when the picture has
 * changed.
 */
export class Viewport {
  readonly scene: Scene = new Scene();
  readonly camera: PerspectiveCamera = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly renderer: OpenRenderer['renderer'];
  readonly controls: OrbitControls;
  /** Whether the picture is complete: tests and pictures of the page wait for that. */
  isComplete: () => boolean = () => true;
  readonly #open: ViewRenderer;
  readonly #canvas: HTMLCanvasElement;
  readonly #size: PageOptions['size'];
  readonly #floor: Object3D;
  #pictureAspect: number | undefined;
  /** The brightness of all ground shadows, from the theme. */
  #shadowBrightness = 1;
  #models: ShadowedModel[] = [];
  /** Width / height of the box that {@link lookAt} shows. */
  #aspect = 1;
  #onFrame: OnFrame = () => false;
  #isStale = true;
  #isRunning = false;
  #request = 0;
  #lastTime: number | undefined;
  #drawMilliseconds = 0;
  #calls = 0;

  constructor(open: ViewRenderer, { size }: Pick<PageOptions, 'size'>) {
    const canvas = open.renderer.domElement;
    this.#open = open;
    this.#canvas = canvas;
    this.#size = size;
    this.renderer = open.renderer;
    this.renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.camera.position.set(0.2, 0.16, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxDistance = 300;
    this.controls.update();
    this.controls.addEventListener('change', () => this.refresh());
    addOrbitKeys(canvas, this.camera, this.controls);
    const floor = createFloor();
    this.#floor = floor.root;
    this.scene.add(floor.root);
    followTheme(DAY, NIGHT, (theme) => {
      floor.setTheme(theme);
      this.#shadowBrightness = theme.shadow;
      for (const model of this.#models) model.surface.groundShadowBrightness = theme.shadow;
      this.refresh();
    });
    document.addEventListener('visibilitychange', () => this.#pause(document.hidden));
    this.#resize();
    if (!size) new ResizeObserver(() => this.#redraw()).observe(canvas.parentElement!);
  }

  /** The CPU time that drawing the last picture took, without the GPU. */
  get drawMilliseconds(): number {
    return this.#drawMilliseconds;
  }

  /** The draw calls of the last picture. */
  get calls(): number {
    return this.#calls;
  }

  set hasFloor(isShown: boolean) {
    this.#floor.visible = isShown;
    this.refresh();
  }

  /** Width / height of the picture, which is then as large as fits; undefined: it fills the box around it. */
  set pictureAspect(aspect: number | undefined) {
    if (aspect === this.#pictureAspect) return;
    this.#pictureAspect = aspect;
    this.#redraw();
  }

  /** Adds a model, with a ground shadow as bright as the theme says. */
  add(model: ShadowedModel): void {
    this.scene.add(model.root);
    model.surface.groundShadowBrightness = this.#shadowBrightness;
    this.#models = [...this.#models.filter(({ root }) => root.parent && root !== model.root), model];
  }

  /** Moves the camera, in its current direction, so that it shows a whole box. */
  lookAt(box: Box3): void {
    const { camera, controls } = this;
    controls.update();
    camera.updateMatrixWorld();
    const { distance, aspect } = fitBox(box, camera);
    const offset = camera.position.clone().sub(controls.target).setLength(distance);
    box.getCenter(controls.target);
    camera.position.copy(controls.target).add(offset);
    this.#aspect = aspect;
    this.#resize();
    controls.update();
    this.refresh();
  }

  /** Starts drawing: a new picture whenever `onFrame` or {@link refresh} asks for one. */
  run(onFrame: OnFrame): void {
    this.#onFrame = onFrame;
    this.#isRunning = true;
    this.#pause(document.hidden);
  }

  /** Asks for a new picture, because something has changed. */
  refresh(): void {
    this.#isStale = true;
  }

  /** Stops the loop while the page is hidden. */
  #pause(isHidden: boolean): void {
    cancelAnimationFrame(this.#request);
    this.#lastTime = undefined;
    if (this.#isRunning && !isHidden) this.#request = requestAnimationFrame(this.#update);
  }

  /** Allocates nothing. */
  readonly #update = (milliseconds: number): void => {
    this.#request = requestAnimationFrame(this.#update);
    const delta = (milliseconds - (this.#lastTime ?? milliseconds)) / 1000;
    this.#lastTime = milliseconds;
    if (!this.#isStale) return;
    this.#isStale = false;
    if (this.#onFrame(Math.min(delta, MAX_STEP_SECONDS))) this.#isStale = true;
    const begin = performance.now();
    this.#open.draw(this.scene, this.camera);
    this.#drawMilliseconds = performance.now() - begin;
    this.#calls = this.#open.calls(); // WebGPURenderer counts from zero in each frame
    if (this.isComplete()) document.documentElement.dataset['ready'] = 'true';
  };

  /** Draws at once, because setting a new size clears the canvas. */
  #redraw(): void {
    this.#resize();
    if (this.#isRunning) this.#open.draw(this.scene, this.camera);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas.parentElement!;
    const box = this.#size ?? { width: clientWidth, height: clientHeight };
    const { width, height } = this.#pictureAspect ? fitAspect(box, this.#pictureAspect) : box;
    if (width === 0 || height === 0) return;
    this.camera.aspect = width / height;
    this.camera.zoom = Math.min(1, this.camera.aspect / this.#aspect);
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(width, height);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest picture of an aspect in a box, in whole pixels. */
function fitAspect({ width, height }: Size, aspect: number): Size {
  return {
    width: Math.round(Math.min(width, height * aspect)),
    height: Math.round(Math.min(height, width / aspect)),
  };
}
