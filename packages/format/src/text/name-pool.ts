/**
 * What V8 takes for a name: an object, a view and a text, besides three times its bytes. Measured with Node
 * 20; other engines take less.
 */
export const NAME_MEMORY = 172;

const POOL_BYTES = 1024;

/**
 * Copies of the bytes of names, many in one buffer: an array with its own buffer takes 200 bytes, a view of
 * one 96.
 */
export class NamePool {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** Copied, because a view of the file would keep all of it in memory. O(bytes). */
  copy(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (this.#used + length > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(Math.max(length, POOL_BYTES));
      this.#used = 0;
    }
    const copy = new Uint8Array(this.#buffer, this.#used, length);
    this.#used += length;
    copy.set(bytes);
    return copy;
  }
}
