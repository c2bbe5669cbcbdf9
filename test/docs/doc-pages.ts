import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '../..');

/** Folders that the build or an installation writes. */
const MADE = new Set(['node_modules', 'reference', 'dist', '.vitepress', '.next']);

/** The paths of all pages for users, relative to the repository: READMEs and everything in `docs`. */
export function docPages(): string[] {
  const readmes = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  return ['README.md', ...readmes, ...pagesIn('docs')].toSorted();
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : pagesIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
