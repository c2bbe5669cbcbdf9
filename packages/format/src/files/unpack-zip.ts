import type { UnzipFileInfo, unzipSync } from 'fflate';
import { detectStandIn, foreignProblem } from '../stand-ins.js';
import { FilesError } from './files-error.js';
import { resolvePath } from './resolve-path.js';
import { decodeNames, decodeNamesAs, namesByModels } from './zip-names.js';

/** Limits for the content of a zip, and the encoding of its names. @inline */
export interface ZipOptions {
  /** The largest number of files. */
  files?: number; // 10,000
  /** The largest size of all unpacked files together, in bytes. */
  bytes?: number; // 1 GiB
  /**
   * The encoding of names that are not marked as UTF-8, as `TextDecoder` names it: `gbk`, `big5`, `euc-kr`.
   * Without it, it is found out.
   */
  encoding?: string | undefined;
}

type ZipLimits = Required<Pick<ZipOptions, 'files' | 'bytes'>>;

export const ZIP_LIMITS: ZipLimits = { files: 10_000, bytes: 2 ** 30 };

/**
 * The files of a zip, by path: forward slashes, from the root of the zip.
 *
 * Names that are not marked as UTF-8 are decoded as UTF-8 or Shift_JIS, or in the code page in which the
 * textures of its PMX models are found: GBK, Big5, EUC-KR and others. The result has no folders, no files
 * that macOS adds (`__MACOSX/`, `.DS_Store`) and no names that lead out of the zip. If two files have the
 * same path, the later one wins. Sizes are checked before anything is unpacked, and no file becomes longer
 * than it declares; checksums are not checked. Needs no DOM; loads fflate on the first call. Takes up to one
 * second per 100 MB and briefly needs twice the memory; a malicious zip takes up to 3 s per MB of its own
 * size. Call it in a worker for large zips or zips of unknown origin.
 *
 * @throws {@link FilesError} (as rejection), see {@link FilesErrorCode}; RangeError for an unknown
 * `encoding`.
 * @example
 * await unpackZip(bytes); // → Map { 'miku/miku.pmx' → Uint8Array, 'miku/tex/顔.png' → Uint8Array }
 */
export async function unpackZip(
  bytes: Uint8Array | ArrayBuffer,
  { encoding, ...limits }: ZipOptions = {},
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const zip = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) // perhaps a view of another window
    : new Uint8Array(bytes);
  const { unzipSync: unzip } = await import('./unzip.js');
  const infos = listFiles(zip, unzip);
  const names = infos.map(({ name }) => name);
  const entries = entriesOf(
    infos,
    encoding === undefined ? decodeNames(names) : decodeNamesAs(names, encoding),
  );
  checkSizes(entries, { ...ZIP_LIMITS, ...limits }, zip.length);
  entries.forEach(checkCompression);
  const files = unpackFiles(zip, entries, unzip);
  const named = encoding === undefined ? entriesOf(infos, namesByModels(names, files)) : entries;
  return new Map(named.flatMap(({ name, path }) => (files.has(name) ? [[path, files.get(name)!]] : [])));
}

interface ZipEntry extends UnzipFileInfo {
  readonly path: string;
}

function listFiles(zip: Uint8Array, unzip: typeof unzipSync): UnzipFileInfo[] {
  const infos: UnzipFileInfo[] = [];
  const filter = (info: UnzipFileInfo): boolean => {
    // beyond the last byte, fflate reads zeros, up to 2³² times
    if (info.name === '') {
      throw new FilesError('the zip lists more files than it contains: download it again', 'truncated');
    }
    infos.push(info);
    return false;
  };
  try {
    unzip(zip, { filter });
  } catch (error) {
    throw error instanceof FilesError ? error : unreadableZip(zip);
  }
  return infos;
}

/** The files among the entries, under these names. */
function entriesOf(infos: readonly UnzipFileInfo[], names: readonly string[]): ZipEntry[] {
  return infos.flatMap((info, i) => {
    const path = names[i].includes('\0') ? undefined : resolvePath(names[i]);
    return path === undefined || LEFT_OUT.test(path) ? [] : [{ ...info, path }];
  });
}

/** The last alternative is a name that fflate's result, a plain object, cannot have. */
const LEFT_OUT = /^__MACOSX\/|(?:^|\/)\.DS_Store$|^__proto__$/;

/** Says why the list of files at the end of a zip cannot be read. O(1). */
function unreadableZip(bytes: Uint8Array): FilesError {
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  if (head.startsWith('PK')) {
    const message = 'the list of files at the end of the zip is missing or broken: download it again';
    return new FilesError(message, 'truncated');
  }
  const foreign = foreignProblem(detectStandIn(bytes), 'a zip')?.replace(
    /: unpack it first$/,
    ': unpack it and use the folder',
  );
  const message = foreign ?? 'this is not a zip, whatever its name says: look at what was downloaded';
  return new FilesError(message, 'not-a-zip');
}

function checkSizes(entries: readonly ZipEntry[], limits: ZipLimits, zipBytes: number): void {
  const files = entries.length;
  const bytes = entries.reduce((sum, { originalSize }) => sum + originalSize, 0);
  const packed = entries.reduce((sum, { size }) => sum + size, 0);
  if (files > limits.files) {
    throw new FilesError(`the zip contains ${files} files; ${limits.files} are allowed`, 'too-large');
  }
  if (bytes > limits.bytes) {
    throw new FilesError(`the zip unpacks to ${bytes} bytes; ${limits.bytes} are allowed`, 'too-large');
  }
  // many files that share a few bytes would each be unpacked
  if (packed > zipBytes) {
    const message = `the zip lists ${packed} compressed bytes but has ${zipBytes}: it is broken, or only one part of a split zip`;
    throw new FilesError(message, 'broken');
  }
}

function checkCompression({ path, compression, size, originalSize }: ZipEntry): void {
  if (compression === AES) {
    throw new FilesError(`${path} is encrypted: unpack the zip and use the folder`, 'encrypted', path);
  }
  if (!METHODS.has(compression)) {
    const message = `${path} uses compression method ${compression}, only deflate is supported: unpack the zip and use the folder`;
    throw new FilesError(message, 'unsupported', path);
  }
  if (originalSize > size * DEFLATE_RATIO) throw broken(path);
}

const METHODS = new Set([0, 8]); // stored, deflated
const AES = 99;
/**
 * Deflate makes at most 1032 bytes of one. A file that declares more is broken, and nothing is allocated for
 * it.
 */
const DEFLATE_RATIO = 1032;

/** The contents by fflate's name. */
function unpackFiles(
  zip: Uint8Array,
  entries: readonly ZipEntry[],
  unzip: typeof unzipSync,
): Map<string, Uint8Array<ArrayBuffer>> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  let path = '';
  const filter = ({ name }: UnzipFileInfo): boolean => {
    path = byName.get(name)?.path ?? path;
    return byName.has(name);
  };
  try {
    const files = unzip(zip, { filter });
    return new Map([...byName].map(([name, entry]) => [name, wholeFile(entry, files[name])]));
  } catch (error) {
    throw error instanceof FilesError ? error : broken(path);
  }
}

function wholeFile({ path, originalSize }: ZipEntry, file: Uint8Array): Uint8Array<ArrayBuffer> {
  if (file.length !== originalSize) throw broken(path);
  return file as Uint8Array<ArrayBuffer>; // fflate's types allow shared memory, but it never uses it
}

function broken(path: string): FilesError {
  return new FilesError(`${path} is broken or encrypted: unpack the zip and use the folder`, 'broken', path);
}
