import { rotateVector } from '@odori/runtime';
import type { RigSpace } from '@odori/runtime/companion';
import { Matrix4, type Object3D, type Quaternion, Vector3 } from 'three';
import type { HumanoidPose } from '../humanoid/pose/humanoid-pose.js';

/**
 * Where the rig of an avatar is in the world: in its space, one unit is MMD's, and the avatar faces +z.
 *
 * Read anew at every access, which allocates nothing.
 */
export class AvatarSpace implements RigSpace {
  readonly #object: Object3D;
  readonly #pose: HumanoidPose;
  /** From the space of the rig to that of the object. */
  readonly #toObject: Matrix4;
  readonly #matrix = new Matrix4();
  readonly #eyes = new Float64Array(3);
  readonly #head: number;
  readonly #offset: Float64Array;

  /** `turn`: from an avatar that faces +z to the object. */
  constructor(object: Object3D, turn: Quaternion, pose: HumanoidPose) {
    const { bones, lookAt, positions } = pose.humanoid;
    const scale = new Vector3().setScalar(pose.unit);
    this.#object = object;
    this.#pose = pose;
    this.#toObject = new Matrix4().compose(new Vector3(), turn, scale);
    this.#head = Math.max(bones.indexOf('head'), 0);
    const eyes = (['leftEye', 'rightEye'] as const)
      .map((eye) => bones.indexOf(eye))
      .filter((eye) => eye >= 0);
    const toEyes = (k: number): number =>
      eyes.reduce(
        (sum, eye) => sum + (positions[3 * eye + k] - positions[3 * this.#head + k]) / eyes.length,
        0,
      );
    this.#offset = Float64Array.from(lookAt?.offsetFromHead ?? [0, 1, 2].map(toEyes));
  }

  /** Of the object's world matrix, which three updates when it draws. */
  get matrixWorld(): Matrix4 {
    return this.#matrix.multiplyMatrices(this.#object.matrixWorld, this.#toObject);
  }

  /** Where the gaze of the avatar starts in its last pose, x y z. */
  get eyes(): Float64Array {
    const { worldRotations, worldPositions, unit } = this.#pose;
    const eyes = this.#eyes;
    rotateVector(worldRotations, 4 * this.#head, this.#offset, 0, eyes, 0);
    for (let k = 0; k < 3; k++) eyes[k] = (eyes[k] + worldPositions[3 * this.#head + k]) / unit;
    return eyes;
  }
}
