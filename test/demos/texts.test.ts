import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { demoList } from '#demos/home/src/demo-list.js';
import { glossaryOf } from '#test/support/glossary.js';
import { programsIn, textsOf as stringsOf } from '#test/support/loose-texts.mjs';

const DEMOS = join(import.meta.dirname, '../../demos');
const TEXTS = join(DEMOS, 'texts');
const LANGUAGES = ['ja', 'zh-CN', 'zh-TW', 'ko'];
const PAGES = readdirSync(join(TEXTS, 'ja')).map((file) => file.replace('.json', ''));

type Texts = Readonly<Record<string, string>>;

const textsOf = (language: string, page: string): Texts =>
  JSON.parse(readFileSync(join(TEXTS, language, `${page}.json`), 'utf8')) as Texts;

/** The names in braces of a text. */
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(LANGUAGES)('%s', (language) => {
  test.each(PAGES)('%s: has the texts of the Japanese catalog, with their values', (page) => {
    const texts = textsOf(language, page);
    expect(Object.keys(texts)).toEqual(Object.keys(textsOf('ja', page)));
    for (const [english, text] of Object.entries(texts)) {
      expect([english, placesIn(text)]).toEqual([english, placesIn(english)]);
      expect([english, text.trim()]).not.toEqual([english, '']);
    }
  });

  test.each(PAGES)('%s: has no word that the glossary avoids', (page) => {
    const { others } = glossaryOf(language);
    const texts = Object.values(textsOf(language, page));
    const found = texts.flatMap((text) =>
      others.filter((other) => text.includes(other)).map((other) => `${other}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

test('Chinese of the two kinds differs where its characters do', () => {
  for (const page of PAGES) {
    const [mainland, taiwan] = ['zh-CN', 'zh-TW'].map((language) => textsOf(language, page));
    const same = Object.keys(mainland).filter((key) => mainland[key] === taiwan[key]);
    expect([page, same.length / Object.keys(mainland).length < 0.35]).toEqual([page, true]);
  }
});

/** Their texts go into the HTML of a page, which `test/browser/demos/languages.test.ts` reads. */
const OF_THE_BUILD =
  /shared[\\/](?:page-head|copy-and-go[\\/](?:code-section|plugin|published))\.ts$|home[\\/]src[\\/]demos?(?:-list)?\.ts$/;
/** Names, which are the same in all languages, and what only developers read. */
const NO_TEXTS = new Set([
  'English', // beside the names of the other languages
  'Odoriko',
  'Lantern Night',
  'Lantern Night 提灯の夜',
  'VRM Public License ',
  // names in files that the pages write
  'Accessory',
  'Dancer',
  'Left dancer',
  'Right dancer',
  '提灯 lantern',
  '舞台 stage',
  'Medium', // a level of N8AO
  'This page has no ',
  ' with the id "',
  'the mannequin has no bone ',
]);

const folderOf = (page: string): string => (page === 'shared' ? 'demos/shared' : `demos/${page}/src`);

/** The programs of a page, without the English names of bones. */
const programsOf = (page: string): string[] =>
  programsIn(folderOf(page)).filter((path) => !OF_THE_BUILD.test(path) && !path.endsWith('english-names.ts'));

test.each([...PAGES, 'festival', 'concert'])('%s: its scripts say nothing without a catalog', (page) => {
  const known = { ...textsOf('ja', 'shared'), ...(PAGES.includes(page) ? textsOf('ja', page) : {}) };
  for (const path of programsOf(page)) {
    const { shown, likely } = stringsOf(path);
    expect(shown).toEqual([]);
    const strange = likely.filter((text) => !(text in known) && !NO_TEXTS.has(text));
    expect([path, strange]).toEqual([path, []]);
  }
});

test('the player says nothing without a catalog', () => {
  expect(programsIn('packages/element/src').flatMap((path) => stringsOf(path).shown)).toEqual([]);
});

/** What a page says: the strings of its programs and its HTML. */
function saidBy(page: string): { strings: ReadonlySet<string>; html: string } {
  const strings = programsIn(folderOf(page)).flatMap((path) => stringsOf(path).texts);
  const file = join(DEMOS, page === 'home' ? '' : page, 'index.html');
  const source = page === 'shared' ? '' : readFileSync(file, 'utf8');
  const built = strings.filter((text) => text.includes('<'));
  const list = page === 'home' ? demoList(manifest.repository.url) : '';
  const html = [source, list, ...built].join('\n').replace(/\s+/g, ' ');
  return { strings: new Set(strings), html: html.replace(/>\s+|\s+</g, (tag) => tag.trim()) };
}

/** Whether HTML has a text, with an element in place of each `{0}`. */
function hasText(html: string, text: string): boolean {
  return text.split(/\s*\{\d\}\s*/).every((part) => html.includes(part));
}

test.each(PAGES)('%s: no text of its catalogs is left over', (page) => {
  const said = (page === 'shared' ? PAGES : [page]).map(saidBy);
  const isSaid = (text: string): boolean =>
    said.some(({ strings, html }) => strings.has(text) || hasText(html, text)) || FORMATS.has(text);
  expect(Object.keys(textsOf('ja', page)).filter((text) => !isSaid(text))).toEqual([]);
});

/** What `detectForeignFormat` calls a file. */
const FORMATS = new Set(
  ['foreign-format', 'stand-ins'].flatMap((name) => stringsOf(`packages/format/src/${name}.ts`).texts),
);

test('the pages can name every format that is not one of MMD', () => {
  const named = textsOf('ja', 'shared');
  expect([...FORMATS].filter((text) => /^an? /.test(text) && !(text in named))).toEqual([]);
});
