import type { MmdName } from '@odori/format';
import type { FrameRange } from './frame-range.js';

/** The keys of one bone or morph. */
export interface TrackSummary extends FrameRange {
  name: string;
  keys: number;
  /** How many keys lie in each {@link DENSITY_BINS}th of the whole motion; 255 stands for more, too. */
  density: Uint8ClampedArray;
}

/** The columns that tell which key belongs to whom; of bones and of morphs alike. */
export interface NamedKeys {
  readonly count: number;
  readonly names: readonly MmdName[];
  readonly nameIndex: Uint32Array;
  readonly frames: Uint32Array;
}

export const DENSITY_BINS = 40;

/** One summary per name, most keys first; names without keys are left out. O(keys + names · log names). */
export function summarizeTracks(keys: NamedKeys, lastFrame: number): TrackSummary[] {
  const density = new Uint8ClampedArray(DENSITY_BINS * keys.names.length);
  const tracks = keys.names.map(({ text }, i) => ({
    name: text,
    keys: 0,
    first: Infinity,
    last: 0,
    density: density.subarray(DENSITY_BINS * i, DENSITY_BINS * (i + 1)),
  }));
  for (let key = 0; key < keys.count; key++) {
    const track = tracks[keys.nameIndex[key]];
    const frame = keys.frames[key];
    track.keys++;
    track.first = Math.min(track.first, frame);
    track.last = Math.max(track.last, frame);
    track.density[Math.floor((frame / (lastFrame + 1)) * DENSITY_BINS)]++;
  }
  return tracks.filter((track) => track.keys > 0).toSorted((a, b) => b.keys - a.keys);
}
