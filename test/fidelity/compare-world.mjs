/*
 * Differences between world matrices and a reference. Both are column-major, 16 numbers per bone. Ours are in
 * three.js's space, the reference is in MMD's, so elements with exactly one z have the opposite sign.
 */

const ROTATION = [0, 1, 2, 4, 5, 6, 8, 9, 10];
const MIRRORED = new Set([2, 6, 8, 9, 14]);

function difference(ours, bone, reference, index, element) {
  const value = ours[16 * bone + element];
  return (MIRRORED.has(element) ? -value : value) - reference[16 * index + element];
}

/**
 * Degrees between two rotations: ‖A − B‖/√2 = 2·sin(angle / 2). Unlike a cosine, this is exact for small
 * angles.
 */
export function degreesBetween(ours, bone, reference, index) {
  const norm = Math.hypot(...ROTATION.map((element) => difference(ours, bone, reference, index, element)));
  return (2 * Math.asin(Math.min(norm / Math.SQRT2 / 2, 1)) * 180) / Math.PI;
}

/**
 * ‖A − B‖/√2 in degrees: for small angles the same as {@link degreesBetween}. Also fits matrices that are no
 * rotations, such as those of knees of a PMD.
 */
export function chordBetween(ours, bone, reference, index) {
  const norm = Math.hypot(...ROTATION.map((element) => difference(ours, bone, reference, index, element)));
  return ((norm / Math.SQRT2) * 180) / Math.PI;
}

/** Distance between two positions, in MMD units. */
export function unitsBetween(ours, bone, reference, index) {
  return Math.hypot(...[12, 13, 14].map((element) => difference(ours, bone, reference, index, element)));
}

/** Median, 95th percentile and maximum of some numbers. */
export function spreadOf(values) {
  const sorted = Float64Array.from(values).toSorted();
  const at = (fraction) => sorted[Math.min(Math.floor(fraction * sorted.length), sorted.length - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
}
