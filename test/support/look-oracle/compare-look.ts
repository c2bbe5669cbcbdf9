import { type Camera, Vector3 } from 'three';
import { HEIGHT, WIDTH } from './look-stage.js';
import type { OraclePart } from './oracle-index.js';

/** r g b a, from the upper left. */
export type Pixels = Uint8Array | Uint8ClampedArray;

/** A channel of a pixel that differs by more than this is off: the limit of the eye, nearly. */
export const VISIBLE = 4;

export interface PictureDifference {
  /** Compared pixels. */
  readonly count: number;
  /** Pixels of which a channel is off by more than {@link VISIBLE}. */
  readonly off: number;
  /** The mean difference of all channels. */
  readonly mean: number;
}

export interface QuadDifference {
  readonly name: string;
  /** The mean difference of the worst channel over its middle; NaN if the editor covers it. */
  readonly mean: number;
  readonly max: number;
  readonly ours: number[];
  readonly mmd: number[];
}

/** What covers the picture in the editor: the gizmo, and the mark of the camera's target. */
export function isCovered(x: number, y: number): boolean {
  return (x >= 1120 && y >= 575) || (x >= 618 && x <= 656 && y >= 340 && y <= 376);
}

/** The greatest difference of a pixel's channels. */
function differenceAt(a: Pixels, b: Pixels, i: number): number {
  return Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]));
}

export function comparePictures(ours: Pixels, mmd: Pixels, mask?: Uint8Array): PictureDifference {
  let off = 0;
  let sum = 0;
  let count = 0;
  for (let y = 0, p = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, p++) {
      if ((mask && mask[p] === 0) || isCovered(x, y)) continue;
      const i = 4 * p;
      count++;
      if (differenceAt(ours, mmd, i) > VISIBLE) off++;
      sum +=
        Math.abs(ours[i] - mmd[i]) + Math.abs(ours[i + 1] - mmd[i + 1]) + Math.abs(ours[i + 2] - mmd[i + 2]);
    }
  }
  return { off, mean: sum / (3 * count), count };
}

/** Leaves those pixels of a mask around which, up to `reach` pixels away, neither picture has a step of colour. */
export function withoutSteps(
  mask: Uint8Array,
  pictures: readonly Pixels[],
  reach = 2,
  step = 16,
): Uint8Array {
  const out = mask.slice();
  const clear = (x: number, y: number): void => {
    for (let v = Math.max(y - reach + 1, 0); v <= Math.min(y + reach, HEIGHT - 1); v++)
      for (let u = Math.max(x - reach + 1, 0); u <= Math.min(x + reach, WIDTH - 1); u++)
        out[v * WIDTH + u] = 0;
  };
  for (const pixels of pictures)
    for (let y = 0; y < HEIGHT - 1; y++)
      for (let x = 0; x < WIDTH - 1; x++) {
        const i = 4 * (y * WIDTH + x);
        for (const next of [i + 4, i + 4 * WIDTH])
          if ([0, 1, 2].some((c) => Math.abs(pixels[i + c] - pixels[next + c]) > step)) clear(x, y);
      }
  return out;
}

const INSET = 0.2;
const LEAST_INSET = 3; // pixels

/** Compares the middles of a synthetic model's quads. */
export function compareQuads(
  ours: Pixels,
  mmd: Pixels,
  parts: readonly OraclePart[],
  camera: Camera,
): QuadDifference[] {
  return parts
    .filter(({ kind }) => kind === 'quad')
    .map((part) => {
      const corners = cornersOf(part, camera, INSET);
      const outer = cornersOf(part, camera, 0);
      const width = Math.hypot(outer[1][0] - outer[0][0], outer[1][1] - outer[0][1]);
      const height = Math.hypot(outer[3][0] - outer[0][0], outer[3][1] - outer[0][1]);
      const inset = Math.max(INSET, LEAST_INSET / Math.min(width, height));
      const inner = inset === INSET ? corners : cornersOf(part, camera, Math.min(inset, 0.45));
      return { name: part.name, ...compareInside(ours, mmd, inner) };
    });
}

const corner = new Vector3();

/** The corners of a quad in pixels; `inset`: this share of its width and height is cut off at each side. */
function cornersOf({ c, w, h }: OraclePart, camera: Camera, inset: number): [number, number][] {
  const [u, v] = [w * (0.5 - inset), h * (0.5 - inset)];
  return [
    [-u, v],
    [u, v],
    [u, -v],
    [-u, -v],
  ].map(([x, y]) => {
    corner.set(c[0] + x, c[1] + y, -c[2]).project(camera);
    return [((corner.x + 1) / 2) * WIDTH, ((1 - corner.y) / 2) * HEIGHT];
  });
}

function compareInside(ours: Pixels, mmd: Pixels, polygon: [number, number][]): Omit<QuadDifference, 'name'> {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const [sums, mean, theirs] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [count, max] = [0, 0];
  for (let y = Math.max(Math.floor(Math.min(...ys)), 0); y <= Math.min(Math.max(...ys), HEIGHT - 1); y++)
    for (let x = Math.max(Math.floor(Math.min(...xs)), 0); x <= Math.min(Math.max(...xs), WIDTH - 1); x++) {
      if (isCovered(x, y) || !isInside(polygon, x + 0.5, y + 0.5)) continue;
      const i = 4 * (y * WIDTH + x);
      count++;
      for (let channel = 0; channel < 3; channel++) {
        sums[channel] += Math.abs(ours[i + channel] - mmd[i + channel]);
        mean[channel] += ours[i + channel];
        theirs[channel] += mmd[i + channel];
      }
      max = Math.max(max, differenceAt(ours, mmd, i));
    }
  return {
    mean: Math.max(...sums) / count,
    max,
    ours: mean.map((sum) => sum / count),
    mmd: theirs.map((sum) => sum / count),
  };
}

/** True if a point lies on the same side of all edges of a convex polygon. */
function isInside(polygon: [number, number][], x: number, y: number): boolean {
  let side = 0;
  return polygon.every(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    const cross = Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    if (side === 0) side = cross;
    return cross === side;
  });
}
