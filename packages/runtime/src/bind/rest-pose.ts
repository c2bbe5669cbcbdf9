import { Matrix4, type Object3D, Quaternion, type SkinnedMesh, Vector3 } from 'three';
import { bindSpace } from './bind-space.js';
import { isSkinned } from './mesh-kinds.js';

/** Where an object is when nothing moves it. */
export interface Rest {
  /** Beside its parent. */
  readonly position: Vector3;
  /** Beside its parent. */
  readonly rotation: Quaternion;
  /** The parent's, in the target's axes. */
  readonly parentRotation: Quaternion;
  /** The parent's, in the target's axes. */
  readonly parentScale: number;
}

/**
 * The rest pose of everything under a target: of a skeleton's bones out of its `boneInverses`, so that it does not matter
 * how they stand now; of all else, how it stands now.
 *
 * Axes and origin are those of the target, which are those of MMD's model. Brings the target's world matrices up to date.
 * O(depth) an object.
 */
export class RestPose {
  readonly target: Object3D;
  /** Of bones, in the target's space. */
  readonly #bones = new Map<Object3D, Matrix4>();

  constructor(target: Object3D) {
    this.target = target;
    target.updateWorldMatrix(true, true);
    target.traverse((object) => {
      if (isSkinned(object)) this.#addSkeleton(object);
    });
  }

  of(object: Object3D): Rest {
    const { parent } = object;
    const parentMatrix = object === this.target || !parent ? new Matrix4() : this.matrixOf(parent);
    const local = this.#bones.has(object)
      ? parentMatrix.clone().invert().multiply(this.matrixOf(object))
      : object.matrix;
    const [position, rotation, parentRotation] = [new Vector3(), new Quaternion(), new Quaternion()];
    local.decompose(position, rotation, new Vector3());
    parentMatrix.decompose(new Vector3(), parentRotation, new Vector3());
    return { position, rotation, parentRotation, parentScale: parentMatrix.getMaxScaleOnAxis() };
  }

  /** A bone's inverse leads from the space that its mesh was bound in to the bone; back from there it rests. */
  #addSkeleton(mesh: SkinnedMesh): void {
    const { bones, boneInverses } = mesh.skeleton;
    const bound = bindSpace(mesh, this.target, (object) => this.matrixOf(object));
    bones.forEach((bone, i) => {
      if (!bone || !boneInverses[i] || this.#bones.has(bone)) return;
      this.#bones.set(bone, bound.clone().multiply(boneInverses[i].clone().invert()));
    });
  }

  /** In the target's space; not to be written to. */
  matrixOf(object: Object3D): Matrix4 {
    if (object === this.target) return new Matrix4();
    const known = this.#bones.get(object);
    if (known) return known;
    return object.parent ? this.matrixOf(object.parent).clone().multiply(object.matrix) : object.matrix;
  }
}
