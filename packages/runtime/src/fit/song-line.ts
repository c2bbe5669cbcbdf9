import type { SongBeats } from '../beats/beats-of-onsets.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import { gentleBeats, TimeMap } from './time-map.js';

/** What dances are fitted to: `hearSong` and `findBeats` give it. */
export interface FittedSong extends SongBeats {
  /** How long the song is. */
  readonly seconds?: number | undefined; // until a beat after the last one
}

/** The beats of a song on the frames of a motion. */
export interface SongLine {
  /** The number of a beat, from 0 → its frame; beyond the ends, beats go on as they are there. */
  readonly beats: TimeMap;
  /** The number of the beat that begins the first bar. */
  readonly firstBar: number;
  /** A whole frame. */
  readonly lastFrame: number;
}

/** Seconds. A beat that follows the last one sooner is left out: it is too fast to dance to. */
const SHORTEST = 0.1;
/** Longer ones would not fit in memory as keyframes. */
const MAX_SECONDS = 3600;

/**
 * The beats of a song, made even enough to be danced to. O(beats).
 *
 * @throws RangeError if there are not two beats, or if the length is not above 0, or longer than an hour.
 */
export function readSong({ beats, bars, seconds }: FittedSong): SongLine {
  const found = ascending(beats);
  if (found.length < 2)
    throw new RangeError(
      `a dance cannot follow a song with ${found.length} beats: at least two are needed; play it as it is`,
    );
  const line = TimeMap.ofBeats(gentleBeats(found.map((beat) => beat * FRAMES_PER_SECOND)));
  const end = seconds ?? line.yAt(found.length) / FRAMES_PER_SECOND;
  if (!(end > 0 && end <= MAX_SECONDS))
    throw new RangeError(`seconds must be above 0 and at most ${MAX_SECONDS}, not ${end}`);
  const downbeats = new Set(bars);
  const firstBar = Math.max(
    found.findIndex((beat) => downbeats.has(beat)),
    0,
  );
  return { beats: line, firstBar, lastFrame: Math.ceil(end * FRAMES_PER_SECOND) };
}

/** The beats that are times of the song, in order and not too close: a page may give any. */
function ascending(beats: Float64Array): Float64Array {
  let last = -Infinity;
  return beats
    .filter((beat) => beat >= 0 && beat <= MAX_SECONDS)
    .sort()
    .filter((beat) => {
      const isLater = beat >= last + SHORTEST;
      if (isLater) last = beat;
      return isLater;
    });
}
