import { type FormatWarning, MmdFormatError } from '@odori/format';
import { describeFileError } from '../errors.js';

/** A motion that could not be sampled: a line of `failures.jsonl`. */
export interface Failure {
  readonly file: string;
  /**
   * Of a damaged file: a code of `MmdFormatError` or of a warning. Of the system: such as `ENOENT`. Else
   * `refused`.
   */
  readonly code: string;
  readonly message: string;
  /** Where in the file, if it is damaged. */
  readonly section?: string;
  readonly offset?: number;
}

/**
 * What a file failed of.
 *
 * @throws {@link UsageError}, which is about the command line.
 */
export function failureOf(file: string, error: unknown): Failure {
  const text = describeFileError(error);
  const message = text.startsWith(`${file}: `) ? text.slice(file.length + 2) : text;
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  if (isProblem(root)) {
    const { code, section, offset } = root;
    return { file, code, message, section, offset };
  }
  const system = root instanceof Error && 'code' in root ? root.code : undefined;
  return { file, code: typeof system === 'string' ? system : 'refused', message };
}

/** Is this a problem in a file: an `MmdFormatError`, or a warning that is refused? */
function isProblem(cause: unknown): cause is FormatWarning {
  return cause instanceof MmdFormatError || (!(cause instanceof Error) && typeof cause === 'object');
}
