import { type RenderTarget, Vector2, type Vector4 } from 'three';
import { currentViewport, type SizedRenderer } from '../surface/surface-kit.js';

/**
 * What the screens of a project show (画面キャプチャ), by the number in its file; with any other number, they show
 * the file `screen.bmp`.
 */
export const CAPTURE = {
  /** The last picture of the view, whole. A new project has this. */
  view: 1,
  /** The middle of the last picture. */
  middle: 2,
  /** The film of the background. */
  film: 3,
} as const;

/** The aspect of the middle of the view. */
const MIDDLE_ASPECT = 4 / 3;

/** The width and height of the texture of a screen, in pixels, whatever the shape of the view. */
export const SCREEN_SIZE = 1024;

/** Do screens show the last picture of the view? */
export function showsView(captureMode: number): boolean {
  return captureMode === CAPTURE.view || captureMode === CAPTURE.middle;
}

/**
 * Reduces a view (x y width height, in whole pixels) to the part that a capture mode shows: its middle has an
 * aspect of 4:3 and all of its height, or all of its width where the view is narrower. Allocates nothing.
 *
 * @example
 * cropView(new Vector4(0, 0, 1600, 900), CAPTURE.middle); // → 200, 0, 1200, 900
 */
export function cropView(view: Vector4, captureMode: number): Vector4 {
  if (captureMode !== CAPTURE.middle) return view;
  const width = Math.min(view.z, Math.round(view.w * MIDDLE_ASPECT));
  view.x += Math.floor((view.z - width) / 2);
  view.z = width;
  return view;
}

/**
 * The part of the canvas or of a render target that screens show, in whole pixels: of the viewport what is in
 * the picture, as a capture mode crops it. Empty if nothing of it is. Allocates nothing.
 */
export function viewPart(renderer: SizedRenderer, target: RenderTarget | null, captureMode: number): Vector4 {
  const { x: width, y: height } = target ? size.set(target.width, target.height) : bufferSize(renderer);
  const part = currentViewport(renderer).floor();
  const left = Math.max(part.x, 0);
  const bottom = Math.max(part.y, 0);
  part.z = Math.max(Math.min(part.x + part.z, width) - left, 0);
  part.w = Math.max(Math.min(part.y + part.w, height) - bottom, 0);
  part.x = left;
  part.y = bottom;
  return cropView(part, captureMode);
}

/** Writes the place of a part of a render target in its texture, from 0 to 1. Allocates nothing. */
export function placeIn(place: Vector4, part: Vector4, { width, height }: RenderTarget): void {
  place.set(part.x / width, part.y / height, part.z / width, part.w / height);
}

function bufferSize(renderer: SizedRenderer): Vector2 {
  return renderer.getDrawingBufferSize(size);
}

const size = /* @__PURE__ */ new Vector2();
