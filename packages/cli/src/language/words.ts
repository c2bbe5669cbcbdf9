import type { FileProblems } from '@odori/runtime/internal';
import { type CatalogText, fillText, type LanguageCode } from '@odori/runtime/internal/catalog';
import { FILES } from './en/files.js';
import { REPORTS } from './en/reports.js';
import { USAGE } from './en/usage.js';
import {
  about,
  type LibraryProblem,
  type Message,
  type MessageValue,
  type Said,
  type TextCode,
  type Texts,
} from './message.js';

/** The texts of a language by code. */
export type Catalog = Readonly<Record<TextCode, CatalogText>>;

/** What the catalog of a language other than English holds, for one of its files. */
export type Translated<T> = Readonly<Record<keyof T, CatalogText>>;

const TEXTS: Texts = { ...USAGE, ...FILES, ...REPORTS };

/** Between the names of a list. */
const COMMAS: Readonly<Record<LanguageCode, string>> = {
  en: ', ',
  ja: '、',
  ko: ', ',
  'zh-CN': '、',
  'zh-TW': '、',
};

/** Tells messages in one language. */
export class Words {
  readonly language: LanguageCode;
  readonly #texts: Catalog;
  readonly #problems: FileProblems | undefined;

  /** `problems`: those of files; without them, libraries speak English. */
  constructor(language: LanguageCode, texts: Catalog, problems?: FileProblems) {
    this.language = language;
    this.#texts = texts;
    this.#problems = problems;
  }

  tell(message: Message): string {
    if (typeof message === 'string') return message;
    return 'values' in message ? this.#tellSaid(message) : this.#tellProblem(message);
  }

  /** Numbers stay plain digits, without commas: users copy them into options. */
  #tellSaid({ code, values }: Said): string {
    const told = Object.entries(values).map(([name, value]) => [name, this.#tellValue(value)] as const);
    return fillText(this.#texts[code], Object.fromEntries(told), this.language);
  }

  #tellValue(value: MessageValue): string {
    if (typeof value === 'number') return String(value);
    if (!Array.isArray(value)) return this.tell(value as Message);
    return (value as readonly Message[]).map((each) => this.tell(each)).join(COMMAS[this.language]);
  }

  #tellProblem(problem: LibraryProblem): string {
    const problems = this.#problems;
    if (!problems) return problem.english;
    if (problem.kind === 'other') return this.tell(problem.text);
    if (problem.kind === 'zip')
      return fillText(problems.zip[problem.code], { path: problem.path }, this.language);
    const { code, section, place } = problem;
    const text = problems.format[code];
    if (!place) return this.tell(about(section, text));
    const frame = 'offset' in place ? problems.broken : problems.brokenText;
    const values = Object.entries({ text, section, ...place }).map(([name, value]) => [name, String(value)]);
    return fillText(frame, Object.fromEntries(values) as Record<string, string>, this.language);
  }
}

export const ENGLISH: Words = new Words('en', TEXTS);

const CATALOGS = {
  ja: () => import('./ja/catalog.js'),
  'zh-CN': () => import('./zh-CN/catalog.js'),
  'zh-TW': () => import('./zh-TW/catalog.js'),
  ko: () => import('./ko/catalog.js'),
} as const;

/** Loads the catalog of a language; English is built in. */
export async function loadWords(language: LanguageCode): Promise<Words> {
  if (language === 'en') return ENGLISH;
  const { texts, problems } = await CATALOGS[language]();
  return new Words(language, texts, problems);
}
