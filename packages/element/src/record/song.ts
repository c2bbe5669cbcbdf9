const SAMPLE_RATE = 48_000;

/** A song's samples, 48,000 a second. Rejects if the browser cannot decode it. */
export function decodeSong(file: ArrayBuffer): Promise<AudioBuffer> {
  return new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(file);
}

/** The part that begins at `start` and is `seconds` long; silent where the song is over. */
export function cutSong(song: AudioBuffer, start: number, seconds: number): AudioBuffer {
  const { numberOfChannels, sampleRate } = song;
  const length = Math.max(1, Math.round(seconds * sampleRate));
  const from = Math.round(start * sampleRate);
  const cut = new AudioBuffer({ numberOfChannels, sampleRate, length });
  for (let channel = 0; channel < numberOfChannels; channel++) {
    cut.copyToChannel(song.getChannelData(channel).subarray(from, from + length), channel);
  }
  return cut;
}
