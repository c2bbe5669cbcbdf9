import type { Camera } from 'three';

/** Is it the camera of MMD's own shadow map? A map with perspective is, see `MmdShadow`. */
export function isMmdMap({ projectionMatrix: { elements } }: Camera): boolean {
  return elements[3] !== 0 || elements[7] !== 0 || elements[11] !== 0;
}
