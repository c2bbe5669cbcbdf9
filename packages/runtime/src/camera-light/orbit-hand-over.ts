import {
  MathUtils,
  type Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  Quaternion,
  Vector3,
} from 'three';
import { checkedNotNegative } from '../checked-number.js';
import { frameOrthographic } from './apply-camera-pose.js';
import type { MotionCamera } from './motion-camera.js';

/** The part of `OrbitControls` (three/addons) that a hand-over needs. @inline */
export interface OrbitLike {
  object: Object3D;
  target: Vector3;
  update(): unknown;
}

const MIN_DISTANCE = 1;

/**
 * The target for orbit controls that take over from a motion's camera: eye + forward · max(|depth|, 1), in
 * the scene's units.
 *
 * That is the motion's own target if the camera looks at it from behind, else a point that far ahead. Writes
 * and returns `out`.
 */
export function orbitTarget(camera: MotionCamera, out: Vector3): Vector3 {
  const { position, quaternion } = camera.active;
  return out.set(0, 0, -distanceAhead(camera)).applyQuaternion(quaternion).add(position);
}

function distanceAhead({ depth, unit }: MotionCamera): number {
  return Math.max(Math.abs(depth), MIN_DISTANCE) * unit;
}

/**
 * Hands the view over from a motion's camera to orbit controls, without a jump: the roll eases out.
 *
 * `controls` must have a camera of its own. It takes over the angle of view. If it is not of the same kind as
 * `camera.active`, perspective or orthographic, it shows the same height at the target; only the perspective
 * changes at once. Call {@link OrbitHandOver.update} once a frame instead of `controls.update()`.
 *
 * @example
 * const handOver = new OrbitHandOver(motionCamera, controls);
 * // each frame, until the motion's camera takes over again:
 * handOver.update(deltaSeconds);
 */
export class OrbitHandOver {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly #controls: OrbitLike;
  readonly #seconds: number;
  readonly #roll: number;
  #elapsed = 0;

  /** @throws RangeError if `seconds` is below 0 or not finite. */
  constructor(camera: MotionCamera, controls: OrbitLike, seconds = 0.6) {
    this.#controls = controls;
    this.#seconds = checkedNotNegative('seconds', seconds);
    copyView(camera, controls.object);
    orbitTarget(camera, controls.target);
    controls.update();
    this.#roll = rollBetween(controls.object.quaternion, camera.active.quaternion);
    controls.object.rotateZ(this.#roll);
  }

  /** The remaining roll, in radians. */
  get roll(): number {
    const left = 1 - MathUtils.smoothstep(this.#elapsed, 0, this.#seconds);
    return this.#roll * left;
  }

  /**
   * Updates the controls and adds the remaining roll. A value below 0 or not finite counts as 0. Allocates
   * nothing.
   */
  update(deltaSeconds: number): void {
    this.#elapsed += passedSeconds(deltaSeconds);
    this.#controls.update();
    this.#controls.object.rotateZ(this.roll);
  }
}

/**
 * Hands the view over from any camera back to a motion's camera, in `seconds`: position, direction and angle
 * of view ease over.
 *
 * Between a perspective and an orthographic camera, it begins with the height that `from` shows at the
 * target; only the perspective changes at once. Call {@link MotionHandOver.update} after the motion's camera
 * was sampled; it moves `camera.active` between the two.
 *
 * @example
 * const handOver = new MotionHandOver(motionCamera, controls.object);
 * // each frame:
 * motionCamera.sample(frame);
 * handOver.update(deltaSeconds);
 */
export class MotionHandOver {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly #camera: MotionCamera;
  readonly #fromPosition: Vector3;
  readonly #fromQuaternion: Quaternion;
  readonly #fromSlope: number;
  /** The distance at which the heights of a perspective and an orthographic view are equal. */
  readonly #distance: number;
  readonly #seconds: number;
  #elapsed = 0;

  /** @throws RangeError if `seconds` is below 0 or not finite. */
  constructor(camera: MotionCamera, from: Object3D, seconds = 0.6) {
    this.#camera = camera;
    this.#fromPosition = from.position.clone();
    this.#fromQuaternion = from.quaternion.clone();
    const ahead = from.position.distanceTo(orbitTarget(camera, new Vector3()));
    this.#distance = Math.max(ahead, MIN_DISTANCE * camera.unit);
    this.#fromSlope = slopeOf(from, this.#distance) / zoomOf(from);
    this.#seconds = checkedNotNegative('seconds', seconds);
  }

  /** True once the view is that of the motion's camera alone. */
  get isDone(): boolean {
    return this.#elapsed >= this.#seconds;
  }

  /** A value below 0 or not finite counts as 0. Allocates nothing. */
  update(deltaSeconds: number): void {
    this.#elapsed += passedSeconds(deltaSeconds);
    if (this.isDone) return;
    const fraction = 1 - MathUtils.smoothstep(this.#elapsed, 0, this.#seconds);
    const { active } = this.#camera;
    active.position.lerp(this.#fromPosition, fraction);
    active.quaternion.slerp(this.#fromQuaternion, fraction);
    this.#easeAngle(active, fraction);
    active.updateMatrixWorld();
  }

  #easeAngle(active: PerspectiveCamera | OrthographicCamera, fraction: number): void {
    const slope = this.#fromSlope * active.zoom;
    if (Number.isNaN(slope)) return;
    if (isPerspective(active)) active.fov = MathUtils.lerp(active.fov, angleOf(slope), fraction);
    else {
      const height = 2 * slope * this.#distance;
      frameOrthographic(active, MathUtils.lerp(active.top - active.bottom, height, fraction));
    }
    active.updateProjectionMatrix();
  }
}

function passedSeconds(deltaSeconds: number): number {
  return deltaSeconds > 0 && deltaSeconds < Infinity ? deltaSeconds : 0;
}

function copyView(camera: MotionCamera, to: Object3D): void {
  const { active, aspect } = camera;
  const distance = distanceAhead(camera);
  to.position.copy(active.position);
  to.quaternion.copy(active.quaternion);
  if (isPerspective(to)) {
    to.fov = isPerspective(active) ? active.fov : angleOf(slopeOf(active, distance));
    to.aspect = aspect;
  } else if (isOrthographic(to)) {
    frameOrthographic(to, 2 * slopeOf(active, distance) * distance, aspect);
    to.userData['fov'] = active.userData['fov']; // the edges of models stay as wide as they are
  } else return;
  to.zoom = active.zoom;
  to.updateProjectionMatrix();
}

/**
 * Half the height that a camera shows at a distance, without its zoom, divided by that distance: the tangent
 * of half its angle of view. NaN for an object that is no camera.
 */
function slopeOf(camera: Object3D, distance: number): number {
  if (isPerspective(camera)) return Math.tan(MathUtils.degToRad(camera.fov) / 2);
  return isOrthographic(camera) ? (camera.top - camera.bottom) / 2 / distance : NaN;
}

/** Degrees. */
function angleOf(slope: number): number {
  return 2 * MathUtils.radToDeg(Math.atan(slope));
}

function zoomOf(camera: Object3D): number {
  return isPerspective(camera) || isOrthographic(camera) ? camera.zoom : 1;
}

function isOrthographic(camera: Object3D): camera is OrthographicCamera {
  return 'isOrthographicCamera' in camera;
}

function isPerspective(camera: Object3D): camera is PerspectiveCamera {
  return 'isPerspectiveCamera' in camera;
}

/**
 * The angle about the line of sight between two views along the same line.
 *
 * level⁻¹ · rolled is then a rotation about z alone: (0, 0, sin(r / 2), cos(r / 2)).
 */
function rollBetween(level: Quaternion, rolled: Quaternion): number {
  difference.copy(level).invert().multiply(rolled);
  const roll = 2 * Math.atan2(difference.z, difference.w);
  return MathUtils.euclideanModulo(roll + Math.PI, 2 * Math.PI) - Math.PI;
}

const difference = /* @__PURE__ */ new Quaternion();
