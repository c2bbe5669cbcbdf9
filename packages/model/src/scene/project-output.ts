import type { Pmm } from '@odori/format';
import type { MotionCamera } from '@odori/runtime';

/**
 * How the picture of a project is fitted into a canvas of another shape, as CSS's `object-fit` does:
 * `contain` shows all of it and more beside it, `cover` fills the canvas and cuts off what is beyond.
 */
export type PictureFit = 'contain' | 'cover';

/** The pictures that MMD renders of a project. */
export interface ProjectOutput {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Width / height. */
  readonly aspect: number;
  /**
   * The most pictures per second that MMD shows: 30 or 60; Infinity: no limit. Keyframes always count 30 per
   * second.
   */
  readonly fps: number;
}

/** MMD's picture in a new project, for files that say nothing useful. */
const NEW_PROJECT = { width: 1280, height: 720 };
/** In files, this rate means that there is no limit. */
const NO_LIMIT = 1000;

export function outputOf({ editor, display: { fpsLimit } }: Pmm): ProjectOutput {
  const { outputWidth, outputHeight } = editor;
  const isPicture = outputWidth > 0 && outputHeight > 0;
  const { width, height } = isPicture ? { width: outputWidth, height: outputHeight } : NEW_PROJECT;
  return {
    width,
    height,
    aspect: width / height,
    fps: fpsLimit > 0 && fpsLimit < NO_LIMIT ? fpsLimit : Infinity,
  };
}

/** The size of a picture pixel in a canvas, both in pixels. */
export function pixelScale(
  output: Pick<ProjectOutput, 'width' | 'height'>,
  width: number,
  height: number,
  fit: PictureFit,
): number {
  const across = width / output.width;
  const down = height / output.height;
  return fit === 'contain' ? Math.min(across, down) : Math.max(across, down);
}

/**
 * Makes a camera show the picture of a project in a canvas. `aspect`: of the canvas.
 *
 * In a canvas of another aspect, a perspective camera shows the same height, an orthographic one the same
 * width. Where the other side decides, it zooms.
 */
export function fitCamera(
  camera: MotionCamera,
  { aspect: ofOutput }: Pick<ProjectOutput, 'aspect'>,
  aspect: number,
  fit: PictureFit,
): void {
  const choose = fit === 'contain' ? Math.min : Math.max;
  camera.aspect = aspect;
  camera.perspectiveCamera.zoom = choose(1, aspect / ofOutput);
  camera.orthographicCamera.zoom = choose(1, ofOutput / aspect);
  camera.update();
}
