/** The options in the address of a page. */
export interface PageOptions {
  /** Seconds to begin at. */
  seek: number;
  /** Frame to begin at. */
  frame: number;
  /** Begin with a pause: asked for in the address, or by `prefers-reduced-motion`. */
  paused: boolean;
  /** A fixed size of the picture in pixels, instead of the size of the window. */
  size: { width: number; height: number } | undefined;
}

const MAX_PIXELS = 4096;

/**
 * Reads `?seek=<seconds>` (`t` in links that are shared), `?frame=<frame>&paused=1&size=<width>x<height>` and
 * ignores invalid values.
 */
export function pageOptions(): PageOptions {
  const parameters = new URLSearchParams(location.search);
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(parameters.get('size') ?? '') ?? []).map(Number);
  const isSize = width > 0 && height > 0 && Math.max(width, height) <= MAX_PIXELS;
  return {
    seek: time(parameters.get('seek') ?? parameters.get('t')),
    frame: time(parameters.get('frame')),
    paused: parameters.get('paused') === '1' || prefersReducedMotion(),
    size: isSize ? { width, height } : undefined,
  };
}

function time(text: string | null): number {
  const value = Number(text ?? 0);
  return value >= 0 && Number.isFinite(value) ? value : 0;
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `onTheme` now, and whenever the user changes the color scheme until `signal` is aborted. */
export function followTheme<Theme>(
  day: Theme,
  night: Theme,
  onTheme: (theme: Theme) => void,
  signal?: AbortSignal,
): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const update = (): void => onTheme(isDark.matches ? night : day);
  isDark.addEventListener('change', update, signal && { signal });
  update();
}

/** Shown where {@link createContext} gives no context. */
export const NO_WEBGL = 'This page needs WebGL 2, which is not available in this browser.';

/** A WebGL 2 context for the canvas of a page; null if the browser has none. */
export function createContext(
  canvas: HTMLCanvasElement,
  { size }: Pick<PageOptions, 'size'>,
  attributes: WebGLContextAttributes = {},
): WebGL2RenderingContext | null {
  // At a fixed size, tests and scripts read the pixels: they need plain ones that stay after drawing.
  const isFixed = size !== undefined;
  return canvas.getContext('webgl2', { antialias: !isFixed, preserveDrawingBuffer: isFixed, ...attributes });
}
