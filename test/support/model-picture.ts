import { createVmd, parsePmx, type Pmx, serializePmx, type VmdContent } from '@odori/format';
import type { MmdModel, ModelOptions } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import {
  type BufferGeometry,
  type Camera,
  Color,
  Light,
  type Material,
  Mesh,
  type Object3D,
  OrthographicCamera,
  Scene,
} from 'three';
import { expect } from 'vitest';
import {
  giveBackRenderer,
  modelEntryOf,
  type PictureRenderer,
  type RendererKind,
  takeRenderer,
} from './renderers.js';

interface Shown {
  readonly root: Object3D;
  dispose(): void;
}

/**
 * A renderer for small pictures, with its scene. Without a light in the scene, models have MMD's default
 * light.
 */
export class ModelPicture {
  readonly scene: Scene = new Scene();
  readonly camera: OrthographicCamera;
  readonly size: readonly [number, number];
  readonly #renderer: PictureRenderer;
  /** The last picture. Canvases of renderers lose theirs at the end of the task. */
  readonly #drawn: CanvasRenderingContext2D;
  readonly #shown: Shown[] = [];

  private constructor(renderer: PictureRenderer, width: number, height: number, unitsHigh: number) {
    this.#renderer = renderer;
    this.size = [width, height];
    this.#drawn = createContext(width, height);
    const [x, y] = [(unitsHigh * width) / height / 2, unitsHigh / 2];
    this.camera = new OrthographicCamera(-x, x, y, -y, 1, 200);
    this.camera.position.z = 100;
    this.scene.background = new Color(0x808080);
  }

  /** `unitsHigh`: the visible height around the origin, in units. */
  static async create(
    kind: RendererKind,
    width: number,
    height: number,
    unitsHigh: number,
  ): Promise<ModelPicture> {
    return new ModelPicture(await takeRenderer(kind, width, height), width, height, unitsHigh);
  }

  get kind(): RendererKind {
    return this.#renderer.kind;
  }

  get renderer(): PictureRenderer['renderer'] {
    return this.#renderer.renderer;
  }

  /** Draws and reads one pixel, counted from the upper left: r g b a. */
  async pixel(x: number, y: number): Promise<number[]> {
    await this.draw();
    return [...this.#drawn.getImageData(x, y, 1, 1).data];
  }

  /** Draws and counts the pixels of a colour. */
  async count(r: number, g: number, b: number): Promise<number> {
    await this.draw();
    return this.countDrawn(r, g, b);
  }

  /** Counts the pixels of a colour in the last picture, which any camera may have drawn. */
  countDrawn(r: number, g: number, b: number): number {
    const all = this.pixels();
    let count = 0;
    for (let i = 0; i < all.length; i += 4) {
      if (all[i] === r && all[i + 1] === g && all[i + 2] === b) count++;
    }
    return count;
  }

  /** The pixels of the last picture, r g b a. */
  pixels(): Uint8ClampedArray {
    return this.#drawn.getImageData(0, 0, ...this.size).data;
  }

  async draw(camera: Camera = this.camera): Promise<void> {
    await this.#renderer.ready();
    this.#renderer.draw(this.scene, camera);
    this.#drawn.drawImage(this.renderer.domElement, 0, 0);
  }

  /** Adds a model or an accessory to the scene. The picture disposes of it. */
  add(shown: Shown): void {
    this.#shown.push(shown);
    this.scene.add(shown.root);
  }

  /** Frees what is in the scene. Another picture may use the renderer then. */
  dispose(): void {
    for (const shown of this.#shown) shown.dispose();
    this.scene.traverse(disposeOf);
    giveBackRenderer(this.#renderer);
  }
}

function createContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // translucent pixels are not mixed with those of the picture before
  context.globalCompositeOperation = 'copy';
  return context;
}

/** Frees what one object has on the GPU. */
function disposeOf(object: Object3D): void {
  if (object instanceof Light) object.dispose();
  if (!(object instanceof Mesh)) return;
  (object.geometry as BufferGeometry).dispose();
  for (const material of [object.material as Material | Material[]].flat()) material.dispose();
}

/** Adds a model to the picture, as if loaded from a file, and waits for its textures. */
export async function showModel(
  picture: ModelPicture,
  pmx: Pmx,
  files: Record<string, Blob> = {},
  options: Omit<ModelOptions, 'files'> = {},
): Promise<MmdModel> {
  const { createMapSource, createModel } = await modelEntryOf(picture.kind);
  const source = createMapSource(new Map(Object.entries(files)), 'test.pmx');
  const model = createModel(parsePmx(serializePmx(pmx)), { ...options, files: source });
  await model.ready;
  picture.add(model);
  return model;
}

/** Expects a colour, r g b from 0 to 255. */
export function expectColor(actual: readonly number[], expected: readonly number[], within = 1): void {
  expected.forEach((value, i) =>
    expect(Math.abs(actual[i] - value), actual.join()).toBeLessThanOrEqual(within),
  );
}

/** Poses a model at a frame of a motion with these keyframes. */
export function playKeys(model: MmdModel, keys: VmdContent, frame = 0): void {
  bindMotion(Motion.from(createVmd(keys)), model.rig).sample(frame);
  model.update();
}
