import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { LINKED, MOMENT } from '../dance/src/share/share-link.js';
import { demoList } from '../home/src/demo-list.js';
import { sourceAddress } from '../home/src/source-address.js';

/** The icon of all pages. */
const ICON = dataAddress(readFileSync(join(import.meta.dirname, 'offline/icon.svg'), 'utf8'));

/**
 * The files of the sample dance that its first picture needs, and the kinds of items of the shelf in place of
 * which none of them is shown.
 */
export const DANCE_FILES = {
  'dancer.zip': 'model|show',
  'dance.zip': 'dance|show',
  'camera.vmd': 'model|dance|show',
};

/** The catalogs of the languages. */
const TEXTS = join(import.meta.dirname, '../texts');
type Texts = Readonly<Record<string, string>>;

/** The address of the docs. The demos are in its folder `demos`. */
const HOMEPAGE: string = manifest.homepage;

/**
 * Adds to each page what all pages have in common: charset, viewport, colour scheme, icon, style sheets, a
 * preview for links to it, the manifest of the installed page, and a note for browsers without JavaScript.
 *
 * A page has a title, a description, its own style sheets and its script. `<title>Dance</title>` becomes
 * `Dance – Odori`, and `<!-- heading -->` a heading with that title and a link to the index; the title of the
 * index stays. Addresses are relative to the page, so a built site works under any path. `<!-- preload the
 * dance -->` becomes a script that lets the browser fetch the sample dance beside the code, not after it. On
 * the index, `<!-- demos -->` becomes the list of demos; `%HOMEPAGE%` and `%SOURCE%` become addresses on the
 * web.
 */
export function pageHead(): Plugin[] {
  return [
    {
      name: 'odori-page-head',
      transformIndexHtml: {
        order: 'pre', // so that a build bundles the style sheets
        handler(source, { filename }) {
          const page = /demos[\\/](?:(\w+)[\\/])?index\.html$/.exec(filename);
          if (!page) return source; // of a test
          const [, folder] = page;
          const html = source.replace('<!-- preload the dance -->', preloads(folder));
          if (folder === undefined) return { html: indexPage(html), tags: indexTags(html) };
          return {
            html: withHeading(html).replace('</title>', ' – Odori</title>'),
            tags: [...commonTags('../', ['page.css', 'demo.css']), ...previewTags(html, '../', folder)],
          };
        },
      },
    },
    {
      name: 'odori-link-preview',
      enforce: 'post', // when the pages and the names of their pictures are final
      generateBundle(_, bundle) {
        for (const [path, file] of Object.entries(bundle)) {
          if (file.type === 'asset' && path.endsWith('.html'))
            file.source = withPreview(path, String(file.source));
        }
      },
    },
  ];
}

/** Without comments and spaces between tags. */
function dataAddress(svg: string): string {
  const short = svg.replace(/<!--[^]*?-->|(?<=>)\s+/g, '').replaceAll('"', "'");
  return `data:image/svg+xml,${short.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
}

function withHeading(html: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  return html.replace(
    '<!-- heading -->',
    `<h1>
        <a href="../" aria-label="Odori, all demos" title="All demos">Odori <span lang="ja">踊り</span></a>
        <span class="page">${title}</span>
      </h1>`,
  );
}

function indexPage(html: string): string {
  const { url } = manifest.repository;
  return html
    .replace('<!-- demos -->', () => demoList(url))
    .replaceAll('%HOMEPAGE%', HOMEPAGE)
    .replaceAll('%SOURCE%', sourceAddress(url) ?? HOMEPAGE);
}

function indexTags(html: string): HtmlTagDescriptor[] {
  return [...commonTags('./', ['page.css']), ...previewTags(html, './', 'dance')];
}

/** `root` leads from the page to the folder of all pages. */
function commonTags(root: string, styles: readonly string[]): HtmlTagDescriptor[] {
  return [
    { tag: 'meta', attrs: { charset: 'utf-8' } },
    { tag: 'meta', attrs: { name: 'viewport', content: 'width=device-width, initial-scale=1' } },
    { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' } },
    { tag: 'link', attrs: { rel: 'icon', href: ICON } },
    { tag: 'link', attrs: { rel: 'manifest', href: `${root}manifest.webmanifest`, 'vite-ignore': '' } },
    ...styles.map((file) => ({ tag: 'link', attrs: { rel: 'stylesheet', href: `${root}shared/${file}` } })),
    { tag: 'noscript', children: withoutScript(), injectTo: 'body' as const },
  ];
}

/** What people read whose browser runs no scripts: a line in each language. */
function withoutScript(): string {
  const english = 'This page needs JavaScript.';
  const lines = readdirSync(TEXTS).map((language) => {
    const texts = JSON.parse(readFileSync(join(TEXTS, language, 'shared.json'), 'utf8')) as Texts;
    return `<p lang="${language}">${texts[english]}</p>`;
  });
  return [`<p>${english}</p>`, ...lines].join('');
}

/**
 * The files have low priority: on a slow line, the code comes first. A link that names other files needs none
 * of them; nor does what the visitor has on the shelf, if the dance page goes on with it.
 */
function preloads(folder: string | undefined): string {
  const root = folder === undefined ? './' : '../';
  const shelf = folder === undefined ? '' : KINDS_SHOWN;
  return `<script>
      let kinds = '';
      ${shelf}
      if (!${anyOf(LINKED)}.test(location.search))
        for (const [file, others] of Object.entries(${JSON.stringify(DANCE_FILES)})) {
          if (RegExp(others).test(kinds)) continue;
          const link = document.createElement('link');
          Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', fetchPriority: 'low' });
          link.href = '${root}assets/files/' + file;
          document.head.append(link);
        }
    </script>`;
}

/** Storage throws where the user does not allow it. */
const KINDS_SHOWN = `try {
        if (!${anyOf(MOMENT)}.test(location.search)) kinds = localStorage['odori-shelf-continues'] ?? '';
      } catch {}`;

/** A regular expression for addresses with one of some options. */
function anyOf(options: readonly string[]): string {
  return `/[?&](${options.join('|')})=/`;
}

/**
 * What chats and social networks show for a link to the page: title, description and the picture of a demo.
 */
function previewTags(html: string, root: string, demo: string): HtmlTagDescriptor[] {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, description = ''] = /name="description"\s+content="([^"]*)"/.exec(html) ?? [];
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Odori',
    'og:title': title,
    'og:description': description,
    'og:image': `${root}home/pictures/${demo}-night.webp`,
  };
  return [
    ...Object.entries(properties).map(([property, content]) => ({
      tag: 'meta',
      attrs: { property, content },
    })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
  ];
}

/**
 * Gives the picture of a link preview its whole address, which a page knows only by where the site will be.
 */
function withPreview(path: string, html: string): string {
  const page = new URL(`demos/${path}`, HOMEPAGE);
  return html.replace(
    /(property="og:image" content=")([^"]+)/,
    (_, tag: string, address: string) => tag + new URL(address, page).href,
  );
}
