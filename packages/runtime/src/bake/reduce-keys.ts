/**
 * Chooses which of `count` keyframes stay, and returns their indices. The first and the last keyframe stay.
 * After each keyframe that stays, the next one is the furthest that `isStraight` allows.
 *
 * `isStraight(a, b)` says whether all keyframes between `a` and `b` may be left out. The search for the next
 * keyframe doubles its stride until `isStraight` refuses, then halves it: O(n · log n) calls, each usually
 * O(b − a).
 *
 * @example
 * reduceKeys(5, (a, b) => b - a <= 3); // → [0, 3, 4]
 */
export function reduceKeys(count: number, isStraight: (a: number, b: number) => boolean): number[] {
  const last = count - 1;
  const kept = [0];
  for (let key = 0; key < last;) {
    key = furthest(key, last, isStraight);
    kept.push(key);
  }
  return kept;
}

function furthest(start: number, last: number, isStraight: (a: number, b: number) => boolean): number {
  let good = start + 1;
  let bad = last + 1;
  for (let stride = 1; good < last; stride *= 2) {
    const end = Math.min(good + stride, last);
    if (!isStraight(start, end)) {
      bad = end;
      break;
    }
    good = end;
  }
  while (good + 1 < bad && good < last) {
    const middle = (good + bad) >>> 1;
    if (isStraight(start, middle)) good = middle;
    else bad = middle;
  }
  return good;
}
