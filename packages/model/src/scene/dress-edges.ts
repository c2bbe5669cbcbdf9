import { type Material, ShaderMaterial, type SkinnedMesh, Vector4 } from 'three';

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
