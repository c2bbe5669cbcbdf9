import { asBytes } from './binary/bytes.js';

/**
 * What a file that is none of MMD's is for. `answer`: what came in place of a file: a Git LFS pointer, or an
 * error of a server as XML, JSON or text. @inline
 */
export type ForeignKind = 'archive' | 'picture' | 'sound' | 'video' | 'model' | 'answer' | 'other';

/** A file format that is none of MMD's. */
export interface ForeignFormat {
  readonly kind: ForeignKind;
  /** For messages, with its article: `a PNG picture`. */
  readonly description: string;
}

export type ForeignRow = readonly [
  start: RegExp | undefined,
  ending: RegExp | undefined,
  kind: ForeignKind,
  description: string,
];

const LFS_POINTER = 'a Git LFS pointer';
const XML_ERROR = 'an XML text, as servers send it for errors';
const SERVER_ERROR = 'the error text of a server';
const JSON_TEXT = 'JSON';
const PAGE = 'a web page (HTML)';

/** `404: Not Found`, `404 page not found`, `Access denied`, `error code: 1020`. */
const ERROR_TEXT =
  /^\s*(?:[45]\d\d\b[ :.-]|error code: ?\d|(?:file |page )?not found|access denied|forbidden|too many requests)/i;

/** Archives in which models are distributed. */
const ARCHIVES: readonly ForeignRow[] = [
  [/^PK[^ -\xff]/, /\.zip$/i, 'archive', 'a zip archive'],
  [/^Rar!/, /\.rar$/i, 'archive', 'a RAR archive'],
  [/^7z\xbc\xaf/, /\.7z$/i, 'archive', 'a 7z archive'],
  [/^..-l[hz][a-z\d]-/s, /\.l(?:zh|ha)$/i, 'archive', 'an LZH archive'],
  [/^[^ -\xff]\x8b/, /\.t?gz$/i, 'archive', 'a gzip archive'],
];

const ANSWERS: readonly ForeignRow[] = [
  [/^\s*<(?:!doctype html|html)/i, /\.html?$/i, 'other', PAGE],
  [/^version https:\/\/git-lfs/, undefined, 'answer', LFS_POINTER],
  [/^\W{0,3}\s*<(?:\?xml|Error>|\w+ xmlns)/, /\.xml$/i, 'answer', XML_ERROR],
  [ERROR_TEXT, undefined, 'answer', SERVER_ERROR],
  [/^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*["{[\]\d])/, /\.json$/i, 'answer', JSON_TEXT],
];

/** What comes in place of a file of MMD: archives, and answers of servers. */
export const STAND_INS: readonly ForeignRow[] = [...ARCHIVES, ...ANSWERS];

/** Enough for every pattern, and for some spaces before a web page. */
export const HEAD_BYTES = 64;

/** What came in place of a file, if it is an archive or an answer. O(1). */
export function detectStandIn(bytes: Uint8Array): ForeignFormat | undefined {
  const text = String.fromCharCode(...asBytes(bytes).subarray(0, HEAD_BYTES));
  const found = STAND_INS.find(([start]) => start?.test(text));
  return found && { kind: found[2], description: found[3] };
}

/**
 * A sentence on what a file is in place of one that is wanted, and what to do; undefined if that is not
 * known.
 *
 * @example
 * foreignProblem(detectStandIn(bytes), 'a model'); // → 'this is a RAR archive, not a model: unpack it first'
 */
export function foreignProblem(foreign: ForeignFormat | undefined, wanted: string): string | undefined {
  if (!foreign) return undefined;
  const { kind, description } = foreign;
  const advice = kind === 'archive' ? 'unpack it first' : ADVICE.find(([what]) => what === description)?.[1];
  return `this is ${description}, not ${wanted}${advice === undefined ? '' : `: ${advice}`}`;
}

const ADVICE: readonly (readonly [description: string, advice: string])[] = [
  [LFS_POINTER, 'fetch the file itself, with `git lfs pull` or from the address of its raw content'],
  [XML_ERROR, 'check the URL'],
  [SERVER_ERROR, 'check the URL'],
  [PAGE, 'check the URL'],
  [JSON_TEXT, 'check the URL'],
];
