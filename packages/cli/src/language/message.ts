import type { FilesErrorCode, MmdFormatErrorCode } from '@odori/format';
import type { FILES } from './en/files.js';
import type { REPORTS } from './en/reports.js';
import type { USAGE } from './en/usage.js';

/** The English texts by code. */
export type Texts = typeof USAGE & typeof FILES & typeof REPORTS;

export type TextCode = keyof Texts;

/** A text of the catalog, with what stands in place of its names in braces. */
export interface Said {
  readonly code: TextCode;
  readonly values: Readonly<Record<string, MessageValue>>;
}

/** What a library says: in English by its own words, in other languages by its codes or by other words. */
export type LibraryProblem = { readonly english: string } & (
  | {
      readonly kind: 'format';
      readonly code: MmdFormatErrorCode;
      /** Where in the document. */
      readonly section: string;
      /** Where in the file, of an error. */
      readonly place?: { readonly offset: number } | { readonly line: number; readonly column: number };
    }
  | { readonly kind: 'zip'; readonly code: FilesErrorCode; readonly path: string }
  | { readonly kind: 'other'; readonly text: Message }
);

/**
 * Something to say to the user, in a language that is chosen later. Plain data, which threads can send. A
 * string is a name, which is the same in every language.
 */
export type Message = string | Said | LibraryProblem;

/** Of a list, the parts are told one after another. */
export type MessageValue = Message | number | readonly Message[];

/** The names in braces in a text. */
type PlacesIn<T> = T extends string
  ? T extends `${string}{${infer Place}}${infer Rest}`
    ? Place | PlacesIn<Rest>
    : never
  : PlacesIn<T[keyof T]>;

type ValuesOf<C extends TextCode> = { readonly [P in PlacesIn<Texts[C]>]: MessageValue };

/**
 * A message by its code in the catalogs.
 *
 * @example
 * say('bones', { count: 2 }); // in English: '2 bones'
 */
export function say<C extends TextCode>(
  code: C,
  ...values: [PlacesIn<Texts[C]>] extends [never] ? [] : [ValuesOf<C>]
): Said {
  return { code, values: values[0] ?? {} };
}

/** A message about a file. @example about('a.vmd', say('no-such-file')); // 'a.vmd: no such file' */
export function about(file: Message, text: Message): Said {
  return say('about', { file, text });
}
