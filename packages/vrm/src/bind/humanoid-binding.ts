import { createPoseTarget, type PoseAt, type PoseTarget, Rig, type RigPlayable } from '@odori/runtime';
import type { RigSpace } from '@odori/runtime/companion';
import type { RigDefinition } from '@odori/runtime/rig';
import type { Object3D, Quaternion } from 'three';
import { bindExpressions, type ExpressionBinding, type ExpressionOptions } from '../humanoid/expressions.js';
import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid/humanoid.js';
import { HumanoidPose, type HumanoidPoseOptions } from '../humanoid/pose/humanoid-pose.js';
import { standardSource } from '../humanoid/standard-source.js';
import { AvatarSpace } from './avatar-space.js';

/** Options of `bindVrm`. @inline */
export interface HumanoidBindingOptions extends HumanoidPoseOptions, ExpressionOptions {
  /** The skeleton of the model that the dance was made for. */
  readonly source?: RigDefinition; // standardSource(), with a morph for each of the avatar's expressions
  /**
   * The rig of another avatar or model, whose pose this avatar takes over, in place of a rig of its own.
   * Update this binding after the other one, or let a binding {@link HumanoidBinding.lead} it; do not add it
   * to a player.
   */
  readonly rig?: Rig;
}

/** What three's objects of an avatar do with a pose. */
export interface Avatar {
  readonly humanoid: Humanoid;
  /** The object that has all bones. */
  readonly object: Object3D;
  /** From an avatar that faces +z to the object. */
  readonly turn: Quaternion;
  /** Whether it has springs, which need short steps of time. */
  readonly hasSprings: boolean;
  /** Writes bones, expressions, gaze and visibility. Allocates nothing. */
  write(pose: HumanoidPose, expressions: ExpressionBinding, isVisible: boolean): void;
  /** Lets time pass for everything that follows the bones. */
  advance(deltaSeconds: number): void;
  /** The pose has jumped, and is written. */
  reset(): void;
}

/** Springs are stable in steps up to this. */
export const LONGEST_STEP: number = 1 / 30;
/** Of a longer pause, only its last second is simulated. */
const MAX_STEPS = 30;

/**
 * An avatar that dances: give it to a `MotionPlayer`, which moves `rig.pose`, or write that pose yourself and
 * call `update`.
 *
 * The rig is MMD's skeleton, on which IK and append are solved; the avatar takes over the solved pose, see
 * {@link HumanoidPose}. Made by `bindVrm` or `bindHumanoid`.
 *
 * @example
 * const avatar = bindVrm(vrm);
 * player.add(avatar, await loadMotion('dance.vmd'));
 * scaleVrm(vrm, 1 / avatar.pose.unit); // as large as an MMD model of these legs
 */
export class HumanoidBinding implements RigPlayable {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** The source's rig: its bones have MMD's names. */
  readonly rig: Rig;
  /** The avatar's bones, where they rest, and its expressions. */
  readonly humanoid: Humanoid;
  /** The avatar's pose, and its scale in `pose.unit`. */
  readonly pose: HumanoidPose;
  /** What the avatar lacks: human bones, and expressions for these morphs of the rig. */
  readonly missing: { readonly bones: readonly HumanBoneName[]; readonly morphs: readonly string[] };
  /**
   * Where the rig is in the world, in MMD's units, and where the avatar's eyes are: for `lookAt` of
   * `@odori/runtime/companion`. Its matrix follows the world matrix of the avatar's scene or object.
   */
  readonly space: RigSpace;
  /** For a player: `update` asks for the poses that it needs. */
  readonly usesPoseAt = true;
  readonly #avatar: Avatar;
  readonly #expressions: ExpressionBinding;
  readonly #ownsRig: boolean;
  #followers: readonly HumanoidBinding[] = [];
  #poseTarget: PoseTarget | undefined;

  /** Use `bindVrm` or `bindHumanoid`. */
  constructor(avatar: Avatar, options: HumanoidBindingOptions = {}) {
    const { humanoid } = avatar;
    const { rig, source } = options;
    if (rig && source) throw new TypeError('`rig` has a definition: `source` cannot be given, too');
    this.rig = rig ?? new Rig(source ?? standardSource({ morphs: humanoid.expressions }));
    this.humanoid = humanoid;
    this.pose = new HumanoidPose(this.rig, humanoid, options);
    this.space = new AvatarSpace(avatar.object, avatar.turn, this.pose);
    this.#avatar = avatar;
    this.#ownsRig = rig === undefined;
    this.#expressions = bindExpressions(this.rig.definition.morphNames, humanoid.expressions, options);
    this.missing = { bones: humanoid.missing, morphs: this.#expressions.missing };
    this.reset();
  }

  /** The root for an AnimationMixer that drives the rig. Do not add it to a scene. */
  get poseTarget(): PoseTarget {
    return (this.#poseTarget ??= createPoseTarget(this.rig.definition, this.rig.pose));
  }

  /**
   * Shows what `rig.pose` is now: solves the rig, moves bones and expressions, and lets `deltaSeconds` pass
   * for springs and constraints, also of all avatars that it leads. Call it once a frame, before rendering.
   *
   * Springs move in steps of at most 1/30 s; the poses in between come from `poseAt`, which a player gives.
   * Allocates nothing itself. O(bones + IK), for each follower O(bones).
   */
  update(deltaSeconds = 0, poseAt?: PoseAt): void {
    const count = this.#hasSprings ? stepsOf(deltaSeconds) : 1;
    const step = count > 1 ? Math.min(deltaSeconds / count, LONGEST_STEP) : deltaSeconds;
    for (let left = count - 1; left >= 0; left--) {
      if (poseAt || left === count - 1) this.#take(deltaSeconds - left * step, poseAt);
      this.#advance(step);
    }
    this.#poseTarget?.restore();
  }

  /**
   * Shows what `rig.pose` is now after a jump: springs hang at rest in this pose, as they would after a
   * second in it. For that, three-vrm makes 30 steps: 2 to 5 ms for an avatar with 70 joints on springs.
   */
  reset(): void {
    this.#take(0, undefined);
    this.#reset();
  }

  /**
   * Makes another avatar on the same rig (option `rig`) show and reset itself with this one, without the cost
   * of a rig of its own. O(1).
   *
   * @throws TypeError if the other binding has another rig.
   * @example
   * const first = bindVrm(vrm);
   * first.lead(bindVrm(other, { rig: first.rig }));
   * player.add(first, dance); // both dance
   */
  lead(follower: HumanoidBinding): this {
    if (follower.rig !== this.rig || follower === this)
      throw new TypeError('a follower must be another binding on the rig of its leader: pass `rig`');
    if (!this.#followers.includes(follower)) this.#followers = [...this.#followers, follower];
    return this;
  }

  /** Leaves a follower to itself; it keeps its pose. */
  release(follower: HumanoidBinding): this {
    this.#followers = this.#followers.filter((each) => each !== follower);
    return this;
  }

  get #hasSprings(): boolean {
    if (this.#avatar.hasSprings) return true;
    for (let i = 0; i < this.#followers.length; i++) if (this.#followers[i].#hasSprings) return true;
    return false;
  }

  /** Takes over the rig's pose at a time. */
  #take(seconds: number, poseAt: PoseAt | undefined): void {
    if (this.#ownsRig) {
      if (poseAt) poseAt(seconds);
      else this.rig.solve();
      this.rig.solveAfterPhysics();
    }
    this.#write();
  }

  #write(): void {
    const { rig, pose } = this;
    pose.solve();
    this.#expressions.update(rig.morphWeights);
    this.#avatar.write(pose, this.#expressions, rig.pose.visible);
    for (let i = 0; i < this.#followers.length; i++) this.#followers[i].#write();
  }

  #advance(seconds: number): void {
    this.#avatar.advance(seconds);
    for (let i = 0; i < this.#followers.length; i++) this.#followers[i].#advance(seconds);
  }

  #reset(): void {
    this.#avatar.advance(0);
    this.#avatar.reset();
    for (let i = 0; i < this.#followers.length; i++) this.#followers[i].#reset();
  }
}

function stepsOf(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds / LONGEST_STEP - 1e-6), 1), MAX_STEPS);
}
