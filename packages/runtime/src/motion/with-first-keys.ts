import { LINEAR_CURVE } from '@odori/format';
import { MMD_CAMERA, MMD_LIGHT } from '@odori/format/internal';
import { flipPositions } from '../space.js';
import { joinKeys, sortKeys } from './keys.js';
import { Motion } from './motion.js';
import type { BonePart } from './parts.js';
import { CUT_FRAMES, type CameraTrack, type LightTrack, type MorphTrack } from './tracks.js';

/**
 * The same motion with a keyframe at frame 0 on every track, as MMD's own tracks have: bones at rest, morphs
 * at 0, camera and light as in a new project.
 *
 * Without it, the first keyframe holds from the beginning. With it, a track whose first keyframe is at frame
 * 20 moves from rest to that keyframe, on its curve. O(keys).
 *
 * @example
 * withFirstKeys(motion).bones.get('頭')!.frames[0]; // → 0
 */
export function withFirstKeys(motion: Motion): Motion {
  const { parts } = motion;
  const withStart = {
    ...parts,
    bones: parts.bones.map((track) => startAt(track, { ...track, ...REST_BONE })),
    morphs: parts.morphs.map((track): MorphTrack => startAt(track, { ...track, ...REST_MORPH })),
    cameras: parts.cameras.map((track) => startAt(track, DEFAULT_CAMERA)),
    lights: parts.lights.map((track) => startAt(track, DEFAULT_LIGHT)),
  };
  return new Motion(withStart, motion.report, motion.lastFrame);
}

function startAt<T extends BonePart | MorphTrack | CameraTrack | LightTrack>(track: T, first: T): T {
  return track.frames[0] > 0 ? sortKeys(joinKeys([track, first])).keys : track;
}

const REST_BONE: Omit<BonePart, 'name'> = {
  frames: Float64Array.of(0),
  positions: new Float32Array(3),
  rotations: Float32Array.of(0, 0, 0, 1),
  curves: linearCurves(4),
  physics: Uint8Array.of(1),
};

const REST_MORPH: Omit<MorphTrack, 'name'> = {
  frames: Float64Array.of(0),
  weights: new Float32Array(1),
};

const DEFAULT_CAMERA: CameraTrack = {
  frames: Float64Array.of(0),
  cutFrames: CUT_FRAMES,
  distances: Float32Array.of(MMD_CAMERA.distance),
  targets: Float32Array.of(...MMD_CAMERA.target),
  angles: new Float32Array(3),
  curves: linearCurves(6),
  fovs: Float32Array.of(MMD_CAMERA.fov),
  perspective: Uint8Array.of(1),
};

const DEFAULT_LIGHT: LightTrack = {
  frames: Float64Array.of(0),
  cutFrames: CUT_FRAMES,
  colors: Float32Array.of(...MMD_LIGHT.color),
  directions: lightDirection(),
};

/** One linear curve per channel. */
function linearCurves(channels: number): Uint8Array {
  return Uint8Array.from({ length: 4 * channels }, (_, i) => LINEAR_CURVE[i % 4]);
}

/** Of MMD's light, in three's space. */
function lightDirection(): Float32Array {
  const direction = Float32Array.of(...MMD_LIGHT.direction);
  flipPositions(direction);
  return direction;
}
