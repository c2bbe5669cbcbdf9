import { FileLoader } from 'three';
import { encodePath } from '../files/encode-path.js';
import { createUrlSource, type FetchSettings } from '../files/url-source.js';
import { pathNames } from './path-names.js';
import type { ModelResolver } from './resolve-model.js';

/**
 * Finds the models of a project in a folder on a server, and in the folders below.
 *
 * The whole path is asked for first, then shorter and shorter ends of it: `Model/Miku.pmd`, `Miku.pmd`. Most servers heed
 * case, and some answer with a page where they have nothing. `baseUrl` is a folder, see `createUrlSource`; nothing outside
 * is ever asked for.
 *
 * @example
 * const scene = await createScene(pmm, { resolve: createUrlResolver('https://example.org/mmd/') });
 */
export function createUrlResolver(baseUrl: string, loader: FetchSettings = new FileLoader()): ModelResolver {
  const base = baseUrl === '' || baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const source = createUrlSource(base, loader);
  return async (path) => {
    for (let names = pathNames(path); names.length > 0; names = names.slice(1)) {
      const file = await source.open(names.join('/'));
      if (!file || (await isPage(file))) continue;
      const folder = names.slice(0, -1).map((name) => `${encodePath(name)}/`);
      return { file, files: createUrlSource(base + folder.join(''), loader) };
    }
    return undefined;
  };
}

/** Pages begin with a tag, models never do. */
async function isPage(file: Blob): Promise<boolean> {
  const head = await file.slice(0, 64).text();
  return head.trimStart().startsWith('<'); // which passes over a byte order mark, too
}
