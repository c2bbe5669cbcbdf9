import type { Pmm, PmmModel } from '@odori/format';
import { AdditiveBlending, type Material, ShaderMaterial, type SkinnedMesh, Vector4 } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';

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

/**
 * Draws a model's edges `width` times as wide as its materials have them, and in `color` if there is one: r g b, 0..255. A
 * PMD has no colour for its edges, materials of a PMX have their own.
 *
 * For the time of drawing only: morphs may change what the materials have. Allocates nothing.
 */
export function dressEdges(outline: SkinnedMesh, width: number, color?: readonly number[]): void {
  const factor = Number.isFinite(width) ? width : 1;
  if (factor === 1 && !color) return;
  const [r, g, b] = color?.map((value) => value / 255) ?? [];
  let ownSize = 0;
  const ownColor = new Vector4();
  outline.onBeforeRender = (_renderer, _scene, _camera, _geometry, material) => {
    if (!isEdge(material)) return;
    const { edgeSize, edgeColor } = material.uniforms;
    ownSize = edgeSize.value;
    ownColor.copy(edgeColor.value);
    edgeSize.value = ownSize * factor;
    if (color) edgeColor.value.set(r, g, b, edgeColor.value.w);
  };
  outline.onAfterRender = (_renderer, _scene, _camera, _geometry, material) => {
    if (!isEdge(material)) return;
    material.uniforms.edgeSize.value = ownSize;
    material.uniforms.edgeColor.value.copy(ownColor);
  };
}

interface EdgeMaterial extends ShaderMaterial {
  uniforms: { edgeSize: { value: number }; edgeColor: { value: Vector4 } };
}

/** Anybody may put other materials in their place. */
function isEdge(material: Material): material is EdgeMaterial {
  return material instanceof ShaderMaterial && 'edgeSize' in material.uniforms;
}

/** When each thing of a project is drawn, from 0: as `renderOrder` of three. */
export interface DrawOrder {
  /** By index in the project. */
  readonly models: readonly number[];
  readonly accessories: readonly number[];
}

/**
 * The order of a project: the accessories that are drawn before the models, the models, the other accessories, each as
 * the project orders them.
 */
export function drawOrder({ models, accessories, display }: Pmm): DrawOrder {
  const things = [
    ...models.map(({ drawOrder: order }, index) => ({ kind: 1, order, index })),
    ...accessories.map(({ drawOrder: order }, index) => ({
      kind: order < display.accessoriesAfterModels ? 0 : 2,
      order,
      index,
    })),
  ].sort((a, b) => a.kind - b.kind || a.order - b.order || a.index - b.index);
  const ranks = { models: models.map(() => 0), accessories: accessories.map(() => 0) };
  things.forEach(({ kind, index }, rank) => {
    (kind === 1 ? ranks.models : ranks.accessories)[index] = rank;
  });
  return ranks;
}
