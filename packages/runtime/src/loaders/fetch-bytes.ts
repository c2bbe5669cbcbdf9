import { Cache, type Loader, type LoadingManager } from 'three';
import { fileNameOfUrl, LoadError, type LoadErrorOptions } from './load-error.js';

/**
 * The settings of three's loaders for a request. Loaders of three before 0.187 have no `priority` and no
 * `cache`.
 */
export interface RequestSettings extends Partial<
  Pick<Loader, 'manager' | 'requestHeader' | 'withCredentials'>
> {
  priority?: RequestPriority;
  cache?: RequestCache;
}

export interface FetchOptions extends RequestSettings {
  /** Stops the request; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with bytes; `total` is 0 if the server does not send the length. */
  readonly onProgress?: ((loaded: number, total: number) => void) | undefined;
}

/**
 * Fetches the bytes of a file.
 *
 * A `manager` may change the URL and abort the request; it does not count the file.
 * three's `Cache` is used where it is enabled; the bytes are then a copy, which you may change or transfer.
 *
 * @throws {@link LoadError} (as rejection) if the request fails, the connection breaks, or the server answers
 * with an error or with an HTML or XML page, which many servers send for URLs that they do not know; if the
 * URL is relative and there is no page. An error that `onProgress` throws stops the request and is passed on.
 * @example
 * const vmd = parseVmd(await fetchBytes('dance.vmd', { signal: AbortSignal.timeout(10_000) }));
 */
export async function fetchBytes(
  url: string | URL,
  options: FetchOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const requested = String(url);
  const resolved = options.manager?.resolveURL(requested) ?? requested;
  const signal = signalOf(options);
  signal?.throwIfAborted();
  const key = `file:${resolved}`; // as three's FileLoader names it
  const cached: unknown = Cache.get(key);
  if (cached instanceof ArrayBuffer) return new Uint8Array(cached.slice());
  const bytes = await request(requested, resolved, options, signal);
  if (Cache.enabled && cached === undefined) Cache.add(key, bytes.slice().buffer);
  return bytes;
}

async function request(
  requested: string,
  resolved: string,
  { requestHeader: headers, withCredentials, priority, cache, onProgress }: FetchOptions,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const credentials = withCredentials ? 'include' : 'same-origin';
  let isReporting = false;
  let hasAnswer = false;
  const report: FetchOptions['onProgress'] = (loaded, total) => {
    isReporting = true;
    onProgress!(loaded, total);
    isReporting = false;
  };
  try {
    const response = await fetch(resolved, { headers, credentials, priority, cache, signal } as RequestInit);
    hasAnswer = true;
    checkStatus(requested, response);
    const bytes = await readBody(response, onProgress && report);
    checkContent(requested, bytes);
    return bytes;
  } catch (error) {
    if (isReporting) throw error;
    signal?.throwIfAborted();
    if (error instanceof LoadError) throw error;
    const code = hasAnswer ? 'connection-broke' : isInvalidUrl(error) ? 'invalid-url' : 'request-failed';
    throw loadError(requested, PROBLEMS[code], { code, cause: error });
  }
}

const PROBLEMS = {
  'connection-broke': 'the connection broke before the whole file had arrived; load it again',
  'request-failed': 'request failed: network error, CORS or Content-Security-Policy',
  'invalid-url':
    'this URL cannot be requested: a relative URL needs a page; elsewhere, pass an absolute URL or the bytes of the file',
} as const;

/**
 * Whether `fetch` could not make a URL of a text; what it throws then is a TypeError, as for a failed
 * request.
 */
function isInvalidUrl(error: unknown): boolean {
  return error instanceof TypeError && /\b(?:valid|parse) URL\b/i.test(error.message);
}

function loadError(url: string, problem: string, options: LoadErrorOptions): LoadError {
  return new LoadError(fileNameOfUrl(url), problem, { ...options, url });
}

/** The user's signal, the manager's, or both. */
function signalOf({ signal, manager }: FetchOptions): AbortSignal | undefined {
  const { abortController } = (manager ?? {}) as Partial<LoadingManager>; // three 0.172 has none
  const ofManager = abortController?.signal;
  return signal && ofManager ? AbortSignal.any([signal, ofManager]) : (signal ?? ofManager);
}

function checkStatus(url: string, { ok, status, statusText }: Response): void {
  const isEmpty = status === 204 || status === 205;
  // 0: of a scheme without status, such as `file:` in a web view
  if ((ok && !isEmpty) || status === 0) return;
  throw loadError(url, `the server answered ${status} ${statusText}`.trimEnd(), {
    code: 'bad-status',
    status,
  });
}

async function readBody(
  response: Response,
  onProgress: FetchOptions['onProgress'],
): Promise<Uint8Array<ArrayBuffer>> {
  const { body, headers } = response;
  if (!onProgress || !body) return new Uint8Array(await response.arrayBuffer());
  // the first as three does
  const total = Number(headers.get('X-File-Size') ?? headers.get('Content-Length')) || 0;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let { value } = await reader.read(); value; { value } = await reader.read()) {
      chunks.push(value);
      length += value.length;
      onProgress(Math.min(length, total || length), total); // `total` may be of the compressed file
    }
  } finally {
    reader.cancel().catch(() => {}); // stops the request if `onProgress` has thrown
  }
  const [first] = chunks;
  if (first?.length === length && first.buffer.byteLength === length) return first; // saves a copy
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A byte order mark and white space may come before the first tag. */
const PAGE_START = /^(?:\xEF\xBB\xBF)?\s*<(?:!|\?xml|[a-z]+[\s>/])/i;
/** As buckets answer: `<Error><Code>NoSuchKey</Code>…`. */
const XML_ERROR = /<Error[\s>](?:[^]*<Code>(\w{1,60})<\/Code>)?/i;

/** @throws LoadError for what a server sends in place of a file. */
function checkContent(url: string, bytes: Uint8Array): void {
  const text = String.fromCharCode(...bytes.subarray(0, 512));
  if (!PAGE_START.test(text)) return;
  const error = XML_ERROR.exec(text);
  const options = { code: 'not-a-file' } as const;
  if (!error) throw loadError(url, 'the server returned an HTML page; check the URL', options);
  const code = error[1] === undefined ? '' : ` (${error[1]})`;
  throw loadError(url, `the server returned an XML error${code}; check the URL`, options);
}

/**
 * Counts work as an item of a loading manager, from its start to its end.
 *
 * @example
 * await countItem(manager, 'dance.vmd', () => fetchBytes('dance.vmd', { manager }));
 */
export async function countItem<T>(
  manager: LoadingManager | undefined,
  item: string,
  work: () => Promise<T>,
): Promise<T> {
  manager?.itemStart(item);
  try {
    return await work();
  } catch (error) {
    manager?.itemError(item);
    throw error;
  } finally {
    manager?.itemEnd(item);
  }
}
