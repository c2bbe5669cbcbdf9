import { Matrix4, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import { isBelow } from './is-below.js';

/**
 * From the space that a mesh was bound in to the target: where `boneInverses` begin.
 *
 * three binds in the mesh's own space, which `bindMatrix` leads to the world as it was then. glTF's skins know no such
 * space: exporters write inverses that begin in the mesh's node or in one above it (Blender: in the scene, though the
 * mesh lies below a turned and scaled Armature). Then the one counts that is nearest to how the bones stand now.
 *
 * `matrixOf`: where an object rests in the target. The world matrices are to be up to date. O(bones · depth).
 */
export function bindSpace(
  mesh: SkinnedMesh,
  target: Object3D,
  matrixOf: (object: Object3D) => Matrix4,
): Matrix4 {
  const unbind = mesh.bindMatrix.clone().invert();
  const spaces = spacesOf(mesh, target).map((object) => matrixOf(object).clone().multiply(unbind));
  const distances = spaces.length > 1 ? spaces.map((space) => distanceOf(mesh, target, space)) : [0];
  let nearest = 0;
  distances.forEach((distance, i) => {
    if (distance < distances[nearest] * CLEARLY) nearest = i;
  });
  return spaces[nearest];
}

/** A space further up has to be better by more than what rounding does. */
const CLEARLY = 0.99;

/** The mesh, and what lies above it where its bones do not hang on it: bones that do were bound beside it. */
function spacesOf(mesh: SkinnedMesh, target: Object3D): Object3D[] {
  const spaces: Object3D[] = [mesh];
  if (mesh.skeleton.bones.some((bone) => isBelow(bone, mesh))) return spaces;
  for (let object: Object3D | null = mesh; object && object !== target; object = object.parent) {
    if (object.parent) spaces.push(object.parent);
  }
  return spaces;
}

/** How far bones stand now from where they would rest, all together, in the target's units. */
function distanceOf({ skeleton }: SkinnedMesh, target: Object3D, space: Matrix4): number {
  const toTarget = target.matrixWorld.clone().invert();
  const [now, rest] = [new Vector3(), new Vector3()];
  return skeleton.bones.reduce((sum, bone, i) => {
    if (!bone || !skeleton.boneInverses[i]) return sum;
    now.setFromMatrixPosition(bone.matrixWorld).applyMatrix4(toTarget);
    rest.setFromMatrixPosition(skeleton.boneInverses[i].clone().invert()).applyMatrix4(space);
    return sum + now.distanceTo(rest);
  }, 0);
}
