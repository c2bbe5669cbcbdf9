import { DetachedBindMode, Matrix4, SkinnedMesh, type Vector3, Vector4 } from 'three';

/**
 * A skinned mesh whose skeleton is a {@link RigSkeleton}: the matrices lead from rest to pose in the mesh's own space.
 *
 * Rays, boxes and exporters see each vertex where it is drawn, but for SDEF ones, which count as BDEF2.
 */
export class ModelMesh extends SkinnedMesh {
  /** Where the bones take a vertex at rest. */
  override applyBoneTransform<T extends Vector3 | Vector4>(index: number, target: T): T {
    const { skinIndex, skinWeight } = this.geometry.attributes;
    this.skeleton.update();
    const matrices = this.skeleton.boneMatrices!;
    rest.set(target.x, target.y, target.z, 1);
    sum.set(0, 0, 0, 0);
    for (let k = 0; k < 4; k++) {
      const weight = skinWeight.getComponent(index, k);
      if (weight === 0) continue;
      skin.fromArray(matrices, 16 * skinIndex.getComponent(index, k));
      sum.addScaledVector(moved.copy(rest).applyMatrix4(skin), weight);
    }
    target.x = sum.x;
    target.y = sum.y;
    target.z = sum.z;
    return target;
  }
}

const rest = /* @__PURE__ */ new Vector4();
const moved = /* @__PURE__ */ new Vector4();
const sum = /* @__PURE__ */ new Vector4();
const skin = /* @__PURE__ */ new Matrix4();

/** Binds a mesh as it lies. */
export function bindModelMesh(mesh: ModelMesh, skeleton: SkinnedMesh['skeleton']): void {
  mesh.bindMode = DetachedBindMode;
  mesh.bind(skeleton, new Matrix4());
}
