import { MmdFormatError } from '@odori/format';
import { crc32 } from './crc32.js';
import type { ZipEntry } from './read-directory.js';

/** What is used of fflate's `Inflate`. */
export type InflateStream = new (onData: (part: Uint8Array) => void) => {
  push(bytes: Uint8Array, isLast: boolean): void;
};

/**
 * One file of a zip.
 *
 * Nothing is allocated because of a declared size, and it ends soon after more comes out than was declared: by 17 MB
 * at most. O(size), about 100 MB a second with the checksum.
 *
 * @throws {@link MmdFormatError} `encrypted`; `unknown-type`: packed by a method other than deflate; `truncated` or
 * `bad-syntax`: damaged, by its structure, its size or its checksum.
 */
export function unpackEntry(entry: ZipEntry, Stream: InflateStream): Blob {
  if (entry.isEncrypted) {
    throw broken(entry, 'encrypted', 'is encrypted: unpack the zip with its password, and use the folder');
  }
  const parts = entry.method === STORED ? [entry.packed.slice()] : inflate(entry, Stream);
  check(entry, parts);
  return new Blob(parts as Uint8Array<ArrayBuffer>[]); // fflate's types leave open whether its memory is shared; it is not
}

const STORED = 0;
const DEFLATED = 8;

/** Deflate makes of each byte 1032 at most. */
const STEP_BYTES = 16 * 1024;

function inflate(entry: ZipEntry, Stream: InflateStream): Uint8Array[] {
  const { packed, size, method } = entry;
  if (method !== DEFLATED) {
    throw broken(entry, 'unknown-type', `is packed by method ${method}; only deflate can be unpacked`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Stream((part) => {
    parts.push(part);
    length += part.length;
  });
  let at = 0;
  do {
    const next = at + STEP_BYTES;
    push(entry, stream, packed.subarray(at, next), next >= packed.length);
    if (length > size)
      throw broken(entry, 'bad-syntax', `unpacks to more than the ${size} bytes that it declares`);
    at = next;
  } while (at < packed.length);
  return parts;
}

function push(
  entry: ZipEntry,
  stream: InstanceType<InflateStream>,
  bytes: Uint8Array,
  isLast: boolean,
): void {
  try {
    stream.push(bytes, isLast);
  } catch (error) {
    const isCut = error instanceof Error && 'code' in error && error.code === UNEXPECTED_END;
    if (isCut) throw broken(entry, 'truncated', 'ends before it is unpacked');
    throw broken(
      entry,
      'bad-syntax',
      `is damaged: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** fflate's `FlateErrorCode.UnexpectedEOF`. */
const UNEXPECTED_END = 0;

function check(entry: ZipEntry, parts: readonly Uint8Array[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length !== entry.size) {
    throw broken(
      entry,
      'bad-syntax',
      `unpacks to ${length} bytes, not to the ${entry.size} that it declares`,
    );
  }
  const crc = parts.reduce((before, part) => crc32(part, before), 0);
  if (crc !== entry.crc) throw broken(entry, 'bad-syntax', 'is damaged: its checksum does not fit');
}

function broken(
  { path, offset }: ZipEntry,
  code: 'bad-syntax' | 'encrypted' | 'truncated' | 'unknown-type',
  problem: string,
): MmdFormatError {
  return new MmdFormatError(code, path, offset, `${path} ${problem}`);
}
