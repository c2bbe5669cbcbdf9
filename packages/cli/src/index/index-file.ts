import { FilesError } from '@odori/format';
import { unpackZip } from '@odori/format/internal';
import type { Shell } from '../shell.js';
import { FileError, zipText } from '../errors.js';
import { readInput } from '../files/inputs.js';
import type { Refusal } from '../documents/refusal.js';
import { failedRow, indexRow, type ToldRow } from './index-row.js';
import { hasIndexedExtension } from './walk-files.js';

/** The row of a file; of a zip, those of the models and motions in it. */
export async function indexFile(file: string, refusal: Refusal, console: Shell): Promise<ToldRow[]> {
  try {
    const bytes = await readInput(file, console);
    return isZip(bytes) ? await indexZip(file, bytes, refusal) : [indexRow(file, bytes, refusal)];
  } catch (error) {
    return [failedRow(file, error)];
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}

async function indexZip(zip: string, bytes: Uint8Array, refusal: Refusal): Promise<ToldRow[]> {
  const files = await unpackZip(bytes).catch((error: unknown) => {
    throw error instanceof FilesError ? new FileError(zipText(error), { cause: error }) : error;
  });
  const members = [...files].filter(([path]) => hasIndexedExtension(path));
  return members.map(([path, content]) => indexRow(`${zip}/${path}`, content, refusal));
}
