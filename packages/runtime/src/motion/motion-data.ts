import { Motion } from './motion.js';
import type { MotionNote } from './motion-report.js';
import type { MotionParts } from './parts.js';
import type { BoneTrack, PropertyTrack } from './tracks.js';

/** A motion as plain data, which a worker can send without a copy. */
export interface MotionData {
  readonly parts: MotionParts;
  readonly bones: readonly BoneTrack[];
  readonly property: PropertyTrack | undefined;
  readonly report: readonly MotionNote[];
  readonly lastFrame: number;
}

/** The data share their columns with the motion. O(tracks). */
export function dataOfMotion({ parts, bones, property, report, lastFrame }: Motion): MotionData {
  return { parts, bones: [...bones.values()], property, report, lastFrame };
}

/** The motion that has these data. O(tracks). */
export function motionOfData({ parts, report, lastFrame, ...tracks }: MotionData): Motion {
  return new Motion(parts, report, lastFrame, tracks);
}

/** A motion of parts whose keyframes are in order. */
export function motionOfParts(parts: MotionParts, report: readonly MotionNote[], lastFrame: number): Motion {
  return new Motion(parts, report, lastFrame);
}
