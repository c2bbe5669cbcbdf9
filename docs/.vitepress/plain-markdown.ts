import { posix } from 'node:path';
import { siteLink } from './links.js';
import { HOMEPAGE } from './repository.js';

/**
 * A page of the site as Markdown that needs neither VitePress nor the address of the page: whole addresses in
 * its links, no components. `page` is the path that VitePress knows, such as `guide/music.md`.
 */
export function plainMarkdown(page: string, text: string): string {
  const [frontmatter = ''] = /^---\n[^]*?\n---\n+/.exec(text) ?? [];
  const title = /^layout: home$/m.test(frontmatter) ? '# Odori\n\n' : '';
  const isReference = page.startsWith('reference/');
  const body = outsideCode(text.slice(frontmatter.length), (part) =>
    (isReference ? part : withoutComponents(page, part)).replace(
      /\]\(<?([^)\s>]+)>?/g,
      (_, href: string) => `](${wholeAddress(page, href)}`,
    ),
  );
  return `${title}${body.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

/**
 * The whole address of a page's Markdown.
 *
 * @example
 * markdownAddress('/guide/music#seek'); // → 'https://odori-mmd.github.io/odori/guide/music.md#seek'
 */
export function markdownAddress(address: string): string {
  const [, path, anchor] = /^\/([^#]*)(#.*)?$/.exec(address)!;
  const page = path.replace(/(^|\/)$/, '$1index');
  return `${HOMEPAGE}${page.endsWith('.md') ? page : `${page}.md`}${anchor ?? ''}`;
}

/** Changes everything but blocks and spans of code. */
function outsideCode(text: string, change: (part: string) => string): string {
  const parts = text.split(/(^[ \t>]*```[^]*?^[ \t>]*```[ \t]*$|`[^`\n]+`)/m);
  return parts.map((part, i) => (i % 2 === 0 ? change(part) : part)).join('');
}

/** Writes as Markdown what only VitePress shows. */
function withoutComponents(page: string, part: string): string {
  const plain = part
    .replace(
      /^<LiveDemo page="([a-z]+)" title="([^"]+)" \/>$/gm,
      (_, demo: string, title: string) => `Live demo: [${title}](/demos/${demo}/)`,
    )
    .replace(/^<HomeTop>(.*)<\/HomeTop>$/gm, '$1')
    .replace(/^<HomeCards \/>$/gm, `All pages, with a line on each: [llms.txt](${HOMEPAGE}llms.txt).`)
    .replace(/^:::(?: code-group)?$/gm, '');
  const unknown = /^(?:<[A-Z]|:::).*$/m.exec(plain);
  if (unknown) throw new Error(`${page}: plain-markdown.ts cannot write "${unknown[0]}" as Markdown`);
  return plain;
}

function wholeAddress(page: string, href: string): string {
  if (/^(?:[a-z]+:|#)/i.test(href)) return href;
  const isRelative = !href.startsWith('/');
  const address = !isRelative
    ? href
    : page.startsWith('reference/')
      ? `/${posix.join(posix.dirname(page), href)}`
      : siteLink(page, href);
  if (!address.startsWith('/')) return address; // in the repository on the web
  return address.startsWith('/demos/') ? `${HOMEPAGE}${address.slice(1)}` : markdownAddress(address);
}
