import type { FormatWarning, MmdFormatErrorCode } from '@odori/format';
import { FileError, UsageError } from '../errors.js';
import { describeWarning, isExpectedWarning } from './descriptions.js';
import { say } from '../language/message.js';

/** Without options. */
const REFUSED: MmdFormatErrorCode = 'truncated';

/** The codes of warnings about files. */
const CODES: readonly MmdFormatErrorCode[] = [
  'bad-index',
  'bad-text',
  'bone-cycle',
  'count-mismatch',
  'duplicate-keys',
  'huge-frame',
  'key-cycle',
  'missing-semicolon',
  'names-not-cp932',
  'not-finite',
  'odd-signature',
  'odd-value',
  'trailing-bytes',
  'truncated',
  'unknown-type',
  'unreached-key',
  'unsorted-keys',
  'zero-quaternion',
];

/** Decides which warnings make a file fail: `truncated` and those of `--refuse`, but none of `--allow`. */
export class Refusal {
  readonly #refused: ReadonlySet<string>;
  readonly #allowed: ReadonlySet<string>;
  readonly #isStrict: boolean;

  /**
   * `strict`: refuses all warnings but those about what MMD itself writes. `more`: codes of other
   * problems than those of documents.
   *
   * @throws UsageError for an unknown code, and for one that is allowed without being refused.
   */
  constructor({ refuse, allow, strict = false }: RefusalValues, more: readonly string[] = []) {
    const codes = [...CODES, ...more];
    this.#refused = new Set([REFUSED, ...parseCodes('refuse', refuse, codes)]);
    this.#allowed = new Set(parseCodes('allow', allow, codes));
    this.#isStrict = strict;
    for (const code of this.#allowed)
      if (!this.#refused.has(code) && !strict) throw new UsageError(say('allow-idle', { code }));
  }

  has(problem: { readonly code: string }): boolean {
    const { code } = problem;
    const isRefused = this.#refused.has(code) || (this.#isStrict && !isExpectedWarning(problem));
    return isRefused && !this.#allowed.has(code);
  }

  /** @throws {@link FileError} for the first warning that is refused. */
  check(warnings: readonly FormatWarning[]): void {
    const refused = warnings.find((warning) => this.has(warning));
    if (refused)
      throw new FileError(say('also-allow', { text: describeWarning(refused).text, code: refused.code }), {
        cause: refused,
      });
  }
}

/** The values of these options. */
export interface RefusalValues {
  readonly refuse?: string | undefined;
  readonly allow?: string | undefined;
  readonly strict?: boolean | undefined;
}

function parseCodes(option: string, text: string | undefined, codes: readonly string[]): string[] {
  if (text === undefined) return [];
  return text.split(',').map((word) => {
    const code = word.trim();
    if (codes.includes(code)) return code;
    throw new UsageError(say('unknown-code', { option, code, codes }));
  });
}
