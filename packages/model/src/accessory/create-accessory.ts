import type { X } from '@odori/format/x';
import type { LoadAccessoryMaker } from './accessory-maker.js';
import type { AccessoryOptions } from './accessory-options.js';
import type { MmdAccessory } from './mmd-accessory.js';

/** Makes an accessory with the materials of a kit; see `createAccessory` of the entry points. */
export async function createAccessoryWith(
  loadMaker: LoadAccessoryMaker,
  x: X,
  options: AccessoryOptions,
): Promise<MmdAccessory> {
  const maker = await loadMaker();
  const accessory = maker.make(x, options);
  await accessory.ready;
  return accessory;
}
