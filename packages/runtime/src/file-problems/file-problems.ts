import type { FilesErrorCode, MmdFormatErrorCode } from '@odori/format';

/** What is wrong in a file, in a language other than English: sentences by the codes of errors. */
export interface FileProblems {
  /** What is wrong in a file of MMD: `MmdFormatError`, or a warning. */
  readonly format: Readonly<Record<MmdFormatErrorCode, string>>;
  /** What is wrong with a zip: `FilesError`. */
  readonly zip: Readonly<Record<FilesErrorCode, string>>;
  /** With `{text}` and the place: `{section}` and `{offset}`. */
  readonly broken: string;
  /** With `{text}` and the place: `{section}`, `{line}` and `{column}`. */
  readonly brokenText: string;
}
