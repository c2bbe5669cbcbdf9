import { type LanguageCode, LANGUAGES, matchLanguage } from '@odori/runtime/internal/catalog';
import { remember, remembered } from '../remembered.js';

const CHOICE = 'odori-language';

/** The languages by their own names. */
const NAMES: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ko: '한국어',
};

/**
 * The language of the page: that of the address (`?lang=ja`), the one chosen last, or the first that the
 * browser prefers; English where Odori speaks none of them, and outside of pages.
 */
export function pageLanguage(): LanguageCode {
  if (typeof location === 'undefined') return 'en';
  const asked = new URLSearchParams(location.search).get('lang') ?? '';
  return matchLanguage([asked, remembered(CHOICE), ...navigator.languages]) ?? 'en';
}

/** The language holds for this address, and for the pages that are opened next. */
export function keepLanguage(language: LanguageCode): void {
  remember(CHOICE, language);
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  history.replaceState(history.state, '', address);
}

/** A list to choose the language from. `label`: for screen readers. */
export function languageList(language: LanguageCode, label: string): HTMLSelectElement {
  const list = document.createElement('select');
  list.className = 'language';
  list.setAttribute('aria-label', label);
  for (const code of LANGUAGES) {
    const option = new Option(NAMES[code], code, false, code === language);
    option.lang = code;
    list.append(option);
  }
  return list;
}
