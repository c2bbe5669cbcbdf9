/** All ones in a float: a NaN or an infinity. */
export const EXPONENT = 0x7f800000;

/*
 * Columns are gathered out of records by two loops, for all formats: an engine that has compiled a loop for a
 * model runs it at full speed for the motion that follows.
 */

/** Where `count` records of equal length begin, one after another. */
export function recordStarts(at: number, bytes: number, count: number): Uint32Array {
  const starts = new Uint32Array(count);
  for (let i = 0; i < count; i++) starts[i] = at + i * bytes;
  return starts;
}

/**
 * Fills a column with a field of `perRecord` 32-bit words, which begins at `starts[i] + offset` in the file
 * for record i.
 *
 * Words, not floats: copied as a float, a signalling NaN would become quiet. Returns whether all words, read
 * as floats, are finite: a second loop over the column would double the time of a first, cold call.
 */
export function gatherWords(
  view: DataView,
  starts: Uint32Array,
  offset: number,
  perRecord: number,
  column: Int32Array,
): boolean {
  let areFinite = true;
  for (let i = 0, to = 0; to < column.length; i++) {
    for (let at = starts[i] + offset, end = at + 4 * perRecord; at < end; at += 4) {
      const word = view.getInt32(at, true);
      if ((word & EXPONENT) === EXPONENT) areFinite = false;
      column[to++] = word;
    }
  }
  return areFinite;
}

/** The same for bytes. */
export function gatherBytes(
  view: DataView,
  starts: Uint32Array,
  offset: number,
  perRecord: number,
  column: Uint8Array,
): void {
  for (let i = 0, to = 0; to < column.length; i++) {
    for (let at = starts[i] + offset, end = at + perRecord; at < end; at++) column[to++] = view.getUint8(at);
  }
}

/** A signed whole number of 1, 2 or 4 bytes. */
export function signedAt(view: DataView, at: number, bytes: number): number {
  return bytes === 1 ? view.getInt8(at) : bytes === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
}
