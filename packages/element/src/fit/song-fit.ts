import { findOffset, fitGroupToSong, type HeardSong, type ProposedOffset } from '@odori/runtime/fit';
import type { Motion } from '@odori/runtime';
import { dataOfMotion, type MotionData, motionOfData } from '@odori/runtime/internal/player';
import { TaskQueue } from '@odori/runtime/internal/three';
import { ProblemError } from '../language/problems.js';
import { hear, type Song } from '../media/hear-song.js';
import { askSongWorker } from './ask-song-worker.js';

/** How far it is when the song is heard. */
const HEARD = 0.8;

/** Fits motions to songs in workers if the page has them, and remembers what it has heard of the last one. */
export class SongFit {
  readonly #tasks = new TaskQueue();
  #last: { readonly song: Song; readonly heard: HeardSong } | undefined;

  /**
   * The motions in time with a song; the first one leads. `onProgress` is called with 0 to 1.
   *
   * @throws {@link ProblemError} (as rejection) if the song cannot be heard or has no beat. Rejects with the
   * reason of `signal`.
   */
  async fit(
    motions: readonly Motion[],
    song: Song,
    signal: AbortSignal,
    onProgress: (progress: number) => void,
  ): Promise<Motion[]> {
    const heard = await this.#hear(song, signal, (progress) => onProgress(HEARD * progress));
    onProgress(HEARD);
    if (heard.beats.length < 2) throw new ProblemError({ code: 'song-no-beat' });
    const data = motions.map(dataOfMotion);
    const fitted = await askSongWorker<MotionData[]>({ work: 'fit', motions: data, song: heard }, signal);
    return fitted?.map(motionOfData) ?? fitGroupToSong(motions, heard, { signal });
  }

  /** Where a dance begins in a song. Rejects as {@link fit}. */
  async findOffset(motion: Motion, song: Song, signal: AbortSignal): Promise<ProposedOffset> {
    const heard = await this.#hear(song, signal, () => {});
    const data = [dataOfMotion(motion)];
    const found = await askSongWorker<ProposedOffset>({ work: 'offset', motions: data, song: heard }, signal);
    return found ?? findOffset(heard, motion, { signal });
  }

  async #hear(song: Song, signal: AbortSignal, onProgress: (progress: number) => void): Promise<HeardSong> {
    if (this.#last?.song === song) return this.#last.heard;
    const heard = await hear(song, this.#tasks, signal, onProgress);
    if (!heard) throw new ProblemError({ code: 'song-unheard' });
    this.#last = { song, heard };
    return heard;
  }
}
