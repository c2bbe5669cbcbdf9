import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository.js';
import { en } from './texts/en.js';
import { ja } from './texts/ja.js';
import type { Texts } from './texts/texts.js';
import { zh } from './texts/zh.js';

/** A language of the site. */
export interface Language {
  /** The folder of its pages in `docs`, with a slash at its end; empty for English. */
  readonly folder: string;
  /** Its name in configurations of VitePress. */
  readonly key: string;
  readonly lang: string;
  readonly label: string;
  readonly texts: Texts;
}

export const ENGLISH: Language = { folder: '', key: 'root', lang: 'en', label: 'English', texts: en };

/** The languages whose home page exists, English first. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { folder: 'ja/', key: 'ja', lang: 'ja', label: '日本語', texts: ja },
  { folder: 'zh/', key: 'zh', lang: 'zh-CN', label: '简体中文', texts: zh },
].filter(({ folder }) => isPage(`${folder}index`));

/** The language of a page, and the page's path without the folder of the language. */
export function languageOf(path: string): { language: Language; page: string } {
  const language = LANGUAGES.find(({ folder }) => folder !== '' && path.startsWith(folder)) ?? ENGLISH;
  return { language, page: path.slice(language.folder.length) };
}

/**
 * The address of a page in a language; that of the English page if nobody has translated it yet.
 *
 * @example
 * addressIn(japanese, '/guide/music'); // → '/ja/guide/music'
 * addressIn(japanese, '/reference/'); // → '/reference/'
 */
export function addressIn({ folder }: Language, address: string): string {
  const page = address.slice(1).replace(/#.*$/, '');
  return isPage(`${folder}${page}`) ? `/${folder}${address.slice(1)}` : address;
}

/** The first heading of a page. */
export function titleOf(path: string): string {
  const text = readFileSync(join(ROOT, `docs/${path}.md`), 'utf8');
  const title = /^# (.+?)(?: \{#[^}]*\})?$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`docs/${path}.md has no first heading`);
  return title.replaceAll('`', '');
}

/** Whether `docs` has a page; the path of a folder ends with a slash. */
export function isPage(path: string): boolean {
  return existsSync(join(ROOT, `docs/${path.replace(/(^|\/)$/, '$1index')}.md`));
}
