const RATE = 8000;

/**
 * A WAV file with 8 bits per sample and 8,000 samples per second: silence, or a tone after `silence` seconds.
 */
export function wavBytes(seconds: number, hertz = 0, silence = 0): Uint8Array<ArrayBuffer> {
  return wavOf(seconds, (time) => (time < silence ? 0 : Math.sin(2 * Math.PI * hertz * time)));
}

/** The same kind of file, of a sound that is −1 to 1 at each time in seconds. */
export function wavOf(seconds: number, soundAt: (time: number) => number): Uint8Array<ArrayBuffer> {
  const samples = RATE * seconds;
  const bytes = new Uint8Array(44 + samples);
  for (let i = 0; i < samples; i++) bytes[44 + i] = 128 + Math.round(100 * soundAt(i / RATE));
  const view = new DataView(bytes.buffer);
  const put = (text: string, at: number): unknown => new TextEncoder().encodeInto(text, bytes.subarray(at));
  put('RIFF', 0);
  view.setUint32(4, bytes.length - 8, true);
  put('WAVEfmt ', 8);
  view.setUint32(16, 16, true); // bytes of what follows
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true); // bytes a second
  view.setUint16(32, 1, true); // bytes a frame
  view.setUint16(34, 8, true); // bits a sample
  put('data', 36);
  view.setUint32(40, samples, true);
  return bytes;
}
