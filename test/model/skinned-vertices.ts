import type { Rig } from '@odori/runtime';
import { type BufferGeometry, Matrix4, Vector3 } from 'three';

/** The morphed and skinned vertices of a geometry: linear blending, computed by three. */
export function skinnedVertices(geometry: BufferGeometry, { skinMatrices, definition }: Rig): Vector3[] {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  return Array.from({ length: position.count }, (_, vertex) => {
    const rest = new Vector3().fromBufferAttribute(position, vertex);
    const place = new Vector3();
    for (let k = 0; k < 4; k++) {
      const bone = skinIndex.getComponent(vertex, k);
      const matrix = new Matrix4(); // at rest, for vertices without a bone
      if (bone < definition.boneCount) matrix.fromArray(skinMatrices, 16 * bone);
      place.addScaledVector(rest.clone().applyMatrix4(matrix), skinWeight.getComponent(vertex, k));
    }
    return place;
  });
}
