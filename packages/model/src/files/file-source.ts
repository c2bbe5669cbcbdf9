import { FileLoader, type Loader } from 'three';
import { encodePath, foldName } from './paths.js';
import { resolvePath, SEPARATOR } from './resolve-path.js';

/** Where the files beside a model come from. */
export interface FileSource {
  /**
   * A file by a path as the model's file spells it, such as `tex\\body.png`.
   *
   * undefined: there is no such file, or the path may not be followed. Rejects if the file is there and cannot be had,
   * because of the network or the server.
   */
  open(path: string): Promise<Blob | undefined>;
}

/**
 * The files of a dropped folder or of an unzipped archive, seen from one model among them.
 *
 * `files` by path: back-slashes, a leading `./` or `/` do not matter. Looked for in this order: the path from the
 * model's folder as it is spelled; the same whatever its case and width; a file of that name
 * anywhere, if there is exactly one: people drop a model and its textures loose. So a path that leaves the map finds
 * by its last name only, and nothing outside is ever reached. O(files) to make, O(1) to open. The map is not kept.
 *
 * @example
 * const files = new Map([['miku/miku.pmx', model], ['miku/tex/Face.png', face]]);
 * await createMapSource(files, 'miku/miku.pmx').open('TEX\\face.png'); // → face
 */
export function createMapSource(files: ReadonlyMap<string, Blob>, modelPath: string): FileSource {
  const folder = namesOf(modelPath).slice(0, -1).join('/');
  const index = new FileIndex(files);
  return {
    open: (path) => Promise.resolve(index.find(resolvePath(path, folder)) ?? index.findByName(path)),
  };
}

class FileIndex {
  readonly #byPath = new Map<string, Blob>();
  readonly #byFoldedPath = new Map<string, Blob>();
  /** undefined: several files have the name. */
  readonly #byFoldedName = new Map<string, Blob | undefined>();

  constructor(files: ReadonlyMap<string, Blob>) {
    for (const [key, file] of files) this.#add(namesOf(key), file);
  }

  find(path: string | undefined): Blob | undefined {
    if (path === undefined) return undefined;
    return this.#byPath.get(path) ?? this.#byFoldedPath.get(foldName(path));
  }

  findByName(path: string): Blob | undefined {
    return this.#byFoldedName.get(foldName(path.split(SEPARATOR).at(-1) ?? ''));
  }

  #add(names: string[], file: Blob): void {
    const path = names.join('/');
    const foldedPath = foldName(path);
    const foldedName = foldName(names.at(-1) ?? '');
    this.#byPath.set(path, file);
    if (!this.#byFoldedPath.has(foldedPath)) this.#byFoldedPath.set(foldedPath, file);
    this.#byFoldedName.set(foldedName, this.#byFoldedName.has(foldedName) ? undefined : file);
  }
}

function namesOf(path: string): string[] {
  return path.split(SEPARATOR).filter((name) => name !== '' && name !== '.');
}

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
