import { vi } from 'vitest';
import { times } from '#test/model/auto-camera/box-dancer.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/** Clicks of 0.02 seconds, two in a second; a browser that decodes them. */
export function stubDecoder(seconds: number): void {
  const samples = new Float32Array(11025 * seconds);
  for (const second of times(seconds, 0.5)) {
    for (let i = 0; i < 220; i++) samples[Math.round(11025 * second) + i] = Math.sin(i * i) * (1 - i / 220);
  }
  const song = { sampleRate: 11025, numberOfChannels: 2, getChannelData: () => samples };
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () => Promise.resolve(song);
    },
  );
}

export function songOf(seconds: number, readyState = 4) {
  const audio = Object.assign(new EventTarget(), { duration: seconds, readyState });
  const read = vi.fn<() => Promise<ArrayBuffer>>(() => Promise.resolve(wavBytes(1).buffer));
  return { audio: audio as unknown as HTMLMediaElement, read };
}
