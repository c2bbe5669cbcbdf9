import { createVpd } from '@odori/format';
import { createSkeletonDefinition, FRAMES_PER_SECOND, Motion, Rig, secondsToFrame } from '@odori/runtime';

const BONE = 'time';

/**
 * What a player moves of a scene: a rig whose only bone goes along x, from 0 to 1, as time does.
 *
 * A player writes poses and tells no time: so a whole scene can be one of those that it plays, looped, offset and all.
 */
export class SceneClock {
  readonly rig: Rig = new Rig(createSkeletonDefinition([{ name: BONE, parent: -1, position: [0, 0, 0] }]));
  readonly motion: Motion;

  constructor(lastFrame: number) {
    this.motion = Motion.from(timeAt(1).offset(lastFrame), timeAt(0)); // the same one if the scene is but a pose
  }

  /** The frame that the pose tells; whole where it was. */
  get frame(): number {
    const seconds = (this.rig.pose.translations[0] * this.motion.lastFrame) / FRAMES_PER_SECOND;
    return secondsToFrame(seconds);
  }
}

function timeAt(x: number): Motion {
  return Motion.from(createVpd({ bones: [{ name: BONE, position: [x, 0, 0] }] }));
}
