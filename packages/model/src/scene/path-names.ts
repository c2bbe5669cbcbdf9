import { SEPARATOR } from '../files/resolve-path.js';

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
