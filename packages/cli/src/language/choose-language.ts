import { LANGUAGES, type LanguageCode, matchLanguage } from '@odori/runtime/internal/catalog';
import { UsageError } from '../errors.js';
import { say } from './message.js';

const OPTION = '--lang';

/** A command line without `--lang`, and what that option says. */
export interface LanguageChoice {
  readonly args: readonly string[];
  /** Undefined without the option; empty if its value is missing. */
  readonly asked: string | undefined;
}

/** Takes `--lang` out of a command line, before its command or after it. The last one counts. */
export function takeLanguage(args: readonly string[]): LanguageChoice {
  const end = args.indexOf('--');
  const options = end < 0 ? [...args] : args.slice(0, end);
  let asked: string | undefined;
  for (let at = options.findIndex(isLang); at >= 0; at = options.findIndex(isLang)) {
    const [first, second = ''] = options.slice(at);
    asked = first === OPTION ? second : first.slice(OPTION.length + 1);
    options.splice(at, first === OPTION ? 2 : 1);
  }
  return { args: [...options, ...(end < 0 ? [] : args.slice(end))], asked };
}

function isLang(arg: string): boolean {
  return arg === OPTION || arg.startsWith(`${OPTION}=`);
}

/** The language for a system that has `wanted`, such as `ja_JP.UTF-8`; English if Odori does not speak it. */
export function languageOf(wanted: string | undefined): LanguageCode {
  return matchLanguage([wanted ?? '']) ?? 'en';
}

/** @throws {@link UsageError} if Odori does not speak the language that the user asks for. */
export function askedLanguage(asked: string): LanguageCode {
  const language = matchLanguage([asked]);
  if (language) return language;
  throw new UsageError(say('unknown-language', { value: JSON.stringify(asked), choices: LANGUAGES }));
}
