import type { Pmm, PmmModel } from '@odori/format';
import { AdditiveBlending, type Material, ShaderMaterial, type SkinnedMesh, Vector4 } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';

/** Applies a project's display settings to a model: draw order, shadows, edges, additive blending. */
export function applySettings(
  { mesh, outline, groundShadow, rig }: MmdModel,
  { display }: Pmm,
  { selfShadow, edgeWidth, additive }: PmmModel,
  renderOrder: number,
): void {
  for (const part of [mesh, outline, groundShadow]) part.renderOrder = renderOrder;
  mesh.castShadow = mesh.receiveShadow = selfShadow !== 0;
  groundShadow.visible = display.showGroundShadow !== 0;
  outline.visible = edgeWidth > 0;
  setEdges(outline, edgeWidth, rig.definition.fromPmd ? display.edgeColor : undefined);
  if (additive === 0) return;
  for (const material of [mesh.material].flat()) material.blending = AdditiveBlending;
}

/**
 * Draws a model's edges `width` times as wide as its materials say, in `color` if that is given: r g b, 0..255. The edges of
 * a PMD have no colour of their own; those of a PMX do.
 *
 * The values change only while the edges are drawn, because morphs may write them between two frames. Allocates
 * nothing.
 */
function setEdges(outline: SkinnedMesh, width: number, color?: readonly number[]): void {
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

/** False for a material that a user has put in place of an edge material. */
function isEdge(material: Material): material is EdgeMaterial {
  return material instanceof ShaderMaterial && 'edgeSize' in material.uniforms;
}

/** The draw order of a project's models and accessories, from 0, as `renderOrder` of three. */
interface DrawOrder {
  /** By index in the project. */
  readonly models: readonly number[];
  readonly accessories: readonly number[];
}

/**
 * The draw order of a project: the accessories that are drawn before the models, the models, then the other accessories,
 * each group in the project's order.
 */
export function drawOrder({ models, accessories, display }: Pmm): DrawOrder {
  const items = [
    ...models.map(({ drawOrder: order }, index) => ({ group: 1, order, index })),
    ...accessories.map(({ drawOrder: order }, index) => ({
      group: order < display.accessoriesAfterModels ? 0 : 2,
      order,
      index,
    })),
  ].sort((a, b) => a.group - b.group || a.order - b.order || a.index - b.index);
  const ranks = { models: models.map(() => 0), accessories: accessories.map(() => 0) };
  items.forEach(({ group, index }, rank) => {
    (group === 1 ? ranks.models : ranks.accessories)[index] = rank;
  });
  return ranks;
}
