import { createVmd, parsePmx, type Pmx, serializePmx, type VmdContent } from '@odori/format';
import { createMapSource, createModel, type MmdModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import { Color, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { expect } from 'vitest';

/** A renderer for small pictures, with its scene. Without a light in the scene, models have MMD's default light. */
export class ModelPicture {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene = new Scene();
  readonly camera: OrthographicCamera;
  readonly size: readonly [number, number];

  /** `unitsHigh`: the visible height around the origin, in units. */
  constructor(width: number, height: number, unitsHigh: number) {
    this.size = [width, height];
    this.renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
    this.renderer.setSize(width, height, false);
    const [x, y] = [(unitsHigh * width) / height / 2, unitsHigh / 2];
    this.camera = new OrthographicCamera(-x, x, y, -y, 1, 200);
    this.camera.position.z = 100;
    this.scene.background = new Color(0x808080);
  }

  /** Renders and reads one pixel, counted from the upper left: r g b a. */
  pixel(x: number, y: number): number[] {
    this.draw();
    return [...this.#read(x, this.size[1] - 1 - y, 1, 1)];
  }

  /** Renders and counts the pixels of a colour. */
  count(r: number, g: number, b: number): number {
    this.draw();
    return this.countDrawn(r, g, b);
  }

  /** Counts the pixels of a colour in the last picture, which any camera may have drawn. */
  countDrawn(r: number, g: number, b: number): number {
    const all = this.#read(0, 0, ...this.size);
    let count = 0;
    for (let i = 0; i < all.length; i += 4) {
      if (all[i] === r && all[i + 1] === g && all[i + 2] === b) count++;
    }
    return count;
  }

  #read(x: number, y: number, width: number, height: number): Uint8Array {
    const gl = this.renderer.getContext();
    const out = new Uint8Array(4 * width * height);
    gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, out);
    return out;
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Adds a model to the scene, as if loaded from a file, and waits for its textures. */
export async function showModel(
  { scene }: ModelPicture,
  pmx: Pmx,
  files: Record<string, Blob> = {},
): Promise<MmdModel> {
  const source = createMapSource(new Map(Object.entries(files)), 'test.pmx');
  const model = createModel(parsePmx(serializePmx(pmx)), { files: source });
  await model.ready;
  scene.add(model.root);
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
