import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { languageOf } from './languages.js';
import { addressOf, ROOT, sourceOf } from './repository.js';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/**
 * Makes the links of all pages lead to the right place in the site. Pages link to files of the repository
 * relative to themselves, so that the links hold there, too. A link to a file that does not exist is an
 * error.
 */
export function repositoryLinks(md: MarkdownIt, base: string): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = (env as { relativePath: string }).relativePath;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const href = token.attrGet('href')!;
      if (href.startsWith('/demos/')) {
        token.attrSet('target', '_self'); // the router knows only pages of VitePress
        token.attrSet('href', `${base}${href.slice(1)}`);
      }
      const isRelative = !/^(?:[a-z]+:|[/#])/i.test(href);
      if (isRelative && !page.startsWith('reference/')) token.attrSet('href', siteLink(page, href));
    }
  });
}

/** The address to which a link of a page leads, whose target is relative to the page's file. */
export function siteLink(page: string, href: string): string {
  const [path, anchor] = href.split('#');
  const source = sourceOf(page);
  const target = posix.join(posix.dirname(source), decodeURI(path));
  const address = addressOf(existsSync(join(ROOT, target)) ? target : originalOf(target));
  if (address === undefined) throw new Error(`${source}: the link ${href} leads to no file`);
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** The English page of a page in another language. */
function originalOf(source: string): string {
  return `docs/${languageOf(source.replace(/^docs\//, '')).page}`;
}

/**
 * The anchor of a heading, as GitHub makes it, so that links with anchors hold in the repository and in the
 * site.
 *
 * @example
 * slugify('What is `MmdModel`?'); // → 'what-is-mmdmodel'
 */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
