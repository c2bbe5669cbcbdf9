import { fileBytes, LoadError } from '@odori/runtime';
import { createMapSource } from '../files/file-source.js';

/** The bytes of one of several files by path, in any case and width. @throws {@link LoadError} (as rejection) if it is missing. */
export async function readFile(
  files: ReadonlyMap<string, Blob>,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await createMapSource(files, path).open(path.replace(/^.*[\\/]/, ''));
  if (!file) throw new LoadError(path, `this file is not among the ${files.size} given files`);
  return fileBytes(file);
}

/** True for the bytes of a zip. No file of MMD begins like one. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}
