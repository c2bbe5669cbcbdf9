import { type Zippable, zipSync } from 'fflate';
import { FilesError } from './files-error.js';

/** The format has 16 bits for their number. */
export const MAX_ZIP_FILES = 65_535;

/** Formats that deflate makes hardly smaller; arrays of a dance (`npy`) by an eighth. */
const STORED = /\.(?:png|jpe?g|webp|gif|mp3|ogg|oga|opus|m4a|aac|flac|weba|webm|mp4|npy|zip)$/i;

/**
 * A zip of some files, by path: forward slashes, names in UTF-8. Pictures, songs and arrays of numbers are
 * stored as they are, and everything is at `level` 0. The same files give the same bytes. Needs no DOM. Takes
 * up to ten seconds per 100 MB; at level 0, a second.
 *
 * @throws {@link FilesError} `too-large`: more than 65,535 files.
 * @example
 * await unpackZip(packZip(new Map([['a/顔.png', bytes]]))); // → Map { 'a/顔.png' → bytes }
 */
export function packZip(files: ReadonlyMap<string, Uint8Array>, level: 0 | 6 = 6): Uint8Array<ArrayBuffer> {
  if (files.size > MAX_ZIP_FILES) {
    const message = `a zip has room for ${MAX_ZIP_FILES} files, not for ${files.size}: pack fewer`;
    throw new FilesError(message, 'too-large');
  }
  const entries: Zippable = {};
  for (const [path, bytes] of files)
    entries[path] = [bytes, { level: STORED.test(path) ? 0 : level, mtime: FIRST_DAY }];
  return zipSync(entries);
}

/** The first day that a zip can express. */
const FIRST_DAY = new Date(1980, 0, 1);
