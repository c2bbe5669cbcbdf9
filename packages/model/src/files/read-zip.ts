import { unpackZip, type ZipLimits } from '@odori/format';

/**
 * The files of a zip as `unpackZip` of `@odori/format` reads them, by path, ready for the loaders.
 *
 * @throws {@link FilesError} (as rejection), see {@link FilesErrorCode}.
 * @example
 * await readZip(bytes); // → Map { 'miku/miku.pmx' → Blob, 'miku/tex/顔.png' → Blob }
 */
export async function readZip(
  bytes: Uint8Array | ArrayBuffer,
  limits: ZipLimits = {},
): Promise<Map<string, Blob>> {
  const files = await unpackZip(bytes, limits);
  return new Map(Array.from(files, ([path, file]) => [path, new Blob([file])]));
}
