import { type Column, mapColumns } from './keys.js';
import { mapParts } from './map-parts.js';
import type { MotionParts } from './parts.js';

/*
 * The mirror is the plane x = 0: S = diag(−1, 1, 1).
 *
 *   position, direction    S·v        (−x, y, z)
 *   rotation               S·R·S      quaternion (x, −y, −z, w), Euler angles (x, −y, −z)
 */

/** The signs of x y z, or of x y z w, in columns that have a side. */
const SIGNS = /* @__PURE__ */ new Map([
  ['positions', [-1, 1, 1]],
  ['rotations', [1, -1, -1, 1]],
  ['targets', [-1, 1, 1]],
  ['angles', [1, -1, -1]],
  ['directions', [-1, 1, 1]],
]);

/** The mirror image: 左 (left) and 右 (right) change places. */
export function mirrorParts(parts: MotionParts): MotionParts {
  return mapParts(
    parts,
    (track) => mapColumns('name' in track ? mirrorNamed(track) : track, signed),
    parts.properties.map((key) => ({ ...key, ik: key.ik.map(mirrorNamed) })),
  );
}

function mirrorNamed<T extends { readonly name: string }>(named: T): T {
  return { ...named, name: mirrorName(named.name) };
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

function signed(column: Column, _perKey: number, name: string): Column {
  const signs = SIGNS.get(name);
  return signs ? column.map((value, i) => value * signs[i % signs.length]) : column;
}
