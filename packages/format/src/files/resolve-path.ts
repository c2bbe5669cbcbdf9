/**
 * A path from a model's file, relative to the root of the readable files: forward slashes, no `.` and no
 * `..`.
 *
 * The path starts in `folder`. Slashes and back-slashes both separate names; nothing is percent-decoded. What
 * Windows drops from the end is dropped, see {@link trimPath}. The result is undefined if the path leads out
 * of the root, names a folder instead of a file, begins with a separator, a drive, a host or a scheme, or
 * contains a control character. O(length).
 *
 * @example
 * resolvePath('..\\tex\\face.png', 'miku/pmx'); // → 'miku/tex/face.png'
 * resolvePath('..\\tex\\face.png'); // → undefined: above the root
 * resolvePath('C:\\tex\\face.png'); // → undefined
 */
export function resolvePath(path: string, folder = ''): string | undefined {
  const split = isRefused(folder) ? undefined : splitPath(path, folder);
  if (!split || split.up > 0) return undefined;
  const resolved = split.names.join('/');
  return SCHEME.test(resolved) ? undefined : resolved; // './c:x' has a scheme only after resolving
}

/** A relative path: so many folders up, and then down these names. */
export interface SplitPath {
  readonly up: number;
  readonly names: readonly string[];
}

/**
 * The same as {@link resolvePath}, for a path that may lead out of the root. Undefined if it names a folder
 * or is not relative. O(length).
 *
 * @example
 * splitPath('..\\tex\\face.png'); // → { up: 1, names: ['tex', 'face.png'] }
 */
export function splitPath(path: string, folder = ''): SplitPath | undefined {
  const trimmed = trimPath(path);
  if (isRefused(trimmed) || FOLDER.test(path) || FOLDER.test(trimmed)) return undefined;
  const names: string[] = [];
  let up = 0;
  for (const name of `${folder}/${trimmed}`.split(SEPARATOR)) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) up++;
  }
  return SCHEME.test(names[0]) ? undefined : { up, names };
}

/**
 * Is a texture with this path a screen, which shows the picture of the view? The file need not exist.
 *
 * @example isScreenPath('tex\\Screen.bmp'); // → true
 */
export function isScreenPath(path: string): boolean {
  return /(?:^|[\\/])screen\.bmp$/i.test(path);
}

/**
 * A path as Windows opens it: without the first NUL and what follows it, and without spaces and dots at its
 * end. O(length).
 *
 * @see https://learn.microsoft.com/en-us/dotnet/standard/io/file-path-formats#trim-characters
 * @example
 * trimPath('tex\\face.png \0'); // → 'tex\\face.png'
 */
export function trimPath(path: string): string {
  const nul = path.indexOf('\0');
  let end = nul < 0 ? path.length : nul;
  while (end > 0 && (path[end - 1] === ' ' || path[end - 1] === '.')) end--;
  return path.slice(0, end);
}

/** Separates the names in a path. */
const SEPARATOR = /[\\/]/;

/** A path whose last part is not a file name. */
const FOLDER = /(?:^|[\\/])\.{0,2}$/;

/** A drive is a scheme of one letter. URL parsers skip spaces before a scheme. */
const SCHEME = /^ *[a-z][a-z\d+.-]*:/i;

function isRefused(path: string): boolean {
  return /^[\\/]|\p{Cc}/u.test(path) || SCHEME.test(path);
}

/**
 * A path from `resolvePath` as a relative URL: every name is percent-encoded, `%` included. An unpaired
 * surrogate, which a URL cannot contain, becomes U+FFFD. O(length).
 *
 * Join it to a base that ends in a slash. The result cannot contain a scheme, a host, `..`, a query or a
 * fragment.
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
 * One spelling for all spellings of a name that people and file systems treat as the same: upper and lower
 * case, full and half width, composed and decomposed characters. Use it for comparisons only. O(length).
 *
 * @see Windows ignores case; macOS decomposes (ガ becomes カ and ゛); old tools write half-width kana.
 * @example
 * foldName('Ｔｅｘ/ﾎﾞﾃﾞｨ.PNG'); // → 'TEX/ボディ.PNG'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase(); // upper case last: it unites σ and ς, ß and ss
}
