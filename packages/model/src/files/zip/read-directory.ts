import { MmdFormatError } from '@odori/format';
import { resolvePath } from '../resolve-path.js';
import { claim } from './claim.js';
import { decodeNames, type RawName } from './decode-names.js';
import { extraField, ZIP64 } from './extra-field.js';
import { type Directory, ENTRY_BYTES, findDirectory } from './find-directory.js';

/** A file in a zip, as the directory declares it. */
export interface ZipEntry {
  /** With forward slashes, from the root of the zip. */
  readonly path: string;
  /** Of the header before its bytes, from the start of the zip. */
  readonly offset: number;
  /** As they lie in the zip: a view. */
  readonly packed: Uint8Array;
  /** How many bytes it says that it unpacks to. */
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly isEncrypted: boolean;
}

/**
 * The files of a zip, without folders, without what macOS adds, and without names that lead out of it.
 *
 * Nothing is unpacked, and nothing allocated but names. All bytes declared are there, and none belong to two files:
 * unpacking costs no more than the zip's size can ask for. O(bytes of the directory).
 *
 * @throws {@link MmdFormatError} `bad-signature`, `truncated` or `bad-syntax`.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7 and 4.3.12
 */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records = readRecords(bytes, view, findDirectory(view));
  const names = decodeNames(records.map(({ name }) => name));
  const entries: ZipEntry[] = [];
  records.forEach((record, i) => {
    const path = resolvePath(names[i]);
    if (path !== undefined && !isOfMac(path)) entries.push(readEntry(bytes, view, record, path));
  });
  checkOverlap(entries, bytes.length);
  return entries;
}

interface DirectoryRecord {
  readonly at: number;
  readonly name: RawName;
}

function readRecords(bytes: Uint8Array, view: DataView, { offset, count }: Directory): DirectoryRecord[] {
  const records: DirectoryRecord[] = [];
  let at = offset;
  for (let i = 0; i < count; i++) {
    claim(view, at, ENTRY_BYTES, `zip directory[${i}]`);
    checkSignature(view, at, 0x02014b50, `zip directory[${i}]`);
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    claim(view, at, extraEnd - at, `zip directory[${i}]`);
    const isUtf8 = (view.getUint16(at + 8, true) & UTF8) !== 0;
    const name = bytes.slice(at + ENTRY_BYTES, nameEnd); // copies: text is not decoded from shared memory
    records.push({ at, name: { bytes: name, isUtf8, extra: bytes.slice(nameEnd, extraEnd) } });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return records;
}

function readEntry(bytes: Uint8Array, view: DataView, { at, name }: DirectoryRecord, path: string): ZipEntry {
  const numbers = [at + 24, at + 20, at + 42].map((offset) => view.getUint32(offset, true));
  const [size, packedBytes, offset] = widen(numbers, name.extra);
  const start = startOfBytes(view, offset, path);
  claim(view, start, packedBytes, path);
  return {
    path,
    offset,
    packed: bytes.subarray(start, start + packedBytes),
    size,
    crc: view.getUint32(at + 16, true),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED) !== 0,
  };
}

const ENCRYPTED = 1 << 0;
const UTF8 = 1 << 11;

/** Those that do not fit into 32 bits stand in the extra field, in the same order. */
function widen(numbers: readonly number[], extra: Uint8Array): number[] {
  const field = extraField(extra, ZIP64);
  if (!field) return [...numbers];
  const wide = new DataView(field.buffer, field.byteOffset, field.byteLength);
  let at = 0;
  return numbers.map((number) => {
    if (number !== 0xffffffff || at + 8 > wide.byteLength) return number;
    at += 8;
    return Number(wide.getBigUint64(at - 8, true));
  });
}

/** Behind a header of its own, whose extra field may be longer than in the directory. */
function startOfBytes(view: DataView, offset: number, path: string): number {
  claim(view, offset, HEADER_BYTES, `the header of ${path}`);
  checkSignature(view, offset, 0x04034b50, `the header of ${path}`);
  return offset + HEADER_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

const HEADER_BYTES = 30;

function checkSignature(view: DataView, at: number, signature: number, what: string): void {
  if (view.getUint32(at, true) === signature) return;
  throw new MmdFormatError('bad-syntax', 'zip', at, `${what} is not where the zip says`);
}

function checkOverlap(entries: readonly ZipEntry[], zipBytes: number): void {
  const bytes = entries.reduce((sum, { packed }) => sum + packed.length, 0);
  if (bytes <= zipBytes) return;
  const message = `the files take ${bytes} bytes in a zip of ${zipBytes}, so they lie over each other`;
  throw new MmdFormatError('bad-syntax', 'zip', 0, message);
}

function isOfMac(path: string): boolean {
  return /^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(path);
}
