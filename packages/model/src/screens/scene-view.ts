import {
  type Camera,
  DataTexture,
  LinearFilter,
  type Object3D,
  type RenderTarget,
  type Scene,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { CreateViewCopy, ViewCopy } from '../surface/surface-kit.js';

/** A group of screens in a scene, for its view. */
export interface ViewScreens {
  readonly object: Object3D;
  /** One of those that show the view, see `CAPTURE`. */
  readonly captureMode: number;
  readonly createViewCopy: CreateViewCopy;
}

/** The callbacks of a scene, as properties. */
interface SceneCallbacks {
  onBeforeRender: SceneCallback;
  onAfterRender: SceneCallback;
}
type SceneCallback = (...values: Parameters<Scene['onAfterRender']>) => void;

/** What a screen shows in the first picture of all. */
const BLACK = /* @__PURE__ */ new DataTexture(Uint8Array.of(0, 0, 0, 255), 1, 1);
BLACK.magFilter = BLACK.minFilter = LinearFilter;
BLACK.needsUpdate = true;

/** The last picture of a view, as one capture mode shows it. */
class LastPicture {
  readonly captureMode: number;
  readonly copy: ViewCopy;
  isTaken = false;

  constructor({ captureMode, createViewCopy }: ViewScreens) {
    this.captureMode = captureMode;
    this.copy = createViewCopy(captureMode);
  }

  get texture(): Texture {
    return this.isTaken ? this.copy.texture : BLACK;
  }
}

const views = /* @__PURE__ */ new WeakMap<Scene, SceneView>();

/**
 * The view of a scene: keeps the last picture while there are screens in the scene that show it.
 *
 * It learns of each picture from the callbacks `onBeforeRender` and `onAfterRender` of the scene, whoever
 * draws it, and calls those of the page first. It takes the pictures that the canvas gets. Those in a render
 * target count only while the canvas gets none, as in pages with effects: else they are thumbnails or
 * reflections. What is drawn within another picture, as by mirrors and shadow maps, never counts; what a
 * camera draws whose `userData.isView` is false, only if there is no other.
 *
 * The first picture is drawn twice: its screens show it, too.
 */
export class SceneView {
  readonly scene: Scene;
  readonly #callbacks: SceneCallbacks;
  readonly #screens: ViewScreens[] = [];
  readonly #pictures: LastPicture[] = [];
  /**
   * Draws the picture that is being drawn, the outermost one; null between pictures; undefined if it began
   * before this view listened.
   */
  #camera: Camera | null | undefined;
  /** Has the canvas got a picture since the last one in a render target? */
  #hasCanvas = false;
  #after: SceneCallback | undefined;
  #stopListening = (): void => {};

  static of(scene: Scene): SceneView {
    const view = views.get(scene) ?? new SceneView(scene);
    views.set(scene, view);
    return view;
  }

  /** Forgets the last picture of the scene that an object is in. The next one is a first picture. */
  static forget(object: Object3D): void {
    const scene = sceneOf(object);
    const view = scene && views.get(scene);
    if (view) for (const picture of view.#pictures) picture.isTaken = false;
  }

  private constructor(scene: Scene) {
    this.scene = this.#callbacks = scene;
  }

  /**
   * What some screens show now. From now on, while they are in the scene, each picture is kept. Allocates
   * nothing after the first time.
   */
  show(screens: ViewScreens): Texture {
    if (!this.#screens.includes(screens)) this.#screens.push(screens);
    if (this.#callbacks.onAfterRender !== this.#after) this.#listen();
    for (let i = 0; i < this.#pictures.length; i++) {
      if (this.#pictures[i].captureMode === screens.captureMode) return this.#pictures[i].texture;
    }
    const picture = new LastPicture(screens);
    this.#pictures.push(picture);
    return picture.texture;
  }

  /** These screens show something else now. The memory of pictures is freed with their last screen. */
  remove(screens: ViewScreens): void {
    const index = this.#screens.indexOf(screens);
    if (index < 0) return;
    this.#screens.splice(index, 1);
    const unseen = this.#pictures.findIndex(
      ({ captureMode }) => !this.#screens.some((other) => other.captureMode === captureMode),
    );
    if (unseen >= 0) this.#pictures.splice(unseen, 1)[0].copy.dispose();
    if (this.#screens.length === 0) this.#stopListening();
  }

  /** Listens after callbacks that the page has set meanwhile, too. */
  #listen(): void {
    const scene = this.#callbacks;
    const { onBeforeRender, onAfterRender } = scene;
    const before: SceneCallback = (renderer, drawn, by, geometry, material, group) => {
      onBeforeRender.call(scene, renderer, drawn, by, geometry, material, group);
      this.#camera ??= by;
    };
    const after: SceneCallback = (renderer, drawn, by, geometry, material, group) => {
      onAfterRender.call(scene, renderer, drawn, by, geometry, material, group);
      if (after !== this.#after) return; // another one has followed it
      // `WebGPURenderer` tells where it has drawn, which may be a render target of its own
      this.#end(renderer, by, (geometry as unknown as RenderTarget | null | undefined) ?? null);
    };
    scene.onBeforeRender = before;
    scene.onAfterRender = this.#after = after;
    this.#camera = undefined;
    this.#stopListening = () => {
      if (scene.onBeforeRender === before) scene.onBeforeRender = onBeforeRender;
      if (scene.onAfterRender === after) scene.onAfterRender = onAfterRender;
      this.#after = undefined;
    };
  }

  /** Something of the scene was drawn. */
  #end(renderer: WebGLRenderer, camera: Camera, drawnTo: RenderTarget | null): void {
    const target = renderer.getRenderTarget();
    // it was within another picture, or may have been
    if (this.#camera === undefined ? target : camera !== this.#camera) return;
    if (this.#camera) this.#camera = null;
    for (let i = this.#screens.length - 1; i >= 0; i--) {
      if (!isIn(this.#screens[i].object, this.scene)) this.remove(this.#screens[i]);
    }
    if (this.#pictures.length > 0 && this.#isPicture(renderer, camera))
      this.#take(renderer, camera, drawnTo ?? target);
  }

  /** Keeps the picture that was drawn. */
  #take(renderer: WebGLRenderer, camera: Camera, source: RenderTarget | null): void {
    let isFirst = false;
    for (let i = 0; i < this.#pictures.length; i++) {
      const picture = this.#pictures[i];
      if (!picture.copy.take(renderer, source)) continue;
      isFirst ||= !picture.isTaken;
      picture.isTaken = true;
    }
    // Pages that draw on demand, captures and films would begin with black screens. Without a clear, what is
    // translucent would be drawn upon itself.
    if (isFirst && renderer.autoClear) renderer.render(this.scene, camera);
  }

  /** Is what was drawn a picture of the view? */
  #isPicture(renderer: WebGLRenderer, { userData }: Camera): boolean {
    const target = renderer.getRenderTarget();
    const { xr } = renderer;
    if (xr.enabled && xr.isPresenting) return false; // it has a picture for each eye
    if (userData['isView'] === false && this.#pictures[0].isTaken) return false;
    if (!target) return (this.#hasCanvas = true);
    if (this.#hasCanvas) return (this.#hasCanvas = false);
    return this.scene.overrideMaterial === null && isFlat(target);
  }
}

/**
 * Forgets the last picture where a film begins: at the first exact pose after poses of another kind or after
 * a jump. Its pictures then do not depend on what was shown before.
 */
export class FilmStart {
  #isNext = true;

  jump(): void {
    this.#isNext = true;
  }

  /** `object`: in the scene of the view. */
  pose(object: Object3D, isExact: boolean): void {
    if (isExact && this.#isNext) SceneView.forget(object);
    this.#isNext = !isExact;
  }
}

/** Has it one picture, not those of a cube or of layers? */
function isFlat({ texture, depth }: WebGLRenderTarget): boolean {
  return (
    depth <= 1 && !('isCubeTexture' in texture) && !('isArrayTexture' in texture && texture.isArrayTexture)
  );
}

/** The scene that an object is in, the outermost one. */
export function sceneOf(object: Object3D): Scene | undefined {
  let root = object;
  while (root.parent) root = root.parent;
  return 'isScene' in root ? (root as Scene) : undefined;
}

/** Is an object in a scene? */
export function isIn(object: Object3D, scene: Object3D): boolean {
  let each: Object3D | null = object;
  while (each && each !== scene) each = each.parent;
  return each === scene;
}
