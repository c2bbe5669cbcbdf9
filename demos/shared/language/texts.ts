import { type CatalogValues, fillText, type LanguageCode } from '@odori/runtime/internal';
import { languageList, pageLanguage } from './page-language.js';
import { translateTree } from './translate-tree.js';

/** Texts in a language by their English ones. */
type Texts = Readonly<Record<string, string>>;

const CATALOGS = import.meta.glob<Texts>('../../texts/*/*.json', { import: 'default' });

/** The folder of the page, `home` for the list of all pages; undefined: it has no catalogs. */
const page = pageName();

/** What the page speaks. */
export const language: LanguageCode = page === undefined ? 'en' : pageLanguage();

/** The catalog of all pages, and that of this one; none of them is loaded in English. */
const texts: Texts = { ...(await load('shared')), ...(await load(page ?? '')) };

/**
 * A text of the page in its language. `{name}` stands for a value. A text that the catalog lacks stays
 * English.
 *
 * @example
 * say('Save the video ({size})', { size: '3 MB' }); // → '動画を保存（3 MB）'
 */
export function say(english: string, values: CatalogValues = {}): string {
  return fillText(texts[english] ?? english, values, language);
}

/**
 * The same with elements in place of the values.
 *
 * @example
 * sayAround('Now showing {names}.', { names: [label] }); // → ['Now showing ', label, '.']
 */
export function sayAround(
  english: string,
  parts: Readonly<Record<string, readonly (Node | string)[]>>,
): (Node | string)[] {
  return (texts[english] ?? english).split(/(\{\w+\})/).flatMap((part) => {
    const found = parts[part.slice(1, -1)];
    return part.startsWith('{') && found ? found : part === '' ? [] : [part];
  });
}

/** `bones`, `bones and morphs`, `bones, morphs and textures`. */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(names);
}

/** `rotates, moves`. */
export function enumerated(parts: readonly string[]): string {
  return parts.join(say(', '));
}

if (page !== undefined) speak();

/** The page itself, which is English, speaks the language. */
function speak(): void {
  const place = document.querySelector('[data-languages], footer') ?? document.querySelector('header')!;
  place.append(languageList(language, say('Language')));
  if (language === 'en') return;
  document.documentElement.lang = language;
  const translate = (text: string): string | undefined => texts[text];
  const title = document.title.replace(/(?: – Odori)?$/, '');
  document.title = document.title.replace(title, say(title));
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')!;
  description.content = say(description.content);
  translateTree(document.body, translate);
}

function pageName(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const isHome = document.documentElement.dataset['root'] === './';
  const name = isHome ? 'home' : /\/(\w+)\/(?:index\.html)?$/.exec(location.pathname)?.[1];
  return name !== undefined && pathOf('ja', name) in CATALOGS ? name : undefined;
}

function pathOf(code: LanguageCode, name: string): string {
  return `../../texts/${code}/${name}.json`;
}

async function load(name: string): Promise<Texts> {
  return (await CATALOGS[pathOf(language, name)]?.()) ?? {}; // English has none
}
