import type { Object3D, Scene, Texture } from 'three';
import type { CreateViewCopy } from '../surface/surface-kit.js';
import { CAPTURE, showsView } from './capture-mode.js';
import { isIn, SceneView, sceneOf, type ViewScreens } from './scene-view.js';

/**
 * The screens of a model or an accessory: its surfaces with the texture `screen.bmp`. They show the last
 * picture of the view, unless a project says otherwise.
 */
export class Screens implements ViewScreens {
  readonly object: Object3D;
  readonly createViewCopy: CreateViewCopy;
  readonly #show: (texture: Texture | undefined) => void;
  readonly #readFile: () => void;
  #captureMode: number = CAPTURE.view;
  #texture: Texture | undefined;
  #shown: Texture | undefined;
  #view: SceneView | undefined;

  /** `show`: shows a texture on the screens; undefined: that of the file, which `readFile` reads once. */
  constructor(
    object: Object3D,
    createViewCopy: CreateViewCopy,
    show: (texture: Texture | undefined) => void,
    readFile: () => void,
  ) {
    this.object = object;
    this.createViewCopy = createViewCopy;
    this.#show = show;
    this.#readFile = readFile;
  }

  /** Of a project, see {@link CAPTURE}. */
  get captureMode(): number {
    return this.#captureMode;
  }

  set captureMode(captureMode: number) {
    this.leave();
    this.#captureMode = captureMode;
    this.#showTexture(this.#texture);
  }

  /** What they show in place of anything else. */
  get texture(): Texture | undefined {
    return this.#texture;
  }

  set texture(texture: Texture | undefined) {
    this.leave();
    this.#texture = texture;
    this.#showTexture(texture);
  }

  /** Do they show something else than the file? */
  get isCovered(): boolean {
    return this.#shown !== undefined;
  }

  /** Keeps pictures for them from now on, before they are first in sight. Allocates nothing later. */
  watch(): void {
    const scene = sceneOf(this.object);
    if (scene) this.update(scene);
  }

  /** Shows the last picture of a scene that they are in. */
  update(scene: Object3D): void {
    if (this.#texture || !showsView(this.#captureMode)) return;
    if (!('isScene' in scene) || !isIn(this.object, scene)) {
      this.#readFile();
      return;
    }
    const view = SceneView.of(scene as Scene);
    if (view !== this.#view) this.leave();
    this.#view = view;
    this.#showTexture(view.show(this));
  }

  /** They need no pictures any more. */
  leave(): void {
    this.#view?.remove(this);
    this.#view = undefined;
  }

  #showTexture(texture: Texture | undefined): void {
    if (!texture && !showsView(this.#captureMode)) this.#readFile();
    if (texture === this.#shown) return;
    this.#shown = texture;
    this.#show(texture);
  }
}
