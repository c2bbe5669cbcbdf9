import { describeWarning } from '../documents/descriptions.js';
import type { Refusal } from '../documents/refusal.js';
import type { Finding } from './inspect-file.js';
import { type Message, say } from '../language/message.js';

/** Why a file fails. */
export interface FileProblem {
  /** A code of an error, of a warning, or of a texture; {@link UNREADABLE} for another error. */
  readonly code: string;
  readonly message: Message;
}

/** The code of a file that cannot be opened, or is of no format that odori knows. */
export const UNREADABLE = 'unreadable';

/** The error of a file, or its warnings and textures that are refused. */
export function findProblems(finding: Finding, refusal: Refusal): FileProblem[] {
  if ('error' in finding) {
    const { code = UNREADABLE, text } = finding.error;
    return [{ code, message: text }];
  }
  const { warnings, textures = [] } = finding;
  return [
    ...warnings
      .filter((warning) => refusal.has(warning))
      .map((warning) => ({ code: warning.code, message: describeWarning(warning).text })),
    ...textures
      .filter((texture) => refusal.has(texture))
      .map(({ code, path, problem }) => ({ code, message: say('texture-problem', { path, problem }) })),
  ];
}
