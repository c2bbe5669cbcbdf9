import { encodePath, resolvePath } from '@odori/format/internal';
import { fetchBytes, type FetchOptions, LoadError, type RequestSettings } from '@odori/runtime';
import { countItem } from '@odori/runtime/internal/three';
import type { FileSource } from './file-source.js';

/** The settings of a request, and the signal that stops it. A loader can be passed as it is. */
export type UrlSettings = RequestSettings & Pick<FetchOptions, 'signal'>;

/**
 * The files in a model's folder on a server, and in the folders below it. Paths that lead out of the folder
 * are refused.
 *
 * `baseUrl` is that folder, absolute or relative to the page; `''` is the page's own folder. `data:` and
 * `blob:` URLs have no folder, so nothing is found there. `settings`, for example a loader of three, are read
 * anew for every request: a manager counts the files, and may change their URLs and abort them. A file that
 * the server does not have (404, 410 or an HTML page) is undefined, and the manager's `onError` is called.
 * Simultaneous requests for one file are made once.
 *
 * @example
 * const files = createUrlSource('https://example.org/miku/');
 * await files.open('tex\\顔 1.png'); // → a Blob, from https://example.org/miku/tex/%E9%A1%94%201.png
 * await files.open('..\\luka\\face.png'); // → undefined
 */
export function createUrlSource(baseUrl: string, settings: UrlSettings = {}): FileSource {
  return sourceOf(baseUrl, (url) =>
    missingAsUndefined(countItem(settings.manager, url, () => fetchBytes(url, settings))),
  );
}

/**
 * A {@link createUrlSource} for a search: the manager does not count the files, because most of them are
 * guesses.
 */
export function createSearchSource(baseUrl: string, settings: UrlSettings): FileSource {
  return sourceOf(baseUrl, (url) => missingAsUndefined(fetchBytes(url, settings)));
}

function sourceOf(baseUrl: string, fetchFile: (url: string) => Promise<Blob | undefined>): FileSource {
  const folder = folderUrl(baseUrl);
  const pending = new Map<string, Promise<Blob | undefined>>();
  return {
    open: (path) => {
      const resolved = resolvePath(path);
      if (folder === undefined || resolved === undefined) return Promise.resolve(undefined);
      const url = folder + encodePath(resolved);
      if (!pending.has(url)) {
        const request = fetchFile(url).finally(() => pending.delete(url));
        pending.set(url, request);
      }
      return pending.get(url)!;
    },
  };
}

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
