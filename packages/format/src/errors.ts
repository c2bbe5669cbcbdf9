/**
 * What can be wrong with a file. Stable across versions: switch on it, never on `message`.
 *
 * Errors, always thrown:
 * - `bad-signature`: not a file of this format
 * - `bad-syntax`: a text file (VPD, VAC) or an accessory (.x) breaks the grammar in a way that leaves its
 *   meaning open; or no counts of bones, morphs and IKs fit the first model of a project of version 1
 * - `bad-compression`: a compressed block of an accessory (.x) is damaged
 * - `bad-json`: {@link fromJson} found a value that it cannot use
 * - `truncated`: the file ends inside its header, a model inside its geometry, materials or bones, a project
 *   inside its first model, or an accessory inside its first mesh (inside another section it is a warning,
 *   see below)
 * - `unknown-type`: a byte that decides what follows it has a value that no version defines; from the morphs
 *   of a PMX on, and in the `DeclData` of an accessory (.x), it is a warning like `truncated`
 * - `too-large`: a limit of files, bytes or memory is exceeded: of a document, three times the bytes of its
 *   file and a megabyte, which only a file of countless empty records needs; or two sections of a BVMD share
 *   bytes
 *
 * Warnings, listed in `warnings`, thrown with `{ strict: true }` or `{ refuse: [code] }`:
 * - `truncated`: the file ends inside a section, or declares more records than it holds; whole records are
 *   kept, of a project whole models, accessories and other sections
 * - `odd-signature`: the signature is there, but not as MMD writes it
 * - `trailing-bytes`: bytes follow the last section; they are kept
 * - `bad-text`: a text holds bytes that its encoding does not define
 * - `names-not-cp932`: the names of a VMD are UTF-8 or GBK, as some programs write them; they are read so,
 *   but MMD finds no bone by them
 * - `not-finite`: a NaN or an infinity; it stays in the document
 * - `zero-quaternion`: a rotation of length zero; it stays in the document
 * - `huge-frame`: a frame number above 2³¹ − 1, two years of motion
 * - `unsorted-keys`: a keyframe of a track has an earlier frame than the one before it
 * - `duplicate-keys`: a track has two keyframes at one frame (in a pose: a bone or morph comes twice); the
 *   last wins
 * - `odd-value`: a switch that is neither 0 nor 1, a curve with a value above 127, a first keyframe of a
 *   project that is not at frame 0, or a morph of a pose whose weight is no number; it is left out
 * - `count-mismatch`: a pose declares another number of bones than it has, or a mesh of an accessory (.x) has
 *   another number of materials, normals or texture coordinates than it should
 * - `missing-semicolon`: a pose omits one
 * - `bad-index`: an index points at a bone, vertex, texture or other part that the model does not have; in a
 *   project, also at a keyframe; in an accessory (.x), also a name that refers to nothing that can be used
 *   there
 * - `bone-cycle`: a bone is its own ancestor
 * - `key-cycle`: the links of a project reach a keyframe for the second time, in a circle or from another
 *   track
 * - `unreached-key`: no link of a project leads to a keyframe; it belongs to no track
 *
 * Warnings of a writer, passed to its `onWarning`:
 * - `name-truncated`: a name is longer than its field and is truncated
 * - `name-not-cp932`: a name holds characters that CP932, the encoding of the file, lacks
 * - `mixed-sections`: bones and cameras in one file, which MMD refuses to load
 * - `not-expressible`: the version that is written cannot hold a value
 */
export type MmdFormatErrorCode =
  | 'bad-compression'
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
  | 'name-not-cp932'
  | 'name-truncated'
  | 'names-not-cp932'
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

/** A place in a text file, both counted from 1. @inline */
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

/** What an {@link MmdFormatError} holds besides its message. @inline */
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

/** A problem that did not stop parsing, one per code and section; or a loss in writing, one per name. */
export interface FormatWarning {
  readonly code: MmdFormatErrorCode;
  /** The part of the file, such as `bone keys`. */
  readonly section: string;
  /** The number of occurrences. */
  readonly count: number;
  /**
   * The first occurrence, in bytes from the start of the file (of the written file, for a warning of a
   * writer).
   */
  readonly offset: number;
  /** The first occurrence in a sentence, such as `bone keys[3].rotation is all zero`. */
  readonly message: string;
  /** The line of the first occurrence, in a text file. */
  readonly line?: number;
  /** The column of the first occurrence, in a text file. */
  readonly column?: number;
}

/** Options that every parser takes. @inline */
export interface ParseOptions {
  /** Throws an error instead of the first warning. */
  strict?: boolean; // false
  /** Throws an error instead of the first warning with one of these codes, such as `['truncated']`. */
  refuse?: readonly MmdFormatErrorCode[]; // none
}

/** The first occurrence of a problem. */
export interface Finding {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /**
   * Its place, such as `bone keys[3].rotation`; a thrown error's `section`. Empty: the section as a whole.
   */
  readonly where: string;
  /** What is wrong there: the rest of the sentence. */
  readonly problem: string;
  readonly place?: TextPlace;
}

/** Collects warnings, one per code and section, or throws the first that the options refuse. */
export class WarningList {
  readonly list: (FormatWarning & { count: number })[] = [];
  readonly #options: ParseOptions;
  readonly #codes: ReadonlySet<MmdFormatErrorCode> | undefined;

  /** `codes`: those that it collects; without them all. */
  constructor(options: ParseOptions = {}, codes?: ReadonlySet<MmdFormatErrorCode>) {
    this.#options = options;
    this.#codes = codes;
  }

  /** Is a warning with this code an error? */
  refuses(code: MmdFormatErrorCode): boolean {
    return this.#options.strict === true || this.#options.refuse?.includes(code) === true;
  }

  /** `find` is called for the first occurrence only. */
  add(code: MmdFormatErrorCode, section: string, find: () => Finding, count = 1): void {
    const isRefused = this.refuses(code);
    if (this.#codes?.has(code) === false && !this.#options.refuse?.includes(code)) return;
    const known = this.list.find((warning) => warning.code === code && warning.section === section);
    if (known) {
      known.count += count;
      return;
    }
    const { offset, where, problem, place } = find();
    const message = where === '' ? problem : `${where} ${problem}`;
    if (isRefused) throw new MmdFormatError(message, { code, section: where || section, offset, place });
    this.list.push({ code, section, count, offset, message, ...place });
  }

  /** Takes back warnings that a later finding explains. */
  withdraw(code: MmdFormatErrorCode): void {
    const others = this.list.filter((warning) => warning.code !== code);
    this.list.splice(0, this.list.length, ...others);
  }

  /** Reports bytes after the last section. */
  addTrailing(count: number, offset: number): void {
    const problem = `${count} unexpected ${count === 1 ? 'byte' : 'bytes'} after the last section`;
    this.add('trailing-bytes', 'end of file', () => ({ offset, where: '', problem }));
  }
}
