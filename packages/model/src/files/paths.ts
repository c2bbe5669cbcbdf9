import { SEPARATOR } from './resolve-path.js';

/**
 * A spelling that all spellings of a name share which people and systems take for one: upper and lower case, full and
 * half width, composed and decomposed characters. Only to compare with. O(length).
 *
 * @see Windows is blind to case; macOS decomposes (ガ becomes カ and ゛); old tools write half-width kana.
 * @example
 * foldName('Ｔｅｘ/ﾎﾞﾃﾞｨ.PNG'); // → 'TEX/ボディ.PNG'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase(); // up at last: σ and ς, ß and ss meet there
}

/**
 * A path of {@link resolvePath} as a relative URL: every name percent-encoded, `%` itself as well. A surrogate that
 * lacks its other half, which no URL can hold, becomes U+FFFD. O(length).
 *
 * Needs a base that ends in a slash; a scheme, a host, `..`, a query or a hash can then not come out of it.
 *
 * @example
 * encodePath('tex/50%#1 顔.png'); // → 'tex/50%25%231%20%E9%A1%94.png'
 */
export function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/');
}

/**
 * The folder that a URL's file is in: what comes before its last slash, query and fragment aside.
 *
 * @example
 * folderOfUrl('models/miku.pmx?v=a/b'); // → 'models/'
 */
export function folderOfUrl(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/[^/]*$/, '');
}

/**
 * The names in a path as MMD writes it, without the drive: nothing in them leads out of where they are looked for.
 *
 * @example
 * pathNames('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // → ['MMD', 'UserFile', 'Model', 'Miku.pmd']
 */
export function pathNames(path: string): string[] {
  return path
    .split(SEPARATOR)
    .filter((name, i) => !['', '.', '..'].includes(name) && !(i === 0 && /^[a-z]:$/i.test(name)));
}
