import { wordsOf } from '../binary/words-of.js';
import { readFloatColumn, readIndexColumn } from './columns.js';
import { VERTEX } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';

/** What an element of a list is: what its index points at, whether a byte follows, and vectors of some widths. */
export type ElementLayout = readonly [kind: number, byteCount: 0 | 1, widths: readonly number[]];

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
export function readElements(reader: PmxReader, layout: ElementLayout, name = 'elements'): Elements {
  const [kind, byteCount, widths] = layout;
  let recordBytes = reader.sizes[kind] + byteCount;
  const offsets = widths.map((width) => {
    recordBytes += 4 * width;
    return recordBytes - 4 * width;
  });
  const count = reader.count(name, recordBytes);
  const at = reader.take(count * recordBytes, name);
  const starts = new Uint32Array(count);
  for (let i = 0; i < count; i++) starts[i] = at + i * recordBytes;
  const bytes = new Uint8Array(count * byteCount);
  for (let i = 0; i < bytes.length; i++) bytes[i] = reader.bytes[starts[i] + reader.sizes[kind]];
  const list = { reader, starts, name };
  const columns = widths.map((width, i) => readFloatColumn(list, offsets[i], width));
  return { indices: readIndexColumn(list, kind), bytes, columns };
}

export function writeElements(
  writer: PmxWriter,
  layout: ElementLayout,
  { indices, bytes, columns }: Elements,
  name = 'elements',
): void {
  const [kind, byteCount, widths] = layout;
  const words = columns.map(wordsOf);
  const { length } = indices;
  writer.checkLength(`${name}, byte each`, bytes, byteCount * length);
  widths.forEach((width, i) => writer.checkLength(`${name}, vector ${i}`, columns[i], width * length));
  writer.u32(length);
  for (let i = 0; i < length; i++) {
    writer.index(name, indices[i], kind);
    if (byteCount) writer.u8(name, bytes[i]);
    for (let k = 0; k < widths.length; k++) writer.words(words[k], widths[k] * i, widths[k]);
  }
}

/** Reads a list of nothing but vertices. */
export function readVertexList(reader: PmxReader, name: string): Uint32Array {
  const size = reader.sizes[VERTEX];
  const count = reader.count(name, size);
  const at = reader.take(count * size, name);
  // By the engine's own loop, in the byte order of all engines: there are hundreds of thousands.
  const { buffer } = reader.bytes.slice(at, reader.offset);
  const indices = new Uint32Array(
    size === 1 ? new Uint8Array(buffer) : size === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer),
  );
  const most = reader.counts[VERTEX];
  for (let i = 0; i < count; i++) {
    if (indices[i] >= most) reader.warnIndex(VERTEX, indices[i], `${name}[${i}]`, at + i * size);
  }
  return indices;
}

export function writeVertexList(writer: PmxWriter, indices: Uint32Array, name: string): void {
  writeElements(writer, [VERTEX, 0, []], { indices, bytes: new Uint8Array(0), columns: [] }, name);
}
