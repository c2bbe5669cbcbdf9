import type { Published } from './npm.js';

/**
 * The sizes of a tarball, and those of its folders and of the files beside them.
 *
 * @example
 * describeTarball('a 1.0.0', published); // → 'a 1.0.0: 40 kB, unpacked 165 kB, 93 files\n  dist/ 120 kB, 72 files\n  …'
 */
export function describeTarball(title: string, { size, unpackedSize, files }: Published): string {
  const places = new Map<string, { bytes: number; count: number }>();
  for (const { path, size: bytes } of files) {
    const place = path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path;
    const sum = places.get(place) ?? { bytes: 0, count: 0 };
    places.set(place, { bytes: sum.bytes + bytes, count: sum.count + 1 });
  }
  const lines = Array.from(places, ([place, { bytes, count }]) =>
    place.endsWith('/') ? `  ${place} ${kilobytes(bytes)}, ${count} files` : `  ${place} ${kilobytes(bytes)}`,
  );
  const head = `${title}: ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}, ${files.length} files`;
  return [head, ...lines].join('\n');
}

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} kB`;
}
