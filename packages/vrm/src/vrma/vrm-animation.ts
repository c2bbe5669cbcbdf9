import type { HumanBoneName } from '@odori/runtime/joints';

/** The keyframes of one value of a {@link VrmAnimation}. */
export interface VrmTrack {
  /** Seconds, ascending. */
  readonly times: Float32Array;
  /**
   * Per keyframe: 3 numbers of a place, 4 of a rotation, 1 of a weight. With `cubic`, three times as many:
   * the tangent at its end of the curve before, the value, and the tangent of the curve after it, per second.
   */
  readonly values: Float32Array;
  /**
   * `linear`: straight lines and arcs between keyframes. `step`: each value stays until the next keyframe.
   * `cubic`: cubic curves, as glTF's `CUBICSPLINE`.
   */
  readonly interpolation: 'linear' | 'step' | 'cubic';
}

/**
 * A humanoid's dance as VRMA files hold it, as plain data that can be posted to a worker: the avatar faces
 * +z, three's space, metres, seconds.
 *
 * Rotations are normalized, as in three-vrm: relative to a rest pose in which no bone is turned.
 */
export interface VrmAnimation {
  /** The human bones of the skeleton, parents first. */
  readonly bones: readonly HumanBoneName[];
  /** `3 * bones`: x y z in the T-pose. */
  readonly positions: Float64Array;
  /** Where the hips are: x y z per keyframe. undefined: they stay. */
  readonly hips: VrmTrack | undefined;
  /** Relative to the next human bone above: x y z w per keyframe. Bones without a track do not turn. */
  readonly rotations: ReadonlyMap<HumanBoneName, VrmTrack>;
  /** Weights, 0 to 1, of the expressions that VRM defines, by their names: `aa`, `blink`, `happy`. */
  readonly presets: ReadonlyMap<string, VrmTrack>;
  /** The same of an avatar's own expressions. */
  readonly customs: ReadonlyMap<string, VrmTrack>;
  readonly lookAt: VrmAnimationLookAt | undefined;
}

/** Where a humanoid looks. @inline */
export interface VrmAnimationLookAt {
  /** The point between the eyes, x y z from the head bone. */
  readonly offsetFromHead: readonly [number, number, number];
  /** The gaze relative to the head, x y z w per keyframe: the identity looks along +z. */
  readonly track: VrmTrack | undefined;
}

/**
 * The expressions that VRM 1.0 defines and a VRMA may have: those that make the eyes look somewhere are not
 * among them.
 */
export const VRMA_PRESETS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'happy',
  'angry',
  'sad',
  'relaxed',
  'surprised',
  'aa',
  'ih',
  'ou',
  'ee',
  'oh',
  'blink',
  'blinkLeft',
  'blinkRight',
  'neutral',
]);

/**
 * The length of a VRM animation: the seconds of the last keyframe of all tracks, 0 without keyframes.
 * O(tracks).
 *
 * @example
 * vrmAnimationDuration(parseVrma(bytes)); // → 64
 */
export function vrmAnimationDuration(animation: VrmAnimation): number {
  return allTracks(animation).reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0);
}

/** All tracks of an animation. */
export function allTracks({ hips, rotations, presets, customs, lookAt }: VrmAnimation): VrmTrack[] {
  const tracks = [hips, ...rotations.values(), ...presets.values(), ...customs.values(), lookAt?.track];
  return tracks.filter((track) => track !== undefined);
}
