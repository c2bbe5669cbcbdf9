import { type AnimationClip, AnimationMixer, type Camera, Object3D, PerspectiveCamera } from 'three';

/** The motion of a page's camera. */
export class CameraMotion {
  readonly mixer: AnimationMixer;
  readonly #camera: PerspectiveCamera;
  /** The mixer's root: while the page moves its camera itself, the motion goes on. */
  readonly #shot = new PerspectiveCamera();
  readonly #target = new Object3D();

  constructor(camera: Camera, clips: readonly AnimationClip[]) {
    this.#camera = camera as PerspectiveCamera;
    this.#target.name = 'target';
    this.#shot.add(this.#target);
    this.mixer = new AnimationMixer(this.#shot);
    for (const clip of clips) this.mixer.clipAction(clip).play();
  }

  /**
   * Lets seconds pass; moves the camera only if `isOn`, and `target` to where it looks. Allocates nothing.
   */
  update(delta: number, isOn: boolean, target: Object3D): void {
    this.mixer.update(delta);
    if (!isOn) return;
    const shot = this.#shot;
    this.#camera.position.copy(shot.position);
    this.#camera.quaternion.copy(shot.quaternion);
    this.#camera.fov = shot.fov;
    this.#camera.updateProjectionMatrix();
    target.position.copy(this.#target.position);
  }
}
