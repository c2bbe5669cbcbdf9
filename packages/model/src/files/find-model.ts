import { SEPARATOR } from './resolve-path.js';

/**
 * The models among files, by the ends of their names: keys of the map, the likeliest to be wanted first.
 *
 * Shallowest first, then PMX before PMD, then the largest (props are smaller than who carries them), then by path.
 * O(n log n).
 *
 * @example
 * findModels(new Map([['miku/leek.pmx', leek], ['miku/Miku.PMX', miku], ['miku/tex/face.png', face]]));
 * // → ['miku/Miku.PMX', 'miku/leek.pmx']: Miku is the larger one
 */
export function findModels(files: ReadonlyMap<string, Blob>): string[] {
  const models = [...files].filter(([path]) => /\.pm[xd]$/i.test(path));
  const ranked = models.map(([path, file]) => ({
    path,
    depth: path.split(SEPARATOR).filter((name) => name !== '' && name !== '.').length,
    isPmd: /d$/i.test(path),
    size: file.size,
  }));
  ranked.sort(
    (a, b) =>
      a.depth - b.depth || Number(a.isPmd) - Number(b.isPmd) || b.size - a.size || (a.path < b.path ? -1 : 1),
  );
  return ranked.map(({ path }) => path);
}
