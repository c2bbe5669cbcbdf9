import type { MmdModel } from '@odori/model';
import { Box3, Color, PerspectiveCamera, Scene, ShaderMaterial, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fitBox } from './fit-box.js';
import { createFloor, DAY, NIGHT } from './floor.js';
import { followTheme } from './follow-theme.js';
import { addOrbitKeys } from './orbit-keys.js';

const MOST_PIXEL_RATIO = 2;
/** A step this long is a stall, not time that passed. */
const LONGEST_STEP = 1;

/** Poses everything for the next picture; true if the one after will be another. */
export type OnFrame = (deltaSeconds: number) => boolean;

export interface DemoStageOptions {
  /** A fixed size instead of that of the canvas. */
  size: { width: number; height: number } | undefined;
}

/** A floor, a camera that the reader turns, and a loop that draws when there is something new to see. */
export class DemoStage {
  readonly scene: Scene = new Scene();
  readonly camera: PerspectiveCamera = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly #canvas: HTMLCanvasElement;
  readonly #size: DemoStageOptions['size'];
  /** Of all models: it goes with the floor. */
  readonly #shadow = new Color();
  /** Of what is to be seen whole: width per height. */
  #aspect = 1;
  #onFrame: OnFrame = () => false;
  #isStale = true;
  #isRunning = false;
  #request = 0;
  #lastTime: number | undefined;
  #drawMilliseconds = 0;

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, { size }: DemoStageOptions) {
    this.#canvas = canvas;
    this.#size = size;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    this.camera.position.set(0.2, 0.16, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxDistance = 300;
    this.controls.update();
    this.controls.addEventListener('change', () => this.refresh());
    addOrbitKeys(canvas, this.camera, this.controls);
    const floor = createFloor();
    this.scene.add(floor.root);
    followTheme(DAY, NIGHT, (theme) => {
      floor.dress(theme);
      this.#shadow.copy(theme.shadow);
      this.refresh();
    });
    document.addEventListener('visibilitychange', () => this.#rest(document.hidden));
    this.#resize();
    if (!size) new ResizeObserver(() => this.#redraw()).observe(canvas.parentElement!);
  }

  /** What drawing the last picture cost here, not on the GPU. */
  get drawMilliseconds(): number {
    return this.#drawMilliseconds;
  }

  /** Puts a model on the floor. */
  add(model: MmdModel): void {
    this.scene.add(model.root);
    for (const material of [model.groundShadow.material].flat()) {
      if (material instanceof ShaderMaterial) material.uniforms['color'].value = this.#shadow;
    }
  }

  /** Shows all of a box, from the side from which the camera looks now. */
  lookAt(box: Box3): void {
    const { camera, controls } = this;
    controls.update();
    camera.updateMatrixWorld();
    const { distance, aspect } = fitBox(box, camera);
    const away = camera.position.clone().sub(controls.target).setLength(distance);
    box.getCenter(controls.target);
    camera.position.copy(controls.target).add(away);
    this.#aspect = aspect;
    this.#resize();
    controls.update();
    this.refresh();
  }

  /** From now on there is a picture whenever `onFrame` or {@link refresh} asks for one. */
  run(onFrame: OnFrame): void {
    this.#onFrame = onFrame;
    this.#isRunning = true;
    this.#rest(document.hidden);
  }

  /** Something has changed: another picture, please. */
  refresh(): void {
    this.#isStale = true;
  }

  /** While nobody looks, no time passes here. */
  #rest(isHidden: boolean): void {
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
    if (this.#onFrame(Math.min(delta, LONGEST_STEP))) this.#isStale = true;
    const begin = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.#drawMilliseconds = performance.now() - begin;
    document.documentElement.dataset['ready'] = 'true';
  };

  /** At once: a new size leaves the canvas empty. */
  #redraw(): void {
    this.#resize();
    if (this.#isRunning) this.renderer.render(this.scene, this.camera);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas.parentElement!;
    const { width, height } = this.#size ?? { width: clientWidth, height: clientHeight };
    if (width === 0 || height === 0) return;
    this.camera.aspect = width / height;
    this.camera.zoom = Math.min(1, this.camera.aspect / this.#aspect);
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(width, height);
  }
}

/** Where our dancer poses and dances, most of the time. */
export const DANCER_BOX: Box3 = /* @__PURE__ */ new Box3(
  /* @__PURE__ */ new Vector3(-6, -0.5, -2),
  /* @__PURE__ */ new Vector3(6, 23.5, 2),
);
