import { MmdFormatError } from '../errors.js';
import { parsePmx } from '../pmx/parse-pmx.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { foldName, resolvePath } from './resolve-path.js';

/**
 * The names of a zip's files as text, in their order, from the names that fflate returns. O(characters).
 *
 * fflate decodes names that are marked as UTF-8. In all other names it returns each byte as a character.
 * These names are decoded as UTF-8 if all of them are valid UTF-8, else as Shift_JIS. They are decoded
 * together because one tool wrote the whole zip, and the bytes of ﾃｸ in Shift_JIS are also ø in UTF-8. A
 * marked name in Latin letters looks like such bytes. It is recognised because it has no bytes from 80 to 9F,
 * which Shift_JIS text rarely lacks.
 *
 * @see Windows uses the code page of its language and macOS UTF-8; neither marks the names.
 * @example
 * decodeNames(['\x8a\xe7.png', 'ミク.pmx']); // → ['顔.png', 'ミク.pmx']
 * decodeNames(['K\xf6rper.png']); // → ['Körper.png']
 */
export function decodeNames(names: readonly string[]): string[] {
  return asUtf8(names) ?? (isLatin(names.join('')) ? [...names] : decodeAs(names, decodeCp932));
}

/** Undefined if they are not all valid. */
function asUtf8(names: readonly string[]): string[] | undefined {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return decodeAs(names, (bytes) => utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

type Decode = (bytes: Uint8Array) => string;

function decodeAs(names: readonly string[], decode: Decode): string[] {
  return names.map((name) => {
    const isText = /[\u0100-\uffff]/.test(name);
    return isText ? name : decode(Uint8Array.from(name, (byte) => byte.charCodeAt(0)));
  });
}

/**
 * Not bytes of Shift_JIS: there, half-width kana end at DF, and kanji that begin above it rarely occur alone.
 */
function isLatin(text: string): boolean {
  return /[\xe0-\xff]/.test(text) && !/[\x80-\x9f]/.test(text);
}

/**
 * The names in an encoding that `TextDecoder` knows, such as `gbk`; see {@link decodeNames}.
 *
 * @throws RangeError for an unknown encoding.
 */
export function decodeNamesAs(names: readonly string[], encoding: string): string[] {
  if (/^(?:cp932|shift[-_]jis|windows-31j)$/i.test(encoding)) return decodeAs(names, decodeCp932);
  const decoder = new TextDecoder(encoding);
  return decodeAs(names, (bytes) => decoder.decode(bytes));
}

/** The code pages of Windows and DOS in the languages in which models are zipped. */
const CODE_PAGES = ['gb18030', 'big5', 'euc-kr', 'windows-1252', 'ibm866', 'windows-1251', 'windows-874'];
/** More models than this say nothing new. */
const MAX_MODELS = 8;

/**
 * The names in the code page in which most textures of the zip's models are found: a PMX names them in
 * Unicode. `files` has the contents by fflate's name. Names that {@link decodeNames} decodes as well as any
 * code page stay.
 *
 * O(characters + bytes of models); O(characters) if all names are ASCII or valid UTF-8.
 */
export function namesByModels(
  names: readonly string[],
  files: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const guess = decodeNames(names);
  if (asUtf8(names)) return guess;
  const models = names.flatMap((name, i) => {
    const file = /\.pmx$/i.test(name) ? files.get(name) : undefined;
    return file ? [{ i, textures: texturesOf(file) }] : [];
  });
  const found = (decoded: readonly string[]): number => countFound(decoded, models.slice(0, MAX_MODELS));
  let best = { names: guess, found: found(guess) };
  for (const page of CODE_PAGES) {
    const decoded = decodeNamesAs(names, page);
    const count = found(decoded);
    if (count > best.found) best = { names: decoded, found: count };
  }
  return best.names;
}

/** And the file that its name suggests. None of a model that cannot be read. */
function texturesOf(file: Uint8Array): readonly string[] {
  try {
    const { name, textures } = parsePmx(file, { geometry: false });
    return [...textures, `${name}.pmx`];
  } catch (error) {
    if (error instanceof MmdFormatError) return [];
    throw error;
  }
}

interface ModelTextures {
  /** The index of the model among the names. */
  readonly i: number;
  readonly textures: readonly string[];
}

function countFound(names: readonly string[], models: readonly ModelTextures[]): number {
  const paths = new Set(names.map((name) => foldName(resolvePath(name) ?? name)));
  const isFound = (texture: string, folder: string): boolean => {
    const path = resolvePath(texture, folder);
    return path !== undefined && paths.has(foldName(path));
  };
  return models.reduce((sum, { i, textures }) => {
    const folder = (resolvePath(names[i]) ?? '').replace(/[^/]*$/, '');
    return sum + textures.filter((texture) => isFound(texture, folder)).length;
  }, 0);
}
