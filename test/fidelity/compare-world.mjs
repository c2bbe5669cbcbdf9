/*
 * How far world matrices lie from a reference: both column-major, 16 a bone. Three's space on our side, MMD's on the
 * reference's, so that the elements that hold one z are of the other sign.
 */

const TURN = [0, 1, 2, 4, 5, 6, 8, 9, 10];
const MIRRORED = new Set([2, 6, 8, 9, 14]);

function difference(ours, bone, reference, index, element) {
  const value = ours[16 * bone + element];
  return (MIRRORED.has(element) ? -value : value) - reference[16 * index + element];
}

/** Degrees between two turns: ‖A − B‖/√2 = 2·sin(angle / 2), which small angles do not drown in as they do in a cosine. */
export function degreesBetween(ours, bone, reference, index) {
  const norm = Math.hypot(...TURN.map((element) => difference(ours, bone, reference, index, element)));
  return (2 * Math.asin(Math.min(norm / Math.SQRT2 / 2, 1)) * 180) / Math.PI;
}

/** MMD units between two places. */
export function unitsBetween(ours, bone, reference, index) {
  return Math.hypot(...[12, 13, 14].map((element) => difference(ours, bone, reference, index, element)));
}

/** Median, 95th percentile and greatest of some numbers. */
export function spreadOf(values) {
  const sorted = Float64Array.from(values).toSorted();
  const at = (share) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
}
