/** Separates the names in a path. */
export const SEPARATOR: RegExp = /[\\/]/;

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
