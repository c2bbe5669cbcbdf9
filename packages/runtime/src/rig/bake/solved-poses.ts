import type { Motion } from '../../motion/motion.js';
import { bindMotion, type MotionBinding } from '../bind-motion.js';
import { readLocalPose } from '../read-local-pose.js';
import { Rig } from '../rig.js';
import type { RigDefinition } from '../rig-definition.js';
import { createRigState, type RigState } from '../rig-state.js';
import { invert, multiply } from '../rotation.js';
import { resolveMorphs, takePose } from '../take-pose.js';
import { solvedBones } from './solved-bones.js';

/** Numbers that {@link SolvedPoses.sample} writes a bone: its key, x y z and x y z w; its parent's turn in the model. */
export const NUMBERS_PER_BONE: number = 7 + 4;

/** A motion solved at any frame: what the keys of its solved bones have to say where there is no IK. */
export class SolvedPoses {
  /** Those that need keys, in the order in which they are evaluated. */
  readonly bones: readonly number[];
  /** The motion as it is. */
  readonly rig: Rig;
  /** As it will be played. */
  readonly replay: Rig;
  readonly #binding: MotionBinding;
  readonly #morphTurns: RigState;
  /** Per solved bone: its key is not simply its turn, for something is added to it in the replay. */
  readonly isMixed: readonly boolean[];

  constructor(motion: Motion, definition: RigDefinition, replayed: RigDefinition) {
    this.bones = solvedBones(definition, replayed);
    this.rig = new Rig(definition);
    this.replay = new Rig(replayed);
    this.#binding = bindMotion(motion, this.rig);
    this.#morphTurns = createRigState(definition, {});
    const morphed = new Set(definition.morphs.bones.map(({ bone }) => bone));
    this.isMixed = this.bones.map((bone) => {
      const isAppended = definition.appendKinds[bone] !== 0 || replayed.appendKinds[bone] !== 0;
      return isAppended || morphed.has(bone);
    });
  }

  /** Solves the motion at a frame. */
  solve(frame: number): void {
    this.#binding.sample(frame);
    this.rig.solve();
    this.rig.solveAfterPhysics();
  }

  /** Writes all solved bones at a frame to `out`, `NUMBERS_PER_BONE * bones.length`; three's space. */
  sample(frame: number, out: Float64Array): void {
    this.solve(frame);
    this.#startReplay();
    this.bones.forEach((bone, i) => {
      const { translations, rotations } = this.replay.pose;
      readLocalPose(this.rig, bone, offset, turn);
      if (this.isMixed[i]) this.#unmix(bone);
      else for (let j = 0; j < 4; j++) rotations[4 * bone + j] = turn[j];
      const at = NUMBERS_PER_BONE * i;
      for (let axis = 0; axis < 3; axis++) out[at + axis] = translations[3 * bone + axis];
      for (let j = 0; j < 4; j++) out[at + 3 + j] = rotations[4 * bone + j];
      const parent = this.rig.definition.parents[bone];
      for (let j = 0; j < 4; j++) {
        out[at + 7 + j] = parent < 0 ? Number(j === 3) : this.rig.worldRotations[4 * parent + j];
      }
    });
  }

  /** The replay gets the motion's keys, and no IK. */
  #startReplay(): void {
    const { pose } = this.replay;
    pose.translations.set(this.rig.pose.translations);
    pose.rotations.set(this.rig.pose.rotations);
    pose.morphWeights.set(this.rig.pose.morphWeights);
    pose.ikEnabled.fill(0);
    const { morphWeights } = this.#morphTurns.pose;
    morphWeights.set(this.rig.pose.morphWeights);
    resolveMorphs(this.#morphTurns);
    takePose(this.#morphTurns); // of a pose at rest: what bone morphs turn is left
  }

  /**
   * The key k′ that gives the local turn L where k gives T: with a bone morph M and an inherited turn H,
   *
   *   T = M·k·H,  L = M·k′·H   →   k′ = M⁻¹·L·T⁻¹·M·k
   *
   * and moves add up. What was evaluated earlier has its new keys already, so that H is what it will be.
   */
  #unmix(bone: number): void {
    const { translations, rotations } = this.replay.pose;
    this.replay.solve();
    this.replay.solveAfterPhysics();
    readLocalPose(this.replay, bone, replayOffset, replayTurn);
    const morph = this.#morphTurns.ownTurns;
    invert(replayTurn, 0, replayTurn, 0);
    multiply(turn, 0, replayTurn, 0, turn, 0);
    multiply(turn, 0, morph, 4 * bone, turn, 0);
    multiply(turn, 0, rotations, 4 * bone, turn, 0);
    invert(morph, 4 * bone, replayTurn, 0);
    multiply(replayTurn, 0, turn, 0, rotations, 4 * bone);
    for (let axis = 0; axis < 3; axis++) translations[3 * bone + axis] += offset[axis] - replayOffset[axis];
  }
}

/** The motion that was baked, on the replay's rig. */
export function bindReplay({ replay }: SolvedPoses, motion: Motion): MotionBinding {
  return bindMotion(motion, replay);
}

const offset = /* @__PURE__ */ new Float64Array(3);
const turn = /* @__PURE__ */ new Float64Array(4);
const replayOffset = /* @__PURE__ */ new Float64Array(3);
const replayTurn = /* @__PURE__ */ new Float64Array(4);
