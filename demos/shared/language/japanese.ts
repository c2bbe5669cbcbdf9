import type { LanguageCode } from '@odori/runtime/internal/catalog';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Marks an element with a text from a file as Japanese if the text is. For readers of Chinese, a text that
 * has only Han characters is Chinese.
 */
export function markJapanese(element: HTMLElement, language: LanguageCode): void {
  const text = element.textContent;
  const hanIsJapanese = !language.startsWith('zh');
  element.dataset['fromFile'] = '';
  if (KANA.test(text) || (hanIsJapanese && /\p{Script=Han}/u.test(text))) element.lang = 'ja';
  else element.removeAttribute('lang');
}

/** The same for all such elements of a page, which now speaks another language. */
export function markAgain(page: Document, language: LanguageCode): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-from-file]'))
    markJapanese(element, language);
}
