import type { Rig } from '@odori/runtime';
import { type Bone, DataTexture, FloatType, Matrix4, RGBAFormat, Skeleton } from 'three';

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

function inverses(rest: Float64Array): Matrix4[] {
  return Array.from({ length: rest.length / 3 }, (_, i) =>
    new Matrix4().makeTranslation(-rest[3 * i], -rest[3 * i + 1], -rest[3 * i + 2]),
  );
}
