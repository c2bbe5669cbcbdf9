import { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import type { BvmdVersion } from './bvmd.js';
import { curveIndex, type Field, fieldBytes, padding } from './layout.js';

/** The counterpart of `BvmdReader`. Created without a length, it only measures how long the file will be. */
export class BvmdWriter {
  readonly #isAligned: boolean;
  readonly #writer: ByteWriter | undefined;
  /** Where the next byte goes. */
  offset = 0;

  constructor(version: BvmdVersion, length?: number) {
    this.#isAligned = version[0] >= 3;
    this.#writer = length === undefined ? undefined : new ByteWriter(length);
  }

  /** The file. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#writer!.bytes;
  }

  seek(offset: number): void {
    this.offset = offset;
    this.#writer?.seek(offset);
  }

  u32(value: number): void {
    this.#writer?.u32(value);
    this.#skip(4);
  }

  raw(bytes: Uint8Array): void {
    this.#writer?.raw(bytes);
    this.#skip(bytes.length);
  }

  text(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes);
    if (this.#isAligned) this.#pad(bytes.length);
  }

  /** Writes a field of the keys in `order`. */
  field(field: Field, column: Float32Array | Uint32Array | Uint8Array, order: ArrayLike<number>): void {
    const isWords = field.kind === 'words';
    if (!this.#isAligned && isWords) this.#pad(this.offset);
    if (this.#writer) this.#writeField(this.#writer, field, column, order);
    this.#skip(fieldBytes(field, order.length));
    if (this.#isAligned && !isWords) this.#pad(this.offset);
  }

  #writeField(
    writer: ByteWriter,
    { kind, perKey, from, size }: Field,
    column: Float32Array | Uint32Array | Uint8Array,
    order: ArrayLike<number>,
  ): void {
    if (kind === 'words') {
      const words = wordsOf(column);
      for (let i = 0; i < order.length; i++) writer.words(words, perKey * order[i], size);
      return;
    }
    for (let i = 0; i < order.length; i++) {
      const at = perKey * order[i] + from;
      for (let j = 0; j < size; j++) writer.u8(column[at + (kind === 'curves' ? curveIndex(j) : j)]);
    }
  }

  #pad(length: number): void {
    this.#skip(padding(length));
  }

  #skip(length: number): void {
    this.offset += length;
    this.#writer?.seek(this.offset);
  }
}
