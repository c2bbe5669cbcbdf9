import { multiplyRotations, type Rig, rotateVector } from '@odori/runtime/rig';
import { invertRotation } from '@odori/runtime/internal';
import type { Humanoid } from '../humanoid.js';
import { writeArc } from './arc.js';
import { type BodySource, createBody } from './body.js';
import { type Leg, solveLeg } from './leg.js';

/** Options of {@link HumanoidPose}. @inline */
export interface HumanoidPoseOptions {
  /**
   * Where the feet of an avatar stand whose legs are further apart than the source's, or nearer: the
   * difference is fixed on the ground (`planted`: feet slide no more than in MMD), or turns with the foot or
   * the pelvis (legs then follow MMD's directions more closely, but feet slide when the pelvis turns).
   */
  readonly stance?: 'planted' | 'foot' | 'pelvis'; // 'planted'
  /**
   * The height of a floor, in the avatar's units: where feet would sink into it, the whole avatar is lifted.
   */
  readonly floor?: number | undefined; // none
  /** `lower`: where both feet are out of reach, the hips are lowered until one is not. */
  readonly reach?: 'keep' | 'lower'; // 'keep'
}

const DEGREES = 180 / Math.PI;
const UP = /* @__PURE__ */ Float64Array.of(0, 1, 0);
const FORWARDS = /* @__PURE__ */ Float64Array.of(0, 0, 1);

/**
 * The pose of an avatar that dances as an MMD model does, whose rig is solved.
 *
 * Torso, arms, hands, fingers and feet take over the world rotations of the source's bones, corrected for the
 * directions in which avatar and source rest. Legs bend in the plane in which MMD bends them, so that feet
 * stand where MMD puts them, at the avatar's own scale. Any number of avatars can follow one rig.
 *
 * Three's space, facing +z, in the avatar's units. Its arrays are those of the last `solve`, in the order of
 * `humanoid.bones`; nothing else writes to them. Solving allocates nothing.
 *
 * @example
 * const rig = new Rig(standardSource());
 * const dance = bindMotion(motion, rig);
 * const pose = new HumanoidPose(rig, readHumanoid(bytes));
 * dance.sample(30);
 * rig.solve();
 * rig.solveAfterPhysics();
 * pose.solve();
 * pose.hips; // → Float64Array [0, 0.872, -0.008]: metres
 */
export class HumanoidPose {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  declare readonly rig: Rig;
  declare readonly humanoid: Humanoid;
  /** How many of the avatar's units one MMD unit is: the ratio of the lengths of legs. */
  declare readonly unit: number;
  /**
   * `4 * bones`, x y z w: relative to the human bone above, of a normalized skeleton (one without rotations
   * at rest). For VRM 0.x, which faces −z, negate x and z.
   */
  declare readonly rotations: Float64Array;
  /** Where the hips are, x y z. */
  declare readonly hips: Float64Array;
  /** `3 * bones`. */
  declare readonly worldPositions: Float64Array;
  /** `4 * bones`, of a normalized skeleton: none of them is rotated at rest. */
  declare readonly worldRotations: Float64Array;
  /**
   * Where the eyes look, relative to the head: yaw, positive to the avatar's left, and pitch, positive
   * downwards. Degrees, as in `VRMLookAt`.
   */
  declare readonly gaze: Float64Array;
  readonly #body: BodySource;
  readonly #options: HumanoidPoseOptions;

  /** @throws HumanoidError if the rig lacks bones of the trunk or the legs. */
  constructor(rig: Rig, humanoid: Humanoid, options: HumanoidPoseOptions = {}) {
    this.rig = rig;
    this.humanoid = humanoid;
    this.#options = options;
    this.#body = createBody(rig.definition, humanoid);
    const count = humanoid.bones.length;
    this.unit = this.#body.unit;
    this.rotations = new Float64Array(4 * count);
    this.hips = new Float64Array(3);
    this.worldPositions = new Float64Array(3 * count);
    this.worldRotations = new Float64Array(4 * count);
    this.gaze = new Float64Array(2);
    this.solve();
  }

  /**
   * Takes over the pose that the rig shows. Call it after `rig.solve()` and `rig.solveAfterPhysics()`.
   * O(bones).
   */
  solve(): void {
    const { legs } = this.#body;
    this.#rotateBones();
    this.#aimArms();
    this.#placePelvis();
    if (this.#options.reach === 'lower') lowerPelvis(legs, this.#body.pivot);
    for (let i = 0; i < legs.length; i++) solveLeg(legs[i], this.rig.worldRotations, this.worldRotations);
    this.#placeBones();
    if (this.#options.floor !== undefined) this.#lift(this.#options.floor);
    this.#writeRotations();
    this.#lookAt();
  }

  /** World rotations of all bones as the source has them; those of thighs and shins are replaced later. */
  #rotateBones(): void {
    const { sources, corrections } = this.#body;
    for (let i = 0; i < sources.length; i++)
      multiplyRotations(
        this.rig.worldRotations,
        4 * sources[i],
        corrections,
        4 * i,
        this.worldRotations,
        4 * i,
      );
  }

  /** Points arms from joint to joint as the source's do, whatever the axis of its twist bones. */
  #aimArms(): void {
    const { twisted } = this.#body;
    const { worldPositions } = this.rig;
    const { worldRotations } = this;
    for (let i = 0; i < twisted.length; i++) {
      const { bone, direction: rest, from, to } = twisted[i];
      rotateVector(worldRotations, 4 * bone, rest, 0, vector, 0);
      for (let k = 0; k < 3; k++) direction[k] = worldPositions[3 * to + k] - worldPositions[3 * from + k];
      writeArc(vector, 0, direction, 0, between, 0);
      multiplyRotations(between, 0, worldRotations, 4 * bone, worldRotations, 4 * bone);
    }
  }

  /** The pivot of the pelvis, the joints of the hips, and where the feet are to be. */
  #placePelvis(): void {
    const { pivot, pelvis, legs, hipOffsets, root, carrier, lift, moved } = this.#body;
    const { worldPositions, worldRotations } = this.rig;
    const { unit, hips } = this;
    this.#turn(root, lift, 0, vector);
    this.#turn(carrier, moved, 0, direction);
    for (let k = 0; k < 3; k++) pivot[k] = unit * worldPositions[3 * pelvis + k] + vector[k] + direction[k];
    for (let i = 0; i < legs.length; i++) {
      const { hip, goal, sourceFoot } = legs[i];
      rotateVector(worldRotations, 4 * pelvis, hipOffsets, 3 * (i + 1), hip, 0);
      for (let k = 0; k < 3; k++) hip[k] += pivot[k];
      this.#turnStance(3 * i, sourceFoot);
      for (let k = 0; k < 3; k++) goal[k] = unit * worldPositions[3 * sourceFoot + k] + vector[k];
    }
    rotateVector(worldRotations, 4 * pelvis, hipOffsets, 0, hips, 0);
  }

  /** `out` = a vector, rotated as a bone of the source is; −1: as it is. */
  #turn(bone: number, of: Float64Array, index: number, out: Float64Array): void {
    if (bone >= 0) rotateVector(this.rig.worldRotations, 4 * bone, of, index, out, 0);
    else for (let k = 0; k < 3; k++) out[k] = of[index + k];
  }

  /**
   * What the stance adds to the place of a foot. Planted feet turn with 全ての親 only, as those of an MMD model
   * of the avatar's measures; otherwise about y as the foot or the pelvis is turned.
   */
  #turnStance(index: number, foot: number): void {
    const { stance = 'planted' } = this.#options;
    const { stances, root, pelvis } = this.#body;
    if (stance === 'planted') return this.#turn(root, stances, index, vector);
    const bone = stance === 'foot' ? foot : pelvis;
    const y = this.rig.worldRotations[4 * bone + 1];
    const w = this.rig.worldRotations[4 * bone + 3];
    const length = Math.sqrt(y * y + w * w);
    between[0] = 0;
    between[1] = length > 0 ? y / length : 0; // upside down, any turn is as good
    between[2] = 0;
    between[3] = length > 0 ? w / length : 1;
    rotateVector(between, 0, stances, index, vector, 0);
  }

  /** World positions, from the hips to the ends. */
  #placeBones(): void {
    const { offsets, pivot } = this.#body;
    const { parents } = this.humanoid;
    const { worldPositions, worldRotations, hips } = this;
    for (let k = 0; k < 3; k++) {
      hips[k] += pivot[k];
      worldPositions[k] = hips[k];
    }
    for (let i = 1; i < parents.length; i++) {
      const parent = parents[i];
      rotateVector(worldRotations, 4 * parent, offsets, 3 * i, worldPositions, 3 * i);
      for (let k = 0; k < 3; k++) worldPositions[3 * i + k] += worldPositions[3 * parent + k];
    }
  }

  /** Lifts the avatar by what its soles are below a floor: the sole of a rest pose is at height 0. */
  #lift(floor: number): void {
    let lowest = Infinity;
    for (const { foot, toes } of this.#body.legs) {
      lowest = Math.min(lowest, this.#soleBelow(foot), toes < 0 ? Infinity : this.#soleBelow(toes));
    }
    const lift = Math.max(floor - lowest, 0);
    this.hips[1] += lift;
    for (let i = 1; i < this.worldPositions.length; i += 3) this.worldPositions[i] += lift;
  }

  #soleBelow(bone: number): number {
    rotateVector(this.worldRotations, 4 * bone, UP, 0, vector, 0);
    return this.worldPositions[3 * bone + 1] - vector[1] * this.humanoid.positions[3 * bone + 1];
  }

  /** Relative to the parents. */
  #writeRotations(): void {
    const { parents } = this.humanoid;
    const { rotations, worldRotations } = this;
    for (let k = 0; k < 4; k++) rotations[k] = worldRotations[k];
    for (let i = 1; i < parents.length; i++) {
      invertRotation(worldRotations, 4 * parents[i], between, 0);
      multiplyRotations(between, 0, worldRotations, 4 * i, rotations, 4 * i);
    }
  }

  /** The mean direction of the source's eyes. */
  #lookAt(): void {
    const { head, eyes } = this.#body;
    const { worldRotations } = this.rig;
    direction.fill(0);
    for (let i = 0; i < eyes.length; i++) {
      invertRotation(worldRotations, 4 * head, between, 0);
      multiplyRotations(between, 0, worldRotations, 4 * eyes[i], between, 0);
      rotateVector(between, 0, FORWARDS, 0, vector, 0);
      for (let k = 0; k < 3; k++) direction[k] += vector[k];
    }
    const flat = Math.sqrt(direction[0] * direction[0] + direction[2] * direction[2]);
    this.gaze[0] = Math.atan2(direction[0], direction[2]) * DEGREES;
    this.gaze[1] = 0 - Math.atan2(direction[1], flat) * DEGREES;
  }
}

const between = /* @__PURE__ */ new Float64Array(4);
const vector = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** Lowers the pelvis until one foot is in reach, if none is. */
function lowerPelvis(legs: readonly Leg[], pivot: Float64Array): void {
  let drop = Infinity;
  for (let i = 0; i < legs.length; i++) {
    const { hip, goal, reach } = legs[i];
    const x = hip[0] - goal[0];
    const y = hip[1] - goal[1];
    const z = hip[2] - goal[2];
    const height = Math.sqrt(Math.max(reach * reach - x * x - z * z, 0));
    drop = Math.min(drop, Math.max(y - height, 0));
  }
  pivot[1] -= drop;
  for (let i = 0; i < legs.length; i++) legs[i].hip[1] -= drop;
}
