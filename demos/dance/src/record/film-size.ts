/** The shape of a film: width to height. */
export type Shape = '16:9' | '9:16' | '1:1';

/** The width and height of a film, in pixels. */
export interface FilmSize {
  readonly width: number;
  readonly height: number;
}

/** How many pixels a film has, as the shorter side of its widest shape says. */
export type Quality = 720 | 1080 | 1440;

const SHAPES: Readonly<Record<Shape, readonly [width: number, height: number]>> = {
  '16:9': [16, 9],
  '9:16': [9, 16],
  '1:1': [1, 1],
};

export function isShape(text: string): text is Shape {
  return text in SHAPES;
}

/**
 * The size of a film. The shorter side has as many pixels as the quality says; a square film has half as many pixels more.
 *
 * @example
 * filmSize('9:16', 720); // → { width: 720, height: 1280 }
 * filmSize('1:1', 720); // → { width: 1080, height: 1080 }
 */
export function filmSize(shape: Shape, quality: Quality): FilmSize {
  const [width, height] = SHAPES[shape];
  const side = width === height ? 1.5 * quality : quality;
  const scale = side / Math.min(width, height);
  return { width: scale * width, height: scale * height };
}

/** What some recorded frames cost. */
export interface FilmSample extends FilmSize {
  /** Of one frame. */
  readonly seconds: number;
  readonly bytes: number;
}

/** With more pixels, a frame needs a little less than as many bytes more. */
const GROWTH = 0.95;

/**
 * About how long a film takes, and how many bytes it will have, from the cost of some frames of perhaps another size.
 *
 * @example
 * estimateFilm({ width: 100, height: 50, seconds: 0.1, bytes: 1000 }, { width: 200, height: 50 }, 10);
 * // → { seconds: 2, bytes: 19319 }
 */
export function estimateFilm(
  sample: FilmSample,
  { width, height }: FilmSize,
  frames: number,
): { seconds: number; bytes: number } {
  const scale = (width * height) / (sample.width * sample.height);
  return { seconds: sample.seconds * scale * frames, bytes: sample.bytes * scale ** GROWTH * frames };
}

/**
 * About how long something takes, in words.
 *
 * @example
 * durationText(8); // → 'about 10 seconds'
 * durationText(200); // → 'about 3 minutes'
 */
export function durationText(seconds: number): string {
  if (seconds < 55) return `about ${Math.max(Math.round(seconds / 5) * 5, 5)} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}
