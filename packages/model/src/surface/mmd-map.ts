import type { Camera } from 'three';

/**
 * Is it the camera of MMD's own shadow map, see `MmdShadow`? It is three's camera of a directional light, without perspective, whose
 * matrix has perspective. Those of spot and point lights are not.
 */
export function isMmdMap(camera: Camera): boolean {
  const { elements } = camera.projectionMatrix;
  if ('isPerspectiveCamera' in camera) return false;
  return elements[3] !== 0 || elements[7] !== 0 || elements[11] !== 0;
}
