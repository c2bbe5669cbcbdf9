import type { HtmlTagDescriptor, Plugin } from 'vite';

/** A curve, and a keyframe as a diamond, as in MMD. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='7' fill='%230b6e72'/%3E" +
  "%3Cpath d='M5 25C18 25 14 7 27 7' fill='none' stroke='%23fff' stroke-width='2.5'/%3E" +
  "%3Cpath d='M16 10l6 6-6 6-6-6z' fill='%23ffd9a0'/%3E%3C/svg%3E";

/**
 * Adds to each page what all pages have in common: charset, viewport, colour scheme, icon, style sheets and a note for
 * browsers without JavaScript.
 *
 * A page has a title, a description, its own style sheets and its script. `<title>Dance</title>` becomes `Dance –
 * Odori`; the title of the index stays. Addresses are relative to the page, so a built site works under any path.
 */
export function pageHead(): Plugin {
  return {
    name: 'odori-page-head',
    transformIndexHtml: {
      order: 'pre', // so that a build bundles the style sheets
      handler(html, { filename }) {
        if (/demos[\\/]index\.html$/.test(filename)) return { html, tags: commonTags('./', ['page.css']) };
        return {
          html: html.replace('</title>', ' – Odori</title>'),
          tags: commonTags('../', ['page.css', 'demo.css']),
        };
      },
    },
  };
}

/** `root` leads from the page to the folder of all pages. */
function commonTags(root: string, styles: readonly string[]): HtmlTagDescriptor[] {
  return [
    { tag: 'meta', attrs: { charset: 'utf-8' } },
    { tag: 'meta', attrs: { name: 'viewport', content: 'width=device-width, initial-scale=1' } },
    { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' } },
    { tag: 'link', attrs: { rel: 'icon', href: ICON } },
    ...styles.map((file) => ({ tag: 'link', attrs: { rel: 'stylesheet', href: `${root}shared/${file}` } })),
    { tag: 'noscript', children: '<p>This page needs JavaScript.</p>', injectTo: 'body' as const },
  ];
}
