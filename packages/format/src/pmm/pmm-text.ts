import { encodeName, type MmdName } from '../text/name.js';

/** A text in a field of fixed width: a path or a name. @inline */
export interface PmmText extends MmdName {
  /**
   * The bytes after the NUL: leftovers of MMD's memory. If absent or of another length, zeros are written.
   */
  readonly rest?: Uint8Array;
}

/** The longest name that MMD keeps. @see spec: MMD reserves 50 bytes for the name of a model. */
export const MMD_NAME_BYTES = 49;

/** Some fields of a part of a project; names may be plain texts. @inline */
export type Texts<T> = {
  [K in keyof T]?: T[K] extends MmdName
    ? T[K] | string
    : T[K] extends MmdName[]
      ? readonly (T[K][number] | string)[]
      : T[K];
};

/** The same fields with texts as names. All texts in them must be names. */
export function encodeTexts<T>(part: Texts<T>): Partial<T> {
  const encode = (value: unknown): unknown => (typeof value === 'string' ? encodeName(value) : value);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(encode) : encode(value),
    ]),
  ) as Partial<T>;
}

export function emptyText(): PmmText {
  return { text: '', bytes: new Uint8Array(0) };
}

/** A copy in memory of its own, without the bytes after the NUL. */
export function copyName({ text, bytes }: MmdName): MmdName {
  return { text, bytes: bytes.slice() };
}
