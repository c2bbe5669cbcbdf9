import type { FileHandle } from 'node:fs/promises';

/** Boxes that contain the boxes with dates. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia']);
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);
const HEADER_BYTES =
  4 + // size
  4; // type
const LARGE_HEADER_BYTES = HEADER_BYTES + 8; // size
const VERSION_BYTES =
  1 + // version
  3; // flags

/**
 * Sets the dates of an MP4, of creation and change, to 0, which means unknown: the same pictures give the
 * same bytes at any time.
 *
 * @see ISO/IEC 14496-12, 8.2.2
 */
export async function clearDates(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  await clearIn(file, 0, size);
}

async function clearIn(file: FileHandle, start: number, end: number): Promise<void> {
  const head = Buffer.alloc(LARGE_HEADER_BYTES + VERSION_BYTES);
  for (let at = start; at + HEADER_BYTES <= end;) {
    await file.read(head, 0, head.length, at);
    const isLarge = head.readUInt32BE(0) === 1;
    const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
    const bytes = isLarge ? Number(head.readBigUInt64BE(HEADER_BYTES)) : head.readUInt32BE(0);
    const type = head.toString('latin1', 4, HEADER_BYTES);
    if (bytes < headerBytes) return; // up to the end of the file
    if (CONTAINERS.has(type)) await clearIn(file, at + headerBytes, at + bytes);
    if (DATED.has(type)) {
      const dateBytes = head[headerBytes] === 1 ? 8 : 4; // by the version
      await file.write(Buffer.alloc(2 * dateBytes), 0, 2 * dateBytes, at + headerBytes + VERSION_BYTES);
    }
    at += bytes;
  }
}
