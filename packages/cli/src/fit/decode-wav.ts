import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** A song as one channel of samples. */
export interface DecodedSong {
  readonly samples: Float32Array;
  /** Samples a second. */
  readonly sampleRate: number;
}

const INTEGERS = 1;
const FLOATS = 3;
/** The kind is in the first two bytes of a longer header. */
const EXTENSIBLE = 0xfffe;
/** Beats need no more samples a second. */
const ENOUGH = 11025;

/** Whether these are the bytes of a WAV file. */
export function isWav(bytes: Uint8Array): boolean {
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WAVE';
}

/**
 * The samples of a WAV file, all channels together, at about 11025 a second. A file that is cut off gives
 * what it has.
 *
 * @throws {@link FileError} if it has no samples, or samples of another kind than integers and floats.
 */
export function decodeWav(bytes: Uint8Array): DecodedSong {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [format, data] = [chunkOf(bytes, view, 'fmt '), chunkOf(bytes, view, 'data')];
  if (!format || format.length < 16 || !data) throw new FileError(say('wav-without-samples'));
  const kind = view.getUint16(format.start, true);
  const isLong = kind === EXTENSIBLE && format.length >= 26;
  const channels = view.getUint16(format.start + 2, true);
  const sampleRate = view.getUint32(format.start + 4, true);
  const bits = view.getUint16(format.start + 14, true);
  const read = readerOf(view, isLong ? view.getUint16(format.start + 24, true) : kind, bits);
  if (!read || channels === 0 || sampleRate === 0)
    throw new FileError(say('wav-unknown-kind', { bits, kind }));
  const frameBytes = (channels * bits) / 8;
  const step = Math.max(Math.floor(sampleRate / ENOUGH), 1);
  const samples = new Float32Array(Math.floor(data.length / frameBytes / step));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    const start = data.start + i * step * frameBytes;
    for (let at = start; at < start + step * frameBytes; at += bits / 8) sum += read(at);
    samples[i] = sum / (step * channels);
  }
  return { samples, sampleRate: sampleRate / step };
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

interface Chunk {
  readonly start: number;
  readonly length: number;
}

function chunkOf(bytes: Uint8Array, view: DataView, name: string): Chunk | undefined {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const [start, length] = [at + 8, Math.min(view.getUint32(at + 4, true), bytes.length - at - 8)];
    if (textAt(bytes, at) === name) return { start, length };
    at = start + length + (length % 2); // padded to an even number
  }
  return undefined;
}

/** Reads a sample as −1 to 1; undefined for a kind that is not known. */
function readerOf(view: DataView, kind: number, bits: number): ((at: number) => number) | undefined {
  if (kind === FLOATS && bits === 32) return (at) => view.getFloat32(at, true);
  if (kind === FLOATS && bits === 64) return (at) => view.getFloat64(at, true);
  if (kind !== INTEGERS) return undefined;
  if (bits === 8) return (at) => view.getUint8(at) / 128 - 1;
  if (bits === 16) return (at) => view.getInt16(at, true) / 2 ** 15;
  if (bits === 24) return (at) => (view.getUint8(at) + view.getInt16(at + 1, true) * 256) / 2 ** 23;
  if (bits === 32) return (at) => view.getInt32(at, true) / 2 ** 31;
  return undefined;
}
