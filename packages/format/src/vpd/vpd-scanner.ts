import { MmdFormatError, type MmdFormatErrorCode, type TextPlace, type WarningList } from '../errors.js';
import { byteOffsetOf, type DecodedText } from './decode-text.js';

/** The kinds of block in a pose. */
export type BlockKind = 'Bone' | 'Morph';

/**
 * A cursor over the text of a pose. It knows blanks, comments, statements and numbers, but not what a pose consists of.
 *
 * No method moves backwards, so that a file is read in O(length).
 */
export class VpdScanner {
  readonly #decoded: DecodedText;
  readonly #text: string;
  readonly #warnings: WarningList;
  #at = 0;

  constructor(decoded: DecodedText, warnings: WarningList) {
    this.#decoded = decoded;
    this.#text = decoded.text;
    this.#warnings = warnings;
  }

  get at(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Moves past the next occurrence of `word`; returns its index, or −1. */
  find(word: string): number {
    const found = this.#text.indexOf(word, this.#at);
    if (found >= 0) this.#at = found + word.length;
    return found;
  }

  /** Moves past white space, line ends and comments. */
  skipBlank(): void {
    while (!this.atEnd) {
      if (isBlank(this.#text.charCodeAt(this.#at))) this.#at++;
      else if (this.#text.startsWith('//', this.#at)) this.#at = this.#lineEnd();
      else return;
    }
  }

  /** Takes a character if it is next. */
  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Takes the head of a block, `Bone12{`, if it is next. */
  takeBlockHead(): BlockKind | undefined {
    const match = this.#match(BLOCK_HEAD);
    if (!match) return undefined;
    this.#at += match[0].length;
    return match[1] as BlockKind;
  }

  /** Is the head of a block next? */
  get atBlockHead(): boolean {
    return this.#match(BLOCK_HEAD) !== null;
  }

  /** Are numbers next, separated by commas? */
  get atNumbers(): boolean {
    return this.#match(NUMBERS) !== null;
  }

  /** The rest of the line without its comment and without blanks at its ends. Full-width spaces are kept: they belong to a name. */
  takeLine(): string {
    const end = this.#lineEnd();
    const line = this.#text.slice(this.#at, end);
    this.#at = end;
    const comment = line.indexOf('//');
    return trimBlanks(comment < 0 ? line : line.slice(0, comment));
  }

  /** Text up to a semicolon, or to the end of the line if there is none. */
  takeStatement(section: string, where: string): string {
    const start = this.#at;
    const line = this.takeLine();
    const semicolon = line.indexOf(';');
    if (semicolon < 0) {
      this.warn('missing-semicolon', section, start, where, 'ends without a semicolon');
      return line;
    }
    this.#at = this.#text.indexOf(';', start) + 1;
    return trimBlanks(line.slice(0, semicolon));
  }

  /** A number, in C's spelling or in that of Microsoft's library (`1.#QNAN0`); undefined if none is next. */
  takeNumber(): number | undefined {
    const word = this.#match(NUMBER)?.[0];
    if (word === undefined) return undefined;
    this.#at += word.length;
    return numberOf(word);
  }

  /** Does the rest of the text contain a character? */
  isAhead(character: string): boolean {
    return this.#text.includes(character, this.#at);
  }

  /** Does another block begin in the rest of the text? */
  get isBlockAhead(): boolean {
    return /(?:Bone|Morph)\d*\{/.test(this.#text.slice(this.#at));
  }

  moveToEnd(): void {
    this.#at = this.#text.length;
  }

  warn(code: MmdFormatErrorCode, section: string, index: number, where: string, problem: string): void {
    this.#warnings.add(code, section, () => {
      const offset = byteOffsetOf(this.#decoded, index);
      return { offset, where, problem, place: placeOf(this.#text, index) };
    });
  }

  error(code: MmdFormatErrorCode, section: string, index: number, message: string): MmdFormatError {
    const offset = byteOffsetOf(this.#decoded, index);
    return new MmdFormatError(message, { code, section, offset, place: placeOf(this.#text, index) });
  }

  /** The next characters, shortened and quoted, for messages. */
  glimpse(): string {
    const word = this.#text.slice(this.#at, Math.min(this.#lineEnd(), this.#at + 20));
    return word === '' ? 'the end of the line' : JSON.stringify(word);
  }

  #lineEnd(): number {
    return this.#match(LINE_END)?.index ?? this.#text.length;
  }

  /** A sticky pattern matches at the cursor only; a global one is searched from there on. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }
}

const BLOCK_HEAD = /* @__PURE__ */ /(Bone|Morph)\s*(?:\d+\s*)?\{/y;
const NUMBER =
  /* @__PURE__ */ /[-+]?(?:1\.#[A-Z]+\d*|nan|inf(?:inity)?|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)/iy;
const NUMBERS = /* @__PURE__ */ new RegExp(`[ \\t]*${NUMBER.source}[ \\t]*[,;]`, 'iy');
const LINE_END = /* @__PURE__ */ /[\r\n]/g;

/** Removes blanks and tabs at the ends. A regular expression would try every blank inside, in O(length²). */
function trimBlanks(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && (line[start] === ' ' || line[start] === '\t')) start++;
  while (end > start && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(start, end);
}

function numberOf(word: string): number {
  if (/nan|#(?:q|s)nan|#ind/i.test(word)) return NaN;
  if (/inf/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  return Number(word);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0x3000 || unit === 0xfeff || unit === 0;
}

function placeOf(text: string, index: number): TextPlace {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
