import type { MmdModel } from '@odori/model';
import { PerspectiveCamera } from 'three';
import { expect } from 'vitest';
import { ModelPicture } from './model-picture.js';
import { crowdOf, type RendererKind } from './renderers.js';

const [WIDTH, HEIGHT] = [320, 200];

/** For pictures of a crowd. */
export function createCrowdPicture(kind: RendererKind): Promise<ModelPicture> {
  return ModelPicture.create(kind, WIDTH, HEIGHT, 24);
}

export interface Difference {
  readonly over1: number;
  readonly over4: number;
}

/** The percentages of the pixels with a channel that differs by more than 1, and by more than 4, of 255. */
export function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): Difference {
  let [over1, over4] = [0, 0];
  for (let i = 0; i < a.length; i += 4) {
    const worst = Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k])));
    if (worst > 1) over1++;
    if (worst > 4) over4++;
  }
  return { over1: (400 * over1) / a.length, over4: (400 * over4) / a.length };
}

export const CAMERA: PerspectiveCamera = new PerspectiveCamera(30, WIDTH / HEIGHT, 1, 500);
CAMERA.position.set(6, 18, 70);
CAMERA.lookAt(0, 9, -8);
CAMERA.updateMatrixWorld();

/** The draw calls of the next picture. */
async function drawCalls(picture: ModelPicture): Promise<number> {
  const { info } = picture.renderer;
  const { autoReset } = info;
  info.autoReset = false;
  info.reset();
  await picture.draw(CAMERA);
  info.autoReset = autoReset;
  return 'drawCalls' in info.render ? info.render.drawCalls : info.render.calls;
}

/** Copies of a model in rows, each with its own turn. The first one is the model itself. */
export function formation(model: MmdModel, count: number): MmdModel[] {
  return Array.from({ length: count }, (_, i) => {
    const dancer = i === 0 ? model : model.clone();
    dancer.root.position.set(((i % 5) - 2) * 8, 0, -8 * Math.floor(i / 5));
    dancer.root.rotation.y = i / 3;
    return dancer;
  });
}

export interface Comparison extends Difference {
  /** Draw calls of the models one by one, and of the crowd. */
  readonly calls: readonly [number, number];
}

/** Draws models one by one and as a crowd. */
export async function compare(picture: ModelPicture, models: readonly MmdModel[]): Promise<Comparison> {
  for (const model of models) picture.add(model);
  const single = await drawCalls(picture);
  const expected = picture.pixels();
  for (const model of models) picture.scene.remove(model.root);
  const crowd = await crowdOf(models[0], picture.kind);
  picture.add(crowd);
  for (const model of models) crowd.add(model);
  crowd.update();
  const together = await drawCalls(picture);
  return { ...differenceOf(picture.pixels(), expected), calls: [single, together] };
}

/**
 * The percentages that may differ: of edges between two pixels, where WebGPU and WebGL 2 place points of a
 * crowd otherwise.
 */
export function expectSame({ over1, over4 }: Difference): void {
  expect(over1).toBeLessThan(0.1);
  expect(over4).toBeLessThan(0.1);
}
