/** Bytes that grow as they are written. */
export class GrowingBytes {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A copy of what has been written. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  ascii(text: string): void {
    const at = this.#grow(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[at + i] = text.charCodeAt(i);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
  }

  u16(value: number): void {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, true);
  }

  f32(value: number): void {
    const at = this.#grow(4);
    this.#view.setFloat32(at, value, true);
  }

  f64(value: number): void {
    const at = this.#grow(8);
    this.#view.setFloat64(at, value, true);
  }

  /** Makes room for `count` bytes, and returns where they begin. */
  #grow(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
