import { type HeardSong, hearSong } from '@odori/runtime/fit';
import { TaskQueue } from '@odori/runtime/internal/three';
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
  /** What {@link hear} has begun: the camera and the dances listen to the same song. */
  hearing?: Hearing;
}

/**
 * Listens to a song: decoded in the background and heard in a worker, or in small portions where the page has
 * none. All who want to hear a song hear it at once, and what was heard stays with it.
 *
 * Undefined for one that is too long or cannot be read or decoded: the viewer hears of a song that is broken
 * when it is played. `onProgress` is called with 0 to 1. Rejects with the reason of `signal`.
 */
export async function hear(
  song: Song,
  signal: AbortSignal,
  onProgress: (progress: number) => void = () => {},
): Promise<HeardSong | undefined> {
  signal.throwIfAborted();
  if (!(song.audio.duration <= LONGEST)) return undefined;
  if (song.hearing?.isUseful !== true) song.hearing = new Hearing(song);
  return song.hearing.join(signal, onProgress);
}

/** Who waits for a song to be heard. */
interface Listener {
  readonly onProgress: (progress: number) => void;
}

/** A song that is being heard. The hearing ends when its last listener leaves. */
class Hearing {
  readonly #tasks = new TaskQueue();
  readonly #listeners = new Set<Listener>();
  /** Ends the hearing. */
  readonly #unused = new AbortController();
  readonly #heard: Promise<HeardSong | undefined>;
  #hasFailed = false;

  constructor(song: Song) {
    this.#heard = this.#hear(song);
  }

  /** False once it has failed or was ended. */
  get isUseful(): boolean {
    return !this.#hasFailed && !this.#unused.signal.aborted;
  }

  async join(signal: AbortSignal, onProgress: (progress: number) => void): Promise<HeardSong | undefined> {
    const listener: Listener = { onProgress };
    const leave = (): void => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#unused.abort(signal.reason);
    };
    this.#listeners.add(listener);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await this.#heard;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#listeners.delete(listener);
      signal.throwIfAborted();
    }
  }

  async #hear({ read }: Song): Promise<HeardSong | undefined> {
    const { signal } = this.#unused;
    try {
      const file = await read();
      signal.throwIfAborted();
      this.#show(READ);
      const song = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(file);
      signal.throwIfAborted();
      this.#show(DECODED);
      const samples = await mixDown(song, this.#tasks, signal);
      return await hearBeside(samples, song.sampleRate, signal);
    } catch {
      this.#hasFailed = true;
      return undefined;
    }
  }

  #show(progress: number): void {
    for (const { onProgress } of this.#listeners) onProgress(progress);
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
