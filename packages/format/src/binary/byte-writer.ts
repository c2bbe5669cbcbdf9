/** A little-endian cursor that fills a file whose length is known beforehand. */
export class ByteWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #offset = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  get offset(): number {
    return this.#offset;
  }

  u8(value: number): void {
    this.bytes[this.#offset++] = value;
  }

  u32(value: number): void {
    this.#view.setUint32(this.#offset, value, true);
    this.#offset += 4;
  }

  /** `count` words of a column, from `index` on, bit for bit. */
  words(column: Uint32Array, index: number, count: number): void {
    for (let i = index; i < index + count; i++) this.u32(column[i]);
  }

  raw(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.#offset);
    this.#offset += bytes.length;
  }

  seek(offset: number): void {
    this.#offset = offset;
  }

  /**
   * Copies a column into a field of every record, the inverse of `ByteReader.gatherWords`: record i, which begins at
   * `at + i * recordBytes`, gets the `perRecord` words of key `order[i]`, bit for bit. The cursor stays.
   */
  scatterWords(
    at: number,
    recordBytes: number,
    perRecord: number,
    column: Uint32Array,
    order: Uint32Array,
  ): void {
    const view = this.#view;
    for (let i = 0; i < order.length; i++) {
      const from = perRecord * order[i];
      const to = at + i * recordBytes;
      for (let j = 0; j < perRecord; j++) view.setUint32(to + 4 * j, column[from + j], true);
    }
  }

  /** The same for bytes. */
  scatterBytes(
    at: number,
    recordBytes: number,
    perRecord: number,
    column: Uint8Array,
    order: Uint32Array,
  ): void {
    const { bytes } = this;
    for (let i = 0; i < order.length; i++) {
      const from = perRecord * order[i];
      const to = at + i * recordBytes;
      for (let j = 0; j < perRecord; j++) bytes[to + j] = column[from + j];
    }
  }
}
