import { MmdFormatError, type MmdFormatErrorCode, type TextPlace, type WarningList } from '../errors.js';
import { byteOffsetOf, type DecodedText, decodeText } from '../vpd/decode-text.js';
import { X_HEADER_BYTES } from './x-header.js';
import { type XTokenKind, XTokens } from './x-tokens.js';

/**
 * The tokens of a text file. Commas and semicolons count as blanks; `//` and `#` begin a comment.
 *
 * The text is decoded before it is split: the second byte of a CP932 character may be `{` or `\`.
 */
export class XTextTokens extends XTokens {
  readonly #decoded: DecodedText;
  readonly #text: string;
  #at = X_HEADER_BYTES;
  /** The kind of the token at #at, once {@link peek} has found it, and where that token ends. */
  #kind: XTokenKind | undefined;
  #end = X_HEADER_BYTES;
  #number = 0;

  constructor(file: Uint8Array, warnings: WarningList) {
    super(file, warnings);
    this.#decoded = decodeText(file);
    this.#text = this.#decoded.text;
  }

  get at(): number {
    this.peek();
    return this.#at;
  }

  protected get mostNumbers(): number {
    return (this.#text.length - this.#at + 1) / 2; // a digit and a separator
  }

  peek(): XTokenKind {
    if (this.#kind) return this.#kind;
    this.#skipBlank();
    return (this.#kind = this.#scan());
  }

  skip(): void {
    this.peek();
    this.#at = this.#end;
    this.#kind = undefined;
  }

  takeName(): string {
    return this.#take(0);
  }

  takeText(): string {
    return this.#take(1);
  }

  protected takeNumber(): number {
    const value = this.#number;
    this.skip();
    return value;
  }

  fail(code: MmdFormatErrorCode, section: string, message: string, at: number = this.at): MmdFormatError {
    const offset = byteOffsetOf(this.#decoded, at);
    return new MmdFormatError(message, { code, section, offset, place: placeOf(this.#text, at) });
  }

  protected glimpse(): string {
    this.peek();
    return JSON.stringify(this.#text.slice(this.#at, Math.min(this.#end, this.#at + 20)));
  }

  /**
   * The token without `margin` characters at its ends, as a string of its own: a part of the text would keep
   * all of it in memory.
   */
  #take(margin: number): string {
    this.peek();
    const text = this.#text.slice(this.#at + margin, this.#end - margin);
    this.skip();
    return JSON.parse(JSON.stringify(text)) as string;
  }

  #skipBlank(): void {
    const text = this.#text;
    for (;;) {
      const unit = text.charCodeAt(this.#at);
      if (isBlank(unit)) this.#at++;
      else if (unit === HASH || (unit === SLASH && text.charCodeAt(this.#at + 1) === SLASH))
        this.#at = this.#lineEnd();
      else return;
    }
  }

  #lineEnd(): number {
    LINE_END.lastIndex = this.#at;
    return LINE_END.exec(this.#text)?.index ?? this.#text.length;
  }

  #scan(): XTokenKind {
    const text = this.#text;
    if (this.#at >= text.length) return this.#ends(text.length, 'end');
    const character = text[this.#at];
    if (character === '{') return this.#ends(this.#at + 1, 'open');
    if (character === '}') return this.#ends(this.#at + 1, 'close');
    if (character === '"') return this.#ends(this.#close('"', 'text'), 'text');
    if (character === '<') return this.#ends(this.#close('>', 'GUID'), 'guid');
    if (DELIMITERS.has(character)) return this.#ends(this.#at + 1, 'other');
    let end = this.#at + 1;
    while (end < text.length && !isBlank(text.charCodeAt(end)) && !DELIMITERS.has(text[end])) end++;
    const number = numberOf(text.slice(this.#at, end));
    if (number === undefined) return this.#ends(end, 'name');
    this.#number = number;
    return this.#ends(end, 'number');
  }

  #ends(end: number, kind: XTokenKind): XTokenKind {
    this.#end = end;
    return kind;
  }

  #close(character: string, what: string): number {
    const end = this.#text.indexOf(character, this.#at + 1);
    if (end >= 0) return end + 1;
    this.#end = this.#text.length;
    this.#kind = 'other';
    throw this.fail('truncated', 'text', `the file ends inside a ${what}`, this.#at);
  }
}

const DELIMITERS = new Set('{}<>[]"');
const HASH = 0x23;
const SLASH = 0x2f;
const LINE_END = /* @__PURE__ */ /[\r\n]/g;

/** Blanks, line ends, separators, NUL and the mark that DOS puts at the end of a text. */
function isBlank(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0x2c || // ,
    unit === 0x3b || // ;
    unit === 0 ||
    unit === 0x1a
  );
}

/** A number, in C's spelling or in that of Microsoft's library (`1.#QNAN0`); undefined for other words. */
function numberOf(word: string): number | undefined {
  const first = word.charCodeAt(0);
  const isNumeric = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b || first === 0x2e;
  if (isNumeric) {
    const value = Number(word);
    if (!Number.isNaN(value)) return value;
  }
  if (!ODD_NUMBER.test(word)) return undefined;
  if (!/inf/i.test(word)) return NaN;
  return word.startsWith('-') ? -Infinity : Infinity;
}

const ODD_NUMBER = /^[-+]?(?:\d\.#[A-Z]+\d*|nan(?:\(\w*\))?|inf(?:inity)?)$/i;

function placeOf(text: string, index: number): TextPlace {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
