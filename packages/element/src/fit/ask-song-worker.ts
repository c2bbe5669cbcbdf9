import type { HeardSong } from '@odori/runtime/fit';
import type { MotionData } from '@odori/runtime/internal/player';
import { askWorker } from '@odori/runtime/internal/three';

/** What the worker is to do, and for what. */
export type SongRequest =
  | { readonly work: 'hear'; readonly samples: Float32Array; readonly sampleRate: number }
  | { readonly work: 'fit' | 'offset'; readonly motions: readonly MotionData[]; readonly song: HeardSong };

/**
 * Lets a worker of its own do work on a song; the worker ends with the answer or with `signal`. The buffers
 * of `transfer` go to it without a copy.
 *
 * Undefined: the page has no workers, or the work cannot be done; then the page does the same itself. Rejects
 * with the reason of `signal`.
 */
export async function askSongWorker<T>(
  request: SongRequest,
  signal: AbortSignal,
  transfer: Transferable[] = [],
): Promise<T | undefined> {
  const post = (worker: Worker): void => worker.postMessage(request, transfer);
  return (await askWorker<T>(openSongWorker, post, { signal })).result;
}

/** Bundlers know this form, and write a file for the worker. */
function openSongWorker(): Worker {
  return new Worker(new URL('./song-worker.js', import.meta.url), { type: 'module', name: 'odori-song' });
}
