import type { BufferGeometry } from 'three';
import { BONE_TABLE, boneIndex, otherSide } from './bone-table.js';

/** The same part on the other side of the body, on the bones of that side. */
export function mirrorPart(part: BufferGeometry): BufferGeometry {
  const mirrored = part.clone();
  mirrored.scale(-1, 1, 1);
  const bones = mirrored.getAttribute('skinIndex');
  for (let i = 0; i < bones.count; i++) {
    for (let k = 0; k < 4; k++) {
      bones.setComponent(i, k, boneIndex(otherSide(BONE_TABLE[bones.getComponent(i, k)].name)));
    }
  }
  mirrored.setIndex([...(part.getIndex()?.array ?? [])].toReversed());
  mirrored.computeVertexNormals();
  return mirrored;
}

/** A part of the left side and its mirror image. */
export function bothSides(left: BufferGeometry): BufferGeometry[] {
  return [left, mirrorPart(left)];
}
