import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file that the service worker keeps from its installation on. */
export interface PrecachedFile {
  readonly url: string;
  /** Of its content; null if its name says that. */
  readonly revision: string | null;
}

/** Where the pages begin that play our dance. */
const PAGES = ['index.html', 'dance/index.html'];
/**
 * Our dance is not drawn with them: other renderers, compressed textures. A page that needs them caches them.
 */
const NOT_NEEDED = /webgpu|basis_transcoder|ktx2/i;
const CODE = /\.(?:js|css)$/;
const POSTER = /\/poster[\w-]*\.webp$/;

/**
 * The built files that the index and the dance page need for our dance: the pages, their code and its
 * workers, found by their names in the files that use them, and `others`. `folder` has all built files.
 */
export function precachedFiles(
  folder: string,
  paths: readonly string[],
  others: readonly string[],
): PrecachedFile[] {
  const found = new Set(PAGES);
  for (const path of found) {
    if (!/\.(?:js|css|html)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    for (const other of paths) if (isNeeded(other) && text.includes(posix.basename(other))) found.add(other);
  }
  return [...found, ...others].toSorted().map((url) => {
    const isNamedByContent = url.startsWith('code/');
    return { url, revision: isNamedByContent ? null : hashOf(readFileSync(join(folder, url))) };
  });
}

function isNeeded(path: string): boolean {
  return path.startsWith('code/') && (CODE.test(path) || POSTER.test(path)) && !NOT_NEEDED.test(path);
}

export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
