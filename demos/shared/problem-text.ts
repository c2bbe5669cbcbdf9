import { MmdFormatError, type MmdFormatErrorCode } from '@odori/format';
import { visibleText } from './file-text.js';

/** What went wrong, for somebody who dropped a file. */
export function problemText(error: unknown): string {
  if (error instanceof MmdFormatError) return `${codeMeanings[error.code]} ${visibleText(error.message)}`;
  return visibleText(error instanceof Error ? error.message : String(error));
}

/** Which file, and what is wrong with it. */
export function namedProblem(path: string, error: unknown): string {
  return `${visibleText(fileName(path))}: ${problemText(error)}`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a code means to somebody who only wants to know whether the file is fine. */
export const codeMeanings: Readonly<Record<MmdFormatErrorCode, string>> = {
  'bad-json': 'A JSON document holds a value that cannot be used.',
  'bad-signature':
    'The file does not begin the way a motion, a pose or a model does, so it is probably something else.',
  'bad-syntax': 'The text breaks off the rules of a pose file where no guess would be safe.',
  'bad-text': 'A text holds bytes that its encoding does not define; they show as �.',
  'count-mismatch': 'The pose announces another number of bones than it has.',
  'duplicate-keys': 'A bone or morph comes twice at the same moment; the last one counts.',
  'huge-frame': 'A key lies more than two years into the motion.',
  'bad-index': 'Something points at a part that the model does not have; it is left out.',
  'bone-cycle': 'A bone is its own ancestor; it is moved to the root.',
  'key-cycle': 'The keys of a project are linked in a circle; what comes behind it is left out.',
  'unreached-key': 'No link of the project leads to a key; it is left out, as in MMD.',
  'missing-semicolon': 'The pose leaves out a semicolon; it was read all the same.',
  'mixed-sections': 'The file moves a model and a camera at once, which MMD refuses to load.',
  'name-cut': 'A name is longer than its field.',
  'name-not-cp932': 'A name holds characters that the encoding of the file lacks.',
  'not-expressible': 'The version that is written has no place for a value.',
  'not-finite': 'A number is infinite, or not a number.',
  'odd-signature': 'The first bytes are not quite what MMD writes; the file was read all the same.',
  'odd-value': 'A value lies outside what MMD writes.',
  'too-large': 'There are more files, or more bytes, than are read at once.',
  'trailing-bytes': 'Something follows where the file should end; some tools sign their work there.',
  truncated: 'The file ends too early.',
  'unknown-type':
    'The file holds a kind of data that no known version has, so that nothing behind it can be read.',
  'unsorted-keys': 'Keys are not in order of time. Common and harmless: a player sorts them.',
  'zero-quaternion': 'A rotation is all zeros, which is no rotation.',
};
