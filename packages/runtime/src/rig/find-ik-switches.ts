import { cutName } from '../motion/track-name.js';

/**
 * Per IK bone its place among the names of a motion's switches, −1 if it is none of them. O(names + IK bones).
 *
 * MMD fills only 15 of the 20 bytes of such a name reliably: one that was cut there fits as well.
 */
export function findIkSwitches(names: readonly string[], ikBones: readonly string[]): number[] {
  const exact = new Map<string, number>();
  const cut = new Map<string, number>();
  for (let i = names.length - 1; i >= 0; i--) {
    exact.set(names[i], i);
    cut.set(cutName(names[i]), i);
  }
  return ikBones.map((name) => exact.get(name) ?? cut.get(cutName(name)) ?? -1);
}
