import type { PmmCamera } from '@odori/format/internal';
import {
  createCameraPose,
  KeyCursor,
  type Motion,
  MotionCamera,
  type MotionCameraOptions,
  sampleCamera,
} from '@odori/runtime';
import { type Anchors, AnchorTrack, framesOf } from './anchor.js';

/**
 * The camera of a scene. Where a keyframe follows a bone, its target is relative to that bone.
 *
 * Only the bone's position counts, as its rig was last solved, not its rotation. The followed bone changes at
 * each keyframe.
 */
export class SceneCamera extends MotionCamera {
  readonly #motion: Motion;
  readonly #followed: AnchorTrack;
  readonly #cursor = new KeyCursor();
  readonly #pose = createCameraPose();

  /** @internal */
  constructor(motion: Motion, { keys }: PmmCamera, anchors: Anchors, options: MotionCameraOptions) {
    super(motion, options);
    this.#motion = motion;
    const frames = framesOf(keys);
    const { followModels, followBones } = keys;
    this.#followed = new AnchorTrack(
      frames,
      Array.from(frames, (_, key) => anchors.find(followModels[key], followBones[key], 'camera')),
    );
  }

  override sample(frame: number): void {
    const track = this.#motion.camera;
    if (!track) return;
    const pose = sampleCamera(track, frame, this.#pose, this.#cursor);
    const followed = this.#followed.at(frame);
    if (followed) for (let axis = 0; axis < 3; axis++) pose.target[axis] += followed.position[axis];
    this.setPose(pose);
  }
}
