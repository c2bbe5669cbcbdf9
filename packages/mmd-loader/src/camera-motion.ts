import { applyCameraPose, createCameraPose, MotionCamera } from '@odori/runtime';
import {
  type AnimationClip,
  AnimationMixer,
  type Camera,
  type OrthographicCamera,
  type PerspectiveCamera,
  type Vector3,
} from 'three';
import { warnOnce } from './warn-once.js';

/** The motion of a page's camera. */
export class CameraMotion {
  readonly mixer: AnimationMixer;
  readonly clips: readonly AnimationClip[];
  readonly #camera: PerspectiveCamera | OrthographicCamera;
  /** The mixer's root; its own cameras are not used. */
  readonly #root = new MotionCamera();
  readonly #pose = createCameraPose();

  constructor(camera: Camera, clips: readonly AnimationClip[]) {
    this.#camera = camera as PerspectiveCamera | OrthographicCamera;
    this.clips = clips;
    this.mixer = new AnimationMixer(this.#root);
    for (const clip of clips) this.mixer.clipAction(clip).play();
  }

  /** Lets seconds pass; moves the camera only if `isOn`. Writes the place it looks at to `target`. Allocates nothing. */
  update(delta: number, isOn: boolean, target: Vector3): void {
    const root = this.#root;
    const pose = this.#pose;
    this.mixer.update(delta);
    if (!isOn) return;
    for (let axis = 0; axis < 3; axis++) {
      pose.target[axis] = root.target.getComponent(axis);
      pose.angles[axis] = root.angles.getComponent(axis);
    }
    pose.distance = root.distance;
    pose.fov = root.fov;
    if (!root.perspective && 'isPerspectiveCamera' in this.#camera) warnOnce(PARALLEL);
    applyCameraPose(pose, this.#camera);
    target.copy(root.target);
  }
}

const PARALLEL =
  'the camera motion has orthographic shots, which a PerspectiveCamera cannot show. ' +
  'MotionCamera of @odori/runtime shows them: render with `motionCamera.active`.';
