import { fileName } from '../problem-text.js';
import type { Files, GetFiles } from './sort-files.js';

/** What all browsers show; other textures are of no use alone. */
const PICTURE = /\.(?:png|jpe?g|webp|gif|avif|bmp|svg)$/i;

/**
 * The file, if the user has opened one and nothing else. Calls `getFiles` at once; files that cannot be read
 * are none.
 */
export async function onlyFile(getFiles: GetFiles): Promise<{ name: string; file: Blob } | undefined> {
  let files: Files;
  try {
    files = await getFiles();
  } catch {
    return undefined; // who opens them says why
  }
  const [[path, file] = ['', new Blob()]] = files;
  return files.size === 1 ? { name: fileName(path), file } : undefined;
}

/** Whether a file with this name is a picture that browsers show. */
export function isPicture(name: string): boolean {
  return PICTURE.test(name);
}
