import { cutName } from '../motion/track-name.js';
import { indexByName } from './index-by-name.js';

/**
 * Per IK bone its place among the names of a motion's switches, −1 if it is none of them. O(names + IK bones).
 *
 * MMD fills only 15 of the 20 bytes of such a name reliably: one that was cut there fits as well.
 */
export function findIkSwitches(names: readonly string[], ikBones: readonly string[]): number[] {
  const exact = indexByName(names);
  const cut = indexByName(names.map(cutName));
  return ikBones.map((name) => exact.get(name) ?? cut.get(cutName(name)) ?? -1);
}
