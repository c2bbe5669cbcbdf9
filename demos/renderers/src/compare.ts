import type { Motion } from '@odori/runtime';
import type { PerspectiveCamera } from 'three';
import { Drawing } from './drawing.js';
import { RENDERER_KINDS, type RendererKind } from '../../shared/renderer-kind.js';

/** The size of the pictures that are compared, in pixels. */
const [WIDTH, HEIGHT] = [640, 360];

/** A picture by one renderer, and how it differs from the first one. */
export interface ComparedPicture {
  readonly kind: RendererKind;
  readonly canvas: HTMLCanvasElement;
  /** How many pixels have a channel that differs by more than 1, and by more than 4, of 255. */
  readonly over1: number;
  readonly over4: number;
  readonly pixels: number;
}

/** Draws a frame of the dance with all renderers that the browser has. */
export async function compareRenderers(
  kinds: readonly RendererKind[],
  dance: Motion,
  frame: number,
  view: PerspectiveCamera,
): Promise<ComparedPicture[]> {
  const camera = view.clone();
  camera.aspect = WIDTH / HEIGHT;
  const canvases: [RendererKind, HTMLCanvasElement][] = [];
  for (const kind of RENDERER_KINDS.filter((each) => kinds.includes(each))) {
    canvases.push([kind, await takePicture(kind, dance, frame, camera)]);
  }
  const first = pixelsOf(canvases[0][1]);
  return canvases.map(([kind, canvas]) => ({ kind, canvas, ...difference(pixelsOf(canvas), first) }));
}

async function takePicture(
  kind: RendererKind,
  dance: Motion,
  frame: number,
  camera: PerspectiveCamera,
): Promise<HTMLCanvasElement> {
  const drawing = await Drawing.open(kind, dance, false);
  drawing.resize(WIDTH, HEIGHT, 1);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // WebGPURenderer brings shadow maps up to date once a frame of the page: the second picture has them for
  // sure.
  for (let i = 0; i < 2; i++) {
    await new Promise(requestAnimationFrame);
    drawing.draw(frame, camera);
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.drawImage(drawing.canvas, 0, 0); // in the same task: later, the canvas may be empty
  }
  await drawing.close();
  return canvas;
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  return canvas.getContext('2d')!.getImageData(0, 0, WIDTH, HEIGHT).data;
}

function difference(
  a: Uint8ClampedArray,
  b: Uint8ClampedArray,
): Pick<ComparedPicture, 'over1' | 'over4' | 'pixels'> {
  let [over1, over4] = [0, 0];
  for (let i = 0; i < a.length; i += 4) {
    const most = Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(a[i + channel] - b[i + channel])));
    if (most > 1) over1++;
    if (most > 4) over4++;
  }
  return { over1, over4, pixels: a.length / 4 };
}
