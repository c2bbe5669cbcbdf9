import type { Motion } from '@odori/runtime/motion';
import type { MissingNames } from '@odori/runtime/rig';

/** More names are only counted. */
const MOST_NAMES = 5;

/**
 * What a motion moves that the model it was bound to has not, in a sentence; undefined if it has everything.
 *
 * @example
 * describeMisfit(motion, binding.missing); // → '2 of 81 bones of the motion are not in the model: 左袖, 右袖'
 */
export function describeMisfit(motion: Motion, { bones }: MissingNames): string | undefined {
  const count = motion.bones.size;
  if (count === 0) return 'the motion moves no bones';
  if (bones.length === 0) return undefined;
  const more = bones.length > MOST_NAMES ? ` and ${bones.length - MOST_NAMES} more` : '';
  const names = bones.slice(0, MOST_NAMES).join(', ') + more;
  return `${bones.length} of ${count} bones of the motion are not in the model: ${names}`;
}
