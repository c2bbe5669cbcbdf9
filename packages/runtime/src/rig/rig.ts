import { indexByName } from '../motion/names.js';
import { applyPose, copyPose, resolveMorphs } from './apply-pose.js';
import {
  appendRotations,
  appendTranslations,
  updateLocalTransforms,
  updateWorldTransforms,
} from './evaluate-bones.js';
import type { RigDefinition, RigPass } from './rig-definition.js';
import type { RigPose } from './rig-pose.js';
import {
  attachBone,
  createRigState,
  type ExternalParent,
  type RigOptions,
  type RigState,
} from './rig-state.js';
import { freeBone, holdBone } from './hold-bone.js';
import { resetRotations } from '../rotation.js';
import { SolvedPose } from './solved-pose.js';
import { solveIk } from './solve-ik.js';
import { writeSkinMatrices, writeWorldMatrices } from './write-matrices.js';

/**
 * The bones of one model: turns a pose into world and skin matrices, with IK and append solved as in MMD.
 *
 * Three's space, MMD units; does not need three. The result depends only on the pose and on external parents,
 * not on earlier solves: the same pose always gives the same matrices. Solving allocates nothing.
 *
 * @example
 * const rig = new Rig(createRigDefinition(parsePmx(bytes)));
 * rig.pose.translations[3 * rig.boneIndex('左足ＩＫ') + 1] = 2; // lifts the left foot
 * rig.solve();
 * rig.solveAfterPhysics();
 * rig.worldMatrices[16 * rig.boneIndex('左足首') + 13]; // → the height of the left ankle
 */
export class Rig {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  declare readonly definition: RigDefinition;
  /** The input: written by a motion, a mixer or a program. */
  declare readonly pose: RigPose;
  /**
   * The weights that vertex and material morphs have after the last `solve`, those from group morphs
   * included.
   */
  declare readonly morphWeights: Float64Array;
  /**
   * `4 * bones`, x y z w, in the model's space; without the shear that {@link worldMatrices} of a PMD may
   * have.
   */
  declare readonly worldRotations: Float64Array;
  /** `3 * bones`, x y z, in the model's space. */
  declare readonly worldPositions: Float64Array;
  /** `16 * bones`, column-major: each takes a vertex from rest to its posed position. For the GPU. */
  declare readonly skinMatrices: Float32Array;
  readonly #state: RigState;
  readonly #indexByName: ReadonlyMap<string, number>;
  #worldMatrices: Float64Array | undefined;
  #solved: SolvedPose | undefined;
  /** The bones after physics that append, once a bone is held. */
  #appendsAfter: { translations: Int32Array; rotations: Int32Array } | undefined;

  /** @throws RangeError if `extraIterations` is below 0 or not finite. */
  constructor(definition: RigDefinition, options: RigOptions = {}) {
    this.definition = definition;
    this.#state = createRigState(definition, options);
    const { boneNames } = definition;
    this.pose = this.#state.pose;
    this.morphWeights = this.#state.morphWeights;
    this.worldRotations = this.#state.worldRotations;
    this.worldPositions = this.#state.worldPositions;
    this.skinMatrices = new Float32Array(16 * boneNames.length);
    this.#indexByName = indexByName(boneNames);
    this.solve();
    this.solveAfterPhysics();
  }

  /**
   * `16 * bones`, column-major, in the model's space: {@link worldRotations} and {@link worldPositions} as
   * matrices. Only in a PMD may a knee whose keyframe rotates it about y or z be sheared by its IK, as in
   * MMD, and its ankle and toes with it.
   *
   * Computed at the first access, and from then on by every solve. Drawing does not need them.
   */
  get worldMatrices(): Float64Array {
    if (!this.#worldMatrices) {
      this.#worldMatrices = new Float64Array(16 * this.definition.boneCount);
      writeWorldMatrices(this.#state, this.#worldMatrices);
    }
    return this.#worldMatrices;
  }

  /** The first bone of a name, −1 if there is none. O(1). */
  boneIndex(name: string): number {
    return this.#indexByName.get(name) ?? -1;
  }

  /**
   * Makes a bone follow something outside the rig, as MMD's external parents do, from the next `solve` on.
   * undefined gives the bone its own parent back.
   *
   * world = external parent · T(translation) · R: a bone at rest is exactly where the external parent is, and
   * its children keep their rest offsets from it. `bone` −1 is the whole model, world = external parent ·
   * (the world without it): all bones follow, except those with an external parent of their own. `parent` is
   * in this model's space. The rig keeps the object and reads it at every solve: it may be a view of another
   * rig's `worldRotations` and `worldPositions`; then solve that rig first. O(bones); allocates only the
   * first time.
   *
   * @throws RangeError if there is no bone of that index.
   * @example
   * const hand = singer.boneIndex('右手首'); // 右手首: right wrist
   * microphone.setExternalParent(-1, {
   *   rotation: singer.worldRotations.subarray(4 * hand, 4 * hand + 4),
   *   position: singer.worldPositions.subarray(3 * hand, 3 * hand + 3),
   * });
   */
  setExternalParent(bone: number, parent: ExternalParent | undefined): void {
    if (!(Number.isInteger(bone) && bone >= -1 && bone < this.definition.boneCount))
      throw new RangeError(`bone index must be from -1 to ${this.definition.boneCount - 1}, not ${bone}`);
    attachBone(this.#state, bone, parent);
  }

  /** Solves morphs, then all bones that come before physics, with their IK. O(bones + IK). */
  solve(): void {
    resolveMorphs(this.#state);
    applyPose(this.#state);
    // Those of IKs after physics too: they may rotate bones that are evaluated before it.
    resetRotations(this.#state.ikRotations);
    this.#state.isReflected.fill(0);
    appendTranslations(this.#state, this.definition.translationAppends);
    appendRotations(this.#state, this.definition.rotationAppends);
    this.#solvePass(this.definition.beforePhysics);
  }

  /**
   * Solves the bones after physics, and writes all skin matrices. Call once after each `solve`. O(bones +
   * IK).
   */
  solveAfterPhysics(): void {
    if (this.#state.held.count > 0) this.#appendFromHeldBones();
    this.#solvePass(this.definition.afterPhysics);
    writeSkinMatrices(this.#state, this.skinMatrices);
  }

  /**
   * Holds a bone in place for physics: it keeps this place relative to its parent, whatever its keyframes, IK
   * and append say, until {@link freeBone}. Call it between `solve` and `solveAfterPhysics`, for parents
   * first: bones after physics follow at once, the others from the next `solve` on, as in MMD.
   *
   * In the model's space: `rotations` x y z w at 4 · `index`, `positions` x y z at 3 · `index`. Without
   * `positions`, the bone only turns, and stays at its rest offset from its parent. Allocates nothing.
   *
   * @example
   * rig.solve();
   * rig.holdBone(hair, [0, 0, 0.71, 0.71]); // turned by 90°
   * rig.solveAfterPhysics();
   */
  holdBone(bone: number, rotations: ArrayLike<number>, positions?: ArrayLike<number>, index = 0): void {
    const { worldRotations, worldPositions } = this;
    for (let i = 0; i < 4; i++) worldRotations[4 * bone + i] = rotations[4 * index + i];
    if (positions) for (let i = 0; i < 3; i++) worldPositions[3 * bone + i] = positions[3 * index + i];
    holdBone(this.#state, bone, positions !== undefined);
  }

  /** Gives a held bone back to its keyframes, IK and append, from the next `solve` on. */
  freeBone(bone: number): void {
    freeBone(this.#state, bone);
  }

  /**
   * Places a few bones as the pose says now, ahead of the next `solve`: for an `adjust` that has to know
   * where they are. `bones`: their indices, parents first, from the root on.
   *
   * Leaves out IK, bone morphs and fixed axes; what other bones give them comes from the last solve. The next
   * `solve` places all bones. O(these bones); allocates nothing.
   *
   * @example
   * const path = Int32Array.from(['全ての親', 'センター'], (name) => rig.boneIndex(name)); // the root, the center
   * binding.sample(30);
   * rig.placeBones(path);
   * rig.worldPositions[3 * path[1] + 1]; // → the height of センター at frame 30
   */
  placeBones(bones: Int32Array): void {
    copyPose(this.#state, bones);
    appendTranslations(this.#state, bones);
    appendRotations(this.#state, bones);
    updateLocalTransforms(this.#state, bones);
    updateWorldTransforms(this.#state, bones);
  }

  /** How many numbers {@link writeSolved} writes. */
  get solvedLength(): number {
    return (this.#solved ??= new SolvedPose(this.#state)).length;
  }

  /**
   * Writes what the rig shows as numbers, from an index on: for a rig of the same definition in another
   * thread, which shows the same by {@link readSolved} without solving anything. Allocates nothing; O(bones +
   * morphs).
   *
   * @example
   * rig.writeSolved(shared, 0); // in a worker; shared: Float64Array of `rig.solvedLength` numbers
   * twin.readSolved(shared, 0); // in the page
   * twin.skinMatrices; // → those of rig, to the bit
   */
  writeSolved(out: Float64Array, start: number): void {
    (this.#solved ??= new SolvedPose(this.#state)).write(out, start);
  }

  /** Shows what {@link writeSolved} wrote, with its pose, until the next `solve`. O(bones + morphs). */
  readSolved(from: Float64Array, start: number): void {
    (this.#solved ??= new SolvedPose(this.#state)).read(from, start);
    writeSkinMatrices(this.#state, this.skinMatrices);
    if (this.#worldMatrices) writeWorldMatrices(this.#state, this.#worldMatrices);
  }

  /** Whether anything outside the rig moves it, see {@link setExternalParent}. */
  get hasExternalParent(): boolean {
    const { modelParent, boneParents } = this.#state;
    return modelParent !== undefined || boneParents.some((parent) => parent !== undefined);
  }

  /** Bones after physics append what physics has just given their sources. */
  #appendFromHeldBones(): void {
    const { rotationAppends, translationAppends, afterPhysics } = this.definition;
    this.#appendsAfter ??= {
      translations: translationAppends.filter((bone) => afterPhysics.bones.includes(bone)),
      rotations: rotationAppends.filter((bone) => afterPhysics.bones.includes(bone)),
    };
    appendTranslations(this.#state, this.#appendsAfter.translations);
    appendRotations(this.#state, this.#appendsAfter.rotations);
  }

  /**
   * Evaluates the bones, solves the IKs on the stored transforms, and evaluates again all bones that the IKs
   * moved.
   */
  #solvePass({ bones, iks, appendsAfterIk, rotatedAfterIk, bonesAfterIk }: RigPass): void {
    const state = this.#state;
    updateLocalTransforms(state, bones);
    updateWorldTransforms(state, bones);
    for (let i = 0; i < iks.length; i++) {
      if (this.pose.ikEnabled[iks[i].slot] !== 0) solveIk(state, iks[i]);
    }
    appendRotations(state, appendsAfterIk);
    updateLocalTransforms(state, rotatedAfterIk);
    updateWorldTransforms(state, bonesAfterIk);
    if (this.#worldMatrices && bones.length + state.held.count > 0)
      writeWorldMatrices(state, this.#worldMatrices);
  }
}
