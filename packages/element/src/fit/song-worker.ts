/**
 * The script of the workers in which `<odori-player>` listens to songs and fits dances to them. Only a
 * bundler that does not know `new Worker(new URL(…, import.meta.url))` needs this name: make it an entry
 * `song-worker`, beside the file of the page.
 *
 * @module @odori/element/song-worker
 */
import { findOffset, fitGroupToSong, hearSong } from '@odori/runtime/fit';
import { dataOfMotion, motionOfData } from '@odori/runtime/internal/player';
import { answerRequests } from '@odori/runtime/internal/worker';
import type { SongRequest } from './ask-song-worker.js';

answerRequests(async (request: SongRequest) => {
  if (request.work === 'hear') return hearSong(request.samples, request.sampleRate);
  const motions = request.motions.map(motionOfData);
  if (request.work === 'offset') return findOffset(request.song, motions[0]);
  return (await fitGroupToSong(motions, request.song)).map(dataOfMotion);
});
