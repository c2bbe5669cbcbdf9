/** @inline */
export interface LoadErrorOptions extends ErrorOptions {
  readonly url?: string;
  readonly status?: number;
}

/**
 * A file could not be loaded. The message begins with the file's name and can be shown to people: `dance.vmd:
 * the server answered 404 Not Found`. `cause` is the error underneath, such as an `MmdFormatError`.
 */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  /** The file's name, or its path among several. */
  readonly file: string;
  /** The requested URL, if the file was fetched. */
  readonly url: string | undefined;
  /** The HTTP status of the server's answer, if that was an error. */
  readonly status: number | undefined;

  constructor(file: string, problem: string, options: LoadErrorOptions = {}) {
    super(`${file}: ${problem}`, options);
    this.file = file;
    this.url = options.url;
    this.status = options.status;
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
