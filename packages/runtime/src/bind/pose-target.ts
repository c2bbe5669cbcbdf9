import { MathUtils, type Object3D } from 'three';

/** What a pose target names: each bone, morph and IK bone by its index in the model. */
export interface PoseNames {
  readonly boneNames: readonly string[];
  readonly morphNames: readonly string[];
  /** The IK bone of each slot of `ikEnabled`. */
  readonly ikNames: readonly string[];
}

/** What a pose target writes: a rig's pose, or anything of its shape. */
export interface WritablePose {
  /** `3 * bones`, from rest. */
  readonly translations: Float64Array;
  /** `4 * bones`, x y z w, from rest. */
  readonly rotations: Float64Array;
  readonly morphWeights: Float64Array;
  /** 1 = on. */
  readonly ikEnabled: Uint8Array;
  /** One per bone, 1 = on. */
  readonly physicsEnabled: Uint8Array;
  visible: boolean;
}

/**
 * The root of an AnimationMixer that drives a pose: `new AnimationMixer(poseTarget)`.
 *
 * Not an Object3D, though typed as one, because that is what the mixer's type asks for: it has a uuid, a name, children
 * called `bone0`, `bone1`… with position and quaternion, `morphWeights`, `ikEnabled`, `physicsEnabled` and `visible`, all
 * of which read and write the pose itself. Never add it to a scene.
 *
 * What a program itself writes into the pose is for one frame, if the target keeps what the mixer wrote:
 *
 *     mixer.update(delta);
 *     target.save();
 *     // look-at, lip sync… write into rig.pose
 *     rig.solve(); rig.solveAfterPhysics(); binding.update();
 *     target.restore(); // a model's `update` ends with it
 *
 * A mixer alone would not do: it writes a value only when it has changed since its own last one, so that a program's
 * change would stay for as long as the motion holds still. Start and stop actions outside of the two.
 */
export interface PoseTarget extends Object3D, PoseNames {
  readonly morphWeights: Float64Array;
  readonly ikEnabled: Uint8Array;
  readonly physicsEnabled: Uint8Array;
  /** Puts the whole pose aside, as the mixer left it. Once a frame; allocates nothing, O(bones + morphs). */
  save(): void;
  /** Puts it back, once; nothing if nothing was saved since. After the frame was solved and shown. */
  restore(): void;
}

/**
 * Makes the mixer's root for a pose. O(bones).
 *
 * Bones go by number, so that a clip made for one serves every target of the same model.
 *
 * @example
 * const target = createPoseTarget(rig.definition, rig.pose);
 * new AnimationMixer(target).clipAction(createAnimationClip(motion, target)).play();
 * @example
 * const target = createPoseTarget({ boneNames: ['センター'], morphNames: [], ikNames: [] }, pose);
 * target.children[0].position.fromArray([0, 1, 0]); // pose.translations → [0, 1, 0]
 */
export function createPoseTarget(names: PoseNames, pose: WritablePose): PoseTarget {
  const { boneNames, morphNames, ikNames } = names;
  const copy = new PoseCopy(pose);
  const target = {
    uuid: MathUtils.generateUUID(),
    name: '',
    children: boneNames.map((_, bone) => ({
      uuid: MathUtils.generateUUID(),
      name: `bone${bone}`,
      children: [],
      position: slot(pose.translations, 3, 3 * bone),
      quaternion: slot(pose.rotations, 4, 4 * bone),
    })),
    morphWeights: pose.morphWeights,
    ikEnabled: pose.ikEnabled,
    physicsEnabled: pose.physicsEnabled,
    get visible(): boolean {
      return pose.visible;
    },
    set visible(visible: boolean) {
      pose.visible = visible;
    },
    boneNames,
    morphNames,
    ikNames,
    save: () => copy.save(),
    restore: () => copy.restore(),
  };
  return target as object as PoseTarget;
}

/** Is it a pose target, rather than part of a scene? */
export function isPoseTarget(target: Object3D): target is PoseTarget {
  return 'boneNames' in target && 'ikEnabled' in target;
}

/** Numbers of a pose as PropertyBinding reads and writes a Vector3 or a Quaternion. */
interface PoseSlot {
  fromArray(array: ArrayLike<number>, offset?: number): void;
  toArray(array: number[], offset?: number): void;
}

function slot(numbers: Float64Array, size: number, start: number): PoseSlot {
  return {
    fromArray(array, offset = 0) {
      for (let i = 0; i < size; i++) numbers[start + i] = array[offset + i];
    },
    toArray(array, offset = 0) {
      for (let i = 0; i < size; i++) array[offset + i] = numbers[start + i];
    },
  };
}

/** A pose put aside, to be put back. Allocates nothing but when it is made; O(bones + morphs). */
export class PoseCopy {
  readonly #pose: WritablePose;
  readonly #copy: WritablePose;
  #isSaved = false;

  constructor(pose: WritablePose) {
    this.#pose = pose;
    this.#copy = {
      translations: pose.translations.slice(),
      rotations: pose.rotations.slice(),
      morphWeights: pose.morphWeights.slice(),
      ikEnabled: pose.ikEnabled.slice(),
      physicsEnabled: pose.physicsEnabled.slice(),
      visible: pose.visible,
    };
  }

  save(): void {
    copyPose(this.#pose, this.#copy);
    this.#isSaved = true;
  }

  /** Only what was saved since the last time. */
  restore(): void {
    if (this.#isSaved) copyPose(this.#copy, this.#pose);
    this.#isSaved = false;
  }
}

function copyPose(from: WritablePose, to: WritablePose): void {
  to.translations.set(from.translations);
  to.rotations.set(from.rotations);
  to.morphWeights.set(from.morphWeights);
  to.ikEnabled.set(from.ikEnabled);
  to.physicsEnabled.set(from.physicsEnabled);
  to.visible = from.visible;
}
