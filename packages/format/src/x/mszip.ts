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

/**
 * The unpacked file: the header and the bytes of all blocks. O(result).
 *
 * The size that the file declares is not believed: memory is taken for blocks that there are, at most 256 MB.
 *
 * @throws {@link MmdFormatError} `bad-compression`, `truncated`, or `too-large` beyond 256 MB.
 */
export function unpackMszip(file: Uint8Array): Uint8Array {
  const u16 = (at: number): number => file[at] + 0x100 * file[at + 1];
  const blocks = [file.subarray(0, X_HEADER_BYTES)];
  let total = X_HEADER_BYTES;
  let dictionary = new Uint8Array(0);
  for (let at = X_HEADER_BYTES + 4; at < file.length;) {
    if (file.length - at < SIZES_BYTES) throw truncated(at);
    const unpacked = u16(at);
    const end = at + SIZES_BYTES + u16(at + 2);
    if (end > file.length) throw truncated(at);
    const block = unpackBlock(file.subarray(at + SIZES_BYTES, end), unpacked, dictionary, at);
    total += block.length;
    if (total > MAX_BYTES) throw tooLarge(at);
    blocks.push(block);
    dictionary = block;
    at = end;
  }
  return joined(blocks, total);
}

/** `out` is one byte longer than the block may be: fflate does not say when it leaves bytes out. */
function unpackBlock(
  packed: Uint8Array,
  unpacked: number,
  dictionary: Uint8Array,
  offset: number,
): Uint8Array<ArrayBuffer> {
  if (unpacked > BLOCK_BYTES || !SIGNATURE.every((byte, i) => packed[i] === byte)) throw broken(offset);
  const out = new Uint8Array(unpacked + 1);
  let block: Uint8Array;
  try {
    block = inflateSync(packed.subarray(SIGNATURE.length), { out, dictionary });
  } catch (error) {
    throw broken(offset, error);
  }
  if (block.length !== unpacked) throw broken(offset);
  return out.subarray(0, unpacked);
}

/** The inverse of {@link unpackMszip}: packs a file, whose header already says that it is packed. */
export function packMszip(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = new ByteWriter(4);
  size.u32(file.length);
  const parts: Uint8Array[] = [file.subarray(0, X_HEADER_BYTES), size.bytes];
  for (let at = X_HEADER_BYTES; at < file.length; at += BLOCK_BYTES) {
    const block = file.subarray(at, at + BLOCK_BYTES);
    const dictionary = file.subarray(Math.max(at - BLOCK_BYTES, X_HEADER_BYTES), at);
    const packed = deflateSync(block, dictionary.length > 0 ? { dictionary } : {});
    const length = SIGNATURE.length + packed.length;
    parts.push(Uint8Array.of(block.length, block.length >> 8, length, length >> 8, ...SIGNATURE), packed);
  }
  return joined(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
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
  const message = `the file unpacks to more than ${MAX_BYTES / 2 ** 20} MB`;
  return new MmdFormatError(message, { code: 'too-large', section: 'compression', offset });
}
