import { Random } from './random.js';
import type { Stereo } from './signal/stereo.js';

const HEADER_BYTES = 44;
const CHANNELS = 2;
const SAMPLE_BYTES = 3;
const FULL_SCALE = 0x80_0000;

/**
 * A WAV file of 24 bits a sample.
 *
 * Two random numbers of one bit each are added before rounding (dither), so that rounding gives noise instead
 * of distortion. They are the same in every run.
 *
 * @see Lipshitz, Wannamaker, Vanderkooy: "Quantization and dither: a theoretical survey", 1992.
 */
export function writeWav({ left, right }: Stereo, sampleRate: number): Uint8Array {
  const frameBytes = CHANNELS * SAMPLE_BYTES;
  const dataBytes = left.length * frameBytes;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  writeText('RIFF', 0, bytes);
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText('WAVEfmt ', 8, bytes);
  view.setUint32(16, 16, true); // bytes of the format that follow
  view.setUint16(20, 1, true); // integers
  view.setUint16(22, CHANNELS, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 8 * SAMPLE_BYTES, true);
  writeText('data', 36, bytes);
  view.setUint32(40, dataBytes, true);
  const random = new Random(24);
  for (let index = 0; index < left.length; index++) {
    const offset = HEADER_BYTES + index * frameBytes;
    writeSample(quantized(left[index], random), view, offset);
    writeSample(quantized(right[index], random), view, offset + SAMPLE_BYTES);
  }
  return bytes;
}

function quantized(value: number, random: Random): number {
  const dithered = Math.floor(value * FULL_SCALE + random.next() + random.next() - 0.5);
  return Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, dithered));
}

function writeSample(value: number, view: DataView, offset: number): void {
  view.setUint16(offset, value & 0xffff, true);
  view.setInt8(offset + 2, value >> 16);
}

function writeText(text: string, offset: number, out: Uint8Array): void {
  for (let index = 0; index < text.length; index++) out[offset + index] = text.codePointAt(index)!;
}
