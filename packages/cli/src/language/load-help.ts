import type { LanguageCode } from '@odori/runtime/internal/catalog';
import type { HelpCode } from './en/help.js';

/** The texts of all helps in a language. */
export type HelpTexts = Readonly<Record<HelpCode, string>>;

const HELPS = {
  en: async (): Promise<HelpTexts> => (await import('./en/help.js')).HELP,
  ja: async (): Promise<HelpTexts> => (await import('./ja/help.js')).HELP,
  'zh-CN': async (): Promise<HelpTexts> => (await import('./zh-CN/help.js')).HELP,
  'zh-TW': async (): Promise<HelpTexts> => (await import('./zh-TW/help.js')).HELP,
  ko: async (): Promise<HelpTexts> => (await import('./ko/help.js')).HELP,
} as const;

/** Loads the texts of helps, which other commands do without. */
export function loadHelp(language: LanguageCode): Promise<HelpTexts> {
  return HELPS[language]();
}
