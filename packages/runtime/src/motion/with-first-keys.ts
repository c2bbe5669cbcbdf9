import { joinKeys, sortKeys } from './keys.js';
import { Motion } from './motion.js';
import type { BonePart } from './parts.js';
import { CUT_FRAMES, type CameraTrack, type LightTrack, type MorphTrack } from './tracks.js';

/**
 * The same motion with a keyframe at frame 0 on every track, as MMD's own tracks have: bones at rest, morphs at 0, camera
 * and light as in a new project.
 *
 * Without it, the first keyframe holds from the beginning. With it, a track whose first keyframe is at frame 20 moves from
 * rest to that keyframe, on its curve. O(keys).
 *
 * @example
 * withFirstKeys(motion).bones.get('頭')!.frames[0]; // → 0
 */
export function withFirstKeys(motion: Motion): Motion {
  const { parts } = motion;
  const withStart = {
    ...parts,
    bones: parts.bones.map((track) => startAt(track, { ...track, ...REST })),
    morphs: parts.morphs.map((track): MorphTrack => startAt(track, { ...track, ...UNUSED })),
    cameras: parts.cameras.map((track) => startAt(track, DEFAULT_CAMERA)),
    lights: parts.lights.map((track) => startAt(track, DEFAULT_LIGHT)),
  };
  return new Motion(withStart, motion.report, motion.lastFrame);
}

function startAt<T extends BonePart | MorphTrack | CameraTrack | LightTrack>(track: T, first: T): T {
  return track.frames[0] > 0 ? sortKeys(joinKeys(track, first)).keys : track;
}

const LINEAR = [20, 20, 107, 107];

const REST: Omit<BonePart, 'name' | 'isTruncated'> = {
  frames: Float64Array.of(0),
  positions: new Float32Array(3),
  rotations: Float32Array.of(0, 0, 0, 1),
  curves: Uint8Array.from([LINEAR, LINEAR, LINEAR, LINEAR].flat()),
  physics: Uint8Array.of(1),
};

const UNUSED: Omit<MorphTrack, 'name' | 'isTruncated'> = {
  frames: Float64Array.of(0),
  weights: new Float32Array(1),
};

const DEFAULT_CAMERA: CameraTrack = {
  frames: Float64Array.of(0),
  cutFrames: CUT_FRAMES,
  distances: Float32Array.of(-45),
  targets: Float32Array.of(0, 10, 0),
  angles: new Float32Array(3),
  curves: Uint8Array.from([LINEAR, LINEAR, LINEAR, LINEAR, LINEAR, LINEAR].flat()),
  fovs: Float32Array.of(30),
  perspective: Uint8Array.of(1),
};

/** The light of a new project in MMD: 154 of 256, direction in three's space. */
const DEFAULT_LIGHT: LightTrack = {
  frames: Float64Array.of(0),
  cutFrames: CUT_FRAMES,
  colors: Float32Array.of(154 / 256, 154 / 256, 154 / 256),
  directions: Float32Array.of(-0.5, -1, -0.5),
};
