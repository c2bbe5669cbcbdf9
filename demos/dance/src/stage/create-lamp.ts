import { createMmdLight } from '@odori/model';
import type { DirectionalLight } from 'three';

/** From the middle of the stage. */
export const LAMP_DISTANCE = 36;

/** The light that models are made under, with a shadow. */
export function createLamp(): DirectionalLight {
  const lamp = createMmdLight();
  lamp.position.setLength(LAMP_DISTANCE);
  lamp.castShadow = true;
  return lamp;
}
