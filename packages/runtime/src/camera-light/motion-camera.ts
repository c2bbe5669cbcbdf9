import { MMD_CAMERA } from '@odori/format/internal';
import { Object3D, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { checkedPositive } from '../checked-number.js';
import { clampFrame, loopFrame } from '../motion/frames.js';
import {
  type CameraPose,
  type CameraTrack,
  createCameraPose,
  FRAMES_PER_SECOND,
  KeyCursor,
  type Motion,
  sampleCamera,
} from '../motion/index.js';
import type { ExternalParent } from '../rig/index.js';
import { applyCameraPose } from './apply-camera-pose.js';

/** Options of {@link MotionCamera}. */
export interface MotionCameraOptions {
  /** Width / height of the canvas. */
  aspect?: number; // 1
  /** Size of an MMD unit in the scene: 0.08 if models are scaled to metres. */
  unit?: number; // 1
  /** Of the perspective camera, in units of the scene; that of the orthographic one is 0, as in MMD. */
  near?: number; // 0.5 * unit
  /** In units of the scene. */
  far?: number; // 10000 * unit
  /** Starts again when the motion has ended. */
  loop?: boolean; // false
  /** For a model that is taller or smaller than the one for which the motion was made. */
  heightScale?: number; // 1
}

/**
 * A perspective and an orthographic camera that follow a motion's camera track; `active` is the one to render
 * with.
 *
 * Either {@link sample} it at frames, or let an `AnimationMixer` write its pose (`createCameraClip`) and call
 * {@link update}. It is an `Object3D` for the mixer only: neither it nor its cameras need to be in the scene.
 *
 * @example
 * const camera = new MotionCamera(motion, { aspect: innerWidth / innerHeight });
 * camera.sample(secondsToFrame(seconds));
 * renderer.render(scene, camera.active);
 */
export class MotionCamera extends Object3D {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** The pose, for a mixer to write: three's space, MMD units. */
  readonly target: Vector3 = new Vector3(...MMD_CAMERA.target);
  /** Radians about x, y, z, order YXZ. */
  readonly angles: Vector3 = new Vector3();
  /** Negative: the eye is behind the target and looks at it. */
  distance: number = MMD_CAMERA.distance;
  /** Degrees, vertical. */
  fov: number = MMD_CAMERA.fov;
  perspective: boolean = MMD_CAMERA.perspective;
  /**
   * The bone that the camera follows: its place in MMD units, as in `rig.setExternalParent`. It counts
   * from the next {@link update} or {@link sample} on, which must come after the bone's rig was solved.
   *
   * While there is one, `angles` are relative to the bone, and `target` is the way from the bone to the eye,
   * along the camera's own axes. `distance` has no meaning.
   *
   * @see Measured on MMD 9.31: eye = bone + C · target, C = R(bone) · R(angles); 3e-5 units at 15 frames.
   * @example
   * const head = rig.boneIndex('頭');
   * camera.followed = {
   *   rotation: rig.worldRotations.subarray(4 * head, 4 * head + 4),
   *   position: rig.worldPositions.subarray(3 * head, 3 * head + 3),
   * };
   */
  followed: ExternalParent | undefined;

  /**
   * The height of `target` and `distance` are multiplied by it, for a model that is taller or smaller than
   * the one for which the motion was made; of a bone that is followed, the way to the eye. It counts from the
   * next {@link update} or {@link sample} on.
   *
   * @example
   * camera.heightScale = eyeHeight(child.rig.definition) / eyeHeight(grownUp.rig.definition); // → 0.62
   */
  heightScale: number;

  readonly perspectiveCamera: PerspectiveCamera;
  readonly orthographicCamera: OrthographicCamera;
  /** Width / height of the canvas; set it when the canvas is resized. */
  aspect: number;
  /** Size of an MMD unit in the scene. */
  readonly unit: number;

  readonly #track: CameraTrack | undefined;
  readonly #lastFrame: number;
  readonly #loop: boolean;
  readonly #cursor = new KeyCursor();
  readonly #pose: CameraPose = createCameraPose();

  /**
   * Without a camera track it is where MMD's camera is in a new project.
   *
   * @throws RangeError if `unit` or `heightScale` is not a finite number above 0, or not 0 < `near` < `far`.
   * The aspect of a canvas without a size (0 / 0) is accepted; set `aspect` once the canvas has a size.
   */
  constructor(motion?: Motion, options: MotionCameraOptions = {}) {
    super();
    const { aspect = 1, unit = 1, near = 0.5 * unit, far = 10_000 * unit, loop = false } = options;
    const { heightScale = 1 } = options;
    checkedPositive('unit', unit);
    if (!(near > 0 && near < far && far < Infinity))
      throw new RangeError(`near and far must be finite numbers, 0 < near < far, not ${near} and ${far}`);
    this.aspect = aspect;
    this.unit = unit;
    this.heightScale = checkedPositive('heightScale', heightScale);
    this.perspectiveCamera = new PerspectiveCamera(this.fov, aspect, near, far);
    this.orthographicCamera = new OrthographicCamera(-1, 1, 1, -1, 0, far);
    this.#track = motion?.camera;
    this.#lastFrame = motion?.lastFrame ?? 0;
    this.#loop = loop;
    this.update();
  }

  /** The camera to render with. */
  get active(): PerspectiveCamera | OrthographicCamera {
    return this.perspective ? this.perspectiveCamera : this.orthographicCamera;
  }

  /**
   * From the eye to what the camera looks at, in MMD units and with the sign of `distance`: to the target, or
   * to the bone that it follows. {@link heightScale} is in it.
   */
  get depth(): number {
    return (this.followed ? -this.target.z : this.distance) * this.heightScale;
  }

  /** Seconds until the last keyframe of its track, or until the end of a slice; 0 without a track. */
  get duration(): number {
    return clampFrame(this.#track?.frames.at(-1) ?? 0, this.#lastFrame) / FRAMES_PER_SECOND;
  }

  /**
   * Samples the track at a frame, if there is one, and moves the camera, also with a bone that it follows.
   * Before the motion begins, its first pose holds, and after its end its last pose, unless it loops.
   * Allocates nothing.
   */
  sample(frame: number): void {
    if (!this.#track) {
      if (this.followed) this.update();
      return;
    }
    const at = this.#loop ? loopFrame(frame, this.#lastFrame) : frame;
    const within = clampFrame(at, this.#lastFrame);
    this.setPose(sampleCamera(this.#track, within, this.#pose, this.#cursor));
  }

  /** Sets the pose and moves the camera. */
  setPose({ target, angles, distance, fov, perspective }: CameraPose): void {
    this.target.fromArray(target);
    this.angles.fromArray(angles);
    this.distance = distance;
    this.fov = fov;
    this.perspective = perspective;
    this.update();
  }

  /** Moves the camera to its pose, after a mixer has written the pose. Allocates nothing. */
  update(): void {
    const pose = this.#pose;
    const { active, followed, heightScale } = this;
    for (let axis = 0; axis < 3; axis++) {
      const scale = followed || axis === 1 ? heightScale : 1;
      pose.target[axis] = this.target.getComponent(axis) * scale * this.unit;
      pose.angles[axis] = this.angles.getComponent(axis);
    }
    pose.distance = this.depth * this.unit;
    pose.fov = this.fov;
    pose.perspective = this.perspective;
    applyCameraPose(pose, active, this.aspect);
    if (followed) {
      boneRotation.fromArray(followed.rotation);
      bonePosition.fromArray(followed.position).multiplyScalar(this.unit);
      active.position.set(pose.target[0], pose.target[1], pose.target[2]);
      active.position.applyEuler(active.rotation).applyQuaternion(boneRotation).add(bonePosition);
      active.quaternion.premultiply(boneRotation);
    }
    active.updateMatrixWorld();
  }
}

const boneRotation = /* @__PURE__ */ new Quaternion();
const bonePosition = /* @__PURE__ */ new Vector3();
