import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { readFloats } from '../binary/column-layout.js';
import { recordStarts } from '../binary/gather.js';
import { VERTEX_INDEX } from '../binary/record-layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';

/** What an element of a list is, and the columns of a document that it goes to. */
export interface ElementLayout {
  /** What its index points at. */
  readonly kind: number;
  /** The column of the indices. */
  readonly indices: string;
  /** The column of the byte that follows, if one does. */
  readonly bytes?: string;
  /** The columns of the vectors that follow, and how wide they are. */
  readonly vectors: Readonly<Record<string, number>>;
}

/** The bytes of an element. */
export function elementBytes({ sizes }: PmxReader, { kind, bytes, vectors }: ElementLayout): number {
  const first = sizes[kind] + (bytes === undefined ? 0 : 1);
  return Object.values(vectors).reduce((sum, width) => sum + 4 * width, first);
}

/** Reads a list and the count before it: columns by name. O(elements). */
export function readElements(reader: PmxReader, layout: ElementLayout): Record<string, ArrayBufferView> {
  const { kind, vectors } = layout;
  const size = reader.sizes[kind];
  const vectorsAt = size + (layout.bytes ? 1 : 0);
  const recordBytes = elementBytes(reader, layout);
  const count = reader.count('elements', recordBytes);
  const at = reader.take(count * recordBytes);
  const starts = recordStarts(at, recordBytes, count);
  const columns: Record<string, ArrayBufferView> = {
    [layout.indices]: readIndices(reader, starts, kind),
  };
  if (layout.bytes) columns[layout.bytes] = Uint8Array.from(starts, (start) => reader.u8At(start + size));
  let offset = vectorsAt;
  for (const [key, width] of Object.entries(vectors)) {
    columns[key] = readFloats(reader, { list: 'elements', starts, offset, perRecord: width });
    offset += 4 * width;
  }
  reader.memory -= Object.keys(columns).length * ARRAY_MEMORY + count * (4 + recordBytes);
  return columns;
}

/** The index at the start of every record; signed, except those of vertices. */
function readIndices(reader: PmxReader, starts: Uint32Array, kind: number): Uint32Array | Int32Array {
  const indices = kind === VERTEX_INDEX ? new Uint32Array(starts.length) : new Int32Array(starts.length);
  const most = reader.counts[kind];
  let areSound = most < Infinity; // else they are checked when the number of targets is known
  for (let i = 0; i < starts.length; i++) {
    const index = reader.indexAt(starts[i], kind);
    if (index < -1 || index >= most) areSound = false;
    indices[i] = index;
  }
  if (!areSound) {
    reader.whenKnown(kind, () => {
      indices.forEach((index, i) => reader.checkedIndex(index, kind, `elements[${i}]`, starts[i]));
    });
  }
  return indices;
}

export function writeElements(writer: PmxWriter, layout: ElementLayout, columns: object): void {
  const { kind, vectors } = layout;
  const columnOf = (key: string, length: number): never => {
    const column = Reflect.get(columns, key) as ArrayLike<number>;
    writer.checkLength(key, column, length);
    return column as never;
  };
  const indices: Int32Array = columnOf(layout.indices, 0);
  const count = indices.length;
  const bytes: Uint8Array | undefined =
    layout.bytes === undefined ? undefined : columnOf(layout.bytes, count);
  const words = Object.entries(vectors).map(([key, width]) => ({
    width,
    column: writer.wordsOf(key, columnOf(key, 0), width * count),
  }));
  writer.count('count', count);
  for (let i = 0; i < count; i++) {
    writer.index(layout.indices, indices[i], kind);
    if (bytes) writer.u8(layout.bytes!, bytes[i]);
    for (const { column, width } of words) writer.words(column, width * i, width);
  }
}

/** Where a list of nothing but vertices is. */
export interface VertexListRange {
  readonly at: number;
  readonly count: number;
}

/** Moves past a list of nothing but vertices, and the count before it. */
export function findVertexList(reader: PmxReader, name: string): VertexListRange {
  const size = reader.sizes[VERTEX_INDEX];
  const count = reader.count(name, size);
  reader.memory -= ARRAY_MEMORY + 4 * count;
  return { at: reader.take(count * size, name), count };
}

/** Reads the list. */
export function readVertexList(reader: PmxReader, { at, count }: VertexListRange, name: string): Uint32Array {
  const size = reader.sizes[VERTEX_INDEX];
  // By the engine's own loop, in the byte order of all engines: there are hundreds of thousands.
  const { buffer } = reader.bytesAt(at, count * size).slice();
  const indices = new Uint32Array(
    size === 1 ? new Uint8Array(buffer) : size === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer),
  );
  const most = reader.counts[VERTEX_INDEX];
  for (let i = 0; i < count; i++) {
    if (indices[i] >= most) reader.checkedIndex(indices[i], VERTEX_INDEX, `${name}[${i}]`, at + i * size);
  }
  return indices;
}

export function writeVertexList(writer: PmxWriter, indices: Uint32Array, name: string): void {
  writeElements(writer, { kind: VERTEX_INDEX, indices: name, vectors: {} }, { [name]: indices });
}
