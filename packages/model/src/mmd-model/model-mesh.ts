import type { Rig } from '@odori/runtime';
import { OnDemandBone } from '@odori/runtime/internal/three';
import {
  type Bone,
  type BufferGeometry,
  DataTexture,
  DetachedBindMode,
  FloatType,
  Matrix4,
  Quaternion,
  RGBAFormat,
  SkinnedMesh,
  type Texture,
  Vector3,
  Vector4,
} from 'three';
import {
  createPoseTexture,
  MATRIX_TEXELS,
  poseLength,
  type PoseUniforms,
  weightIndex,
  writePose,
} from '../surface/pose-row.js';
import { PoseSkeleton } from './pose-skeleton.js';

/**
 * A skinned mesh with a {@link RigSkeleton}, whose matrices move vertices from rest to pose in the mesh's own
 * space.
 *
 * Raycasters, bounding boxes and exporters see each vertex where it is drawn.
 */
export class ModelMesh extends SkinnedMesh {
  /** Moves a vertex from rest to pose. */
  override applyBoneTransform<T extends Vector3 | Vector4>(index: number, target: T): T {
    const { skinIndex, skinWeight, sdefCenter } = this.geometry.attributes;
    this.skeleton.update();
    const matrices = this.skeleton.boneMatrices!;
    if (sdefCenter?.getW(index) === 1) return moveSdef(this.geometry, matrices, index, target);
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

/** Moves an SDEF vertex from rest to pose: the formula of sdef-column.ts, as the shader has it. */
function moveSdef<T extends Vector3 | Vector4>(
  { attributes: { skinIndex, skinWeight, sdefCenter, sdefArm0, sdefArm1 } }: BufferGeometry,
  matrices: Float32Array,
  index: number,
  target: T,
): T {
  const weight0 = skinWeight.getX(index);
  const weight1 = skinWeight.getY(index);
  center.fromBufferAttribute(sdefCenter, index);
  arm0
    .fromBufferAttribute(sdefArm0, index)
    .applyMatrix4(skin.fromArray(matrices, 16 * skinIndex.getX(index)));
  turn0.setFromRotationMatrix(skin);
  arm1
    .fromBufferAttribute(sdefArm1, index)
    .applyMatrix4(skin.fromArray(matrices, 16 * skinIndex.getY(index)));
  turn1.setFromRotationMatrix(skin);
  const sign = turn0.dot(turn1) < 0 ? -weight1 : weight1;
  turn0.set(
    weight0 * turn0.x + sign * turn1.x,
    weight0 * turn0.y + sign * turn1.y,
    weight0 * turn0.z + sign * turn1.z,
    weight0 * turn0.w + sign * turn1.w,
  );
  vertex.set(target.x, target.y, target.z).sub(center).applyQuaternion(turn0.normalize());
  vertex.addScaledVector(arm0, weight0).addScaledVector(arm1, weight1);
  target.x = vertex.x;
  target.y = vertex.y;
  target.z = vertex.z;
  return target;
}

const rest = /* @__PURE__ */ new Vector4();
const moved = /* @__PURE__ */ new Vector4();
const sum = /* @__PURE__ */ new Vector4();
const skin = /* @__PURE__ */ new Matrix4();
const vertex = /* @__PURE__ */ new Vector3();
const center = /* @__PURE__ */ new Vector3();
const arm0 = /* @__PURE__ */ new Vector3();
const arm1 = /* @__PURE__ */ new Vector3();
const turn0 = /* @__PURE__ */ new Quaternion();
const turn1 = /* @__PURE__ */ new Quaternion();

/** Binds a mesh to a skeleton without a bind matrix. */
export function bindModelMesh(mesh: ModelMesh, skeleton: SkinnedMesh['skeleton']): void {
  mesh.bindMode = DetachedBindMode;
  mesh.bind(skeleton, new Matrix4());
}

/**
 * A skeleton with the rig's own matrices, in the model's space: 32 bits are exact enough wherever the model
 * is in the scene.
 *
 * It has one extra bone after those of the rig, always at rest, for vertices whose bones the model lacks.
 */
export class RigSkeleton extends PoseSkeleton {
  readonly uniforms: PoseUniforms & { readonly poseTexture: { readonly value: DataTexture } };
  readonly #rig: Rig;
  #weights: Float64Array | undefined;
  #isStale = true;

  constructor(rig: Rig, bones: readonly Bone[], morphTable: Texture | null = null) {
    super(
      [...bones, new OnDemandBone()],
      [...inverseRestMatrices(rig.definition.restPositions), new Matrix4()],
    );
    this.#rig = rig;
    this.#weights = morphTable ? rig.morphWeights : undefined;
    const length = poseLength(rig.definition.boneCount, this.#weights?.length ?? 0);
    const width = MATRIX_TEXELS * Math.ceil(Math.sqrt(length) / MATRIX_TEXELS);
    this.uniforms = {
      poseTexture: { value: createPoseTexture(length, width) },
      morphTable: { value: morphTable },
    };
    new Matrix4().toArray(this.boneMatrices!, 16 * bones.length);
  }

  get #texels(): Float32Array {
    return this.uniforms.poseTexture.value.image.data as Float32Array;
  }

  /** Whether shaders get the weights of morphs; else these are 0. */
  get hasWeights(): boolean {
    return this.#weights !== undefined;
  }

  dropWeights(): void {
    this.#weights = undefined;
    this.#texels.fill(0, weightIndex(this.#rig.definition.boneCount));
  }

  /** Marks the matrices on the GPU as outdated, after the rig was solved. */
  markStale(): void {
    this.#isStale = true;
  }

  /**
   * Refuses: a copied skeleton would take its matrices from the world, although the model's place moves its
   * mesh again.
   *
   * @throws TypeError always.
   */
  override clone(): never {
    throw new TypeError(
      'SkeletonUtils.clone cannot clone an MMD model, because its bones follow a rig: use model.clone()',
    );
  }

  /** Called by the renderer once per frame, and by `applyBoneTransform`, also without a renderer. */
  override update(): void {
    if (this.#isStale) this.#write();
    this.upload();
  }

  #write(): void {
    this.#isStale = false;
    const { skinMatrices } = this.#rig;
    this.boneMatrices!.set(skinMatrices);
    if (this.boneTexture) this.boneTexture.needsUpdate = true;
    writePose(this.#texels, 0, skinMatrices, this.#weights);
    this.uniforms.poseTexture.value.needsUpdate = true;
  }

  /**
   * Called by the renderer before it first draws; for materials that are not ours. `boneMatrices` are then
   * the first texels of a square texture.
   */
  override computeBoneTexture(): this {
    const size = Math.ceil(Math.sqrt(4 * this.bones.length) / 4) * 4;
    const texels = new Float32Array(4 * size * size);
    texels.set(this.boneMatrices!);
    // WebGPURenderer makes a buffer of just this size
    this.boneMatrices = texels.subarray(0, 16 * this.bones.length);
    this.boneTexture = new DataTexture(texels, size, size, RGBAFormat, FloatType);
    this.boneTexture.needsUpdate = true;
    return this;
  }

  override dispose(): void {
    super.dispose();
    this.uniforms.poseTexture.value.dispose();
  }
}

function inverseRestMatrices(restPositions: Float64Array): Matrix4[] {
  return Array.from({ length: restPositions.length / 3 }, (_, i) =>
    new Matrix4().makeTranslation(
      -restPositions[3 * i],
      -restPositions[3 * i + 1],
      -restPositions[3 * i + 2],
    ),
  );
}
