import { type BoneTrack, type Motion, sampleBone } from '@odori/runtime';

/** The radius of the platform, in units, if the dance stays in the middle. */
export const LEAST_RADIUS = 15;
/** A larger one would reach the gate. */
export const MOST_RADIUS = 70;
/** From the middle of a dancer to the rim: her feet stand apart. */
const ROOM = 5;

/** The bones that carry a dancer over the floor, from the parent to the child, and her feet. */
const PARENT = '全ての親';
const CARRIERS = ['センター', 'グルーブ'];
const FEET = ['左足ＩＫ', '右足ＩＫ'];

/**
 * The radius of a platform around the origin that a dancer does not leave, in MMD units, from 15 to 70. The
 * places at the keyframes of her motion count. O(keys).
 *
 * @example
 * platformRadius(Motion.from(danceTo30)); // → 35
 */
export function platformRadius(motion: Motion | undefined): number {
  if (!motion) return LEAST_RADIUS;
  const trackOf = (name: string): BoneTrack | undefined => motion.bones.get(name);
  const parent = trackOf(PARENT);
  const ways = [CARRIERS.map(trackOf), ...FEET.map((foot) => [trackOf(foot)])];
  const farthest = Math.max(...ways.map((way) => farthestOf(parent, way)));
  return Math.min(Math.max(farthest + ROOM, LEAST_RADIUS), MOST_RADIUS);
}

/** How far from the origin tracks lead that add up and are children of `parent`. */
function farthestOf(parent: BoneTrack | undefined, way: readonly (BoneTrack | undefined)[]): number {
  const tracks = way.filter((track) => track !== undefined);
  const frames = new Set([parent, ...tracks].flatMap((track) => [...(track?.frames ?? [])]));
  const [position, rotation] = [
    [0, 0, 0],
    [0, 0, 0, 1],
  ];
  let farthest = 0;
  for (const frame of frames) {
    let [x, y, z] = [0, 0, 0];
    for (const track of tracks) {
      sampleBone(track, frame, position, rotation);
      [x, y, z] = [x + position[0], y + position[1], z + position[2]];
    }
    if (parent) {
      sampleBone(parent, frame, position, rotation);
      const [qx, qy, qz, qw] = rotation;
      // t = 2 q × v; v + qw t + q × t
      const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
      x += position[0] + qw * tx + qy * tz - qz * ty;
      z += position[2] + qw * tz + qx * ty - qy * tx;
    }
    farthest = Math.max(farthest, Math.hypot(x, z));
  }
  return farthest;
}
