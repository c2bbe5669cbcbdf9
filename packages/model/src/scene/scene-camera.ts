import type { PmmCamera } from '@odori/format/internal';
import { type Motion, MotionCamera, type MotionCameraOptions } from '@odori/runtime';
import { type Anchor, type Anchors, AnchorTrack, framesOf } from './anchor.js';

/**
 * The camera of a scene. It follows the bones that its keyframes name, as their rigs were last solved. The
 * followed bone changes at each keyframe.
 */
export class SceneCamera extends MotionCamera {
  readonly #bones: AnchorTrack;

  /** @internal */
  constructor(motion: Motion, { keys }: PmmCamera, anchors: Anchors, options: MotionCameraOptions) {
    super(motion, options);
    const frames = framesOf(keys);
    const { followModels, followBones } = keys;
    const boneAt = (key: number): Anchor | undefined =>
      followModels[key] < 0 ? undefined : anchors.find(followModels[key], followBones[key], 'camera');
    this.#bones = new AnchorTrack(
      frames,
      Array.from(frames, (_, key) => boneAt(key)),
    );
  }

  override sample(frame: number): void {
    this.followed = this.#bones.at(frame);
    super.sample(frame);
  }
}
