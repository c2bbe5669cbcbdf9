import { Matrix4, type Object3D, Quaternion, type SkinnedMesh, Vector3 } from 'three';
import { checkedPositive } from '../checked-number.js';
import { isBelow, isSkinned } from './target-objects.js';

/** The transform of an object at rest. */
export interface Rest {
  /** Relative to its parent. */
  readonly position: Vector3;
  /** Relative to its parent. */
  readonly rotation: Quaternion;
  /** The parent's, in the target's axes. */
  readonly parentRotation: Quaternion;
  /** The parent's, in the target's axes. */
  readonly parentScale: number;
}

/**
 * The rest pose of all objects below a target. Bones of a skeleton rest where its `boneInverses` say,
 * whatever their current pose. Other objects rest where they are now.
 *
 * Axes and origin are those of the target, which are those of MMD's model. Updates the target's world
 * matrices. O(depth) per object.
 */
export class RestPose {
  readonly target: Object3D;
  /** Rest matrices of bones, in the target's space. */
  readonly #bones = new Map<Object3D, Matrix4>();

  constructor(target: Object3D) {
    this.target = target;
    target.updateWorldMatrix(true, true);
    target.traverse((object) => {
      if (isSkinned(object)) this.#addSkeleton(object);
    });
  }

  /** The rest transform of an object. O(depth). */
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

  /**
   * A bone's inverse maps the space that its mesh was bound in to the bone; its inverse is the rest matrix.
   */
  #addSkeleton(mesh: SkinnedMesh): void {
    const { bones, boneInverses } = mesh.skeleton;
    if (bones.every((bone) => this.#bones.has(bone))) return; // that of another mesh
    const bound = bindSpace(mesh, this.target, (object) => this.matrixOf(object));
    bones.forEach((bone, i) => {
      if (!bone || !boneInverses[i] || this.#bones.has(bone)) return;
      this.#bones.set(bone, bound.clone().multiply(boneInverses[i].clone().invert()));
    });
  }

  /** The rest matrix of an object in the target's space; must not be written to. */
  matrixOf(object: Object3D): Matrix4 {
    if (object === this.target) return new Matrix4();
    const known = this.#bones.get(object);
    if (known) return known;
    return object.parent ? this.matrixOf(object.parent).clone().multiply(object.matrix) : object.matrix;
  }
}

/**
 * The matrix from the space in which a mesh was bound, where its `boneInverses` start, to the target.
 *
 * three binds in the mesh's own space, which `bindMatrix` maps to the world of that moment. glTF's skins have
 * no such space: exporters write inverses that begin in the mesh's node or in one above it (Blender: in the
 * scene, though the mesh is below a rotated and scaled Armature). Of these, the one that fits the present
 * pose of the bones best is used.
 *
 * `matrixOf` gives the rest matrix of an object in the target. The world matrices have to be up to date.
 * O(bones · depth).
 */
function bindSpace(mesh: SkinnedMesh, target: Object3D, matrixOf: (object: Object3D) => Matrix4): Matrix4 {
  const unbind = mesh.bindMatrix.clone().invert();
  const spaces = spacesOf(mesh, target).map((object) => matrixOf(object).clone().multiply(unbind));
  const distances = spaces.length > 1 ? spaces.map((space) => distanceOf(mesh, target, space)) : [0];
  let nearest = 0;
  distances.forEach((distance, i) => {
    if (distance < distances[nearest] * CLEARLY_NEARER) nearest = i;
  });
  return spaces[nearest];
}

/** A space further up has to fit better by more than rounding errors. */
const CLEARLY_NEARER = 0.99;

/**
 * The mesh, and the objects above it unless its bones are below it: those were bound in the mesh's own space.
 */
function spacesOf(mesh: SkinnedMesh, target: Object3D): Object3D[] {
  const spaces: Object3D[] = [mesh];
  if (mesh.skeleton.bones.some((bone) => isBelow(bone, mesh))) return spaces;
  for (let object: Object3D | null = mesh; object && object !== target; object = object.parent) {
    if (object.parent) spaces.push(object.parent);
  }
  return spaces;
}

/** The sum of the distances of bones from where they would rest, in the target's units. */
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

/** The ratio of MMD's units to those of a target. @inline */
export interface UnitOptions {
  /** One MMD unit in the target's units: 0.08 if the target is in metres. */
  readonly unit?: number; // 1
}

/** Completes and checks the options. @throws RangeError if the unit is not a finite number above 0. */
export function checkedUnit({ unit = 1 }: UnitOptions): number {
  return checkedPositive('unit', unit);
}
