import { findOffset, fitGroupToSong, type HeardSong, type ProposedOffset } from '@odori/runtime/fit';
import type { Motion } from '@odori/runtime';
import { dataOfMotion, type MotionData, motionOfData } from '@odori/runtime/internal/player';
import { ProblemError } from '../language/problems.js';
import { hear, type Song } from '../media/hear-song.js';
import { askSongWorker } from './ask-song-worker.js';

/** How far it is when the song is heard. */
const HEARD = 0.8;

/**
 * The motions in time with a song, fitted in a worker if the page has them; the first one leads. `onProgress`
 * is called with 0 to 1.
 *
 * @throws {@link ProblemError} (as rejection) if the song cannot be heard or has no beat. Rejects with the
 * reason of `signal`.
 */
export async function fitMotions(
  motions: readonly Motion[],
  song: Song,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<Motion[]> {
  const heard = await hearWell(song, signal, (progress) => onProgress(HEARD * progress));
  onProgress(HEARD);
  if (heard.beats.length < 2) throw new ProblemError({ code: 'song-no-beat' });
  const data = motions.map(dataOfMotion);
  const fitted = await askSongWorker<MotionData[]>({ work: 'fit', motions: data, song: heard }, signal);
  return fitted?.map(motionOfData) ?? fitGroupToSong(motions, heard, { signal });
}

/** Where a dance begins in a song. Rejects as {@link fitMotions}. */
export async function offsetOf(motion: Motion, song: Song, signal: AbortSignal): Promise<ProposedOffset> {
  const heard = await hearWell(song, signal);
  const data = [dataOfMotion(motion)];
  const found = await askSongWorker<ProposedOffset>({ work: 'offset', motions: data, song: heard }, signal);
  return found ?? findOffset(heard, motion, { signal });
}

async function hearWell(
  song: Song,
  signal: AbortSignal,
  onProgress?: (progress: number) => void,
): Promise<HeardSong> {
  const heard = await hear(song, signal, onProgress);
  if (!heard) throw new ProblemError({ code: 'song-unheard' });
  return heard;
}
