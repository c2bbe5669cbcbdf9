import type { OdoriPlayerElement, RecordOptions } from '@odori/element';
import type { FilmSample } from './film-size.js';

/** Recorded, of which the first ones are not measured: shaders and encoder start with them. */
const FRAMES = 6;
const SKIPPED = 2;

/**
 * How long a frame takes to draw and to encode, and how many bytes it needs, from a few frames that are recorded now. Playback
 * stops meanwhile.
 *
 * Rejects as `record` of the player does.
 */
export async function measureFrames(
  player: OdoriPlayerElement,
  { width, height, fps }: Required<Pick<RecordOptions, 'width' | 'height' | 'fps'>>,
  signal: AbortSignal,
): Promise<FilmSample> {
  const seconds = FRAMES / fps;
  const start = Math.max(Math.min(player.currentTime, player.duration - seconds), 0);
  const times: number[] = [];
  const { size } = await player.record({
    width,
    height,
    fps,
    signal,
    range: { start, end: start + seconds },
    onProgress: () => times.push(performance.now()),
  });
  const milliseconds = times.at(-1)! - times[SKIPPED - 1];
  return {
    width,
    height,
    seconds: milliseconds / (times.length - SKIPPED) / 1000,
    bytes: size / times.length,
  };
}
