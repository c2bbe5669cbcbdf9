import { say } from './language/texts.js';
import { MmdFormatError, type MmdFormatErrorCode } from '@odori/format';
import { FilesError } from '@odori/model';
import { visibleText } from './file-text.js';

/** An error as a text for users. The cause of a `LoadError` says more about a broken file than the error. */
export function problemText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  for (const problem of [error, cause]) {
    if (problem instanceof MmdFormatError) {
      return `${say(codeMeanings[problem.code])} ${visibleText(problem.message)}`;
    }
    if (problem instanceof FilesError) return visibleText(problem.message);
  }
  return visibleText(error instanceof Error ? error.message : String(error));
}

/** The same, beginning with the name of the file that caused the error. */
export function fileProblem(path: string, error: unknown): string {
  const name = `${visibleText(fileName(path))}: `;
  const text = problemText(error);
  return text.startsWith(name) ? text : name + text;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The codes of errors and warnings, explained for users who only want to know whether a file is fine. */
export const codeMeanings: Readonly<Record<MmdFormatErrorCode, string>> = {
  'bad-compression': 'Compressed data in the file is damaged.',
  'bad-json': 'A JSON document contains an invalid value.',
  'bad-signature':
    'The file does not begin like a motion, a pose, a model, a project or an accessory, so it probably has another format.',
  'bad-syntax': 'The content does not follow the rules of its format.',
  'bad-text': 'A text contains bytes that are invalid in its encoding. They are shown as �.',
  'count-mismatch': 'The file declares a wrong number of bones or other parts.',
  'duplicate-keys': 'A bone or morph has two keyframes at the same frame. The last one is used.',
  'huge-frame': 'A keyframe lies more than two years into the motion.',
  'bad-index': 'An index or a name refers to a part that the file does not have. It is ignored.',
  'bone-cycle': 'A bone is its own ancestor. It is moved to the root.',
  'key-cycle': 'The keyframes of a project are linked in a circle. The rest of the chain is ignored.',
  'unreached-key': 'No link of the project leads to a keyframe. It is ignored, as in MMD.',
  'missing-semicolon': 'A semicolon is missing in the pose. The pose was read anyway.',
  'mixed-sections': 'The file moves both a model and a camera. MMD refuses to load such files.',
  'name-truncated': 'A name is longer than its field.',
  'name-not-cp932': 'A name has characters that the encoding of the file cannot represent.',
  'names-not-cp932':
    'The names of bones and morphs are UTF-8 or GBK. MMD finds no bones by them; they are read anyway.',
  'not-expressible': 'The format that is written cannot store a value.',
  'not-finite': 'A number is infinite or not a number (NaN).',
  'odd-signature': 'The first bytes differ from what MMD writes. The file was read anyway.',
  'odd-value': 'A value lies outside the range that MMD writes.',
  'too-large':
    'The file says that it is larger than any sensible file of this format, or has countless empty records.',
  'trailing-bytes': 'There are unexpected bytes after the end of the data. Some tools put a signature there.',
  truncated: 'The file ends too early.',
  'unknown-type': 'The file contains an unknown kind of data, so the rest of it cannot be read.',
  'unsorted-keys': 'The keyframes are not in order of time. This is common and harmless: players sort them.',
  'zero-quaternion': 'A rotation is all zeros, which is not a valid rotation.',
};
