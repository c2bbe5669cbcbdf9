import { evaluateBones } from './evaluate-bones.js';
import { indexByName } from './index-by-name.js';
import type { RigDefinition, RigStage } from './rig-definition.js';
import type { RigPose } from './rig-pose.js';
import { createRigState, type ExternalParent, type RigOptions, type RigState } from './rig-state.js';
import { hangBone } from './hang-bone.js';
import { solveIk } from './solve-ik.js';
import { resolveMorphs, takePose } from './take-pose.js';
import { writeSkinMatrices, writeWorldMatrices } from './write-matrices.js';

/**
 * The bones of one model: a pose goes in, world and skin matrices come out, IK and append solved as MMD does.
 *
 * Three's space, MMD units, no three. A function of the pose (and of external parents, if there are any) alone: whatever
 * came before, the same pose gives the same matrices. Solving allocates nothing.
 *
 * @example
 * const rig = new Rig(createRigDefinition(parsePmx(bytes)));
 * rig.pose.translations[3 * rig.boneIndex('左足ＩＫ') + 1] = 2; // lift the left foot
 * rig.solve();
 * rig.solveAfterPhysics();
 * rig.worldMatrices[16 * rig.boneIndex('左足首') + 13]; // → the height of the left ankle
 */
export class Rig {
  declare readonly definition: RigDefinition;
  /** What motion, mixer or program writes. */
  declare readonly pose: RigPose;
  /** Weights as keyed plus what group morphs add: what vertex and material morphs are to use. Of the last `solve`. */
  declare readonly morphWeights: Float64Array;
  /** `4 * bones`, x y z w, in the model's space. */
  declare readonly worldRotations: Float64Array;
  /** `3 * bones`, x y z, in the model's space. */
  declare readonly worldPositions: Float64Array;
  /** `16 * bones`, column-major: from a vertex at rest to where it is. What the GPU gets. */
  declare readonly skinMatrices: Float32Array;
  readonly #state: RigState;
  readonly #indexByName: ReadonlyMap<string, number>;
  #worldMatrices: Float64Array | undefined;

  constructor(definition: RigDefinition, options: RigOptions = {}) {
    this.definition = definition;
    this.#state = createRigState(definition, options);
    const { boneNames } = definition;
    this.pose = this.#state.pose;
    this.morphWeights = this.#state.morphWeights;
    this.worldRotations = this.#state.worldTurns;
    this.worldPositions = this.#state.places;
    this.skinMatrices = new Float32Array(16 * boneNames.length);
    this.#indexByName = indexByName(boneNames);
    this.solve();
    this.solveAfterPhysics();
  }

  /**
   * `16 * bones`, column-major, in the model's space: {@link worldRotations} and {@link worldPositions} as matrices.
   *
   * Written by every solve from the first time on that anyone asks for them: whoever draws does not.
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
   * Lets a bone hang on something outside the rig from the next `solve` on, as MMD's external parents do; undefined lets it
   * hang on its own parent again.
   *
   * world = external parent · T(move) · R: a bone that its keys leave alone stands where the external parent is. `bone` −1
   * is the whole model: what hung on nothing hangs on it, world = external parent · T(rest + move) · R. `parent` is in
   * this model's space, and kept: it may be a view of another rig's `worldRotations` and `worldPositions`, which then has
   * to be solved before this one. O(bones); allocates only the first time.
   *
   * @throws RangeError if there is no such bone.
   * @example
   * const hand = singer.boneIndex('右手首'); // 右手首: right wrist
   * microphone.setExternalParent(-1, {
   *   rotation: singer.worldRotations.subarray(4 * hand, 4 * hand + 4),
   *   position: singer.worldPositions.subarray(3 * hand, 3 * hand + 3),
   * });
   */
  setExternalParent(bone: number, parent: ExternalParent | undefined): void {
    if (!(bone >= -1 && bone < this.definition.boneCount)) throw new RangeError(`no bone ${bone}`);
    hangBone(this.#state, bone, parent);
  }

  /** Morphs, then all bones that come before physics, with their IK. O(bones + IK). */
  solve(): void {
    resolveMorphs(this.#state);
    takePose(this.#state);
    resetIk(this.#state);
    this.#solveStage(this.definition.beforePhysics);
  }

  /** The bones that follow physics, and the skin matrices of all: once after each `solve`. O(bones + IK). */
  solveAfterPhysics(): void {
    this.#solveStage(this.definition.afterPhysics);
    writeSkinMatrices(this.#state, this.skinMatrices);
  }

  /** One pass, the IKs on what it stored, and a pass over all that they moved. */
  #solveStage({ bones, iks, bonesAfterIk }: RigStage): void {
    const state = this.#state;
    evaluateBones(state, bones);
    for (let i = 0; i < iks.length; i++) {
      if (this.pose.ikEnabled[iks[i].slot] !== 0) solveIk(state, iks[i]);
    }
    evaluateBones(state, bonesAfterIk);
    if (this.#worldMatrices && bones.length > 0) writeWorldMatrices(state, this.#worldMatrices);
  }
}

/** Those after physics too: they may turn what is evaluated before. */
function resetIk({ ikTurns }: RigState): void {
  ikTurns.fill(0);
  for (let w = 3; w < ikTurns.length; w += 4) ikTurns[w] = 1;
}
