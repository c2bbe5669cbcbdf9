import { wordsOf } from '../binary/words-of.js';
import { type PmxIndexKind, VERTEX } from './layout.js';
import type { PmxReader } from './pmx-reader.js';

/** What an element of a list is: what its index points at, whether a byte follows, and vectors of some widths. */
export type ElementLayout = readonly [kind: PmxIndexKind, byteCount: 0 | 1, widths: readonly number[]];

/** A list as columns. */
export interface Elements {
  /** Unsigned if they are of vertices. */
  readonly indices: Uint32Array | Int32Array;
  /** Empty if there are none. */
  readonly bytes: Uint8Array;
  /** One for each width, `width * indices.length`. */
  readonly columns: readonly Float32Array[];
}

/** Reads a list and the count before it. O(elements). */
export function readElements(reader: PmxReader, layout: ElementLayout, what = 'elements'): Elements {
  const [kind, byteCount, widths] = layout;
  const size = reader.sizes[kind];
  const recordBytes = widths.reduce((bytes, width) => bytes + 4 * width, size + byteCount);
  const count = reader.count(what ? `${what}.count` : 'count', recordBytes);
  const at = reader.take(count * recordBytes, what);
  const bytes = new Uint8Array(count * byteCount);
  for (let i = 0; i < bytes.length; i++) bytes[i] = reader.u8At(at + i * recordBytes + size);
  let fieldAt = at + size + byteCount;
  const columns = widths.map((width) => {
    const column = new Float32Array(width * count);
    if (!reader.gatherWords(fieldAt, recordBytes, width, wordsOf(column))) {
      reportFloats(reader, column, width, what, at, recordBytes);
    }
    fieldAt += 4 * width;
    return column;
  });
  return { indices: readIndexColumn(reader, kind, at, count, recordBytes, what), bytes, columns };
}

/** Reads a list of nothing but vertices. */
export function readVertexList(reader: PmxReader, what: string): Uint32Array {
  return readElements(reader, [VERTEX, 0, []], what).indices as Uint32Array;
}

function readIndexColumn(
  reader: PmxReader,
  kind: PmxIndexKind,
  at: number,
  count: number,
  recordBytes: number,
  what: string,
): Uint32Array | Int32Array {
  const indices = kind === VERTEX ? new Uint32Array(count) : new Int32Array(count);
  for (let i = 0; i < count; i++) indices[i] = reader.indexAt(at + i * recordBytes, kind);
  reader.whenKnown(kind, () => {
    for (let i = 0; i < count; i++) {
      if (reader.isSound(kind, indices[i])) continue;
      reader.warnIndex(kind, indices[i], `${what}[${i}]`, at + i * recordBytes);
    }
  });
  return indices;
}

function reportFloats(
  reader: PmxReader,
  column: Float32Array,
  width: number,
  what: string,
  at: number,
  recordBytes: number,
): void {
  const count = column.filter((value) => !Number.isFinite(value)).length;
  const first = column.findIndex((value) => !Number.isFinite(value));
  const element = Math.floor(first / width);
  reader.warn('not-finite', `${what}[${element}]`, `has ${column[first]}`, at + element * recordBytes, count);
}
