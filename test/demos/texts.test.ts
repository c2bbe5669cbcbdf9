import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { glossaryOf } from '#test/support/glossary.js';

const DEMOS = join(import.meta.dirname, '../../demos');
const TEXTS = join(DEMOS, 'texts');
const LANGUAGES = ['ja', 'zh-CN', 'zh-TW', 'ko'];
const PAGES = readdirSync(join(TEXTS, 'ja')).map((file) => file.replace('.json', ''));

type Texts = Readonly<Record<string, string>>;

const textsOf = (language: string, page: string): Texts =>
  JSON.parse(readFileSync(join(TEXTS, language, `${page}.json`), 'utf8')) as Texts;

/** The names in braces of a text. */
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

/** The sources of a folder, with those of its folders. */
function sourcesOf(folder: string): string {
  const files = readdirSync(join(DEMOS, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(DEMOS, folder, file), 'utf8'))
    .join('\n');
}

/** The texts that a source gives to `say` and `sayAround` as literals. */
function saidIn(source: string): string[] {
  const code = source.replace(/\/\*\*[^]*?\*\//g, '');
  const calls = code.matchAll(
    /\bsay(?:Around)?\(\s*(?:[\w.<>=! ]+\? )?'((?:[^'\\]|\\.)*)'(?:\s*:\s*'([^']*)')?/g,
  );
  return [...calls].flatMap(([, first, second]) => [first, second ?? '']).filter(Boolean);
}

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
    for (const [english, text] of Object.entries(textsOf(language, page)))
      for (const other of others) expect(`${english} → ${text}`).not.toContain(other);
  });
});

test('Chinese of the two kinds differs where its characters do', () => {
  for (const page of PAGES) {
    const [mainland, taiwan] = ['zh-CN', 'zh-TW'].map((language) => textsOf(language, page));
    const same = Object.keys(mainland).filter((key) => mainland[key] === taiwan[key]);
    expect(same.length / Object.keys(mainland).length).toBeLessThan(0.35);
  }
});

test.each(PAGES)('%s: what its scripts say is in the catalog', (page) => {
  const shared = textsOf('ja', 'shared');
  const known = page === 'shared' ? shared : { ...shared, ...textsOf('ja', page) };
  const said = saidIn(sourcesOf(page === 'shared' ? 'shared' : `${page}/src`));
  expect(said.filter((text) => !(text in known))).toEqual([]);
});
