import type { X } from '@odori/format/x';
import type { AccessoryOptions } from '../../accessory/accessory-options.js';
import { createAccessoryWith } from '../../accessory/create-accessory.js';
import type { MmdAccessory } from '../../accessory/mmd-accessory.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

/**
 * As `createAccessory` of `@odori/model`, with materials for `WebGPURenderer`.
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
