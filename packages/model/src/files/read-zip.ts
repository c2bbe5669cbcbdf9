import { decodeCp932, MmdFormatError, type MmdFormatErrorCode } from '@odori/format';
import type { UnzipFileInfo, unzipSync } from 'fflate';
import { resolvePath } from './resolve-path.js';

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
 * unpacked, and no file gets longer than it declares; checksums are not looked at. Needs no DOM, loads fflate when first
 * called. Busy for up to a second per 100 MB, and holds all of it twice for a moment; a zip made to be slow, for 3 s per
 * MB of its own size. For what is large or of unknown origin, call it in a worker.
 *
 * @throws `MmdFormatError` (as rejection) `bad-signature`: not a zip. `truncated`: a part of one. `too-large`: over
 * a limit. `bad-syntax`: broken or encrypted. `unknown-type`: packed by a method other than deflate.
 * @example
 * await readZip(bytes); // → Map { 'miku/miku.pmx' → Blob, 'miku/tex/顔.png' → Blob }
 */
export async function readZip(
  bytes: Uint8Array | ArrayBuffer,
  limits: ZipLimits = {},
): Promise<Map<string, Blob>> {
  const zip = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const { unzipSync: unzip } = await import('./unzip.js');
  const entries = listFiles(zip, unzip);
  checkSizes(entries, { ...ZIP_LIMITS, ...limits }, zip.length);
  entries.forEach(checkPacking);
  return unpackFiles(zip, entries, unzip);
}

interface ZipEntry extends UnzipFileInfo {
  readonly path: string;
}

function listFiles(zip: Uint8Array, unzip: typeof unzipSync): ZipEntry[] {
  const infos: UnzipFileInfo[] = [];
  const filter = (info: UnzipFileInfo): boolean => {
    // behind the last byte fflate reads zeros, up to 2³² times
    if (info.name === '') throw refusal('truncated', 'zip', 'the zip lists more files than it holds');
    infos.push(info);
    return false;
  };
  try {
    unzip(zip, { filter });
  } catch (error) {
    throw error instanceof MmdFormatError ? error : notAZip(zip);
  }
  const names = decodeNames(infos.map(({ name }) => name));
  return infos.flatMap((info, i) => {
    const path = resolvePath(names[i]);
    return path === undefined || LEFT_OUT.test(path) ? [] : [{ ...info, path }];
  });
}

/** The last is a name that fflate's result, a plain object, cannot hold. */
const LEFT_OUT = /^__MACOSX\/|(?:^|\/)\.DS_Store$|^__proto__$/;

function checkSizes(entries: readonly ZipEntry[], limits: Required<ZipLimits>, zipBytes: number): void {
  const files = entries.length;
  const bytes = entries.reduce((sum, { originalSize }) => sum + originalSize, 0);
  const packed = entries.reduce((sum, { size }) => sum + size, 0);
  const tooLarge = (message: string): MmdFormatError => refusal('too-large', 'zip', `the zip ${message}`);
  if (files > limits.files) throw tooLarge(`holds ${files} files, ${limits.files} are allowed`);
  if (bytes > limits.bytes) throw tooLarge(`unpacks to ${bytes} bytes, ${limits.bytes} are allowed`);
  // a few bytes that many files share would be unpacked for each of them
  if (packed > zipBytes) {
    const message = `the zip lists ${packed} packed bytes and has ${zipBytes}: broken, or one part of several`;
    throw refusal('bad-syntax', 'zip', message);
  }
}

function checkPacking({ path, compression, size, originalSize }: ZipEntry): void {
  if (compression !== AES && !METHODS.has(compression)) {
    const message = `${path} is packed by method ${compression}; only deflate can be unpacked`;
    throw refusal('unknown-type', path, message);
  }
  if (compression === AES || originalSize > size * DEFLATE_RATIO) throw broken(path);
}

const METHODS = new Set([0, 8]); // stored, deflated
const AES = 99;
/** Deflate makes 1032 bytes of one at most: more is a lie, for which nothing is to be allocated. */
const DEFLATE_RATIO = 1032;

function unpackFiles(
  zip: Uint8Array,
  entries: readonly ZipEntry[],
  unzip: typeof unzipSync,
): Map<string, Blob> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  let path = '';
  const filter = ({ name }: UnzipFileInfo): boolean => {
    path = byName.get(name)?.path ?? path;
    return byName.has(name);
  };
  try {
    const files = unzip(zip, { filter });
    return new Map([...byName.values()].map((entry) => [entry.path, blobOf(entry, files[entry.name])]));
  } catch (error) {
    throw error instanceof MmdFormatError ? error : broken(path);
  }
}

function blobOf({ path, originalSize }: ZipEntry, file: Uint8Array): Blob {
  if (file.length !== originalSize) throw broken(path);
  return new Blob([file as Uint8Array<ArrayBuffer>]); // fflate's types leave open whether its memory is shared; it is not
}

function broken(path: string): MmdFormatError {
  return refusal('bad-syntax', path, `${path} is broken or encrypted: unpack the zip, and use the folder`);
}

function refusal(code: MmdFormatErrorCode, section: string, message: string): MmdFormatError {
  return new MmdFormatError(message, { code, section });
}

/**
 * The names of a zip's files as text, in their order, from what fflate makes of them. O(characters).
 *
 * fflate decodes the names that are marked as UTF-8; of the others it gives each byte as a character. These are UTF-8 if
 * all of them together can be, else Shift_JIS: a zip comes from one tool, and ﾃｸ in Shift_JIS is ø in UTF-8. That a name
 * of Latin letters was marked shows only in what it lacks: Shift_JIS does not go far without bytes from 80 to 9F.
 *
 * @see Windows packs in the code page of its language, macOS in UTF-8, and neither says so.
 * @example
 * decodeNames(['\x8a\xe7.png', 'ミク.pmx']); // → ['顔.png', 'ミク.pmx']
 * decodeNames(['K\xf6rper.png']); // → ['Körper.png']
 */
export function decodeNames(names: readonly string[]): string[] {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return names.map((name) => decodeBytes(name, (bytes) => utf8.decode(bytes)));
  } catch {
    return isLatin(names.join('')) ? [...names] : names.map((name) => decodeBytes(name, decodeCp932));
  }
}

function decodeBytes(name: string, decode: (bytes: Uint8Array) => string): string {
  const isText = /[\u0100-\uffff]/.test(name);
  return isText ? name : decode(Uint8Array.from(name, (byte) => byte.charCodeAt(0)));
}

/** And not bytes of Shift_JIS: half-width kana end at DF, and a kanji that begins above is seldom alone. */
function isLatin(text: string): boolean {
  return /[\xe0-\xff]/.test(text) && !/[\x80-\x9f]/.test(text);
}

/** Why the list of files at the end of a zip cannot be read, in a sentence that helps. O(1). */
export function notAZip(bytes: Uint8Array): MmdFormatError {
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  if (head.startsWith('PK')) {
    const message = 'the list of files at the end of the zip is missing or broken: download it again';
    return new MmdFormatError(message, { code: 'truncated', section: 'zip' });
  }
  const other = OTHERS.find(([start]) => start.test(head))?.[1];
  const message = other
    ? `this is not a zip but ${other}: unpack it, and use the folder`
    : 'this is not a zip: the signature PK\\5\\6 is nowhere near its end';
  return new MmdFormatError(message, { code: 'bad-signature', section: 'zip' });
}

/** What else models are packed with. */
const OTHERS: readonly [start: RegExp, name: string][] = [
  [/^Rar!/, 'a RAR archive'],
  [/^7z\xbc\xaf/, 'a 7z archive'],
  [/^..-l[hz].-/s, 'an LZH archive'],
];
