import { findBeats } from '@odori/runtime';
import type { TaskQueue } from '@odori/runtime/internal/three';

/** Hz: enough for beats, and a quarter of the memory of the usual rate. */
const SAMPLE_RATE = 11025;
/** Seconds. Longer songs are not decoded: browsers decode all of it first, at 21 MB a minute. */
const LONGEST = 600;

/** A song, and how its file is read. */
export interface Song {
  readonly audio: HTMLMediaElement;
  readonly read: () => Promise<ArrayBuffer>;
}

/**
 * The times at which the bars of a song begin, in seconds. Decodes the song in the background, and listens to
 * it in small portions.
 *
 * Empty for a song without a beat, and for one that is too long or cannot be read or decoded: the camera then
 * cuts without it.
 */
export async function hearSong(
  { audio, read }: Song,
  tasks: TaskQueue,
  signal: AbortSignal,
): Promise<ArrayLike<number>> {
  if (!(audio.duration <= LONGEST)) return [];
  try {
    const file = await read();
    signal.throwIfAborted();
    const song = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(file);
    return (await findBeats(await mixDown(song, tasks, signal), song.sampleRate, signal)).bars;
  } catch {
    return []; // the viewer hears of a song that is broken when it is played
  }
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
