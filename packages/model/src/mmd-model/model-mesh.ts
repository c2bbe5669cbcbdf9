import type { Rig } from '@odori/runtime';
import {
  type Bone,
  DataTexture,
  DetachedBindMode,
  FloatType,
  Matrix4,
  RGBAFormat,
  Skeleton,
  SkinnedMesh,
  type Vector3,
  Vector4,
} from 'three';

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

/**
 * A skeleton whose matrices are the rig's own, in the model's space: in 32 bits they stay exact wherever the model stands.
 *
 * One slot more than there are bones, always at rest, is for vertices whose bone the model lacks.
 */
export class RigSkeleton extends Skeleton {
  readonly #rig: Rig;
  #isStale = true;

  constructor(rig: Rig, bones: Bone[]) {
    super(bones, inverses(rig.definition.restPositions));
    this.#rig = rig;
    this.boneMatrices = new Float32Array(16 * (bones.length + 1));
    new Matrix4().toArray(this.boneMatrices, 16 * bones.length);
  }

  /** The rig was solved: what the GPU has is old. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Called by the renderer, once a frame, and by whoever asks where a vertex is: without a renderer, too. */
  override update(): void {
    if (!this.#isStale) return;
    this.boneMatrices!.set(this.#rig.skinMatrices);
    if (this.boneTexture) this.boneTexture.needsUpdate = true;
    this.#isStale = false;
  }

  /** Called by the renderer, before it first draws: `16 * (bones + 1)` numbers, and what makes them a square. */
  override computeBoneTexture(): this {
    const slots = this.bones.length + 1;
    const size = Math.ceil(Math.sqrt(4 * slots) / 4) * 4;
    const matrices = new Float32Array(4 * size * size);
    matrices.set(this.#rig.skinMatrices);
    new Matrix4().toArray(matrices, 16 * this.bones.length);
    this.boneMatrices = matrices;
    this.boneTexture = new DataTexture(matrices, size, size, RGBAFormat, FloatType);
    this.boneTexture.needsUpdate = true;
    return this;
  }
}

function inverses(restPositions: Float64Array): Matrix4[] {
  return Array.from({ length: restPositions.length / 3 }, (_, i) =>
    new Matrix4().makeTranslation(-restPositions[3 * i], -restPositions[3 * i + 1], -restPositions[3 * i + 2]),
  );
}
