import type { MmdModel } from '@odori/model';
import { amountText, countText } from '../../../home/src/number-text.js';

/** What there is of a model to move and to draw. */
export function modelSize({ mesh, rig }: MmdModel): string {
  const { position } = mesh.geometry.attributes;
  const materials = Array.isArray(mesh.material) ? mesh.material.length : 1;
  return [
    amountText(rig.definition.boneCount, 'bone'),
    `${countText(position.count)} vertices`,
    amountText(materials, 'material'),
  ].join(' · ');
}
