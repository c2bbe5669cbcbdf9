import type { HtmlTagDescriptor, Plugin } from 'vite';
import { codeSection, readSnippets } from './code-section.js';

/**
 * Where a page wants its code. The index names the demo whose code it shows: `<!-- code of dance -->`. With
 * `<!-- code panel -->` it is a panel that the page opens.
 */
const PLACE = /<!-- code(?: of (\w+)| (panel))? -->/;
const LINK = '<a class="to-code" href="#code"><span aria-hidden="true">&lt;/&gt;</span> Code</a>';

/**
 * Puts the code of `demos/<page>/snippets` into each page with the comment `<!-- code -->`, and a link to it
 * beside the title of a demo. The code is a part of the page: nothing is fetched, and readers without scripts
 * see it.
 */
export function copyAndGo(): Plugin {
  return {
    name: 'odori-copy-and-go',
    transformIndexHtml: {
      order: 'pre', // so that a build bundles the style sheet and the script
      handler(html, { filename }) {
        const [, folder] = /demos[\\/](?:(\w+)[\\/])?index\.html$/.exec(filename) ?? [];
        const place = PLACE.exec(html);
        const [, page = folder, panel] = place ?? [];
        if (page === undefined || !place) return html;
        const snippets = readSnippets(page);
        if (snippets.length === 0) throw new Error(`demos/${page}/snippets has no code for ${filename}`);
        const root = folder === undefined ? './' : '../';
        const isLinked = folder !== undefined && panel === undefined;
        const linked = isLinked ? html.replace('</h1>', () => `</h1>${LINK}`) : html;
        return {
          html: linked.replace(PLACE, () => codeSection(snippets, panel !== undefined, root)),
          tags: tags(`${root}shared`),
        };
      },
    },
  };
}

function tags(shared: string): HtmlTagDescriptor[] {
  const folder = `${shared}/copy-and-go`;
  return [
    { tag: 'link', attrs: { rel: 'stylesheet', href: `${folder}/copy-and-go.css` } },
    { tag: 'script', attrs: { type: 'module', src: `${folder}/copy-and-go.ts` } },
  ];
}
