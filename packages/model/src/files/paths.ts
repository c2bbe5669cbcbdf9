import { SEPARATOR } from './resolve-path.js';

/**
 * The folder of a URL's file: everything up to its last slash, without query and fragment.
 *
 * @example
 * folderOfUrl('models/miku.pmx?v=a/b'); // → 'models/'
 */
export function folderOfUrl(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/[^/]*$/, '');
}

/**
 * A path from {@link resolvePath} as a relative URL: every name is percent-encoded, `%` included. An unpaired surrogate,
 * which a URL cannot contain, becomes U+FFFD. O(length).
 *
 * Join it to a base that ends in a slash. The result cannot contain a scheme, a host, `..`, a query or a fragment.
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
 * One spelling for all spellings of a name that people and file systems treat as the same: upper and lower case, full and
 * half width, composed and decomposed characters. Use it for comparisons only. O(length).
 *
 * @see Windows ignores case; macOS decomposes (ガ becomes カ and ゛); old tools write half-width kana.
 * @example
 * foldName('Ｔｅｘ/ﾎﾞﾃﾞｨ.PNG'); // → 'TEX/ボディ.PNG'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase(); // upper case last: it unites σ and ς, ß and ss
}

/**
 * The names in a path as MMD writes it, without the drive, `.` and `..`, so that none of them leads out of a folder.
 *
 * @example
 * pathNames('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // → ['MMD', 'UserFile', 'Model', 'Miku.pmd']
 */
export function pathNames(path: string): string[] {
  return path
    .split(SEPARATOR)
    .filter((name, i) => !['', '.', '..'].includes(name) && !(i === 0 && /^[a-z]:$/i.test(name)));
}
