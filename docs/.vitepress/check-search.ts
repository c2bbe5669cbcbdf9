import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import MiniSearch, { type Options } from 'minisearch';
import type { DefaultTheme } from 'vitepress';

/** A reader who opens the search waits for the index. */
const MAX_BYTES = 200_000;
/** How many results a search may give before the right one. */
const MAX_PLACE = 2;

/**
 * What is wrong with the search of a built site: its index is too large, or one of the searches does not lead
 * to its page in the first results. Nothing is wrong: an empty list.
 */
export async function searchProblems(
  site: string,
  base: string,
  { miniSearch }: DefaultTheme.LocalSearchOptions,
  searches: readonly (readonly [typed: string, address: string])[],
): Promise<string[]> {
  const { bytes, text } = await readIndex(site);
  const { options, searchOptions } = miniSearch!;
  const index = MiniSearch.loadJSON(text, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...options,
    searchOptions: searchOptions as NonNullable<Options['searchOptions']>,
  });
  const problems = searches.flatMap(([typed, address]) => {
    const found = index.search(typed).map(({ id }) => String(id).slice(base.length));
    const place = found.findIndex((id) => id === address || id.startsWith(`${address}#`));
    if (place >= 0 && place < MAX_PLACE) return [];
    return [`"${typed}" leads to ${found.slice(0, 4).join(', ')}; ${address} is number ${place + 1}`];
  });
  if (bytes > MAX_BYTES) problems.push(`the index has ${bytes} bytes, gzipped; ${MAX_BYTES} are allowed`);
  return problems;
}

/** The index is the only export of a module, as JSON. */
async function readIndex(site: string): Promise<{ bytes: number; text: string }> {
  const folder = join(site, 'assets/chunks');
  const name = readdirSync(folder).find((file) => file.startsWith('@localSearchIndexroot'));
  if (name === undefined) throw new Error(`${folder} has no index of the search`);
  const file = join(folder, name);
  const { default: text } = (await import(pathToFileURL(file).href)) as { default: string };
  return { bytes: gzipSync(readFileSync(file)).length, text };
}
