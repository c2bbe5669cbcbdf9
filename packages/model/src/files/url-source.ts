import { FileLoader, type Loader } from 'three';
import { encodePath } from './encode-path.js';
import type { FileSource } from './file-source.js';
import { resolvePath } from './resolve-path.js';

/** The part of a loader of three that says how its files are fetched. Read anew for every file. */
export type FetchSettings = Pick<Loader, 'manager' | 'requestHeader' | 'withCredentials'>;

/**
 * The files in a model's folder on a server, and in the folders below; a path that leaves it is not followed.
 *
 * `baseUrl` is that folder, absolute or relative to the page; `''` is the page's own. `data:` and `blob:` have no folder,
 * nothing is found there. Fetched by three's `FileLoader`, so that the manager counts the files, may change their URLs
 * and may abort them. What the server does not have (404, 410) is undefined, though the manager hears of an error.
 * A request for the same URL that is under way is shared; if it was made for text, this one rejects.
 *
 * @example
 * const files = createUrlSource('https://example.org/miku/', loader);
 * await files.open('tex\\顔 1.png'); // → a Blob, from https://example.org/miku/tex/%E9%A1%94%201.png
 * await files.open('..\\luka\\face.png'); // → undefined
 */
export function createUrlSource(baseUrl: string, loader: FetchSettings): FileSource {
  const folder = folderUrl(baseUrl);
  return {
    open: async (path) => {
      const resolved = resolvePath(path);
      if (folder === undefined || resolved === undefined) return undefined;
      return fetchBlob(folder + encodePath(resolved), loader);
    },
  };
}

function folderUrl(baseUrl: string): string | undefined {
  if (/^\s*(?:data|blob):/i.test(baseUrl)) return undefined;
  if (baseUrl === '') return './'; // alone, a file named 'constructor' would be found among FileLoader's own properties
  return baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
}

function fetchBlob(url: string, settings: FetchSettings): Promise<Blob | undefined> {
  const loader = new FileLoader<unknown>(settings.manager);
  loader.setResponseType('blob');
  loader.setRequestHeader(settings.requestHeader);
  loader.setWithCredentials(settings.withCredentials);
  return new Promise((resolve, reject) => {
    const finish = (data: unknown): void => {
      if (data instanceof Blob) resolve(data);
      else if (data instanceof ArrayBuffer) resolve(new Blob([data]));
      else reject(new TypeError(`${url} was not loaded as bytes`));
    };
    loader.load(url, finish, undefined, (error) => {
      if (isMissing(error)) resolve(undefined);
      else reject(error instanceof Error ? error : new Error(`${url} was not loaded`, { cause: error }));
    });
  });
}

/** three's HttpError carries the server's response; it is no public name. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('response' in error)) return false;
  return error.response instanceof Response && [404, 410].includes(error.response.status);
}
