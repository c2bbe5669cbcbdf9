import { MmdFormatError } from '../errors.js';
import { countOf } from '../text/count-of.js';

/**
 * The little-endian bytes of a file, and a place in them.
 *
 * The `…At` methods check no bounds: they are for records in a range that has been checked as a whole.
 */
export class ByteCursor {
  /** For loops over a range that has been checked. */
  readonly view: DataView;
  /** Bytes of the file. */
  readonly length: number;
  /** Where the next field begins. */
  offset = 0;
  /** Bytes of memory that the document may still take. */
  memory: number = Infinity;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  /**
   * Limits the memory of the document to `times` the file and a megabyte, of which a part is for the engine
   * itself. Real files take less than twice their bytes: only many records with hardly anything in them take
   * more.
   */
  limitMemory(times = 3): void {
    this.memory = times * this.length + 9e5;
  }

  /**
   * Call for what a document keeps, with the bytes that it takes.
   *
   * @throws {@link MmdFormatError} `too-large` beyond the limit.
   */
  spend(bytes: number, section: string): void {
    if ((this.memory -= bytes) >= 0) return;
    throw new MmdFormatError(`${section} need more memory than 3 × the file + 1 MB`, {
      code: 'too-large',
      section,
      offset: this.offset,
    });
  }

  get remaining(): number {
    return this.length - this.offset;
  }

  u8At(at: number): number {
    return this.view.getUint8(at);
  }

  u32At(at: number): number {
    return this.view.getUint32(at, true);
  }

  /** A view, not a copy. */
  bytesAt(at: number, length: number): Uint8Array {
    return new Uint8Array(this.view.buffer, this.view.byteOffset + at, length);
  }
}

/** A cursor over untrusted bytes: methods that move it check its bounds first. */
export class ByteReader extends ByteCursor {
  /**
   * Never read. When the last instance of a class is gone, V8 drops its shape, and the code compiled for that
   * shape.
   */
  static readonly anchor: ByteReader = /* @__PURE__ */ new ByteReader(/* @__PURE__ */ new Uint8Array(0));

  u32(section: string, what: string): number {
    return this.view.getUint32(this.claim(4, section, what), true);
  }

  /** A view, not a copy. */
  bytes(length: number, section: string, what: string): Uint8Array {
    return this.bytesAt(this.claim(length, section, what), length);
  }

  /**
   * Moves past `length` bytes and returns where they begin.
   *
   * @throws {@link MmdFormatError} `truncated` if fewer are left.
   */
  claim(length: number, section: string, what: string): number {
    const at = this.offset;
    if (length > this.remaining) {
      throw new MmdFormatError(`${what} needs ${countOf(length, 'byte')}, ${this.remaining} left`, {
        code: 'truncated',
        section,
        offset: at,
      });
    }
    this.offset = at + length;
    return at;
  }
}

/** What V8 takes for a typed array, besides its bytes. Measured with Node 20; other engines take less. */
export const ARRAY_MEMORY = 200;
