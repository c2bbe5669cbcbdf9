import { isOfDance } from '../../../shared/open/file-kind.js';
import type { Files } from '../../../shared/open/sort-files.js';

const MODEL = /\.(?:pmx|pmd|x|vrm)$/i;
const DOCUMENT = /\.(?:txt|md|pdf|html?)$/i;

/**
 * Models, and what lies beside them: textures and texts, without dances and other models. A file belongs to
 * the models with which it shares the most folders.
 *
 * @example
 * filesOfModels(files, ['miku/miku.pmx']); // with 'miku/tex/hair.png', without 'stage/tex/floor.png'
 */
export function filesOfModels(files: Files, models: readonly string[]): Files {
  const others = [...files.keys()].filter((path) => MODEL.test(path) && !models.includes(path));
  const isBeside = (path: string): boolean =>
    !MODEL.test(path) && !isOfDance(path) && sharedFolders(path, models) >= sharedFolders(path, others);
  return new Map([...files].filter(([path]) => models.includes(path) || isBeside(path)));
}

/** The most folders from the root that a path has in common with one of some paths; −1 without any. */
function sharedFolders(path: string, paths: readonly string[]): number {
  const folders = path.split('/').slice(0, -1);
  const counts = paths.map((other) => {
    const parts = other.split('/');
    const end = folders.findIndex((folder, i) => folder !== parts[i]);
    return end < 0 ? folders.length : end;
  });
  return Math.max(-1, ...counts);
}

/** Texts for readers, such as the terms of an author. */
export function documentsIn(files: Files): Files {
  return new Map([...files].filter(([path]) => DOCUMENT.test(path)));
}

/** Two different files of one path both stay: the second one is in another folder. */
export function joinFiles(...parts: readonly Files[]): Files {
  const all = new Map<string, Blob>();
  for (const [path, file] of parts.flatMap((files) => [...files])) {
    let free = path;
    for (let i = 2; all.has(free) && all.get(free) !== file; i++) free = `${i}/${path}`;
    all.set(free, file);
  }
  return all;
}

/** Several items at once: each is in a folder of its own, because their paths may be the same. */
export function inFolders(items: readonly Files[]): Files {
  if (items.length === 1) return items[0];
  return new Map(
    items.flatMap((files, i) => Array.from(files, ([path, file]) => [`${i + 1}/${path}`, file] as const)),
  );
}

const numbers = new WeakMap<Blob, number>();
let count = 0;

/** A text that is the same for the same files, in any order. */
export function keyOf(files: Files): string {
  const all = Array.from(files.values(), (file) => {
    const number = numbers.get(file) ?? ++count;
    numbers.set(file, number);
    return number;
  });
  return all.toSorted((a, b) => a - b).join(' ');
}
