import type { Motion } from '../motion/motion.js';
import { applyPose, resolveMorphs } from '../rig/apply-pose.js';
import { bindMotion } from '../rig/bind-motion.js';
import { parentsFirst } from '../rig/bone-order.js';
import { readLocalPose } from '../rig/read-local-pose.js';
import { APPEND_ROTATION, type RigDefinition } from '../rig/rig-definition.js';
import { createRigState, type RigState } from '../rig/rig-state.js';
import { Rig } from '../rig/rig.js';
import { invert, multiply, projectOnAxis } from '../rotation.js';
import type { PoseSource } from './pose-source.js';
import { angleBetween } from './straight.js';

/**
 * Numbers that {@link SolvedPoses.sample} writes per bone: its keyframe, x y z and x y z w, and the rotation
 * and position of its parent in the model's space, x y z w and x y z.
 */
export const NUMBERS_PER_BONE: number = 7 + 7;
const MAX_WORLD_BYTES = 2 ** 26;
/** A difference that is only rounding, in units: the translation of a keyframe stays as it is. */
const ROUNDING = 1e-8;

/**
 * Solves a motion at any frame, and computes the keyframes that give its solved bones the same pose in a
 * replay.
 */
export class SolvedPoses {
  /** The bones that need keyframes; sources of appends come first, otherwise parents. */
  readonly bones: readonly number[];
  /** Plays the motion as it is. */
  readonly rig: Rig;
  /** Plays the baked motion. */
  readonly replay: Rig;
  /**
   * Per solved bone: the replay adds an append or a bone morph to its keyframe, so that the two differ from
   * its local pose.
   */
  readonly isMixed: readonly boolean[];
  /** The solved bones that bone morphs move. */
  readonly morphed: ReadonlySet<number>;
  /** The solved bones that make up for all errors of the bones above. */
  readonly free: ReadonlySet<number>;
  #source: PoseSource;
  readonly #morphState: RigState;
  /** By frame, what {@link worldsAt} gives. */
  readonly #worlds = new Map<number, Float64Array>();
  readonly #spareWorlds: Float64Array[] = [];
  readonly #lastWorlds: Float64Array;
  readonly #mostBytes: number;
  /** By IK, 1 = the replay has it off. */
  readonly #isOff: Uint8Array;

  /**
   * `replayed`: the skeleton of the models that play the result. `mostBytes`: what remembered poses may take;
   * beyond that, they are solved again for each comparison.
   */
  constructor(source: PoseSource, replayed: RigDefinition, mostBytes: number = MAX_WORLD_BYTES) {
    this.#mostBytes = mostBytes;
    const { rig, free = new Set(), iksOff } = source;
    const { definition } = rig;
    this.#source = source;
    this.rig = rig;
    this.replay = new Rig(replayed);
    this.bones = solvedBones(source, replayed);
    this.#isOff = Uint8Array.from(definition.ikNames, (name) => (iksOff?.has(name) === false ? 0 : 1));
    this.#lastWorlds = new Float64Array(7 * definition.boneCount);
    this.#morphState = createRigState(definition, {});
    this.morphed = new Set(definition.morphs.bones.map(({ bone }) => bone));
    this.isMixed = this.bones.map((bone) => {
      const isAppended = definition.appendKinds[bone] !== 0 || replayed.appendKinds[bone] !== 0;
      return isAppended || this.morphed.has(bone);
    });
    this.free = new Set(this.bones.filter((bone) => free.has(bone) && !this.morphed.has(bone)));
  }

  /** Takes another motion of the same rig, and forgets the poses of the last one. */
  start(source: PoseSource): void {
    this.#source = source;
    this.#spareWorlds.push(...this.#worlds.values());
    this.#worlds.clear();
  }

  /**
   * Where all bones are at a frame: 3 numbers per bone, then 4 per bone of their rotations. Valid until the
   * next call.
   */
  worldsAt(frame: number): Float64Array {
    return this.#worlds.get(frame) ?? this.#solve(frame);
  }

  /** Solves the motion at a frame, and remembers where the bones are if there is room. */
  #solve(frame: number): Float64Array {
    this.#source.solve(frame);
    const { worldPositions, worldRotations } = this.rig;
    const { length } = this.#lastWorlds;
    const hasRoom = (this.#worlds.size + 1) * length * Float64Array.BYTES_PER_ELEMENT <= this.#mostBytes;
    const worlds = hasRoom ? (this.#spareWorlds.pop() ?? new Float64Array(length)) : this.#lastWorlds;
    worlds.set(worldPositions);
    worlds.set(worldRotations, worldPositions.length);
    if (hasRoom) this.#worlds.set(frame, worlds);
    return worlds;
  }

  /** Writes all solved bones at a frame to `out`, `NUMBERS_PER_BONE * bones.length`; three's space. */
  sample(frame: number, out: Float64Array): void {
    this.#solve(frame);
    this.#startReplay();
    const { worldRotations, worldPositions, definition } = this.rig;
    this.bones.forEach((bone, i) => {
      const { translations, rotations } = this.replay.pose;
      readLocalPose(this.rig, bone, position, rotation);
      const isPosed = this.#source.posed?.has(bone) === true;
      if (this.isMixed[i] && !isPosed) this.#unmix(bone);
      else if (!isPosed) {
        for (let j = 0; j < 4; j++) rotations[4 * bone + j] = rotation[j];
        for (let axis = 0; axis < 3; axis++) {
          const off = Math.abs(position[axis] - translations[3 * bone + axis]);
          if (off > ROUNDING) translations[3 * bone + axis] = withoutRounding(position[axis]);
        }
      }
      const at = NUMBERS_PER_BONE * i;
      for (let axis = 0; axis < 3; axis++) out[at + axis] = translations[3 * bone + axis];
      for (let j = 0; j < 4; j++) out[at + 3 + j] = rotations[4 * bone + j];
      const parent = definition.parents[bone];
      for (let j = 0; j < 4; j++) {
        out[at + 7 + j] = parent < 0 ? Number(j === 3) : worldRotations[4 * parent + j];
      }
      for (let axis = 0; axis < 3; axis++) {
        out[at + 11 + axis] = parent < 0 ? 0 : worldPositions[3 * parent + axis];
      }
    });
  }

  /**
   * Gives the replay the motion's keyframes, each on the fixed axis that its bone may have, and the IK that
   * stays on.
   */
  #startReplay(): void {
    const { pose } = this.replay;
    pose.translations.set(this.rig.pose.translations);
    pose.rotations.set(this.rig.pose.rotations);
    const { hasFixedAxis, fixedAxes } = this.rig.definition;
    for (let bone = 0; bone < hasFixedAxis.length; bone++) {
      if (hasFixedAxis[bone] === 1) projectOnAxis(pose.rotations, 4 * bone, fixedAxes, 3 * bone);
    }
    pose.morphWeights.set(this.rig.pose.morphWeights);
    for (let ik = 0; ik < this.#isOff.length; ik++)
      pose.ikEnabled[ik] = this.#isOff[ik] === 1 ? 0 : this.rig.pose.ikEnabled[ik];
    const { morphWeights } = this.#morphState.pose;
    morphWeights.set(this.rig.pose.morphWeights);
    resolveMorphs(this.#morphState);
    applyPose(this.#morphState); // its pose is at rest: only the rotations of bone morphs remain
  }

  /**
   * The key k′ that gives the local rotation L where k gives T: with a bone morph M and an inherited rotation
   * H,
   *
   *   T = M·k·H,  L = M·k′·H   →   k′ = M⁻¹·L·T⁻¹·M·k
   *
   * and translations add up. Sources have their new keyframes already, so that H is the final one.
   */
  #unmix(bone: number): void {
    const { translations, rotations } = this.replay.pose;
    this.replay.solve();
    this.replay.solveAfterPhysics();
    readLocalPose(this.replay, bone, replayPosition, replayRotation);
    const morph = this.#morphState.ownRotations;
    invert(replayRotation, 0, replayRotation, 0);
    multiply(rotation, 0, replayRotation, 0, rotation, 0);
    multiply(rotation, 0, morph, 4 * bone, rotation, 0);
    multiply(rotation, 0, rotations, 4 * bone, rotation, 0);
    invert(morph, 4 * bone, replayRotation, 0);
    multiply(replayRotation, 0, rotation, 0, rotations, 4 * bone);
    for (let axis = 0; axis < 3; axis++) {
      translations[3 * bone + axis] += position[axis] - replayPosition[axis];
    }
  }
}

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const replayPosition = /* @__PURE__ */ new Float64Array(3);
const replayRotation = /* @__PURE__ */ new Float64Array(4);

function withoutRounding(value: number): number {
  return Math.abs(value) > ROUNDING ? value : 0;
}

/**
 * The bones whose own keyframes do not give their pose: those of the source, the links of IKs that are off in
 * the replay, and the bones that append here but not in the replay. Sources of appended rotations come first,
 * otherwise parents.
 */
export function solvedBones({ rig, bones, iksOff }: PoseSource, replayed: RigDefinition): number[] {
  const { beforePhysics, afterPhysics, appendKinds, appendSources, boneNames } = rig.definition;
  const iks = [...beforePhysics.iks, ...afterPhysics.iks];
  const off = iks.filter((ik) => iksOff?.has(boneNames[ik.bone]) ?? true);
  const links = new Set(off.flatMap((ik) => ik.links.map(({ bone }) => bone)));
  const sources = appendSources.map((source, bone) => (appendKinds[bone] & APPEND_ROTATION ? source : -1));
  const ordered = parentsFirst([...beforePhysics.bones, ...afterPhysics.bones], sources, () => true);
  return ordered.filter(
    (bone) => bones?.has(bone) || links.has(bone) || appendKinds[bone] !== replayed.appendKinds[bone],
  );
}

/** The largest error of a replay, over all bones and compared frames. @inline */
export interface ReplayError {
  /** MMD units. */
  readonly position: number;
  /** Degrees. */
  readonly angle: number;
  /** The number of frames that were compared. */
  readonly frames: number;
}

/** The largest error of each bone. */
interface BoneErrors {
  /** MMD units. */
  readonly positions: Float64Array;
  /** Degrees. */
  readonly angles: Float64Array;
}

/** Plays a baked motion beside its original and compares all bones. O(frames · solving). */
export function compareReplay(poses: SolvedPoses, baked: Motion, frames: readonly number[]): BoneErrors {
  const { replay } = poses;
  const { boneCount } = replay.definition;
  const binding = bindMotion(baked, replay);
  const positions = new Float64Array(boneCount);
  const angles = new Float64Array(boneCount);
  for (const frame of frames) {
    const worlds = poses.worldsAt(frame);
    binding.sample(frame);
    replay.solve();
    replay.solveAfterPhysics();
    for (let bone = 0; bone < boneCount; bone++) {
      const off = distance(worlds, replay.worldPositions, 3 * bone);
      const angle = angleBetween(worlds, 3 * boneCount + 4 * bone, replay.worldRotations, 4 * bone);
      positions[bone] = Math.max(positions[bone], off);
      angles[bone] = Math.max(angles[bone], (angle * 180) / Math.PI);
    }
  }
  return { positions, angles };
}

function distance(a: Float64Array, b: Float64Array, i: number): number {
  return Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
}
