import { fillText, type LanguageCode, LANGUAGES } from '@odori/runtime/internal/catalog';
import { markAgain } from './japanese.js';
import { keepLanguage, languageList, pageLanguage } from './page-language.js';
import { makerOf, makerOfPart, type MakeText, said, type TextPart } from './said-texts.js';
import { fillAround, translateTree } from './translate-tree.js';

export { makerOf, type MakeText, said, type TextPart };

/** Texts in a language by their English ones. */
type Texts = Readonly<Record<string, string>>;

const CATALOGS = import.meta.glob<Texts>('../../texts/*/*.json', { import: 'default' });

/** The folder of the page, `home` for the list of all pages; undefined: it has no catalogs. */
const page = pageName();

/** What the page speaks. */
export let language: LanguageCode = page === undefined ? 'en' : pageLanguage();

/** Those of the language: of all pages, and of this one. */
let texts = await load(language);

/**
 * A text of the page in its language. `{name}` stands for a value. A text that the catalog lacks stays
 * English. When the language changes, the page shows it in the other one, also within the values of others.
 * Names of files are values by `nameText`.
 *
 * @example
 * say('Save the video ({size})', { size: '3 MB' }); // → '動画を保存（3 MB）'
 */
export function say(english: string, values: Readonly<Record<string, TextPart | number>> = {}): string {
  const makers = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'number' ? () => value : makerOfPart(value)] as const,
  );
  return said(() => {
    const now = Object.fromEntries(makers.map(([name, make]) => [name, make()]));
    return fillText(texts[english] ?? english, now, language);
  });
}

/**
 * The same as the content of an element, with elements in place of the values.
 *
 * @example
 * sayAround(line, 'Now showing {names}.', { names: [label] }); // line: 'Now showing ', label, '.'
 */
export function sayAround<E extends Element>(
  element: E,
  english: string,
  parts: Readonly<Record<string, readonly (Node | TextPart)[]>>,
): E {
  const makers = Object.entries(parts).map(
    ([name, part]) =>
      [name, part.map((each) => (each instanceof Node ? () => each : makerOfPart(each)))] as const,
  );
  const byName = new Map(makers);
  fillAround(element, () =>
    (texts[english] ?? english).split(/(\{\w+\})/).flatMap((part) => {
      const found = part.startsWith('{') ? byName.get(part.slice(1, -1)) : undefined;
      return found ? found.map((make) => make()) : part === '' ? [] : [part];
    }),
  );
  return element;
}

/** `bones`, `bones and morphs`, `bones, morphs and textures`, as a value of another text. */
export function listOf(names: readonly TextPart[]): MakeText {
  const makers = names.map(makerOfPart);
  return () =>
    new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(makers.map((make) => make()));
}

/** Some texts one after the other, without those that are empty. */
export function joined(parts: readonly TextPart[], between = ' '): string {
  const makers = [between, ...parts].map(makerOfPart);
  return said(() => {
    const [separator, ...now] = makers.map((make) => make());
    const text = now.filter((part) => part !== '').join(separator);
    return text.replaceAll('。 ', '。'); // a full-width stop has its space in it
  });
}

/** `rotates, moves`. */
export function enumerated(parts: readonly TextPart[]): string {
  return joined(parts, say(', '));
}

/** The title of the page in English; after it, on all but the first page, the name of Odori. */
const [title, titleEnd = ''] = page === undefined ? [''] : document.title.split(/(?= – Odori$)/);

if (page !== undefined) begin();

/** The page itself is English. */
function begin(): void {
  const list = languageList(language, say('Language'));
  list.addEventListener('change', async () => {
    const chosen = LANGUAGES[list.selectedIndex];
    const others = await load(chosen).catch(() => undefined);
    if (LANGUAGES[list.selectedIndex] !== chosen) return; // another was chosen meanwhile
    if (others) speak(chosen, others);
    else list.value = language; // no network
  });
  const place = document.querySelector('[data-languages], footer') ?? document.querySelector('header')!;
  place.append(list);
  if (language !== 'en') translatePage();
}

/** What was opened stays. */
function speak(chosen: LanguageCode, others: Texts): void {
  language = chosen;
  texts = others;
  keepLanguage(chosen);
  translatePage();
}

function translatePage(): void {
  document.documentElement.lang = language;
  document.title = say(title) + titleEnd;
  translateTree(document.querySelector('meta[name=description]')!, findMaker);
  translateTree(document.body, findMaker);
  markAgain(document, language);
}

/** How a text that the page shows is made in its language of now; undefined if it is no text of the page. */
function findMaker(text: string): MakeText | undefined {
  const make = makerOf(text);
  if (make) return () => said(make);
  return Object.hasOwn(texts, text) ? () => say(text) : undefined;
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

/** The catalogs of a language: of all pages, and of this one; English has none. */
async function load(code: LanguageCode): Promise<Texts> {
  const names = page === undefined ? ['shared'] : ['shared', page];
  const found = await Promise.all(names.map((name) => CATALOGS[pathOf(code, name)]?.()));
  return Object.assign({}, ...found) as Texts;
}
