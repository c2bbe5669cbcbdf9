import { joined, type MakeText, say } from '../../../shared/language/texts.js';
import { detectFormat, parsePmd, parsePmx, pmdToPmx } from '@odori/format';
import { fetchBytes, LoadError } from '@odori/runtime';
import { nameText } from '../../../shared/file-text.js';
import { problemText } from '../../../shared/problem-text.js';
import type { LinkedFiles } from './share-link.js';

const MAX_SHOWN = 200;

/** What the addresses of a link lead to. */
export interface FetchedFiles {
  /** By path: a folder for each address. */
  readonly files: ReadonlyMap<string, Blob>;
  /** A sentence for each address that leads to no file. */
  readonly problems: readonly string[];
}

/**
 * Fetches the files of a link. Addresses are relative to `page`; other protocols than http and https are
 * refused. The textures of a model without a zip are fetched beside it. Never rejects.
 */
export async function fetchLinked(linked: LinkedFiles, page: string): Promise<FetchedFiles> {
  const files = new Map<string, Blob>();
  const problems: string[] = [];
  const fetches = [...linked].map(async ([name, text]) => {
    const address = webAddress(text, page);
    if (!address) {
      problems.push(
        say('{file}: a link opens files with http and https addresses only.', {
          file: shown(`${name}=${text}`),
        }),
      );
      return;
    }
    try {
      for (const [path, file] of await fetchWithTextures(address)) files.set(`${name}/${path}`, file);
    } catch (error) {
      problems.push(fetchProblem(address, error));
    }
  });
  await Promise.all(fetches);
  return { files, problems };
}

function webAddress(text: string, page: string): URL | undefined {
  const address = URL.canParse(text, page) ? new URL(text, page) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
}

/** A browser does not say why an answer of another host is missing. */
function fetchProblem(address: URL, error: unknown): string {
  const where = shown(address.href);
  if (error instanceof LoadError && error.status !== undefined)
    return say('{file}: the server answered {status}.', { file: where, status: String(error.status) });
  if (error instanceof LoadError && error.cause instanceof TypeError)
    return say(
      '{file} cannot be read. The server cannot be reached, or it does not allow other pages to read its files (CORS).',
      { file: where },
    );
  return joined([where, problemText(error)], ': ');
}

const shown = (address: string): MakeText => nameText(address, MAX_SHOWN);

async function fetchWithTextures(address: URL): Promise<ReadonlyMap<string, Blob>> {
  const bytes = await fetchBytes(address);
  const files = new Map([[nameOf(address), new Blob([bytes])]]);
  const textures = texturesOf(bytes);
  const fetches = textures.map(async (path) => {
    const texture = new URL(path.split('/').map(encodeURIComponent).join('/'), address);
    // a missing one is in the report of the model
    const content = await fetchBytes(texture).catch(() => undefined);
    if (content) files.set(path, new Blob([content]));
  });
  await Promise.all(fetches);
  return files;
}

/** The last part of an address; a server may give files without one. */
function nameOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || 'file';
  } catch {
    return name;
  }
}

/** The paths of the textures of a model, inside its folder; empty for files that are no models. */
function texturesOf(bytes: Uint8Array): string[] {
  const format = detectFormat(bytes);
  if (format !== 'pmx' && format !== 'pmd') return [];
  const pmx = format === 'pmx' ? parsePmx(bytes, { geometry: false }) : pmdToPmx(parsePmd(bytes));
  const paths = pmx.textures.map((name) => name.replaceAll('\\', '/'));
  return [...new Set(paths)].filter((path) => path !== '' && !/^\/|^\w+:|(?:^|\/)\.\.(?:\/|$)/.test(path));
}
