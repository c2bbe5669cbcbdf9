import { Motion } from '@odori/runtime';
import type { LoadEvents } from './load-events.js';
import { loadMotionSource } from './load-motion-source.js';
import { type MotionSource, nameOf } from './source.js';

/** One motion of those to choose from. */
export interface MotionChoice {
  readonly name: string;
  readonly motion: Motion;
}

/** What `element.motion` takes: one, or several to choose from. */
export type MotionSources = MotionSource | readonly MotionSource[];

/**
 * The sources that an attribute names: motions to choose from, by spaces; files of one motion, by `|`.
 *
 * @example
 * choicesOf('dance.vmd|face.vmd wave.vmd'); // → [['dance.vmd', 'face.vmd'], ['wave.vmd']]
 */
export function choicesOf(sources: MotionSources): (readonly MotionSource[])[] {
  if (typeof sources !== 'string') return [sources].flat().map((source) => [source]);
  return sources.split(/\s+/).flatMap((files) => {
    const parts = files.split('|').filter((file) => file !== '');
    return parts.length > 0 ? [parts] : [];
  });
}

/** Loads one of the motions to choose from. */
export async function loadChoice(
  files: readonly MotionSource[],
  signal: AbortSignal,
  events: LoadEvents,
): Promise<MotionChoice> {
  const motions = files.map((file) => loadMotionSource(file, signal, events));
  const loaded = await Promise.all(motions);
  return {
    name: files.map(nameOf).join(' + '),
    motion: loaded.length === 1 ? loaded[0] : Motion.from(...loaded),
  };
}
