/**
 * The indices of the keys that stay, of `count` in order: from each, the next is as far as `isWithin` lets a straight
 * line reach. First and last stay.
 *
 * `isWithin(a, b)`: may all keys between two be left out? The next key is looked for by strides that double, then halve:
 * O(n · log n) questions of O(b − a).
 *
 * @example
 * fewKeys(5, (a, b) => b - a <= 3); // → [0, 3, 4]
 */
export function fewKeys(count: number, isWithin: (a: number, b: number) => boolean): number[] {
  const last = count - 1;
  const kept = [0];
  for (let key = 0; key < last;) {
    key = furthest(key, last, isWithin);
    kept.push(key);
  }
  return kept;
}

function furthest(start: number, last: number, isWithin: (a: number, b: number) => boolean): number {
  let good = start + 1;
  let bad = last + 1;
  for (let stride = 1; good < last; stride *= 2) {
    const end = Math.min(good + stride, last);
    if (!isWithin(start, end)) {
      bad = end;
      break;
    }
    good = end;
  }
  while (good + 1 < bad && good < last) {
    const middle = (good + bad) >>> 1;
    if (isWithin(start, middle)) good = middle;
    else bad = middle;
  }
  return good;
}
