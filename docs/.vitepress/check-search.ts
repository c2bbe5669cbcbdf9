import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import MiniSearch, { type Options } from 'minisearch';
import type { DefaultTheme } from 'vitepress';
import { LANGUAGES } from './languages.js';

/** What people type, and the address that answers it, without the folder of the language. */
export type Searches = readonly (readonly [typed: string, address: string])[];

/** A reader who opens the search waits for the index. */
const MAX_BYTES = 200_000;
/** How many results a search may give before the right one. */
const MAX_PLACE = 2;

/**
 * What is wrong with the search of a built site in its languages: an index is too large, or one of the
 * searches does not lead to its page in the first results. Nothing is wrong: an empty list.
 */
export async function searchProblems(
  site: string,
  base: string,
  options: DefaultTheme.LocalSearchOptions,
  searches: Readonly<Record<string, Searches>>,
): Promise<string[]> {
  const problems = LANGUAGES.map(async ({ key, folder }) => {
    const { bytes, text } = await readIndex(site, key);
    const found = wrongPlaces(loadIndex(text, options), `${base}${folder}`, searches[key] ?? []);
    if (bytes > MAX_BYTES) found.push(`the index has ${bytes} bytes, gzipped; ${MAX_BYTES} are allowed`);
    return found.map((problem) => `${key}: ${problem}`);
  });
  return (await Promise.all(problems)).flat();
}

function loadIndex(text: string, { miniSearch }: DefaultTheme.LocalSearchOptions): MiniSearch {
  const { options, searchOptions } = miniSearch!;
  return MiniSearch.loadJSON(text, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...options,
    searchOptions: searchOptions as NonNullable<Options['searchOptions']>,
  });
}

/** The searches whose answer is not among the first results. */
function wrongPlaces(index: MiniSearch, start: string, searches: Searches): string[] {
  return searches.flatMap(([typed, address]) => {
    const found = index.search(typed).map(({ id }) => String(id).slice(start.length));
    const place = found.findIndex((id) => id === address || id.startsWith(`${address}#`));
    if (place >= 0 && place < MAX_PLACE) return [];
    return [`"${typed}" leads to ${found.slice(0, 4).join(', ')}; ${address} is number ${place + 1}`];
  });
}

/** The index is the only export of a module, as JSON. */
async function readIndex(site: string, key: string): Promise<{ bytes: number; text: string }> {
  const folder = join(site, 'assets/chunks');
  const name = readdirSync(folder).find((file) => file.startsWith(`@localSearchIndex${key}.`));
  if (name === undefined) throw new Error(`${folder} has no index of the search in ${key}`);
  const file = join(folder, name);
  const { default: text } = (await import(pathToFileURL(file).href)) as { default: string };
  return { bytes: gzipSync(readFileSync(file)).length, text };
}
