import type { Object3D } from 'three';

/** Is an object below another one, however deep? O(depth). */
export function isBelow({ parent }: Object3D, other: Object3D): boolean {
  for (let above = parent; above; above = above.parent) {
    if (above === other) return true;
  }
  return false;
}
