import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '../..');

/** Files and folders that the build or an installation writes. */
const MADE = new Set([
  'node_modules',
  'docs/reference',
  'docs/packages',
  'docs/changelog.md',
  'dist',
  '.vitepress',
  '.next',
]);

/** The folders of pages in other languages. */
const TRANSLATIONS = ['docs/ja', 'docs/zh'];

/**
 * The paths of all pages for users, relative to the repository: READMEs and everything in `docs`. Those in
 * other languages are in `translatedPages`: their blocks of code are the same.
 */
export function docPages(): string[] {
  const readmes = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  return ['README.md', ...readmes, ...pagesIn('docs')].toSorted();
}

/** The paths of all pages in other languages. */
export function translatedPages(): string[] {
  const readmes = readdirSync(ROOT).filter((name) => /^README\.[\w-]+\.md$/.test(name));
  const folders = TRANSLATIONS.filter((folder) => existsSync(join(ROOT, folder)));
  return [...readmes, ...folders.flatMap(pagesIn)].toSorted();
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (MADE.has(entry.name) || MADE.has(path)) return [];
    if (TRANSLATIONS.includes(path)) return [];
    if (entry.isDirectory()) return pagesIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
