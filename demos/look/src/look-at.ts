import type { Rig } from '@odori/runtime';
import { Euler, MathUtils, Quaternion, Vector3 } from 'three';

/** How far something turns from straight ahead, in radians: to either side, upwards, downwards. */
export interface LookLimits {
  side: number;
  up: number;
  down: number;
}

const { degToRad } = MathUtils;

/** Neck and head together. */
export const HEAD_LIMITS: LookLimits = { side: degToRad(65), up: degToRad(35), down: degToRad(30) };
export const EYE_LIMITS: LookLimits = { side: degToRad(12), up: degToRad(6), down: degToRad(8) };
/** Of the turn of both; the head does the rest. */
const NECK_SHARE = 0.4;
/** In this time about two thirds of a turn are done: eyes are there before the head. */
const HEAD_SECONDS = 0.22;
const EYE_SECONDS = 0.05;
/** Radians that nobody sees. */
const STILL = 0.002;

/** A direction from straight ahead, in radians: to her left and up. */
class Gaze {
  left = 0;
  up = 0;

  /** Turns towards a direction, as far as the limits let it, by a share of the way; gives the way that is left. */
  ease({ x, y, z }: Vector3, limits: LookLimits, share: number): number {
    const left = MathUtils.clamp(Math.atan2(x, z), -limits.side, limits.side);
    const up = MathUtils.clamp(Math.atan2(y, Math.hypot(x, z)), -limits.down, limits.up);
    this.left += (left - this.left) * share;
    this.up += (up - this.up) * share;
    return Math.hypot(left - this.left, up - this.up);
  }

  /** As a rotation Ry(left) · Rx(−up): it takes +z, which is ahead, to (sin left · cos up, sin up, cos left · cos up). */
  toQuaternion(out: Quaternion): Quaternion {
    return out.setFromEuler(euler.set(-this.up, this.left, 0, 'YXZ'));
  }
}

const euler = /* @__PURE__ */ new Euler();
const chest = /* @__PURE__ */ new Quaternion();
const turn = /* @__PURE__ */ new Quaternion();
const neck = /* @__PURE__ */ new Quaternion();
const own = /* @__PURE__ */ new Quaternion();
const way = /* @__PURE__ */ new Vector3();
const eye = /* @__PURE__ */ new Vector3();
const between = /* @__PURE__ */ new Vector3();
const REST = /* @__PURE__ */ new Quaternion();

/** Turns 首 (neck), 頭 (head) and 両目 (both eyes) to a point. */
export class LookAt {
  readonly #rig: Rig;
  readonly #neck: number;
  readonly #head: number;
  readonly #eyes: number;
  readonly #leftEye: number;
  readonly #rightEye: number;
  readonly #headGaze = new Gaze();
  readonly #eyeGaze = new Gaze();
  #weight = 0;
  #wayLeft = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#neck = rig.boneIndex('首');
    this.#head = rig.boneIndex('頭');
    this.#eyes = rig.boneIndex('両目');
    this.#leftEye = rig.boneIndex('左目');
    this.#rightEye = rig.boneIndex('右目');
  }

  /** Between her eyes, in the model's space, by the last solve. Allocates nothing; it is the same vector each time. */
  get eyes(): Vector3 {
    const { worldPositions } = this.#rig;
    between.fromArray(worldPositions, 3 * this.#leftEye);
    return between.lerp(eye.fromArray(worldPositions, 3 * this.#rightEye), 0.5);
  }

  /** On its way from one gaze to another. */
  get isMoving(): boolean {
    return this.#wayLeft > STILL;
  }

  /**
   * Writes the pose, between sampling and solving; without a target the motion has its way again.
   *
   * The target is in the model's space. Rotations of a pose are from rest, in the space of the parent, so the way to the
   * target is taken there: by the chest and the eyes of the last solve, a frame old. What is written here moves no chest,
   * so nothing swings up. Allocates nothing.
   */
  write(target: Vector3 | undefined, deltaSeconds: number): void {
    const { worldRotations, definition } = this.#rig;
    const headShare = 1 - Math.exp(-deltaSeconds / HEAD_SECONDS);
    const eyeShare = 1 - Math.exp(-deltaSeconds / EYE_SECONDS);
    const goal = target ? 1 : 0;
    this.#weight += (goal - this.#weight) * headShare;
    this.#wayLeft = Math.abs(goal - this.#weight);
    if (target) {
      way.subVectors(target, this.eyes);
      chest.fromArray(worldRotations, 4 * definition.parents[this.#neck]);
      way.applyQuaternion(chest.invert()); // now in the chest's space
      this.#wayLeft += this.#headGaze.ease(way, HEAD_LIMITS, headShare);
    }
    this.#headGaze.toQuaternion(turn);
    neck.slerpQuaternions(REST, turn, NECK_SHARE);
    this.#blend(this.#neck, neck);
    this.#blend(this.#head, neck.invert().multiply(turn)); // neck · head = turn
    if (target) this.#eyeGaze.ease(way.applyQuaternion(turn.invert()), EYE_LIMITS, eyeShare); // in the head's space
    this.#blend(this.#eyes, this.#eyeGaze.toQuaternion(turn));
  }

  #blend(bone: number, rotation: Quaternion): void {
    const { rotations } = this.#rig.pose;
    own.fromArray(rotations, 4 * bone).slerp(rotation, this.#weight);
    rotations[4 * bone] = own.x;
    rotations[4 * bone + 1] = own.y;
    rotations[4 * bone + 2] = own.z;
    rotations[4 * bone + 3] = own.w;
  }
}
