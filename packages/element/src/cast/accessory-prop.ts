import type { MmdAccessory } from '@odori/model';
import { missingTextures } from '../sources/missing-textures.js';
import type { Prop } from './prop.js';

/** An accessory of MMD as a stage. A VAC file beside it has its size and place. */
export function accessoryProp(accessory: MmdAccessory): Prop {
  const { root, mesh } = accessory;
  mesh.renderOrder = -3; // before the ground and the dancers
  const { notes } = accessory.report;
  return {
    root,
    problem: notes.length > 0 ? missingTextures(notes) : undefined,
    dispose: () => accessory.dispose(),
  };
}
