/** The languages that Odori speaks, as `lang` of HTML names them. */
export const LANGUAGES = ['en', 'ja', 'zh-CN', 'zh-TW', 'ko'] as const;

export type LanguageCode = (typeof LANGUAGES)[number];

/**
 * A text of a catalog, without HTML. `{name}` stands for a value. Of several forms, `count` decides by the
 * plural rules of the language.
 */
export type CatalogText =
  string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** What stands in place of the names in braces. */
export type CatalogValues = Readonly<Record<string, string | number>>;

/** Chinese as Taiwan, Hong Kong and Macao write it. */
const TRADITIONAL = /[-_](?:hant|tw|hk|mo)\b/i;

/**
 * The first of the wanted languages that Odori speaks; undefined if there is none. A tag may be that of a
 * page or of a shell.
 *
 * @example
 * matchLanguage(['fr', 'zh-Hant-HK', 'en']); // → 'zh-TW'
 * matchLanguage(['ja_JP.UTF-8']); // → 'ja'
 */
export function matchLanguage(wanted: readonly string[]): LanguageCode | undefined {
  for (const tag of wanted) {
    const [base] = tag.toLowerCase().split(/[-_.@]/);
    const code = base !== 'zh' ? base : TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
    const found = LANGUAGES.find((language) => language === code);
    if (found) return found;
  }
  return undefined;
}

/**
 * A text with its values; numbers are written as the language writes them.
 *
 * @example
 * fillText({ one: '{count} file', other: '{count} files' }, { count: 1200 }, 'en'); // → '1,200 files'
 */
export function fillText(text: CatalogText, values: CatalogValues, language: LanguageCode): string {
  const form =
    typeof text === 'string'
      ? text
      : (text[new Intl.PluralRules(language).select(Number(values['count']))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => values[name]?.toLocaleString(language) ?? whole);
}
