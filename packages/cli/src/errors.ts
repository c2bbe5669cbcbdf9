import type { FilesError, FormatWarning, MmdFormatError } from '@odori/format';
import type { GlbError, HumanoidError } from '@odori/vrm/humanoid';
import { debuglog } from 'node:util';
import { about, type LibraryProblem, type Message, say, type TextCode } from './language/message.js';
import { ENGLISH } from './language/words.js';

/** An error with something to say to the user. Its `message` is English. */
class TextError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(ENGLISH.tell(text), options);
    this.text = text;
  }
}

/** The command line is wrong: exit code 2. */
export class UsageError extends TextError {
  override readonly name = 'UsageError';
}

/** An input cannot be used, or an output cannot be written: exit code 1. */
export class FileError extends TextError {
  override readonly name = 'FileError';
}

/** There is no browser to draw with: exit code 3. */
export class MissingBrowserError extends FileError {}

/** What to say of an error that files or the system can cause; undefined for an internal error. */
export function describeError(error: unknown): Message | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof FileError) return error.text;
  if (isNamed<MmdFormatError>(error, 'MmdFormatError')) return brokenFile(error);
  if (isNamed<HumanoidError>(error, 'HumanoidError') && error.code === 'no-humanoid')
    return say('no-humanoid');
  if (isNamed<GlbError>(error, 'GlbError') || isNamed<HumanoidError>(error, 'HumanoidError'))
    return avatarProblem(error);
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const known = SYSTEM_ERRORS.get(error.code);
  if (known) return { code: known, values: {} };
  return /^E[A-Z]+$/.test(error.code) ? unexplained(error) : undefined;
}

/** By its name: `odori --help` need not load the package of the class. */
function isNamed<T extends Error>(error: Error, name: T['name']): error is T {
  return error.name === name;
}

/**
 * What to say of any error of one file among several. An internal error, such as a `RangeError` of a parser,
 * is that file's too, so that the others are still read; `NODE_DEBUG=odori` prints its stack.
 *
 * @throws {@link UsageError}, which is about the command line.
 */
export function describeFileError(error: unknown): Message {
  if (error instanceof UsageError) throw error;
  const message = describeError(error);
  if (message !== undefined) return message;
  debuglog('odori')('%o', error);
  return say('internal-error', { text: String(error) });
}

/** An error of a library that has no code: its words are English. */
export function unexplained(error: Error): Message {
  return say('unexplained', { text: error.message });
}

/** A warning about a document, without its place. */
export function warningText({ code, section, message }: FormatWarning): LibraryProblem {
  return { kind: 'format', code, section, english: message };
}

/** What is wrong with a zip. */
export function zipText({ code, path = '', message }: FilesError): LibraryProblem {
  return { kind: 'zip', code, path, english: message };
}

function brokenFile({ code, section, message, offset, line, column }: MmdFormatError): LibraryProblem {
  const english = message.startsWith(section) ? message : `${section}: ${message}`;
  const place = line === undefined || column === undefined ? { offset } : { line, column };
  return { kind: 'format', code, section, place, english };
}

function avatarProblem({ code, message }: GlbError | HumanoidError): LibraryProblem {
  return { kind: 'other', text: say(AVATAR_TEXTS[code]), english: message };
}

const AVATAR_TEXTS = {
  'bad-signature': 'bad-glb',
  'bad-version': 'bad-glb',
  truncated: 'bad-glb',
  'bad-json': 'bad-glb',
  'bad-index': 'bad-glb',
  'bad-accessor': 'bad-glb',
  'bad-extension': 'no-vrm',
  'too-large': 'too-long',
  'no-humanoid': 'no-humanoid',
  'missing-bones': 'missing-bones',
  'bad-node': 'bad-node',
  'bad-skin': 'bad-skin',
  'no-length': 'no-length',
  'bad-source': 'bad-source',
  'no-animation': 'no-animation',
} as const;

const SYSTEM_ERRORS: ReadonlyMap<string, TextCode> = new Map([
  ['ENOENT', 'no-such-file'],
  ['EISDIR', 'is-a-folder'],
  ['ENOTDIR', 'not-a-folder'],
  ['EACCES', 'no-permission'],
  ['EPERM', 'no-permission'],
  ['EROFS', 'read-only'],
  ['EBADF', 'not-for-writing'],
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'quota-full'],
  ['ENAMETOOLONG', 'name-too-long'],
  ['ELOOP', 'too-many-links'],
  ['ERR_FS_FILE_TOO_LARGE', 'larger-than-2-gib'],
]);

/**
 * Runs `work` and puts the file name before the message of its error. Internal errors pass through unchanged.
 */
export async function inFile<T>(file: Message, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = describeError(error);
    throw message === undefined ? error : new FileError(about(file, message), { cause: error });
  }
}

/**
 * Runs `work`; a `RangeError` of it says what is wrong with a file, whose name comes before it.
 */
export async function blameRange<T>(file: Message, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(about(file, unexplained(error)), { cause: error });
  }
}
