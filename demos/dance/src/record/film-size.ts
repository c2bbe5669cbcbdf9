import { say } from '../../../shared/language/texts.js';
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
 * The size of a film. The shorter side has as many pixels as the quality says; a square film has half as many
 * pixels more.
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

/**
 * Bytes of a second of film in Full HD: what the encoder of `record` is asked for. Its rate does not depend
 * on the frame rate.
 */
const BYTES_PER_SECOND = 750_000;
const FULL_HD = 1920 * 1080;
/** With more pixels, a film needs a little less than as many bytes more. */
const GROWTH = 0.95;
/**
 * Bytes of a second of sound: `record` asks for AAC with 192,000 bits a second. Opus has two thirds of that.
 */
const SOUND_BYTES_PER_SECOND = 24_000;

/**
 * About how many bytes a film has.
 *
 * @example
 * estimateBytes({ width: 1920, height: 1080 }, 10, false); // → 7500000
 * estimateBytes({ width: 1920, height: 1080 }, 10, true); // → 7740000
 */
export function estimateBytes({ width, height }: FilmSize, seconds: number, hasSong: boolean): number {
  const pictures = BYTES_PER_SECOND * ((width * height) / FULL_HD) ** GROWTH;
  return (pictures + (hasSong ? SOUND_BYTES_PER_SECOND : 0)) * seconds;
}

/**
 * About how long something takes, in words.
 *
 * @example
 * durationText(8); // → 'about 10 seconds'
 * durationText(200); // → 'about 3 minutes'
 */
export function durationText(seconds: number): string {
  if (seconds < 55) return say('about {count} seconds', { count: Math.max(Math.round(seconds / 5) * 5, 5) });
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? say('about a minute') : say('about {count} minutes', { count: minutes });
}
