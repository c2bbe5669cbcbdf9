import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type MmdFormatErrorCode, type WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { X_HEADER_BYTES } from './x-header.js';
import { type XTokenKind, XTokens } from './x-tokens.js';

/**
 * The numbers of the tokens in a binary file.
 *
 * @see https://learn.microsoft.com/en-us/windows/win32/direct3d9/tokens
 */
export const X_TOKEN = {
  name: 1,
  string: 2,
  integer: 3,
  guid: 5,
  integerList: 6,
  floatList: 7,
  open: 10,
  close: 11,
  comma: 19,
  semicolon: 20,
  template: 31,
} as const;

const GUID_BYTES = 16;

/** The tokens of a binary file. Numbers stand in lists of any length. */
export class XBinaryTokens extends XTokens {
  readonly #reader: ByteReader;
  readonly #floatBytes: number;
  #kind: XTokenKind | undefined;
  /** The token that has been read, of {@link X_TOKEN}. */
  #token = 0;
  /** Where it began. */
  #tokenAt = X_HEADER_BYTES;
  /** Numbers left in a list. */
  #left = 0;
  #isFloat = false;

  constructor(file: Uint8Array, warnings: WarningList, floatBits: 32 | 64) {
    super(file, warnings);
    this.#reader = new ByteReader(file);
    this.#reader.offset = X_HEADER_BYTES;
    this.#floatBytes = floatBits / 8;
  }

  get at(): number {
    this.peek();
    return this.#left > 0 ? this.#reader.offset : this.#tokenAt;
  }

  protected get mostNumbers(): number {
    return this.#reader.remaining / 4;
  }

  /**
   * Before a number, the place in the file is at the number itself; before another token, behind its two
   * bytes.
   */
  peek(): XTokenKind {
    while (!this.#kind) this.#kind = this.#left > 0 ? 'number' : this.#next();
    return this.#kind;
  }

  skip(): void {
    const kind = this.peek();
    if (kind === 'number') this.takeNumber();
    else if (kind === 'name' || kind === 'text') this.#takeBytes();
    else if (kind === 'guid') this.#reader.claim(GUID_BYTES, 'guid', 'a GUID');
    if (kind !== 'end') this.#kind = undefined;
  }

  takeName(): string {
    if (this.peek() === 'number') return String(this.takeNumber());
    return this.takeText();
  }

  takeText(): string {
    this.peek();
    const bytes = this.#takeBytes();
    this.#kind = undefined;
    const text = decodeCp932(bytes);
    if (text.includes('\ufffd'))
      this.warn('bad-text', 'text', 'has bytes that CP932 does not define', this.#tokenAt);
    return text;
  }

  protected takeNumber(): number {
    const reader = this.#reader;
    this.#left--;
    this.#kind = undefined;
    const at = reader.claim(this.#isFloat ? this.#floatBytes : 4, 'numbers', 'a number');
    if (!this.#isFloat) return reader.u32At(at);
    return this.#floatBytes === 8 ? reader.view.getFloat64(at, true) : reader.view.getFloat32(at, true);
  }

  fail(code: MmdFormatErrorCode, section: string, message: string, at: number = this.at): MmdFormatError {
    return new MmdFormatError(message, { code, section, offset: at });
  }

  protected glimpse(): string {
    this.peek();
    return this.#left > 0 ? 'a number' : `token ${this.#token}`;
  }

  /** The kind of the next token; undefined for a separator and for an empty list. */
  #next(): XTokenKind | undefined {
    const reader = this.#reader;
    this.#tokenAt = reader.offset;
    if (reader.remaining === 0) return 'end';
    this.#token = reader.view.getUint16(reader.claim(2, 'tokens', 'a token'), true);
    switch (this.#token) {
      case X_TOKEN.comma:
      case X_TOKEN.semicolon:
        return undefined;
      case X_TOKEN.name:
      case X_TOKEN.template:
        return 'name';
      case X_TOKEN.string:
        return 'text';
      case X_TOKEN.guid:
        return 'guid';
      case X_TOKEN.open:
        return 'open';
      case X_TOKEN.close:
        return 'close';
      case X_TOKEN.integer:
      case X_TOKEN.integerList:
      case X_TOKEN.floatList:
        this.#startList();
        return undefined;
      default:
        return this.#other();
    }
  }

  #startList(): void {
    const reader = this.#reader;
    this.#isFloat = this.#token === X_TOKEN.floatList;
    const count = this.#token === X_TOKEN.integer ? 1 : reader.u32('numbers', 'the length of a list');
    if (count * (this.#isFloat ? this.#floatBytes : 4) > reader.remaining) {
      const message = `a list of ${count} numbers needs more than the ${reader.remaining} bytes left`;
      throw new MmdFormatError(message, { code: 'truncated', section: 'numbers', offset: this.#tokenAt });
    }
    this.#left = count;
  }

  /** Brackets, and the words of templates. The end of a text may be written with two bytes of zero. */
  #other(): XTokenKind | undefined {
    if (this.#token === 0) return undefined;
    if ((this.#token >= 12 && this.#token <= 18) || (this.#token >= 40 && this.#token <= 52)) return 'other';
    const message = `token ${this.#token} is unknown`;
    throw new MmdFormatError(message, { code: 'unknown-type', section: 'tokens', offset: this.#tokenAt });
  }

  #takeBytes(): Uint8Array {
    if (this.#token === X_TOKEN.template) return TEMPLATE;
    const length = this.#reader.u32('text', 'the length of a text');
    return this.#reader.bytes(length, 'text', 'a text');
  }
}

const TEMPLATE = /* @__PURE__ */ new TextEncoder().encode('template');
