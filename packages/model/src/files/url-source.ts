import { encodePath, splitPath } from '@odori/format/internal';
import { fetchBytes, type FetchOptions, LoadError, type RequestSettings } from '@odori/runtime';
import { countItem } from '@odori/runtime/internal/three';
import type { FileSource } from './file-source.js';

/**
 * The settings of a request, the signal that stops it, and the folder that paths must not leave. A loader can
 * be passed as it is.
 */
export type UrlSettings = RequestSettings &
  Pick<FetchOptions, 'signal'> & { root?: string | URL | undefined };

/**
 * The files in a model's folder on a server, and in the other folders of the same origin, which a path
 * reaches by `../`. Paths with a scheme, a host or a drive are refused.
 *
 * `baseUrl` is that folder, absolute or relative to the page; `''` is the page's own folder. `data:` and
 * `blob:` URLs have no folder, so nothing is found there. `settings.root`, an URL too, is the folder that
 * paths must not leave; without it, `file:` URLs have their own folder alone. The other `settings`, for
 * example a loader of three, are read anew for every request: a manager counts the files, and may change
 * their URLs and abort them. A file that the server does not have (404, 410 or an HTML page) is undefined,
 * and the manager's `onError` is called. Simultaneous requests for one file are made once.
 *
 * @example
 * const files = createUrlSource('https://example.org/miku/');
 * await files.open('tex\\顔 1.png'); // → a Blob, from https://example.org/miku/tex/%E9%A1%94%201.png
 * await files.open('..\\luka\\face.png'); // → a Blob, from https://example.org/luka/face.png
 * await files.open('C:\\face.png'); // → undefined, without a request
 */
export function createUrlSource(baseUrl: string, settings: UrlSettings = {}): FileSource {
  return new UrlSource(baseUrl, settings.root, (url) =>
    missingAsUndefined(countItem(settings.manager, url, () => fetchBytes(url, settings))),
  );
}

/**
 * A {@link createUrlSource} for a search: the manager does not count the files, because most of them are
 * guesses.
 */
export function createSearchSource(baseUrl: string, settings: UrlSettings): FileSource {
  return new UrlSource(baseUrl, settings.root, (url) => missingAsUndefined(fetchBytes(url, settings)));
}

class UrlSource implements FileSource {
  readonly #folder: string | undefined;
  readonly #root: string | undefined;
  readonly #fetch: (url: string) => Promise<Blob | undefined>;
  readonly #pending = new Map<string, Promise<Blob | undefined>>();

  constructor(
    baseUrl: string,
    root: string | URL | undefined,
    fetch: (url: string) => Promise<Blob | undefined>,
  ) {
    this.#folder = folderUrl(baseUrl);
    this.#root = root === undefined ? undefined : folderUrl(String(root));
    this.#fetch = fetch;
  }

  async open(path: string): Promise<Blob | undefined> {
    const url = this.#urlOf(path);
    if (url === undefined) return undefined;
    if (!this.#pending.has(url)) {
      const request = this.#fetch(url).finally(() => this.#pending.delete(url));
      this.#pending.set(url, request);
    }
    return this.#pending.get(url);
  }

  refusal(path: string): string | undefined {
    return this.#urlOf(path) === undefined ? NEVER_REQUESTED : undefined;
  }

  /** Undefined for a path that is refused. */
  #urlOf(path: string): string | undefined {
    const split = splitPath(path);
    if (this.#folder === undefined || !split) return undefined;
    if (split.up > 0 && this.#root === undefined && /^\s*file:/i.test(this.#folder)) return undefined;
    const folder = folderAbove(this.#folder, split.up);
    const url = folder === undefined ? undefined : folder + encodePath(split.names.join('/'));
    return url !== undefined && (this.#root === undefined || isBelow(url, this.#root)) ? url : undefined;
  }
}

const NEVER_REQUESTED =
  'the file was not requested: its path leads to a drive, to another server, or out of the folder that is allowed';

/** A folder's URL so many folders up; undefined above the root of its origin. */
function folderAbove(folder: string, up: number): string | undefined {
  const [, origin, path] = /^(\s*(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*)?(.*)$/is.exec(folder)!;
  const names = path.split('/').slice(0, -1); // it ends in a slash
  for (let left = up; left > 0; left--) {
    while (names.at(-1) === '.') names.pop();
    const name = names.at(-1);
    if (name === '') return undefined;
    if (name === undefined || name === '..') names.push('..');
    else names.pop();
  }
  return (origin ?? '') + (names.length === 0 ? './' : `${names.join('/')}/`);
}

/** Whether a URL is below a folder's; both may be relative to the page. */
function isBelow(url: string, folder: string): boolean {
  const page = globalThis.document?.baseURI ?? NO_PAGE;
  try {
    return new URL(url, page).href.startsWith(new URL(folder, page).href);
  } catch {
    return false; // `about:blank` is no base
  }
}

/** In place of a page's address, so deep that relative URLs do not leave it. */
const NO_PAGE = `https://page.invalid/${'page/'.repeat(32)}`;

/**
 * The folder of a URL's file: everything up to its last slash, without query and fragment.
 *
 * @example
 * folderOfUrl('models/miku.pmx?v=a/b'); // → 'models/'
 */
export function folderOfUrl(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/[^/]*$/, '');
}

function folderUrl(baseUrl: string): string | undefined {
  if (/^\s*(?:data|blob):/i.test(baseUrl)) return undefined;
  if (baseUrl === '') return './';
  return baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
}

async function missingAsUndefined(bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<Blob | undefined> {
  try {
    return new Blob([await bytes]);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True for 404, 410 and an HTML page, which is the only problem without a status and a cause. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof LoadError)) return false;
  const { status, cause } = error;
  return status === undefined ? cause === undefined : [404, 410].includes(status);
}
