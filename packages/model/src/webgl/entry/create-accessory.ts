import type { X } from '@odori/format/x';
import type { AccessoryOptions } from '../../accessory/accessory-options.js';
import { createAccessoryWith } from '../../accessory/create-accessory.js';
import type { MmdAccessory } from '../../accessory/mmd-accessory.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

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
  return createAccessoryWith(loadAccessoryMaker, x, options);
}
