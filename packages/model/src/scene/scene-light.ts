import type { DirectionalLight } from 'three';
import { createMmdLight } from '../look/mmd-light.js';

/** How far from the middle of the scene things may be that throw and take shadows, in MMD units. */
const SHADOW_REACH = 40;
/** Pixels. */
const SHADOW_MAP_SIZE = 2048;

/** MMD's light, whose shadows cover the middle of a stage. Motions aim it. */
export function createSceneLight(unit: number): DirectionalLight {
  const light = createMmdLight();
  const { camera, mapSize } = light.shadow;
  light.position.multiplyScalar(unit);
  camera.left = camera.bottom = -SHADOW_REACH * unit;
  camera.right = camera.top = SHADOW_REACH * unit;
  camera.near = unit;
  camera.far = 200 * unit;
  mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE);
  light.shadow.radius = 2;
  light.shadow.normalBias = 0.06 * unit;
  return light;
}
