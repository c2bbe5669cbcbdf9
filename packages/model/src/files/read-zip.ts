import { MmdFormatError } from '@odori/format';
import { readDirectory, type ZipEntry } from './zip/read-directory.js';
import { unpackEntry } from './zip/unpack-entry.js';

/** What a zip may ask for. */
export interface ZipLimits {
  /** How many files it may hold. */
  files?: number; // 10,000
  /** How many bytes they may unpack to, together. */
  bytes?: number; // 1 GiB
}

export const ZIP_LIMITS: Required<ZipLimits> = { files: 10_000, bytes: 2 ** 30 };

/**
 * The files of a zip, by path: forward slashes, from its root.
 *
 * Names are UTF-8 or Shift_JIS, whichever they are. Left out are folders, what macOS adds (`__MACOSX/`, `.DS_Store`)
 * and names that lead out of the zip; of two files with one path the later counts. Sizes are checked before anything is
 * unpacked, contents by their checksums. Needs no DOM, loads its decompressor when first called, and is busy for about a
 * second per 100 MB: for much of it, call it in a worker.
 *
 * @throws {@link MmdFormatError} (as rejection) `bad-signature`: not a zip. `truncated` or `bad-syntax`: damaged.
 * `too-large`: over a limit. `encrypted`. `unknown-type`: packed by a method other than deflate.
 * @example
 * await readZip(bytes); // → Map { 'miku/miku.pmx' → Blob, 'miku/tex/顔.png' → Blob }
 */
export async function readZip(
  bytes: Uint8Array | ArrayBuffer,
  limits: ZipLimits = {},
): Promise<Map<string, Blob>> {
  const entries = readDirectory(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  checkLimits(entries, { ...ZIP_LIMITS, ...limits });
  const { Inflate } = await import('fflate');
  return new Map(entries.map((entry) => [entry.path, unpackEntry(entry, Inflate)]));
}

function checkLimits(entries: readonly ZipEntry[], limits: Required<ZipLimits>): void {
  if (entries.length > limits.files) {
    throw tooLarge(`the zip holds ${entries.length} files, ${limits.files} are allowed`);
  }
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.bytes) throw tooLarge(`the zip unpacks to ${bytes} bytes, ${limits.bytes} are allowed`);
}

function tooLarge(message: string): MmdFormatError {
  return new MmdFormatError('too-large', 'zip', 0, message);
}
