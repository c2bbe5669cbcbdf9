/** What the address of the page asks for. */
export interface PageOptions {
  /** Seconds to begin at. */
  seek: number;
  paused: boolean;
  /** A fixed size instead of the window's. */
  size: { width: number; height: number } | undefined;
}

const MOST_PIXELS = 4096;

/** Reads `?seek=<seconds>&paused=1&size=<width>x<height>`; what makes no sense is left out. */
export function pageOptions(search: string): PageOptions {
  const parameters = new URLSearchParams(search);
  const seek = Number(parameters.get('seek') ?? 0);
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(parameters.get('size') ?? '') ?? []).map(Number);
  const isSize = width > 0 && height > 0 && Math.max(width, height) <= MOST_PIXELS;
  return {
    seek: seek >= 0 && Number.isFinite(seek) ? seek : 0,
    paused: parameters.get('paused') === '1',
    size: isSize ? { width, height } : undefined,
  };
}
