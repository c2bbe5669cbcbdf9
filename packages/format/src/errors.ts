/**
 * What can be wrong with a file. Stable across versions: switch on it, never on `message`.
 *
 * Refused, always thrown:
 * - `bad-signature`: not a file of this format
 * - `bad-syntax`: a text file (VPD) breaks off the grammar where no guess is safe; a file in a zip is broken or encrypted
 * - `bad-json`: {@link fromJson} met a value that it cannot use
 * - `truncated`: the file ends inside its header, or a model inside its geometry, materials or bones (inside another
 *   section it is survived, see below)
 * - `unknown-type`: a byte that decides what follows it has a value that no version knows; from the morphs of a PMX on,
 *   this is survived like `truncated`. Of a zip: a compression that is not supported
 * - `too-large`: over a limit that was set, of files or of bytes
 *
 * Survived, listed in `warnings`, thrown with `{ strict: true }`:
 * - `truncated`: the file ends inside a section, or counts more than it holds; whole records are kept
 * - `odd-signature`: the signature is there, but not as MMD writes it
 * - `trailing-bytes`: something follows the last section; it is kept
 * - `bad-text`: a text holds bytes that its encoding does not define
 * - `not-finite`: a NaN or an infinity; it stays in the document
 * - `zero-quaternion`: a rotation of length zero; it stays in the document
 * - `huge-frame`: a frame number above 2³¹ − 1, two years of motion
 * - `unsorted-keys`: a track goes back in time
 * - `duplicate-keys`: a track has two keys at one frame (in a pose: a bone or morph comes twice); the last wins
 * - `odd-value`: a switch that is neither 0 nor 1, a curve with a value above 127, or a first key of a project that is
 *   not at frame 0
 * - `count-mismatch`: a pose announces another number of bones than it has
 * - `missing-semicolon`: a pose leaves one out
 * - `bad-index`: something points at a bone, vertex, texture or other part that the model does not have; in a project,
 *   also at a key
 * - `bone-cycle`: a bone is its own ancestor
 * - `key-cycle`: the links of a project lead to a key for the second time, in a circle or from another track
 * - `unreached-key`: no link of a project leads to a key; it belongs to no track
 *
 * Told by a writer to its `onWarning`:
 * - `name-cut`: a name is longer than its field
 * - `name-not-cp932`: a name holds characters that the file's encoding lacks
 * - `mixed-sections`: bones and cameras in one file, which MMD refuses to load
 * - `not-expressible`: the version that is written has no place for a value
 */
export type MmdFormatErrorCode =
  | 'bad-index'
  | 'bad-json'
  | 'bad-signature'
  | 'bad-syntax'
  | 'bad-text'
  | 'bone-cycle'
  | 'count-mismatch'
  | 'duplicate-keys'
  | 'huge-frame'
  | 'key-cycle'
  | 'missing-semicolon'
  | 'mixed-sections'
  | 'name-cut'
  | 'name-not-cp932'
  | 'not-expressible'
  | 'not-finite'
  | 'odd-signature'
  | 'odd-value'
  | 'too-large'
  | 'trailing-bytes'
  | 'truncated'
  | 'unknown-type'
  | 'unreached-key'
  | 'unsorted-keys'
  | 'zero-quaternion';

/** A place in a text file, both counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The only exception that leaves a parser of this package, whatever the bytes.
 *
 * @example
 * parseVmd(new Uint8Array(3));
 * // → MmdFormatError: signature needs 30 bytes, 3 left (at byte 0), code 'truncated', section 'header'
 */
export class MmdFormatError extends Error {
  override readonly name = 'MmdFormatError';
  declare readonly code: MmdFormatErrorCode;
  /** Bytes from the start of the file. */
  declare readonly offset: number;
  /** Where in the document, such as `header` or `bone keys[12].rotation`. */
  declare readonly section: string;
  /** Line in a text file, from 1; undefined for binary formats. */
  declare readonly line: number | undefined;
  /** Column in that line, in characters from 1; undefined for binary formats. */
  declare readonly column: number | undefined;

  /** The message gets the place appended, unless `offset` is left out: in JSON, or for a file as a whole. */
  constructor(message: string, { code, section, offset, place, cause }: MmdFormatErrorOptions) {
    super(message + placeText(offset, place), cause === undefined ? undefined : { cause });
    this.code = code;
    this.section = section;
    this.offset = offset ?? 0;
    this.line = place?.line;
    this.column = place?.column;
  }
}

/** What an {@link MmdFormatError} says beside its message. */
export interface MmdFormatErrorOptions {
  readonly code: MmdFormatErrorCode;
  /** Where in the document, such as `header` or `bone keys[12].rotation`. */
  readonly section: string;
  /** Bytes from the start of the file. */
  readonly offset?: number; // none: `error.offset` is 0
  /** In a text file: the line and column that `offset` stands for. */
  readonly place?: TextPlace | undefined;
  readonly cause?: unknown;
}

function placeText(offset: number | undefined, place: TextPlace | undefined): string {
  if (place) return ` (at line ${place.line}, column ${place.column})`;
  return offset === undefined ? '' : ` (at byte ${offset})`;
}

/** Something odd that a parser survived, one per code and section; or that a writer could not express, one per name. */
export interface FormatWarning {
  readonly code: MmdFormatErrorCode;
  /** The part of the file, such as `bone keys`. */
  readonly section: string;
  /** How often. */
  readonly count: number;
  /** Where first: bytes from the start of the file (of the written file, when a writer warns). */
  readonly offset: number;
  /** The first occurrence in a sentence, such as `bone keys[3].rotation is all zero`. */
  readonly message: string;
  /** Where first, in a text file. */
  readonly line?: number;
  /** Where first, in a text file. */
  readonly column?: number;
}

/** Options that every parser takes. */
export interface ParseOptions {
  /** Throws what would have been the first warning. */
  strict?: boolean; // false
}

/** The first occurrence of an oddity. */
export interface Finding {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Its place, such as `bone keys[3].rotation`; a thrown error's `section`. Empty: the section as a whole. */
  readonly where: string;
  /** What is wrong there: the rest of the sentence. */
  readonly problem: string;
  readonly place?: TextPlace;
}

/** Collects warnings, one per code and section, or throws the first if the caller was strict. */
export class WarningList {
  readonly list: (FormatWarning & { count: number })[] = [];
  readonly #strict: boolean;

  constructor(strict = false) {
    this.#strict = strict;
  }

  /** `find` is asked for the first occurrence only. */
  add(code: MmdFormatErrorCode, section: string, find: () => Finding, count = 1): void {
    const known = this.list.find((warning) => warning.code === code && warning.section === section);
    if (known) {
      known.count += count;
      return;
    }
    const { offset, where, problem, place } = find();
    const message = where === '' ? problem : `${where} ${problem}`;
    if (this.#strict) throw new MmdFormatError(message, { code, section: where || section, offset, place });
    this.list.push({ code, section, count, offset, message, ...place });
  }

  /** Reports bytes after the last section. */
  addTrailing(count: number, offset: number): void {
    const problem = `${count} unexpected ${count === 1 ? 'byte' : 'bytes'} after the last section`;
    this.add('trailing-bytes', 'end of file', () => ({ offset, where: '', problem }));
  }
}
