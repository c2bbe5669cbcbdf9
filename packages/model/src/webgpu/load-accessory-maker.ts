import type { AccessoryMaker } from '../accessory/accessory-maker.js';

/** Loads the code of accessories, with the materials for `WebGPURenderer`. */
export async function loadAccessoryMaker(): Promise<AccessoryMaker> {
  const { createAccessoryMaker } = await import('./create-accessory-maker.js');
  return createAccessoryMaker();
}
