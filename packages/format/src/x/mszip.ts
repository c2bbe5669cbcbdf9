import { deflateSync, inflateSync } from 'fflate';
import { ByteWriter } from '../binary/byte-writer.js';
import { MmdFormatError } from '../errors.js';
import { X_HEADER_BYTES } from './x-header.js';

/*
 * MSZIP in a DirectX file: after the header, the size of the unpacked file with its header (u32), then
 * blocks: the unpacked size of the block (u16), its packed size (u16), and so many bytes: `CK` and a stream
 * of deflate, whose dictionary is the output of the block before it.
 */

/** The most bytes that a block holds, unpacked: as far as deflate looks back. */
const BLOCK_BYTES = 0x8000;
const SIZES_BYTES = 4;
const SIGNATURE = [0x43, 0x4b]; // CK
/** An accessory of a million vertices takes a quarter of this. */
const MAX_BYTES = 2 ** 28;
/** Accessories unpack to less than 20 times their size; deflate could make a thousand times of it. */
const MAX_RATIO = 100;

/** Where a block lies in the file, and how many bytes it gives. */
interface Block {
  readonly offset: number;
  readonly end: number;
  readonly unpacked: number;
}

/**
 * The unpacked file: the header and the bytes of all blocks. O(result).
 *
 * The size that the file declares is not believed: the sizes of the blocks are added up and checked before
 * any memory is taken. The result, and nothing beside it, is taken then.
 *
 * @throws {@link MmdFormatError} `bad-compression`, `truncated`, or `too-large` beyond 256 MB or 100 times
 * the bytes of the file.
 */
export function unpackMszip(file: Uint8Array): Uint8Array {
  const total = unpackedBytes(file);
  const out = new Uint8Array(total + 1);
  out.set(file.subarray(0, X_HEADER_BYTES));
  let at = X_HEADER_BYTES;
  let dictionary = at;
  for (let offset = FIRST_BLOCK; offset < file.length;) {
    const block = blockAt(file, offset);
    // fflate does not say when it leaves bytes out: it may write one too many, where the next block begins
    const target = out.subarray(at, at + block.unpacked + 1);
    unpackBlock(file, block, target, out.subarray(dictionary, at));
    dictionary = at;
    at += block.unpacked;
    offset = block.end;
  }
  return out.subarray(0, total);
}

const FIRST_BLOCK = X_HEADER_BYTES + 4;

/** The size of the unpacked file, from the sizes of its blocks. O(blocks). */
function unpackedBytes(file: Uint8Array): number {
  const max = Math.min(MAX_BYTES, MAX_RATIO * file.length);
  let total = X_HEADER_BYTES;
  for (let offset = FIRST_BLOCK; offset < file.length;) {
    const { unpacked, end } = blockAt(file, offset);
    total += unpacked;
    if (total > max) throw tooLarge(offset);
    offset = end;
  }
  return total;
}

function blockAt(file: Uint8Array, offset: number): Block {
  const u16 = (at: number): number => file[at] + 0x100 * file[at + 1];
  if (file.length - offset < SIZES_BYTES) throw truncated(offset);
  const unpacked = u16(offset);
  const end = offset + SIZES_BYTES + u16(offset + 2);
  if (end > file.length) throw truncated(offset);
  if (unpacked > BLOCK_BYTES) throw broken(offset);
  return { offset, end, unpacked };
}

function unpackBlock(
  file: Uint8Array,
  { offset, end, unpacked }: Block,
  out: Uint8Array,
  dictionary: Uint8Array,
): void {
  const packed = file.subarray(offset + SIZES_BYTES, end);
  if (!SIGNATURE.every((byte, i) => packed[i] === byte)) throw broken(offset);
  let block: Uint8Array;
  try {
    block = inflateSync(packed.subarray(SIGNATURE.length), { out, dictionary });
  } catch (error) {
    throw broken(offset, error);
  }
  if (block.length !== unpacked) throw broken(offset);
}

/**
 * The inverse of {@link unpackMszip}: packs a file, whose header already says that it is packed. A block that
 * would become so small that reading refuses it is stored as it is.
 */
export function packMszip(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = new ByteWriter(4);
  size.u32(file.length);
  const parts: Uint8Array[] = [file.subarray(0, X_HEADER_BYTES), size.bytes];
  for (let at = X_HEADER_BYTES; at < file.length; at += BLOCK_BYTES) {
    const block = file.subarray(at, at + BLOCK_BYTES);
    const dictionary = file.subarray(Math.max(at - BLOCK_BYTES, X_HEADER_BYTES), at);
    const small = deflateSync(block, dictionary.length > 0 ? { dictionary } : {});
    const packed = MAX_RATIO * small.length < block.length ? deflateSync(block, { level: 0 }) : small;
    const length = SIGNATURE.length + packed.length;
    parts.push(Uint8Array.of(block.length, block.length >> 8, length, length >> 8, ...SIGNATURE), packed);
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function truncated(offset: number): MmdFormatError {
  const message = 'the file ends inside a compressed block';
  return new MmdFormatError(message, { code: 'truncated', section: 'compression', offset });
}

function broken(offset: number, cause?: unknown): MmdFormatError {
  const message = 'a compressed block is damaged';
  return new MmdFormatError(message, { code: 'bad-compression', section: 'compression', offset, cause });
}

function tooLarge(offset: number): MmdFormatError {
  const message = `the file unpacks to more than ${MAX_BYTES / 2 ** 20} MB or ${MAX_RATIO} times its size`;
  return new MmdFormatError(message, { code: 'too-large', section: 'compression', offset });
}
