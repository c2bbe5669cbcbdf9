import { type AudioCodec, AudioBufferSource, QUALITY_HIGH } from 'mediabunny';

/** Hz. */
const SAMPLE_RATE = 48_000;

/** Decodes a song. @throws DOMException `EncodingError` (as rejection) if the browser cannot. */
export async function decodeSong(song: () => Promise<ArrayBuffer>): Promise<AudioBuffer> {
  return new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(await song());
}

/**
 * The sound of a film: the part of a song from `start` on, in seconds, silent after the end of the song. It
 * is encoded in step with the pictures, so that it does not wait for them in memory.
 */
export class FilmSound {
  readonly source: AudioBufferSource;
  readonly #song: AudioBuffer;
  readonly #start: number;
  readonly #length: number;
  #added = 0;

  constructor(song: AudioBuffer, codec: AudioCodec, start: number, seconds: number) {
    this.source = new AudioBufferSource({ codec, quality: QUALITY_HIGH });
    this.#song = song;
    this.#start = Math.round(start * song.sampleRate);
    this.#length = Math.max(1, Math.round(seconds * song.sampleRate));
  }

  /** Encodes the sound up to some seconds of the film, and at most a second more. */
  async encodeUntil(seconds: number): Promise<void> {
    const { sampleRate } = this.#song;
    while (this.#added < Math.min(this.#length, seconds * sampleRate)) {
      const end = Math.min(this.#added + sampleRate, this.#length);
      await this.source.add(this.#part(this.#added, end));
      this.#added = end;
    }
  }

  #part(from: number, to: number): AudioBuffer {
    const { numberOfChannels, sampleRate } = this.#song;
    const part = new AudioBuffer({ numberOfChannels, sampleRate, length: to - from });
    for (let channel = 0; channel < numberOfChannels; channel++) {
      const samples = this.#song.getChannelData(channel);
      part.copyToChannel(samples.subarray(this.#start + from, this.#start + to), channel);
    }
    return part;
  }
}
