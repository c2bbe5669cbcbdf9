import type { TrackName } from './names.js';

/*
 * Playback reads tracks. A track has the keyframes of one name, sorted by frame, in three's space
 * (right-handed, y up) and MMD units. `frames` ascend strictly. They may be fractional (after `retime`) or
 * negative (after `slice`).
 */

/** Keyframes of camera and light at most this far apart are a cut in MMD. */
export const CUT_FRAMES = 1;

/** Keyframes of one bone. */
export interface BoneTrack {
  /** As in the file: {@link matchTracks} finds the bone by its bytes. */
  readonly name: TrackName;
  readonly frames: Float64Array;
  /** `3 * keys`, from the rest position. */
  readonly positions: Float32Array;
  /** `4 * keys`, x y z w, normalized; of q and −q the one nearer to the previous keyframe. */
  readonly rotations: Float32Array;
  /** `16 * keys`, channels X Y Z R × x1 y1 x2 y2: the curve from the previous keyframe to this one. */
  readonly curves: Uint8Array;
  /** `keys`, 1 = physics on. */
  readonly physics: Uint8Array;
  /**
   * `keys`, `SEGMENT_` bits: how the segment from the previous keyframe to this one is sampled. 0 until it is
   * sampled.
   */
  readonly segments: Uint8Array;
  /**
   * `2 * keys`, per segment: half the rotation angle in radians, and 1 / its sine (0 where a straight line
   * will do). Set when the segment is first sampled.
   */
  readonly arcs: Float64Array;
  /** False if all positions are zero. */
  readonly hasTranslation: boolean;
}

/** Keyframes of one morph. */
export interface MorphTrack {
  /** As in the file: {@link matchTracks} finds the morph by its bytes. */
  readonly name: TrackName;
  readonly frames: Float64Array;
  readonly weights: Float32Array;
}

/** Keyframes of the camera. */
export interface CameraTrack {
  readonly frames: Float64Array;
  /** Keyframes at most this far apart are a cut: the earlier one holds. 1, unless the motion was retimed. */
  readonly cutFrames: number;
  /** The file's sign: negative = the eye is behind the target and looks at it. */
  readonly distances: Float32Array;
  /** `3 * keys`. */
  readonly targets: Float32Array;
  /** `3 * keys`, radians, order YXZ. */
  readonly angles: Float32Array;
  /** `24 * keys`, channels X Y Z R D F × x1 y1 x2 y2. */
  readonly curves: Uint8Array;
  /** Degrees, vertical. */
  readonly fovs: Float32Array;
  /** 1 = perspective, 0 = orthographic. */
  readonly perspective: Uint8Array;
}

/** Keyframes of the light. */
export interface LightTrack {
  readonly frames: Float64Array;
  /** Keyframes at most this far apart are a cut: the earlier one holds. 1, unless the motion was retimed. */
  readonly cutFrames: number;
  /** `3 * keys`, r g b, 0..1, gamma encoded as in MMD. */
  readonly colors: Float32Array;
  /** `3 * keys`, the direction of the light's rays; not normalized. */
  readonly directions: Float32Array;
}

/** Keyframes of the self shadow. */
export interface SelfShadowTrack {
  readonly frames: Float64Array;
  /** 0 off, 1, 2. */
  readonly modes: Uint8Array;
  /** The file's numbers: 0.1 − 0.00001 × the number in MMD's window. */
  readonly distances: Float32Array;
}

/** Visibility and IK switches. */
export interface PropertyTrack {
  readonly frames: Float64Array;
  /** 1 = shown. */
  readonly visible: Uint8Array;
  /** The IK bones that are named by any keyframe: a text for each, which no other one has. */
  readonly ikNames: readonly string[];
  /** The same names as in the file. */
  readonly ikFields: readonly TrackName[];
  /**
   * `ikNames.length + 1`: the changes of switch i are the entries ikStarts[i] to ikStarts[i + 1] of the next
   * two columns. The first is its state at keyframe 0.
   */
  readonly ikStarts: Uint32Array;
  /** One per change: the keyframe, ascending within a switch. */
  readonly ikKeys: Uint32Array;
  /** One per change, 1 = on: the state from that keyframe on. */
  readonly ikEnabled: Uint8Array;
}
