import type { MotionParts } from './parts.js';

/*
 * The mirror is the plane x = 0: S = diag(−1, 1, 1).
 *
 *   position, direction    S·v        (−x, y, z)
 *   rotation               S·R·S      quaternion (x, −y, −z, w), Euler angles (x, −y, −z)
 */

/** The mirror image: 左 (left) and 右 (right) change places. */
export function mirrorParts(parts: MotionParts): MotionParts {
  return {
    ...parts,
    bones: parts.bones.map((track) => ({
      ...track,
      name: mirrorName(track.name),
      positions: signed(track.positions, [-1, 1, 1]),
      rotations: signed(track.rotations, [1, -1, -1, 1]),
    })),
    morphs: parts.morphs.map((track) => ({ ...track, name: mirrorName(track.name) })),
    cameras: parts.cameras.map((track) => ({
      ...track,
      targets: signed(track.targets, [-1, 1, 1]),
      angles: signed(track.angles, [1, -1, -1]),
    })),
    lights: parts.lights.map((track) => ({ ...track, directions: signed(track.directions, [-1, 1, 1]) })),
    properties: parts.properties.map((key) => ({
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
function mirrorName(name: string): string {
  const wink = WINKS.indexOf(name);
  return wink < 0 ? name.replace(/[左右]/g, (side) => (side === '左' ? '右' : '左')) : WINKS[wink ^ 1];
}

/** The left ones stand at even places, the right ones behind them. */
const WINKS = ['ウィンク', 'ウィンク右', 'ウィンク２', 'ｳｨﾝｸ２右'];

function signed(column: Float32Array, signs: readonly number[]): Float32Array {
  return column.map((value, i) => value * signs[i % signs.length]);
}
