import { MathUtils, type Object3D } from 'three';

/** The names of a pose target: of each bone, morph and IK bone by its index in the model. @inline */
export interface PoseNames {
  readonly boneNames: readonly string[];
  readonly morphNames: readonly string[];
  /** The IK bone of each element of `ikEnabled`. */
  readonly ikNames: readonly string[];
}

/** The pose that a pose target writes: a rig's, or an object of the same shape. @inline */
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
 * It has the type Object3D, which the mixer requires, but is not one. It has a uuid, a name, children named
 * `bone0`, `bone1`… with position and quaternion, `morphWeights`, `ikEnabled`, `physicsEnabled` and
 * `visible`; all of these read and write the pose itself. Never add it to a scene.
 *
 * Your own changes to the pose last for one frame if the target keeps the values of the mixer:
 *
 *     mixer.update(delta);
 *     target.save();
 *     // look-at, lip sync… write into rig.pose
 *     rig.solve(); rig.solveAfterPhysics(); binding.update();
 *     target.restore(); // a model's `update` ends with it
 *
 * This is needed because a mixer writes a value only when it differs from the last one that it wrote: your
 * change would stay for as long as the motion holds still. Start and stop actions outside of `save` and
 * `restore`.
 */
export interface PoseTarget extends Object3D, PoseNames {
  readonly morphWeights: Float64Array;
  readonly ikEnabled: Uint8Array;
  readonly physicsEnabled: Uint8Array;
  /** Saves the whole pose, as the mixer left it. Once a frame; allocates nothing, O(bones + morphs). */
  save(): void;
  /**
   * Restores the saved pose once; does nothing if none was saved since. Call it after the frame was solved
   * and shown.
   */
  restore(): void;
}

/**
 * Creates the mixer's root for a pose. O(bones).
 *
 * Bones are addressed by index, so that a clip for one target fits every target of the same model.
 *
 * @example
 * const target = createPoseTarget(rig.definition, rig.pose);
 * new AnimationMixer(target).clipAction(createAnimationClip(motion, target)).play();
 * @example
 * const pose = new Rig(createRigDefinition(createPmx({ bones: [createPmxBone({ name: 'センター' })] }))).pose;
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
      position: partOf(pose.translations, 3, 3 * bone),
      quaternion: partOf(pose.rotations, 4, 4 * bone),
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

/** True for a pose target, false for an object of a scene. */
export function isPoseTarget(target: Object3D): target is PoseTarget {
  return 'boneNames' in target && 'ikEnabled' in target;
}

/** A part of a pose with the methods that PropertyBinding calls on a Vector3 or a Quaternion. */
interface PosePart {
  fromArray(array: ArrayLike<number>, offset?: number): void;
  toArray(array: number[], offset?: number): void;
}

function partOf(numbers: Float64Array, size: number, start: number): PosePart {
  return {
    fromArray(array, offset = 0) {
      for (let i = 0; i < size; i++) numbers[start + i] = array[offset + i];
    },
    toArray(array, offset = 0) {
      for (let i = 0; i < size; i++) array[offset + i] = numbers[start + i];
    },
  };
}

/** A copy of a pose, to restore it. Allocates only when it is created; O(bones + morphs). */
class PoseCopy {
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

  /** Restores only a pose that was saved since the last call. */
  restore(): void {
    if (this.#isSaved) copyPose(this.#copy, this.#pose);
    this.#isSaved = false;
  }
}

/**
 * Copies all values of a pose to another of the same model. Allocates nothing; O(bones + morphs).
 *
 * @example
 * copyPose(leader.rig.pose, follower.rig.pose); // the follower takes the leader's pose
 */
export function copyPose(from: WritablePose, to: WritablePose): void {
  to.translations.set(from.translations);
  to.rotations.set(from.rotations);
  to.morphWeights.set(from.morphWeights);
  to.ikEnabled.set(from.ikEnabled);
  to.physicsEnabled.set(from.physicsEnabled);
  to.visible = from.visible;
}
