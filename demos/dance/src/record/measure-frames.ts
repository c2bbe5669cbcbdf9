import type { OdoriPlayerElement, RecordOptions } from '@odori/element';
import type { FilmSample } from './film-size.js';

/** Recorded, of which the first ones are not measured: shaders and encoder start with them. */
const FRAMES = 5;
const SKIPPED = 1;
/** Smaller frames are measured sooner; an estimate scales them. */
const SCALE = 1 / 2;

/**
 * How long a frame takes to draw and to encode, and how many bytes it needs, from a few frames that are recorded now. Playback
 * stops meanwhile.
 *
 * Rejects as `record` of the player does.
 */
export async function measureFrames(
  player: OdoriPlayerElement,
  { fps, ...size }: Required<Pick<RecordOptions, 'width' | 'height' | 'fps'>>,
  signal: AbortSignal,
): Promise<FilmSample> {
  const seconds = FRAMES / fps;
  const [width, height] = [size.width, size.height].map((pixels) => 2 * Math.round((SCALE * pixels) / 2));
  const start = Math.max(Math.min(player.currentTime, player.duration - seconds), 0);
  const times: number[] = [];
  const film = await player.record({
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
    bytes: film.size / times.length,
  };
}
