import type { Motion } from '@odori/runtime';
import { joined, say } from '../../shared/language/texts.js';
import { fixedText } from '../../shared/number-text.js';

/** How a pose changes one bone or morph. */
interface PoseChange {
  kind: 'bone' | 'morph';
  name: string;
  /** Such as `32° · 0.8 units` or `70%`. */
  text: string;
}

const MIN_DEGREES = 0.05;
const MIN_UNITS = 0.005;

/** The bones that a pose rotates or moves from rest, and its morphs, in file order. O(bones + morphs). */
export function poseChanges({ bones, morphs }: Motion): PoseChange[] {
  const changes: PoseChange[] = [];
  for (const [name, { rotations, positions }] of bones) {
    const degrees = angleOf(rotations) * (180 / Math.PI);
    const units = Math.hypot(positions[0], positions[1], positions[2]);
    const parts = [
      ...(degrees < MIN_DEGREES ? [] : [`${fixedText(degrees, 1)}°`]),
      ...(units < MIN_UNITS ? [] : [say('{count} units', { count: fixedText(units, 2) })]),
    ];
    const text = joined(parts, ' · ');
    if (text !== '') changes.push({ kind: 'bone', name, text });
  }
  for (const [name, { weights }] of morphs) {
    if (weights[0] !== 0) changes.push({ kind: 'morph', name, text: `${Math.round(100 * weights[0])}%` });
  }
  return changes;
}

/** The angle of a rotation in radians, 0 to π. */
function angleOf([x, y, z, w]: ArrayLike<number> & Iterable<number>): number {
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
