import type { DefaultTheme } from 'vitepress';
import { LANGUAGES } from './languages.js';

/** A part of a page that is a result of its own: its titles from the page's down, and its text. */
interface Section {
  readonly anchor: string;
  readonly titles: string[];
  readonly text: string;
}

/** Headings of the reference that every page has: nobody looks for them. */
const COMMON_HEADINGS =
  /^(?:(?:Type )?Parameters|Returns|Throws|Examples?|Constructors?|Properties|Accessors|Methods|Extends|Extended by|Implements|Overrides|Inherited from|Implementation of|(?:Get|Set|Call) Signature|Indexable|See|Default(?: Value)?|Type Declaration|Remarks)$/;

/**
 * The search of the site: guides come before the reference. VitePress sends the functions to the browser as
 * text: they use nothing from around them.
 */
export const search: DefaultTheme.LocalSearchOptions = {
  locales: Object.fromEntries(
    LANGUAGES.map(({ key, texts }) => [key, { translations: texts.search }] as const),
  ),
  miniSearch: {
    options: {
      // Japanese and Chinese have no spaces: each two neighbouring characters are a term, and a single one is
      // the beginning of terms. Katakana are a word, in which others end: フェード is found in クロスフェード.
      // Browsers would not agree with Node on where other words end.
      tokenize: (text: string) =>
        (
          text
            .normalize('NFKC')
            .match(
              /[\p{sc=Kana}ー]+|[\p{sc=Han}\p{sc=Hira}]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{Z}\p{P}\n\r]+/gu,
            ) ?? []
        ).flatMap((word) => {
          if (/^[\p{sc=Han}\p{sc=Hira}]{3}/u.test(word))
            return Array.from(word.matchAll(/(?=(..))/gu), ([, pair]) => pair);
          const ends = word.matchAll(
            /(?<=[\p{sc=Kana}ー]{2})(?=([^ァィゥェォッャュョンー][\p{sc=Kana}ー]{2,}$))/gu,
          );
          return [word, ...Array.from(ends, ([, end]) => end)];
        }),
      // Words that say nothing are neither kept nor looked for; null leaves a word out.
      processTerm: (term: string) =>
        /^(?:an?|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|is|it|its|me|my|of|on|or|so|that|the|then|there|this|to|what|with|you|your)$/i.test(
          term,
        )
          ? null
          : term.toLowerCase(),
    },
    searchOptions: {
      prefix: true,
      fuzzy: 0.1, // for a slip of the keyboard, but "loop" is not "look"
      boost: { title: 4, text: 2, titles: 1 },
      // The name of a class or function comes first, if it is no word that means something else, too.
      boostDocument: (id: string, term: string, stored?: Record<string, unknown>) => {
        const name = /^(?:Class|Function|Variable): (\w+)/.exec(String(stored?.['title']))?.[1] ?? '';
        if (name.toLowerCase() === term && /[a-z][A-Z]|[A-Z]{2}/.test(name)) return 2;
        if (/\/(?:reference|changelog|code-map)\b/.test(id)) return 0.2;
        const isPage = (stored?.['titles'] as string[] | undefined)?.length === 0;
        return (/\/packages\//.test(id) ? 0.7 : 1) * (isPage ? 2 : 1);
      },
    },
    _splitIntoSections: (path: string, html: string) =>
      /[\\/]docs[\\/]reference[\\/]/.test(path) ? referenceSections(html) : undefined!,
  },
};

/**
 * What the search knows of a page of the reference: names and first sentences. The rest of it would be most
 * of the index, which a reader waits for.
 */
function* referenceSections(html: string): Generator<Section> {
  const parts = html.split(/<h([1-6])[^>]*?>(.*?)<a[^>]*? href="#([^"]*)"[^>]*>.*?<\/a><\/h\1>/);
  let page = '';
  for (let i = 1; i < parts.length; i += 4) {
    const title = plainText(parts[i + 1]);
    const anchor = parts[i + 2];
    const content = parts[i + 3];
    if (page === '') {
      page = title;
      yield { anchor, titles: [page], text: `${firstSentence(content)} ${namesInTables(html)}` };
    } else if (!COMMON_HEADINGS.test(title)) {
      yield { anchor, titles: [page, title], text: firstSentence(content) };
    }
  }
}

function firstSentence(html: string): string {
  const [, paragraph = ''] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
  return /^[\s\S]*?[.:](?=\s|$)/.exec(plainText(paragraph))?.[0] ?? plainText(paragraph);
}

/** The names of the properties that a page lists. */
function namesInTables(html: string): string {
  const cells = html.matchAll(/<tr>\s*<td[^>]*>(.*?)<\/td>/g);
  return [...new Set([...cells].map(([, cell]) => /[\w.]+/.exec(plainText(cell))?.[0] ?? ''))].join(' ');
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .trim();
}
