import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '../..');

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  repository: { url: string };
  homepage: string;
};

/** The address of the repository on the web. */
export const REPOSITORY: string = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** The address of the site. */
export const HOMEPAGE: string = manifest.homepage;

/** The file of the repository that a page of the site shows. */
export function sourceOf(page: string): string {
  const readme = /^packages\/([^/]+)\.md$/.exec(page);
  if (readme) return `packages/${readme[1]}/README.md`;
  return page === 'changelog.md' ? 'CHANGELOG.md' : `docs/${page}`;
}

/**
 * The address of a file or folder of the repository: in the site if it is a page there, otherwise on the web.
 * Undefined if there is no such file.
 *
 * @example
 * addressOf('packages/model/README.md'); // → '/packages/model'
 * addressOf('LICENSE'); // → 'https://github.com/odori-mmd/odori/blob/main/LICENSE'
 */
export function addressOf(path: string): string | undefined {
  if (!existsSync(join(ROOT, path))) return undefined;
  const readme = /^packages\/([^/]+)(?:\/README\.md)?\/?$/.exec(path);
  if (readme) return `/packages/${readme[1]}`;
  if (path === 'CHANGELOG.md') return '/changelog';
  if (path === 'README.md') return '/';
  const isExample = path.startsWith('docs/examples/');
  const page = isExample ? null : /^docs\/(.+)\.md$/.exec(path);
  if (page) return `/${page[1].replace(/(^|\/)index$/, '$1')}`;
  const kind = statSync(join(ROOT, path)).isDirectory() ? 'tree' : 'blob';
  return `${REPOSITORY}/${kind}/main/${path.replace(/\/$/, '')}`;
}
