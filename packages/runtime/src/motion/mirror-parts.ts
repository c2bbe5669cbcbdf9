import type { BonePart, MotionParts } from './parts.js';
import type { CameraTrack, LightTrack, MorphTrack } from './tracks.js';

/*
 * The mirror is the plane x = 0: S = diag(−1, 1, 1).
 *
 *   position, direction    S·v        (−x, y, z)
 *   rotation               S·R·S      quaternion (x, −y, −z, w), Euler angles (x, −y, −z)
 */

/** The mirror image: 左 (left) and 右 (right) change places. */
export function mirrorParts(parts: MotionParts): MotionParts {
  const { camera, light, selfShadow, properties } = parts;
  return {
    bones: parts.bones.map(mirrorBone),
    morphs: parts.morphs.map(mirrorMorph),
    ...(camera && { camera: mirrorCamera(camera) }),
    ...(light && { light: mirrorLight(light) }),
    ...(selfShadow && { selfShadow }),
    properties: properties.map((key) => ({
      ...key,
      ik: key.ik.map(({ name, enabled }) => ({ name: mirrorName(name), enabled })),
    })),
  };
}

/**
 * The name on the other side.
 *
 * @example
 * mirrorName('左足ＩＫ'); // → '右足ＩＫ': left leg IK → right leg IK
 * mirrorName('ウィンク'); // → 'ウィンク右': winks have names of their own
 */
export function mirrorName(name: string): string {
  return WINKS.get(name) ?? name.replace(/[左右]/g, (side) => (side === '左' ? '右' : '左'));
}

const WINKS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['ウィンク', 'ウィンク右'],
  ['ウィンク右', 'ウィンク'],
  ['ウィンク２', 'ｳｨﾝｸ２右'],
  ['ｳｨﾝｸ２右', 'ウィンク２'],
]);

function mirrorBone(track: BonePart): BonePart {
  const { name, isCut, frames, curves, physics } = track;
  const positions = signed(track.positions, [-1, 1, 1]);
  const rotations = signed(track.rotations, [1, -1, -1, 1]);
  return { name: mirrorName(name), isCut, frames, positions, rotations, curves, physics };
}

function mirrorMorph({ name, isCut, frames, weights }: MorphTrack): MorphTrack {
  return { name: mirrorName(name), isCut, frames, weights };
}

function mirrorCamera(track: CameraTrack): CameraTrack {
  return { ...track, targets: signed(track.targets, [-1, 1, 1]), angles: signed(track.angles, [1, -1, -1]) };
}

function mirrorLight(track: LightTrack): LightTrack {
  return { ...track, directions: signed(track.directions, [-1, 1, 1]) };
}

function signed(column: Float32Array, signs: readonly number[]): Float32Array {
  return column.map((value, i) => value * signs[i % signs.length]);
}
