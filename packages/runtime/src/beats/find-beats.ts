import { TaskQueue } from '../task-queue.js';
import { beatsOfOnsets, type SongBeats } from './beats-of-onsets.js';
import { hearOnsets, type Run } from './hear-onsets.js';

/** What is heard in a song: its beats, and how loud it is. */
export interface HeardSong extends SongBeats {
  /** How long the song is. */
  readonly seconds: number;
  /** Moments a second of `onsets` and `loudness`. */
  readonly rate: number;
  /** How much louder the song becomes, relative to its surroundings: 0 or more, mostly below 5. */
  readonly onsets: Float64Array;
  /** 1 = as its loudest moment. */
  readonly loudness: Float64Array;
}

/** Longer songs are not listened to: their decoded samples take too much memory. */
const MAX_SECONDS = 1200;

/**
 * Listens to a song once, for all that wants to know of it: `findSections`, `findOffset`, `fitToSong`.
 *
 * What it hears, its cost and its errors are those of {@link findBeats}. Of a song of more than 20 minutes it
 * gives the length alone.
 *
 * @example
 * const song = await hearSong(samples, 11025);
 * [song.beats.length, song.seconds]; // → [24, 12], at 120 beats a minute
 */
export async function hearSong(
  samples: Float32Array,
  sampleRate: number,
  signal?: AbortSignal,
): Promise<HeardSong> {
  const seconds = samples.length / sampleRate;
  if (!(seconds <= MAX_SECONDS)) {
    const none = new Float64Array();
    return { beats: none, bars: none, seconds, rate: 0, onsets: none, loudness: none };
  }
  const tasks = new TaskQueue();
  const run: Run = (step) => tasks.run(step, signal);
  const onsets = await hearOnsets(samples, sampleRate, run);
  const { beats, bars } = await beatsOfOnsets(onsets, run);
  return { beats, bars, seconds, rate: onsets.rate, onsets: onsets.all, loudness: onsets.loudness };
}

/**
 * Finds the beats of a song and the bars that they form. Empty for songs without a beat: silence, speech,
 * more than 20 minutes.
 *
 * `samples`: one channel; 11025 a second are enough, and more take longer. The work is done in small
 * portions, between which the page can draw: a song of four minutes takes about half a second. Rejects with
 * the reason of `signal`.
 *
 * @example
 * const { bars } = await findBeats(samples, 11025);
 * await new AutoCamera(model).direct({ motion, bars }); // cuts on bars
 */
export async function findBeats(
  samples: Float32Array,
  sampleRate: number,
  signal?: AbortSignal,
): Promise<SongBeats> {
  const { beats, bars } = await hearSong(samples, sampleRate, signal);
  return { beats, bars };
}
