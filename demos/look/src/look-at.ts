import type { Rig } from '@odori/runtime';
import { Euler, MathUtils, Quaternion, Vector3 } from 'three';

/** The largest angles from straight ahead, in radians: to each side, up and down. */
interface LookLimits {
  side: number;
  up: number;
  down: number;
}

const { degToRad } = MathUtils;

/** Neck and head together. */
const HEAD_LIMITS: LookLimits = { side: degToRad(65), up: degToRad(35), down: degToRad(30) };
const EYE_LIMITS: LookLimits = { side: degToRad(12), up: degToRad(6), down: degToRad(8) };
/** The fraction of the rotation that the neck does. The head does the rest. */
const NECK_FRACTION = 0.4;
/** Time constants: after this time about two thirds of a turn are done. The eyes arrive before the head. */
const HEAD_SECONDS = 0.22;
const EYE_SECONDS = 0.05;
/** A remaining angle that is too small to see, in radians. */
const STILL = 0.002;

/** A direction as angles from straight ahead, in radians: to her left and up. */
class Gaze {
  left = 0;
  up = 0;

  /**
   * Turns by a fraction of the angle to a direction, within limits. Returns the angle that remains, in
   * radians.
   */
  ease({ x, y, z }: Vector3, limits: LookLimits, fraction: number): number {
    const left = MathUtils.clamp(Math.atan2(x, z), -limits.side, limits.side);
    const up = MathUtils.clamp(Math.atan2(y, Math.hypot(x, z)), -limits.down, limits.up);
    this.left += (left - this.left) * fraction;
    this.up += (up - this.up) * fraction;
    return Math.hypot(left - this.left, up - this.up);
  }

  /**
   * The rotation Ry(left) · Rx(−up). It rotates +z (ahead) to (sin left · cos up, sin up, cos left · cos up).
   */
  toQuaternion(out: Quaternion): Quaternion {
    return out.setFromEuler(euler.set(-this.up, this.left, 0, 'YXZ'));
  }
}

const euler = /* @__PURE__ */ new Euler();
const chest = /* @__PURE__ */ new Quaternion();
const gazeRotation = /* @__PURE__ */ new Quaternion();
const neck = /* @__PURE__ */ new Quaternion();
const blended = /* @__PURE__ */ new Quaternion();
const direction = /* @__PURE__ */ new Vector3();
const eye = /* @__PURE__ */ new Vector3();
const middle = /* @__PURE__ */ new Vector3();
const REST = /* @__PURE__ */ new Quaternion();

/** Turns 首 (neck), 頭 (head) and 両目 (both eyes) towards a point. */
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
  #remaining = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#neck = rig.boneIndex('首');
    this.#head = rig.boneIndex('頭');
    this.#eyes = rig.boneIndex('両目');
    this.#leftEye = rig.boneIndex('左目');
    this.#rightEye = rig.boneIndex('右目');
  }

  /**
   * The point between her eyes in model space, from the last solve. Always the same vector. Allocates
   * nothing.
   */
  get eyes(): Vector3 {
    const { worldPositions } = this.#rig;
    middle.fromArray(worldPositions, 3 * this.#leftEye);
    return middle.lerp(eye.fromArray(worldPositions, 3 * this.#rightEye), 0.5);
  }

  /** Whether head or eyes still move towards their target. */
  get isMoving(): boolean {
    return this.#remaining > STILL;
  }

  /**
   * Writes the pose, between sampling and solving. Without a target, the pose returns to that of the motion.
   *
   * `target` is in model space. The rotations of a pose are relative to rest, in the space of the parent
   * bone. So the direction to the target is converted to the space of the chest, with the chest and eyes of
   * the last solve, one frame ago. The chest does not depend on the rotations written here, so no oscillation
   * builds up. Allocates nothing.
   */
  write(target: Vector3 | undefined, deltaSeconds: number): void {
    const { worldRotations, definition } = this.#rig;
    const headFraction = 1 - Math.exp(-deltaSeconds / HEAD_SECONDS);
    const eyeFraction = 1 - Math.exp(-deltaSeconds / EYE_SECONDS);
    const goal = target ? 1 : 0;
    this.#weight += (goal - this.#weight) * headFraction;
    this.#remaining = Math.abs(goal - this.#weight);
    if (target) {
      direction.subVectors(target, this.eyes);
      chest.fromArray(worldRotations, 4 * definition.parents[this.#neck]);
      direction.applyQuaternion(chest.invert()); // from model space to chest space
      this.#remaining += this.#headGaze.ease(direction, HEAD_LIMITS, headFraction);
    }
    this.#headGaze.toQuaternion(gazeRotation);
    neck.slerpQuaternions(REST, gazeRotation, NECK_FRACTION);
    this.#blend(this.#neck, neck);
    this.#blend(this.#head, neck.invert().multiply(gazeRotation)); // neck · head = gazeRotation
    // to head space
    if (target) this.#eyeGaze.ease(direction.applyQuaternion(gazeRotation.invert()), EYE_LIMITS, eyeFraction);
    this.#blend(this.#eyes, this.#eyeGaze.toQuaternion(gazeRotation));
  }

  #blend(bone: number, rotation: Quaternion): void {
    const { rotations } = this.#rig.pose;
    blended.fromArray(rotations, 4 * bone).slerp(rotation, this.#weight);
    rotations[4 * bone] = blended.x;
    rotations[4 * bone + 1] = blended.y;
    rotations[4 * bone + 2] = blended.z;
    rotations[4 * bone + 3] = blended.w;
  }
}
