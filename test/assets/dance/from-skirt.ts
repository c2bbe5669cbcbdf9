import type { Vector3 } from 'three';
import { SKIRT_RINGS } from '#demos/assets/src/dancer/bone-table.js';

/** Pleats stand out by 0.1, and half a palm is 0.15 thick. */
export const OFF = 0.25;

/**
 * 1 on the hanging skirt, less inside it, 2 above its waist and below its hem. In the axes of the hips, in
 * three.js space.
 */
export function fromSkirt({ x, y, z }: Vector3): number {
  const i = SKIRT_RINGS.findIndex((ring, k) => k > 0 && y <= SKIRT_RINGS[k - 1].y && y >= ring.y);
  if (i < 0) return 2;
  const [over, under] = [SKIRT_RINGS[i - 1], SKIRT_RINGS[i]];
  const share = (over.y - y) / (over.y - under.y);
  const at = (key: 'x' | 'z' | 'middle'): number => over[key] + (under[key] - over[key]) * share;
  return Math.hypot(x / (at('x') + OFF), (z + at('middle')) / (at('z') + OFF));
}
