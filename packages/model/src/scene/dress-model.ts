import type { Pmm, PmmModel } from '@odori/format';
import { AdditiveBlending } from 'three';
import type { MmdModel } from '../mmd-model.js';
import { dressEdges } from './dress-edges.js';

/** Lets a model be drawn as a project says: when, with which shadows, with edges or without, added up. */
export function dressModel(
  { mesh, outline, groundShadow, rig }: MmdModel,
  { display }: Pmm,
  { selfShadow, edgeWidth, additive }: PmmModel,
  renderOrder: number,
): void {
  for (const part of [mesh, outline, groundShadow]) part.renderOrder = renderOrder;
  mesh.castShadow = mesh.receiveShadow = selfShadow !== 0;
  groundShadow.visible = display.showGroundShadow !== 0;
  outline.visible = edgeWidth > 0;
  dressEdges(outline, edgeWidth, rig.definition.fromPmd ? display.edgeColor : undefined);
  if (additive === 0) return;
  for (const material of [mesh.material].flat()) material.blending = AdditiveBlending;
}
