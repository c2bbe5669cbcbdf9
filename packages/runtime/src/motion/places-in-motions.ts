import type { Motion } from './motion.js';

/** The bones that take a dancer to her place. */
const CARRIERS = ['全ての親', 'センター', 'グルーブ'];
/** Nearer dancers would stand in each other, in MMD units. */
const NEAR = 4;

/**
 * Whether dancers at the origin begin apart from each other: then their motions are a formation. O(dancers²).
 */
export function placesInMotions(motions: readonly (Motion | undefined)[]): boolean {
  const starts = motions.map(startOf);
  return starts.every((start, i) =>
    starts.every((other, k) => k === i || Math.hypot(start[0] - other[0], start[1] - other[1]) >= NEAR),
  );
}

/** The place at the first keyframe, x and z in MMD units. x grows to the right of who watches. */
export function startOf(motion: Motion | undefined): [x: number, z: number] {
  const positions = CARRIERS.map((name) => motion?.bones.get(name)?.positions ?? [0, 0, 0]);
  return [0, 2].map((axis) => positions.reduce((sum, own) => sum + own[axis], 0)) as [number, number];
}
