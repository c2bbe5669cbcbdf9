import { type FormatWarning, MmdFormatError } from '@odori/format';
import { describeFileError } from '../errors.js';
import type { Message } from '../language/message.js';
import { ENGLISH } from '../language/words.js';

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

/** A failure, and what to say of it. Plain data, which threads send. */
export interface ToldFailure {
  readonly failure: Failure;
  readonly text: Message;
}

/**
 * What a file failed of.
 *
 * @throws {@link UsageError}, which is about the command line.
 */
export function failureOf(file: string, error: unknown): ToldFailure {
  const text = withoutFile(file, describeFileError(error));
  const message = ENGLISH.tell(text);
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  if (isProblem(root)) {
    const { code, section, offset } = root;
    return { failure: { file, code, message, section, offset }, text };
  }
  const system = root instanceof Error && 'code' in root ? root.code : undefined;
  return { failure: { file, code: typeof system === 'string' ? system : 'refused', message }, text };
}

/** What a message says of a file that it names. */
function withoutFile(file: string, message: Message): Message {
  if (typeof message === 'string' || !('values' in message)) return message;
  const { code, values } = message;
  return code === 'about' && values['file'] === file ? (values['text'] as Message) : message;
}

/** Is this a problem in a file: an `MmdFormatError`, or a warning that is refused? */
function isProblem(cause: unknown): cause is FormatWarning {
  return cause instanceof MmdFormatError || (!(cause instanceof Error) && typeof cause === 'object');
}
