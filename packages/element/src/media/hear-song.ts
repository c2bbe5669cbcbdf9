import { type HeardSong, hearSong } from '@odori/runtime/fit';
import type { TaskQueue } from '@odori/runtime/internal/three';
import { askSongWorker } from '../fit/ask-song-worker.js';

/** Hz: enough for beats, and a quarter of the memory of the usual rate. */
const SAMPLE_RATE = 11025;
/** Seconds. Longer songs are not decoded: browsers decode all of it first, at 21 MB a minute. */
const LONGEST = 600;

/** How far it is when the file is read, and when it is decoded. */
const READ = 0.1;
const DECODED = 0.5;

/** A song, and how its file is read. */
export interface Song {
  readonly audio: HTMLMediaElement;
  readonly read: () => Promise<ArrayBuffer>;
}

/**
 * Listens to a song: decoded in the background and heard in a worker, or in small portions where the page has
 * none.
 *
 * Undefined for one that is too long or cannot be read or decoded: the viewer hears of a song that is broken
 * when it is played. `onProgress` is called with 0 to 1.
 */
export async function hear(
  { audio, read }: Song,
  tasks: TaskQueue,
  signal: AbortSignal,
  onProgress: (progress: number) => void = () => {},
): Promise<HeardSong | undefined> {
  if (!(audio.duration <= LONGEST)) return undefined;
  try {
    const file = await read();
    signal.throwIfAborted();
    onProgress(READ);
    const song = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(file);
    signal.throwIfAborted();
    onProgress(DECODED);
    const samples = await mixDown(song, tasks, signal);
    return await hearBeside(samples, song.sampleRate, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function hearBeside(
  samples: Float32Array,
  sampleRate: number,
  signal: AbortSignal,
): Promise<HeardSong> {
  const copy = samples.slice(); // the page may have to listen itself
  const heard = await askSongWorker<HeardSong>({ work: 'hear', samples: copy, sampleRate }, signal, [
    copy.buffer,
  ]);
  return heard ?? hearSong(samples, sampleRate, signal);
}

const PORTION = 1 << 16;

/** The mean of all channels. */
async function mixDown(song: AudioBuffer, tasks: TaskQueue, signal: AbortSignal): Promise<Float32Array> {
  const mix = song.getChannelData(0);
  for (let channel = 1; channel < song.numberOfChannels; channel++) {
    const samples = song.getChannelData(channel);
    const mixPortion = (start: number): void => {
      const end = Math.min(start + PORTION, mix.length);
      for (let i = start; i < end; i++) mix[i] += (samples[i] - mix[i]) / (channel + 1);
    };
    for (let start = 0; start < mix.length; start += PORTION)
      await tasks.run(() => mixPortion(start), signal);
  }
  return mix;
}
