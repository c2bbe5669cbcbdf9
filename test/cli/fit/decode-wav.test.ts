import { expect, test } from 'vitest';
import { decodeWav, isWav } from '#src/cli/fit/decode-wav.js';

/** A WAV file with a chunk of 3 bytes before the format. */
function wav(kind: number, bits: number, channels: number, rate: number, data: Uint8Array, subkind = 0) {
  const bytes = new Uint8Array(12 + 12 + 8 + 40 + 8 + data.length);
  const view = new DataView(bytes.buffer);
  const put = (text: string, at: number): unknown => new TextEncoder().encodeInto(text, bytes.subarray(at));
  put('RIFF', 0);
  put('WAVEjunk', 8);
  view.setUint32(16, 3, true);
  put('fmt ', 24);
  view.setUint32(28, 40, true);
  view.setUint16(32, kind, true);
  view.setUint16(34, channels, true);
  view.setUint32(36, rate, true);
  view.setUint16(46, bits, true);
  view.setUint16(56, subkind, true);
  put('data', 72);
  view.setUint32(76, 4e9, true); // as programs write that do not know the end
  bytes.set(data, 80);
  return bytes;
}

const bytesOf = (array: Int16Array | Float32Array): Uint8Array => new Uint8Array(array.buffer);

test('integers and floats of any channels become one channel from -1 to 1', () => {
  const stereo = wav(1, 16, 2, 11025, bytesOf(Int16Array.of(16384, 0, -32768, -32768)));
  expect(isWav(stereo)).toBe(true);
  expect(decodeWav(stereo)).toEqual({ samples: Float32Array.of(0.25, -1), sampleRate: 11025 });
  const floats = wav(0xfffe, 32, 1, 8000, bytesOf(Float32Array.of(0.5, -0.25)), 3);
  expect(decodeWav(floats).samples).toEqual(Float32Array.of(0.5, -0.25));
  expect(decodeWav(wav(1, 8, 1, 8000, Uint8Array.of(0, 192))).samples).toEqual(Float32Array.of(-1, 0.5));
  const deep = wav(1, 24, 1, 8000, Uint8Array.of(0, 0, 0xc0, 0, 0, 0x40));
  expect(decodeWav(deep).samples).toEqual(Float32Array.of(-0.5, 0.5));
});

test('four samples of 44100 a second become one', () => {
  const { samples, sampleRate } = decodeWav(
    wav(1, 16, 1, 44100, bytesOf(Int16Array.of(16384, 0, 0, 16384, 8192, 8192, 8192, 8192, 1))),
  );
  expect([...samples]).toEqual([0.25, 0.25]);
  expect(sampleRate).toBe(11025);
});

test('a file without samples, or with samples that cannot be read, is an error', () => {
  const whole = wav(1, 16, 1, 44100, new Uint8Array(8));
  expect(() => decodeWav(whole.subarray(0, 60))).toThrow('this WAV file has no samples');
  expect(() => decodeWav(wav(2, 4, 1, 44100, new Uint8Array(8)))).toThrow('4 bits a sample of the kind 2');
  expect(() => decodeWav(wav(1, 16, 0, 44100, new Uint8Array(8)))).toThrow('cannot be read');
  expect(isWav(new Uint8Array(3))).toBe(false);
});
