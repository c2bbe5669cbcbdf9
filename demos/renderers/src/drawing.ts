import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { BasicShadowMap, PerspectiveCamera, Scene } from 'three';
import { ASSETS } from '../../shared/asset-loader.js';
import { createFloor, DAY, NIGHT } from '../../shared/floor.js';
import { followTheme } from '../../shared/page.js';
import { openRenderer, type OpenRenderer, type RendererKind } from '../../shared/renderer-kind.js';

/** The dancer on a floor, drawn by one renderer in a canvas of its own: materials belong to a renderer. */
export class Drawing {
  readonly #renderer: OpenRenderer;
  readonly #scene = new Scene();
  /** Renderers write into cameras. */
  readonly #camera = new PerspectiveCamera();
  readonly #model: MmdModel;
  readonly #dance: MotionBinding;
  readonly #closed = new AbortController();

  private constructor(renderer: OpenRenderer, model: MmdModel, dance: Motion) {
    this.#renderer = renderer;
    this.#model = model;
    this.#dance = bindMotion(dance, model.rig);
    const floor = createFloor();
    this.#scene.add(floor.root, renderer.models.createMmdLight(), model.root);
    const { shadowMap } = renderer.renderer;
    shadowMap.enabled = true;
    shadowMap.type = BasicShadowMap;
    const onTheme = (theme: typeof DAY): void => {
      floor.setTheme(theme);
      model.surface.groundShadowBrightness = theme.shadow;
    };
    followTheme(DAY, NIGHT, onTheme, this.#closed.signal);
  }

  static async open(kind: RendererKind, dance: Motion, antialias: boolean): Promise<Drawing> {
    const renderer = await openRenderer(kind, antialias);
    const model = await renderer.models.loadModel(`${ASSETS}dancer.pmx`);
    return new Drawing(renderer, model, dance);
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.renderer.domElement;
  }

  get backend(): string {
    return this.#renderer.backend;
  }

  /** The draw calls of the last picture. */
  get calls(): number {
    return this.#renderer.calls();
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const { renderer } = this.#renderer;
    renderer.setPixelRatio(pixelRatio);
    renderer.setSize(width, height);
  }

  /**
   * Draws a frame of the dance from the place of a camera. Returns the CPU time for that, in milliseconds.
   */
  draw(frame: number, { position, quaternion, fov, aspect, zoom }: PerspectiveCamera): number {
    this.#dance.sample(frame);
    this.#model.update();
    const camera = this.#camera;
    camera.position.copy(position);
    camera.quaternion.copy(quaternion);
    Object.assign(camera, { fov, aspect, zoom, near: 0.5, far: 500 });
    camera.updateProjectionMatrix();
    const begin = performance.now();
    this.#renderer.draw(this.#scene, camera);
    return performance.now() - begin;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#model.dispose();
    this.canvas.remove();
    await this.#renderer.renderer.dispose();
  }
}
