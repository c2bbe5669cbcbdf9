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
  words(column: Int32Array, index: number, count: number): void {
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
   * Copies a column into a field of every record, the inverse of `gatherWords`: the field at
   * `starts[i] + offset` gets the `perRecord` words of key `order[i]`, bit for bit. The cursor stays.
   */
  scatterWords(
    starts: Uint32Array,
    offset: number,
    perRecord: number,
    column: Int32Array,
    order: Uint32Array,
  ): void {
    const view = this.#view;
    for (let i = 0; i < order.length; i++) {
      const from = perRecord * order[i];
      const to = starts[i] + offset;
      for (let j = 0; j < perRecord; j++) view.setInt32(to + 4 * j, column[from + j], true);
    }
  }
}
