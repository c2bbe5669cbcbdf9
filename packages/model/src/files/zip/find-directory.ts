import { MmdFormatError } from '@odori/format';
import { claim } from './claim.js';

/** Where the list of a zip's entries lies. */
export interface Directory {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** How many entries it says it has; they fit into what is there. */
  readonly count: number;
}

/** The shortest that an entry of the directory can be. */
export const ENTRY_BYTES = 46;

/**
 * Looks for the end of a zip, and reads there where its directory is. O(65,535) at most: a comment may follow the end.
 *
 * @throws {@link MmdFormatError} `bad-signature`: not a zip. `truncated`: a zip without its end. `bad-syntax`: one part of
 * several.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.14 to 4.3.16
 */
export function findDirectory(view: DataView): Directory {
  const end = findEnd(view);
  if (end === undefined) throw withoutEnd(view);
  const directory = readWideEnd(view, end) ?? readEnd(view, end);
  claim(
    view,
    directory.offset,
    ENTRY_BYTES * directory.count,
    `a zip directory of ${directory.count} entries`,
  );
  return directory;
}

const END_BYTES =
  4 + // signature
  2 + // number of this disk (u16)
  2 + // disk of the directory (u16)
  2 + // entries on this disk (u16)
  2 + // entries (u16)
  4 + // bytes of the directory (u32)
  4 + // offset of the directory (u32)
  2; // bytes of the comment (u16)

/** Of zip64, before the end: signature, disk (u32), offset (u64), disks (u32). */
const LOCATOR_BYTES = 4 + 4 + 8 + 4;
const WIDE_END_BYTES = 56;

/** The comment ends with the file, which tells the end from a comment that looks like one; else something was added. */
function findEnd(view: DataView): number | undefined {
  const ends = possibleEnds(view);
  return ends.find((at) => at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) ?? ends.at(0);
}

/** The last first. */
function possibleEnds(view: DataView): number[] {
  const ends: number[] = [];
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) {
    if (view.getUint32(at, true) === 0x06054b50) ends.push(at);
  }
  return ends;
}

function readEnd(view: DataView, at: number): Directory {
  if (view.getUint16(at + 4, true) !== 0) {
    throw new MmdFormatError(
      'bad-syntax',
      'zip',
      at,
      'this is the last of several parts of a zip: join them first',
    );
  }
  return { count: view.getUint16(at + 10, true), offset: view.getUint32(at + 16, true) };
}

/** Of zip64: the same with wider numbers, found by a locator. */
function readWideEnd(view: DataView, end: number): Directory | undefined {
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) return undefined;
  const at = Number(view.getBigUint64(locator + 8, true));
  claim(view, at, WIDE_END_BYTES, 'the end of a zip64');
  if (view.getUint32(at, true) !== 0x06064b50) {
    throw new MmdFormatError('bad-syntax', 'zip', at, 'the end of the zip is not where the zip says');
  }
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    offset: Number(view.getBigUint64(at + 48, true)),
  };
}

function withoutEnd(view: DataView): MmdFormatError {
  const isZip = view.byteLength >= 4 && view.getUint32(0, true) === 0x04034b50;
  if (isZip) {
    const message = 'the zip has no end, so it was probably not downloaded to its end';
    return new MmdFormatError('truncated', 'zip', view.byteLength, message);
  }
  const other = otherArchive(view);
  const message = other
    ? `this is not a zip but ${other}: unpack it, and use the folder`
    : 'this is not a zip: the signature PK\\5\\6 is nowhere near its end';
  return new MmdFormatError('bad-signature', 'zip', 0, message);
}

/** What else models are packed with. */
function otherArchive(view: DataView): string | undefined {
  const head = String.fromCharCode(
    ...new Uint8Array(view.buffer, view.byteOffset, Math.min(8, view.byteLength)),
  );
  if (head.startsWith('Rar!')) return 'a RAR archive';
  if (head.startsWith('7z\xbc\xaf')) return 'a 7z archive';
  if (/^..-l[hz].-/s.test(head)) return 'an LZH archive';
  return undefined;
}
