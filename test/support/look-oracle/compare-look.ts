import { type Camera, Vector3 } from 'three';
import type { OraclePart, OracleView } from './oracle-index.js';

/** Pixels of a picture, r g b a, from the upper left. */
export type Pixels = Uint8Array | Uint8ClampedArray;

/** A pixel is off if one of its channels differs by more than this, of 255. */
export const VISIBLE = 4;

export interface PictureDifference {
  /** Compared pixels. */
  readonly count: number;
  /** Pixels that are off. */
  readonly off: number;
  /** The mean difference of the channels, of 255. */
  readonly mean: number;
}

/** How much the middle of a quad differs. NaN if the editor covers it. */
export interface QuadDifference {
  readonly name: string;
  /** The mean difference of the channels, of 255. */
  readonly mean: number;
  /** The greatest difference between the mean colors in a channel, of 255. */
  readonly bias: number;
  /** The mean colors, r g b. */
  readonly ours: readonly number[];
  readonly mmd: readonly number[];
}

/** What covers a picture in the editor: the gizmo, and the mark of the camera's target. */
export function isCovered({ width, height, gizmo }: OracleView, x: number, y: number): boolean {
  const isMark = Math.abs(x + 0.5 - width / 2) < 20 && Math.abs(y + 0.5 - height / 2) < 20;
  return isMark || (x >= width - gizmo[0] && y >= height - gizmo[1]);
}

/** Compares the pixels of two pictures, or those for which a mask is 1. */
export function comparePictures(
  view: OracleView,
  ours: Pixels,
  mmd: Pixels,
  mask?: Uint8Array,
): PictureDifference {
  let [count, off, sum] = [0, 0, 0];
  for (let y = 0, p = 0; y < view.height; y++)
    for (let x = 0; x < view.width; x++, p++) {
      if (mask?.[p] === 0 || isCovered(view, x, y)) continue;
      const i = 4 * p;
      const r = Math.abs(ours[i] - mmd[i]);
      const g = Math.abs(ours[i + 1] - mmd[i + 1]);
      const b = Math.abs(ours[i + 2] - mmd[i + 2]);
      count++;
      sum += r + g + b;
      if (r > VISIBLE || g > VISIBLE || b > VISIBLE) off++;
    }
  return { count, off, mean: sum / (3 * count) };
}

/** 1 for each pixel that is neither white nor the ground shadow in at least one of the pictures. */
export function bodyMask(pictures: readonly Pixels[], groundShadow: readonly number[]): Uint8Array {
  const mask = new Uint8Array(pictures[0].length / 4);
  const [r, g, b] = groundShadow;
  for (const pixels of pictures)
    for (let p = 0, i = 0; p < mask.length; p++, i += 4) {
      const isWhite = pixels[i] + pixels[i + 1] + pixels[i + 2] === 3 * 255;
      const isShadow =
        Math.abs(pixels[i] - r) < 2 && Math.abs(pixels[i + 1] - g) < 2 && Math.abs(pixels[i + 2] - b) < 2;
      if (!isWhite && !isShadow) mask[p] = 1;
    }
  return mask;
}

/** Neighbors that differ by more than this in a channel are a step of color. */
const STEP = 32;

/**
 * The pixels of a mask that are at least two pixels away from any step of color in both pictures.
 *
 * Two rasterizers cover silhouettes and filter textures differently. Away from steps, colors can be compared.
 */
export function awayFromSteps(
  { width, height }: OracleView,
  mask: Uint8Array,
  pictures: readonly Pixels[],
): Uint8Array {
  const out = mask.slice();
  for (const pixels of pictures)
    for (let y = 1; y < height - 2; y++)
      for (let x = 1, p = y * width + 1; x < width - 2; x++, p++) {
        if (!isStep(pixels, 4 * p, 4 * p + 4) && !isStep(pixels, 4 * p, 4 * (p + width))) continue;
        for (let row = p - 1 - width; row < p + 3 * width - 1; row += width) out.fill(0, row, row + 4);
      }
  return out;
}

function isStep(pixels: Pixels, i: number, next: number): boolean {
  return (
    Math.abs(pixels[i] - pixels[next]) > STEP ||
    Math.abs(pixels[i + 1] - pixels[next + 1]) > STEP ||
    Math.abs(pixels[i + 2] - pixels[next + 2]) > STEP
  );
}

/** Compares the middles of a synthetic model's quads. */
export function compareQuads(
  view: OracleView,
  [ours, mmd]: readonly [Pixels, Pixels],
  parts: readonly OraclePart[],
  camera: Camera,
): QuadDifference[] {
  return parts
    .filter(({ kind }) => kind === 'quad')
    .map((part) => ({ name: part.name, ...compareInside(view, ours, mmd, middleOf(view, part, camera)) }));
}

type Polygon = readonly (readonly [x: number, y: number])[];

/** The middle of a quad is what is left when this share of its width and height is cut off at each side. */
const CUT = 0.2;

const corner = /* @__PURE__ */ new Vector3();

/** The corners of the middle of a quad, in pixels. */
function middleOf({ width, height }: OracleView, { c, w, h }: OraclePart, camera: Camera): Polygon {
  const [x, y] = [w * (0.5 - CUT), h * (0.5 - CUT)];
  const corners = [
    [-x, y],
    [x, y],
    [x, -y],
    [-x, -y],
  ];
  return corners.map(([dx, dy]) => {
    corner.set(c[0] + dx, c[1] + dy, -c[2]).project(camera);
    return [((corner.x + 1) / 2) * width, ((1 - corner.y) / 2) * height];
  });
}

function compareInside(
  view: OracleView,
  ours: Pixels,
  mmd: Pixels,
  polygon: Polygon,
): Omit<QuadDifference, 'name'> {
  const sums = { ours: [0, 0, 0], mmd: [0, 0, 0] };
  let [count, sum] = [0, 0];
  for (const p of pixelsInside(view, polygon)) {
    count++;
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = [ours[4 * p + channel], mmd[4 * p + channel]];
      sums.ours[channel] += a;
      sums.mmd[channel] += b;
      sum += Math.abs(a - b);
    }
  }
  const [a, b] = [sums.ours, sums.mmd].map((colors) => colors.map((value) => value / count));
  const bias = Math.max(...a.map((value, channel) => Math.abs(value - b[channel])));
  return { mean: sum / (3 * count), bias, ours: a, mmd: b };
}

/** The indices of the pixels inside a convex polygon that the editor does not cover. */
function* pixelsInside(view: OracleView, polygon: Polygon): Generator<number> {
  const { width, height } = view;
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const [bottom, right] = [Math.min(Math.max(...ys), height), Math.min(Math.max(...xs), width)];
  for (let y = Math.max(Math.floor(Math.min(...ys)), 0); y < bottom; y++)
    for (let x = Math.max(Math.floor(Math.min(...xs)), 0); x < right; x++)
      if (!isCovered(view, x, y) && isInside(polygon, x + 0.5, y + 0.5)) yield y * width + x;
}

/** True if a point lies on the same side of all edges of a convex polygon. */
function isInside(polygon: Polygon, x: number, y: number): boolean {
  const sides = polygon.map(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    return (bx - ax) * (y - ay) > (by - ay) * (x - ax);
  });
  return sides.every((side) => side === sides[0]);
}
