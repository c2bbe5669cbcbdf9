/**
 * Why a file could not be loaded. Stable across versions.
 *
 * - `request-failed`: no answer: the network, CORS or a Content-Security-Policy
 * - `connection-broke`: the answer ended too early
 * - `invalid-url`: the URL is relative, and there is no page
 * - `bad-status`: the server answered with an error, see `status`
 * - `not-a-file`: the server sent an HTML page or an XML error
 * - `not-a-model`, `not-a-motion`, `not-an-accessory`: the file is something else, see `found`
 * - `broken`: `cause` is the `MmdFormatError`
 * - `no-keyframes`: the file ends before its first keyframe
 * - `none-found`: among the files there is none of the wanted kind
 * - `missing`: a file that is needed is not among the given ones, or not beside the one that needs it
 * - `bad-zip`: `cause` is the `FilesError`
 */
export type LoadProblem =
  | 'bad-status'
  | 'bad-zip'
  | 'broken'
  | 'connection-broke'
  | 'invalid-url'
  | 'missing'
  | 'no-keyframes'
  | 'none-found'
  | 'not-a-file'
  | 'not-a-model'
  | 'not-a-motion'
  | 'not-an-accessory'
  | 'request-failed';

/** @inline */
export interface LoadErrorOptions extends ErrorOptions {
  readonly code?: LoadProblem | undefined;
  readonly url?: string;
  readonly status?: number;
  readonly found?: string | undefined;
}

/**
 * A file could not be loaded. The message begins with the file's name and can be shown to people: `dance.vmd:
 * the server answered 404 Not Found`. `cause` is the error underneath, such as an `MmdFormatError`.
 *
 * @example
 * const error = await loadMotion('dance.vmd').catch((reason) => reason);
 * if (error instanceof LoadError) error.message; // → 'dance.vmd: the server answered 404 Not Found'
 */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  /** The file's name, or its path among several. */
  readonly file: string;
  /** The requested URL, if the file was fetched. */
  readonly url: string | undefined;
  /** The HTTP status of the server's answer, if that was an error. */
  readonly status: number | undefined;
  /** What is wrong, for programs. */
  readonly code: LoadProblem | undefined;
  /** What the file is in place of what was wanted, such as `a RAR archive`; undefined if that is unknown. */
  readonly found: string | undefined;

  constructor(file: string, problem: string, options: LoadErrorOptions = {}) {
    super(`${file}: ${problem}`, options);
    this.file = file;
    this.url = options.url;
    this.status = options.status;
    this.code = options.code;
    this.found = options.found;
  }
}

/**
 * The name of a URL's file in readable characters; `data:` and `blob:` URLs have none.
 *
 * @example
 * fileNameOfUrl('https://example.org/%E8%B8%8A%E3%82%8A.vmd?v=2'); // → '踊り.vmd'
 * fileNameOfUrl('blob:https://example.org/2f9c'); // → 'the file'
 */
export function fileNameOfUrl(url: string): string {
  if (/^(?:data|blob):/i.test(url)) return 'the file';
  const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // with a percent sign that is no escape
  }
}
