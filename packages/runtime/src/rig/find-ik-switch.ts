import { cutName } from '../motion/track-name.js';

/**
 * The place of an IK bone among the names of a motion's switches, −1 if it is none of them.
 *
 * MMD fills only 15 of the 20 bytes of such a name reliably: one that was cut there fits as well.
 */
export function findIkSwitch(names: readonly string[], ikBone: string): number {
  const exact = names.indexOf(ikBone);
  return exact >= 0 ? exact : names.findIndex((name) => cutName(name) === cutName(ikBone));
}
