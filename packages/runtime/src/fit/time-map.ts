/** Straight lines between points whose both coordinates ascend; at the ends, the lines go on. */
export class TimeMap {
  readonly xs: Float64Array;
  readonly ys: Float64Array;

  /** At least two points. */
  constructor(xs: Float64Array, ys: Float64Array) {
    this.xs = xs;
    this.ys = ys;
  }

  /** The beats of a song or a dance: x is the number of the beat, from 0, y its time. */
  static ofBeats(times: Float64Array): TimeMap {
    return new TimeMap(
      Float64Array.from(times, (_, i) => i),
      times,
    );
  }

  yAt(x: number): number {
    return along(this.xs, this.ys, x);
  }

  xAt(y: number): number {
    return along(this.ys, this.xs, y);
  }

  /** With as few points as give the same y to within `tolerance` (Douglas and Peucker). O(points²). */
  simplified(tolerance: number): TimeMap {
    const { xs, ys } = this;
    const kept = new Uint8Array(xs.length);
    const parts: [first: number, last: number][] = [[0, xs.length - 1]];
    for (let part = parts.pop(); part; part = parts.pop()) {
      const [first, last] = part;
      kept[first] = kept[last] = 1;
      let [worst, most] = [-1, tolerance];
      for (let i = first + 1; i < last; i++) {
        const straight = ys[first] + ((xs[i] - xs[first]) * (ys[last] - ys[first])) / (xs[last] - xs[first]);
        const off = Math.abs(straight - ys[i]);
        if (off > most) [worst, most] = [i, off];
      }
      if (worst > 0) parts.push([first, worst], [worst, last]);
    }
    const isKept = (_: number, i: number): boolean => kept[i] === 1;
    return new TimeMap(xs.filter(isKept), ys.filter(isKept));
  }
}

function along(from: Float64Array, to: Float64Array, value: number): number {
  let [low, high] = [0, from.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle] <= value) low = middle;
    else high = middle;
  }
  return to[low] + ((value - from[low]) * (to[high] - to[low])) / (from[high] - from[low]);
}

/** A beat is at most this many times as long as its neighbors; a dance then never jolts. */
const MOST_CHANGE = 1.045;
const MAX_ROUNDS = 2000;

/**
 * Beats that change their length gently. Beats that were found are rounded to moments, and a song may pause:
 * single beats move towards the middle between their neighbors. An even beat stays as it is.
 */
export function gentleBeats(beats: Float64Array): Float64Array {
  let gentle = beats;
  for (let round = 0; round < 2; round++)
    gentle = gentle.map((beat, i) =>
      i === 0 || i === gentle.length - 1 ? beat : (gentle[i - 1] + 2 * beat + gentle[i + 1]) / 4,
    );
  for (let round = 0, isRough = true; isRough && round < MAX_ROUNDS; round++) {
    isRough = false;
    for (let i = 1; i < gentle.length - 1; i++) {
      const [before, after] = [gentle[i] - gentle[i - 1], gentle[i + 1] - gentle[i]];
      if (Math.max(before, after) <= MOST_CHANGE * Math.min(before, after)) continue;
      gentle[i] += (after - before) / 4;
      isRough = true;
    }
  }
  return gentle;
}
