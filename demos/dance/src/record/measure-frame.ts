import type { OdoriPlayerElement, RecordOptions } from '@odori/element';

/** Recorded, of which the first ones are not measured: shaders and encoder start with them. */
const FRAMES = 9;
const SKIPPED = 3;

/**
 * How many seconds a pixel of a frame costs to draw and to encode, from a few frames that are recorded now. Playback stops
 * meanwhile.
 *
 * Rejects as `record` of the player does.
 */
export async function measureFrame(
  player: OdoriPlayerElement,
  { width, height, fps }: Required<Pick<RecordOptions, 'width' | 'height' | 'fps'>>,
  signal: AbortSignal,
): Promise<number> {
  const seconds = FRAMES / fps;
  const start = Math.max(Math.min(player.currentTime, player.duration - seconds), 0);
  const times: number[] = [];
  await player.record({
    width,
    height,
    fps,
    signal,
    range: { start, end: start + seconds },
    onProgress: () => times.push(performance.now()),
  });
  const milliseconds = times.at(-1)! - times[SKIPPED - 1];
  return milliseconds / (times.length - SKIPPED) / 1000 / (width * height);
}
