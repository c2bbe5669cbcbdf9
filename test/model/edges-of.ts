import type { MmdModel } from '@odori/model';
import type { DataTexture, ShaderMaterial, Vector4 } from 'three';

/** The edge of one material as it is drawn. */
export interface DrawnEdge {
  readonly size: number;
  /** r g b a, gamma encoded. */
  readonly color: number[];
}

/**
 * For each material of a model, the edge that the shader draws around its first triangle; undefined where it
 * draws none.
 */
export function edgesOf({ surface: { mesh, outline } }: MmdModel): (DrawnEdge | undefined)[] {
  const { geometry } = outline;
  return mesh.geometry.groups.map(({ start }) => {
    const group = geometry.groups.find((each) => each.start <= start && start < each.start + each.count);
    if (!group) return undefined;
    const { materialTable, commonColor, single } = (outline.material as ShaderMaterial[])[
      group.materialIndex!
    ].uniforms;
    const vertex = geometry.index!.getX(start);
    const material =
      single.value < 0 ? geometry.getAttribute('edgeMaterial').getX(vertex) : (single.value as number);
    const texels = (materialTable.value as DataTexture).image.data as unknown as Float32Array;
    const [r, g, b, alpha, size] = texels.subarray(8 * material);
    const { x, y, z, w } = commonColor.value as Vector4;
    const color = w === 1 ? [x, y, z, alpha] : [r, g, b, alpha];
    return size > 0 ? { size, color } : undefined;
  });
}
