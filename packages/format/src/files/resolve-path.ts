/**
 * A path from a model's file, relative to the root of the readable files: forward slashes, no `.` and no
 * `..`.
 *
 * The path starts in `folder`. Slashes and back-slashes both separate names; nothing is percent-decoded;
 * spaces and dots at the ends of names stay. The result is undefined if the path leads out of the root, names
 * a folder instead of a file, begins with a separator, a drive, a host or a scheme, or contains a control
 * character. O(length).
 *
 * @example
 * resolvePath('..\\tex\\face.png', 'miku/pmx'); // → 'miku/tex/face.png'
 * resolvePath('..\\tex\\face.png'); // → undefined: above the root
 * resolvePath('C:\\tex\\face.png'); // → undefined
 */
export function resolvePath(path: string, folder = ''): string | undefined {
  if (isRefused(path) || isRefused(folder) || FOLDER.test(path)) return undefined;
  const names: string[] = [];
  for (const name of `${folder}/${path}`.split(SEPARATOR)) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  const resolved = names.join('/');
  return SCHEME.test(resolved) ? undefined : resolved; // './c:x' has a scheme only after resolving
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
