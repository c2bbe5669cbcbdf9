import {
  MathUtils,
  type Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  Quaternion,
  Vector3,
} from 'three';
import type { MotionCamera } from './motion-camera.js';

/** The part of `OrbitControls` (three/addons) that a hand-over needs. */
export interface OrbitLike {
  object: Object3D;
  target: Vector3;
  update(): unknown;
}

const LEAST_DISTANCE = 1;

/**
 * The target for orbit controls that take over from a motion's camera: eye + forward · max(|distance|, 1), in the scene's
 * units.
 *
 * That is the motion's own target if the camera looks at it from behind, else a point that far ahead. Writes and returns
 * `out`.
 */
export function orbitTarget(camera: MotionCamera, out: Vector3): Vector3 {
  const ahead = Math.max(Math.abs(camera.distance), LEAST_DISTANCE) * camera.unit;
  const { position, quaternion } = camera.active;
  return out.set(0, 0, -ahead).applyQuaternion(quaternion).add(position);
}

/**
 * Hands the view over from a motion's camera to orbit controls, without a jump: the roll eases out.
 *
 * `controls` must have a camera of its own, of the same kind as `camera.active`. Call {@link OrbitHandOver.update} once a
 * frame instead of `controls.update()`.
 *
 * @example
 * const handOver = new OrbitHandOver(motionCamera, controls);
 * // each frame, until the motion's camera takes over again:
 * handOver.update(deltaSeconds);
 */
export class OrbitHandOver {
  readonly #controls: OrbitLike;
  readonly #seconds: number;
  readonly #roll: number;
  #elapsed = 0;

  constructor(camera: MotionCamera, controls: OrbitLike, seconds = 0.6) {
    this.#controls = controls;
    this.#seconds = seconds;
    copyView(camera.active, controls.object);
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

  /** Updates the controls and adds the remaining roll. Allocates nothing. */
  update(deltaSeconds: number): void {
    this.#elapsed += deltaSeconds;
    this.#controls.update();
    this.#controls.object.rotateZ(this.roll);
  }
}

/**
 * Hands the view over from any camera back to a motion's camera, in `seconds`: position and direction ease over.
 *
 * Call {@link MotionHandOver.update} after the motion's camera was sampled; it moves `camera.active` between the two.
 */
export class MotionHandOver {
  readonly #camera: MotionCamera;
  readonly #fromPosition: Vector3;
  readonly #fromQuaternion: Quaternion;
  readonly #seconds: number;
  #elapsed = 0;

  constructor(camera: MotionCamera, from: Object3D, seconds = 0.6) {
    this.#camera = camera;
    this.#fromPosition = from.position.clone();
    this.#fromQuaternion = from.quaternion.clone();
    this.#seconds = seconds;
  }

  /** True once the view is that of the motion's camera alone. */
  get isDone(): boolean {
    return this.#elapsed >= this.#seconds;
  }

  /** Allocates nothing. */
  update(deltaSeconds: number): void {
    this.#elapsed += deltaSeconds;
    if (this.isDone) return;
    const fraction = 1 - MathUtils.smoothstep(this.#elapsed, 0, this.#seconds);
    const { active } = this.#camera;
    active.position.lerp(this.#fromPosition, fraction);
    active.quaternion.slerp(this.#fromQuaternion, fraction);
    active.updateMatrixWorld();
  }
}

function copyView(from: PerspectiveCamera | OrthographicCamera, to: Object3D): void {
  to.position.copy(from.position);
  to.quaternion.copy(from.quaternion);
  if (isPerspective(from) && isPerspective(to)) {
    to.fov = from.fov;
    to.aspect = from.aspect;
    to.updateProjectionMatrix();
  } else if (isOrthographic(from) && isOrthographic(to)) {
    to.left = from.left;
    to.right = from.right;
    to.top = from.top;
    to.bottom = from.bottom;
    to.updateProjectionMatrix();
  }
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
