import type { Vac, X } from '@odori/format/x';
import type { FileSource } from '../files/file-source.js';
import type { ShadowBorders } from '../look/mmd-look.js';
import type { MmdAccessory } from './mmd-accessory.js';

/** Options of {@link createAccessory}. */
export interface AccessoryOptions {
  /** The files with its textures; without it, the accessory has none. */
  readonly files?: FileSource | undefined;
  /** The VAC file beside it, which says its size and place. */
  readonly vac?: Vac | undefined;
  /** See {@link MmdAccessory.shadows}. */
  readonly shadows?: ShadowBorders; // 'mmd'
}

/**
 * Makes an accessory from a document. Resolves when its textures have loaded or are known to be missing.
 *
 * The code of accessories is loaded with the first one. Without a browser it works too, but has no textures. Odd data never
 * throws. O(corners of all faces).
 *
 * @example
 * import { parseX } from '@odori/format/x';
 *
 * const negi = await createAccessory(parseX(bytes), { files: createMapSource(droppedFiles, 'negi/negi.x') });
 * negi.report.notes; // → []: nothing is missing
 */
export async function createAccessory(x: X, options: AccessoryOptions = {}): Promise<MmdAccessory> {
  const { makeAccessory } = await import('./make-accessory.js');
  const accessory = makeAccessory(x, options);
  await accessory.ready;
  return accessory;
}
