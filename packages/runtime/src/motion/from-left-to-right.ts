import { sidesIn } from '@odori/format/internal';
import type { Motion } from './motion.js';
import { placesInMotions, startOf } from './places-in-motions.js';

/** A dance, and what its name and its files say about the place of its dancer. */
export interface NamedDance {
  readonly name: string;
  readonly paths: readonly string[];
  readonly motion: Motion;
}

/** Dances as their dancers stand, or else as their names count: left, 2, 10, right. O(dances²). */
export function fromLeftToRight<T>(dances: readonly T[], describe: (dance: T) => NamedDance): T[] {
  const all = dances.map((dance) => ({ dance, ...describe(dance) }));
  const sides = new Map(all.map((each) => [each, sideOf(each)]));
  all.sort((a, b) => sides.get(a)! - sides.get(b)! || a.name.localeCompare(b.name, 'en', { numeric: true }));
  if (placesInMotions(all.map(({ motion }) => motion)))
    all.sort((a, b) => startOf(a.motion)[0] - startOf(b.motion)[0]);
  return all.map(({ dance }) => dance);
}

/** −1 on the left, 1 on the right, as the names of the files say. */
function sideOf({ paths }: NamedDance): number {
  const sides = paths.flatMap(sidesIn);
  return Number(sides.includes('right')) - Number(sides.includes('left'));
}
