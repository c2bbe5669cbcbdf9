import { mirroredPull, type Pull } from '../mesh/part.js';
import { clamp, dot, lerp, smoothstep, sub, type V3 } from '../mesh/vector.js';
import { ANKLE, ARM_AXIS, bonePosition, ELBOW, HIP, KNEE, SHOULDER, WRIST } from './bone-table.js';

/** A transition from one bone to the next: its position along a limb and its half length. */
type Handover = readonly [bone: string, at: number, before: number, after: number];

/** The weights along a limb: one bone up to the first transition, then the next one, and so on. */
function handOver(first: string, handovers: readonly Handover[], place: number): Pull {
  let pull: Record<string, number> = { [first]: 1 };
  for (const [bone, at, before, after] of handovers) {
    const share = smoothstep(at - before, at + after, place);
    if (share <= 0) continue;
    for (const name of Object.keys(pull)) pull[name] *= 1 - share;
    pull = { ...pull, [bone]: share };
  }
  return pull;
}

export function blend(a: Pull, b: Pull, share: number): Pull {
  if (share <= 0) return a;
  if (share >= 1) return b;
  const sum: Record<string, number> = {};
  for (const [name, weight] of Object.entries(a)) sum[name] = weight * (1 - share);
  for (const [name, weight] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + weight * share;
  return sum;
}

/** Neck, chest, waist and hips. */
export function trunkPull([, y, z]: V3): Pull {
  // The neck turns about a place behind it: what is in front of it follows later.
  const lean = clamp((0.25 - z) * 0.15, 0, 0.1);
  return handOver(
    '下半身',
    [
      ['上半身', 12.1, 0.55, 0.55],
      ['上半身2', 13.4, 0.5, 0.5],
      ['首', 15.55 + lean, 0.22, 0.3],
      ['頭', 16.2 + lean, 0.16, 0.2],
    ],
    y,
  );
}

/** The sash around the waist. */
export function beltPull([x, y, z]: V3): Pull {
  return trunkPull([x, clamp(y, 11.5, 12.25), z]);
}

/** How far a place lies along the left arm. */
export function armPlace(point: V3): number {
  return dot(sub(point, SHOULDER), ARM_AXIS);
}

const ARM_HANDOVERS: readonly Handover[] = [
  ['左腕捩1', 0.65, 0.3, 0.3],
  ['左腕捩2', 1.25, 0.3, 0.3],
  ['左腕捩3', 1.8, 0.3, 0.3],
  ['左腕捩', 2.2, 0.2, 0.2],
  ['左ひじ', ELBOW, 0.36, 0.36],
  ['左手捩1', 3.4, 0.22, 0.22],
  ['左手捩2', 3.85, 0.22, 0.25],
  ['左手捩3', 4.35, 0.25, 0.25],
  ['左手捩', 4.8, 0.2, 0.2],
  ['左手首', WRIST, 0.18, 0.18],
];

/** The left arm from the shoulder to the hand. */
export function armPull(point: V3): Pull {
  return handOver('左腕', ARM_HANDOVERS, armPlace(point));
}

/**
 * The left half of the upper body with shoulder and arm; below the armpit they part along a slanting line.
 */
export function torsoPull(point: V3): Pull {
  const [x, y] = point;
  // The shoulder takes what is high up and not in the middle.
  const high = smoothstep(13.8, 14.7, y) * (1 - smoothstep(15.35, 15.75, y - x * 0.2));
  const chest = blend(trunkPull(point), { 左肩: 1 }, smoothstep(0.2, 1.05, x) * high);
  const place = armPlace(point);
  const outside = smoothstep(-0.1, 0.4, x - 1.32 - (14.3 - y) * 0.22);
  const arm = smoothstep(-0.55, 0.45, place) * lerp(outside, 1, smoothstep(14.0, 14.9, y));
  return blend(chest, armPull(point), arm);
}

/** Extends weights for the left half to both halves. */
export function bothHalves(pull: (point: V3) => Pull): (point: V3) => Pull {
  return (point) => {
    if (point[0] >= 0) return pull(point);
    return mirroredPull(pull([-point[0], point[1], point[2]]));
  };
}

/** Her left leg below the hips, by how far down it is; the D bones carry her. */
export function legPull(point: V3): Pull {
  const [, y, z] = point;
  return handOver(
    '左足D',
    [
      ['左ひざD', -KNEE[1], 0.5, 0.5],
      ['左足首D', -ANKLE[1], 0.3, 0.3],
    ],
    -y + clamp(KNEE[2] - z, -0.4, 0.4) * 0.15,
  );
}

/** Hips and legs: a leg takes over across the groin, and further up in front, where it folds. */
export function hipPull(point: V3): Pull {
  const [x, y, z] = point;
  const fold = HIP[1] - 0.15 + clamp(x - 0.5, 0, 1) * 0.45 - clamp(z - HIP[2], -0.6, 0.8) * 0.3;
  const leg = (1 - smoothstep(fold - 0.75, fold + 0.6, y)) * smoothstep(-0.05, 0.3, x);
  return blend(trunkPull(point), legPull(point), leg);
}

/**
 * Along a chain of bones, `place` counting joints from its first: each bone is alone in its middle, and two
 * share at a joint. Half a bone before the first, the root is alone.
 */
export function chainPull(names: readonly string[], place: number, root: string): Pull {
  const all = [root, ...names];
  const middles = clamp(place + 0.5, 0, names.length);
  const i = Math.min(Math.floor(middles), names.length - 1);
  return blend({ [all[i]]: 1 }, { [all[i + 1]]: 1 }, middles - i);
}

/** From one bone to others along a limb; for fingers. */
export function fingerPull(root: string, bones: readonly string[], place: number, isThumb: boolean): Pull {
  return handOver(
    root,
    bones.map((bone, i): Handover => [
      bone,
      i,
      i === 0 ? (isThumb ? 0.35 : 0.22) : 0.22,
      i === 0 && isThumb ? 0.6 : 0.2,
    ]),
    place,
  );
}

/** Joints whose vertices turn on a sphere (SDEF) if they follow just these two, and their middle. */
export const SPHERICAL_JOINTS: readonly (readonly [bone: string, other: string, center: string])[] = [
  ['左腕捩', '左ひじ', '左ひじ'],
  ['左ひざD', '左足D', '左ひざ'],
  ['左足D', '下半身', '左足'],
  ['左腕', '左肩', '左腕'],
  ['左手捩', '左手首', '左手首'],
  ['左足首D', '左ひざD', '左足首'],
];

/** The SDEF centre of the vertices of two bones, if they have one. */
export function sphereCenter(a: string, b: string): V3 | undefined {
  for (const [bone, other, center] of SPHERICAL_JOINTS) {
    for (const side of ['左', '右']) {
      const names = [bone, other].map((name) => name.replace('左', side));
      if (names.includes(a) && names.includes(b) && a !== b) return bonePosition(center.replace('左', side));
    }
  }
  return undefined;
}
