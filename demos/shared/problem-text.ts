import type { FilesError, MmdFormatError, MmdFormatErrorCode } from '@odori/format';
import type { LoadError } from '@odori/runtime';
import type { GlbError, HumanoidError } from '@odori/vrm';
import { nameText, visibleText } from './file-text.js';
import { makerOf, joined, language, said, say } from './language/texts.js';

/**
 * An error as a text for users: also one that a worker has sent as a plain object. The cause of a `LoadError`
 * says more about a broken file than the error. In English, packages say more than their codes; in other
 * languages, what has no code stays English, in parentheses.
 */
export function problemText(error: unknown): string {
  const cause = (error as Partial<Error> | undefined)?.cause;
  for (const problem of [error, cause]) {
    if (isNamed<MmdFormatError>(problem, 'MmdFormatError')) return brokenText(problem);
    if (isNamed<FilesError>(problem, 'FilesError')) return filesText(problem);
  }
  const message = messageOf(error);
  const makeOwn = makerOf(message); // an error of the page itself
  if (makeOwn) return said(() => visibleText(makeOwn()));
  const problem = visibleText(message);
  return said(() =>
    language === 'en' ? problem : (textByCode(error) ?? say('This did not work. ({problem})', { problem })),
  );
}

/** Files of a build have classes of their own, so that `instanceof` does not know all of them. */
function isNamed<E extends Error>(error: unknown, name: E['name']): error is E {
  return (error as Partial<Error> | undefined)?.name === name;
}

function messageOf(error: unknown): string {
  return (error as Partial<Error> | null | undefined)?.message ?? String(error);
}

/** What is wrong in a file, and where. */
function brokenText(error: MmdFormatError): string {
  return joined([say(codeMeanings[error.code]), detailText(error)]);
}

/** Where something is wrong in a file, and in English what. */
export function detailText(problem: Problem): string {
  return said(() =>
    language === 'en'
      ? visibleText(problem.message)
      : say('({section}, {place})', { section: sectionText(problem.section), place: placeText(problem) }),
  );
}

/** The parts of a motion; those of other files keep their names, which developers look for. */
const SECTIONS = [
  'header',
  'bone keys',
  'morph keys',
  'camera keys',
  'light keys',
  'self shadow keys',
  'property keys',
  'end of file',
];

export function sectionText(section: string): string {
  return SECTIONS.includes(section) ? say(section) : visibleText(section);
}

/** Something wrong at a position in a file. */
interface Problem {
  readonly message: string;
  readonly section: string;
  readonly offset: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Line and column in a text file, or else the byte offset. */
export function placeText({ offset, line, column }: Problem): string {
  if (line === undefined || column === undefined) return say('byte {offset}', { offset });
  return say('line {line}, column {column}', { line, column });
}

function filesText({ code, path, message }: FilesError): string {
  return said(() => {
    if (language === 'en') return visibleText(message);
    return joined([path === undefined ? '' : nameText(path), say(zipProblems[code])], ': ');
  });
}

/** Undefined if the error has no code that is known. */
function textByCode(error: unknown): string | undefined {
  if (isNamed<HumanoidError>(error, 'HumanoidError')) return say(avatarProblems[error.code] ?? NO_DANCER);
  if (isNamed<GlbError>(error, 'GlbError')) return say('This file is broken.');
  if (UNREADABLE.some((name) => isNamed<DOMException>(error, name)))
    return say('The browser could not read this file. Was it moved or deleted?');
  if (!isNamed<LoadError>(error, 'LoadError') || !error.code) return undefined;
  const meaning = loadProblems[error.code];
  return meaning && joined([nameText(error.file), say(meaning, { status: String(error.status) })], ': ');
}

/** What browsers call a file that they cannot read any more. */
const UNREADABLE = ['NotFoundError', 'NotReadableError'];

/** Why a file could not be loaded. */
const loadProblems: Readonly<Partial<Record<NonNullable<LoadError['code']>, string>>> = {
  'bad-status': 'the server answered {status}.',
  'connection-broke': 'The connection broke off. Load it again.',
  missing: 'This file is not among the given ones.',
  'no-keyframes': 'The file ends before its first keyframe.',
  'none-found': 'There is no file of the wanted kind.',
  'not-a-file': 'The server sent a web page in place of the file.',
  'not-a-model': 'This is no model (PMX, PMD).',
  'not-a-motion': 'This is no motion (VMD, VPD, BVMD).',
  'not-an-accessory': 'This is no accessory (X, VAC).',
  'request-failed':
    'The server cannot be reached, or it does not allow other pages to read its files (CORS).',
};

/** Why an avatar or its animation cannot dance. */
const avatarProblems: Readonly<Partial<Record<HumanoidError['code'], string>>> = {
  'missing-bones': 'The avatar lacks the hips or bones of the legs.',
  'no-length': 'The legs of the avatar have no length.',
  'no-animation': 'No animation of the file moves an avatar.',
  'too-large': 'The animation is too long.',
};
const NO_DANCER = 'This avatar cannot dance: its skeleton is broken.';

/** Why the files in a zip cannot be read. */
const zipProblems: Readonly<Record<FilesError['code'], string>> = {
  'not-a-zip': 'This is no zip.',
  truncated: 'The end of the zip is missing. Download it again.',
  broken: 'The zip is damaged, or one part of several.',
  encrypted: 'The file is encrypted. Unpack the zip first, then drop its folder.',
  unsupported: 'The zip is compressed in an unknown way. Unpack it first, then drop its folder.',
  'too-large': 'The zip has too many files, or is too large.',
};

/** The same, beginning with the name of the file that caused the error. */
export function fileProblem(path: string, error: unknown): string {
  const name = nameText(fileName(path));
  const text = problemText(error);
  return text.startsWith(`${name()}: `) ? text : joined([name, text], ': ');
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
