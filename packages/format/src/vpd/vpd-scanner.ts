import { MmdFormatError, type MmdFormatErrorCode, type TextPlace, type WarningList } from '../errors.js';
import { byteOffsetOf, type DecodedText } from './decode-text.js';

/** The kinds of block in a pose. */
export type BlockKind = 'Bone' | 'Morph';

/**
 * A cursor over the text of a pose. It knows blanks, comments, statements and numbers, but not what a pose
 * consists of.
 *
 * No method moves backwards or searches a part of the text twice, so that a file is read in O(length).
 */
export class VpdScanner {
  readonly #decoded: DecodedText;
  readonly #text: string;
  readonly #warnings: WarningList;
  #at = 0;
  /** Where the line ends, if that is not before the cursor. */
  #lineEndAt = -1;

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

  /**
   * The name of a block: the rest of the line without its comment and without blanks at its ends, or what
   * stands before the block's numbers on the same line. Full-width spaces are kept: they belong to a name.
   */
  takeName(): string {
    const line = this.#text.slice(this.#at, this.#lineEnd());
    const numbers = INLINE_NUMBERS.exec(line)?.index ?? line.length;
    const name = line.slice(0, numbers);
    const comment = name.search(COMMENT);
    this.#at = comment < 0 ? this.#at + numbers : this.#lineEnd();
    return trimBlanks(comment < 0 ? name : name.slice(0, comment));
  }

  /**
   * Text up to a semicolon, or to the end of the line if there is none. The last semicolon of the line
   * counts, because a model file may have some in its name. A comment or a block may follow on the same line.
   */
  takeStatement(section: string, where: string): string {
    const rest = this.#text.slice(this.#at, this.#lineEnd());
    const end = STATEMENT_END.exec(rest);
    const line = end ? rest.slice(0, end.index + (end[1] === ';' ? 1 : 0)) : rest;
    const semicolon = line.lastIndexOf(';');
    if (semicolon < 0) this.warn('missing-semicolon', section, this.#at, where, 'ends without a semicolon');
    this.#at += semicolon < 0 ? line.length : semicolon + 1;
    return trimBlanks(semicolon < 0 ? line : line.slice(0, semicolon));
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

  /**
   * Moves behind the block whose head ends at `start`; false if it does not end before the next block begins.
   */
  skipBlock(start: number): boolean {
    const end = this.#text.indexOf('}', start);
    if (end < 0 || /(?:Bone|Morph)\d*\{/.test(this.#text.slice(start, end))) return false;
    this.#at = end + 1;
    return true;
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
    if (this.#lineEndAt < this.#at) this.#lineEndAt = this.#match(LINE_END)?.index ?? this.#text.length;
    return this.#lineEndAt;
  }

  /** A sticky pattern matches at the cursor only; a global one is searched from there on. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }
}

const BLOCK_HEAD = /* @__PURE__ */ /(Bone|Morph)\s*(?:\d+\s*)?\{/y;
const NUMBER =
  /* @__PURE__ */ /[-+]?(?:1\.#[A-Z]+\d*|nan(?:\(\w*\))?|inf(?:inity)?|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)/iy;
const NUMBERS = /* @__PURE__ */ patternOf('[ \\t]*N[ \\t]*[,;]', 'iy');
/** All numbers of a block on one line. Blanks alone do not separate them: that would take O(length²). */
export const INLINE_NUMBERS: RegExp = /* @__PURE__ */ patternOf(
  '[ \\t](?:(?:N[ \\t]*[,;][ \\t]*){6}N[ \\t]*[;}]|N[ \\t]*;[ \\t]*})',
  'i',
);
const LINE_END = /* @__PURE__ */ /[\r\n]/g;
/** In a name, a comment begins after a blank; in the header, also after a semicolon. */
const COMMENT = /(?:^|[ \t])\/\//;
const STATEMENT_END = /(^|[ \t;])\/\/|(?:Bone|Morph)[ \t]*(?:\d+[ \t]*)?\{/;

/** A pattern in which N stands for a number. */
function patternOf(source: string, flags: string): RegExp {
  return new RegExp(source.replaceAll('N', NUMBER.source), flags);
}

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
