import type { Bodies } from './bodies.js';
import { f } from './float32.js';
import type { Manifolds } from './manifolds.js';
import { PairSet } from './pair-set.js';
import { SPHERE } from './shapes.js';

/** Boxes are larger than their shapes by this much when pairs are looked for. */
const GROWTH = /* @__PURE__ */ f(0.02);
/**
 * More pairs are not taken up. A model of 300 bodies has about a thousand. Only piles of coincident bodies
 * have more.
 */
const MAX_PAIRS = 16_384;
/**
 * The search of a substep compares no more neighbours: a file may pile up thousands of bodies that must not
 * touch.
 */
const MAX_COMPARISONS = 4e6;

/**
 * Finds the pairs of bodies that are close (§5.1): their world boxes overlap, both masks allow it, and one of
 * them is dynamic.
 *
 * It sorts the bodies along the axis on which they lie farthest apart, and compares neighbours. O(bodies +
 * neighbours): the order of the last substep is nearly right.
 */
export class Pairs {
  /** The bodies, by the lower end of their boxes on the axis. */
  #sorted: Int32Array = new Int32Array(64);
  #sortedCount = 0;
  #axis = 0;
  readonly #known: PairSet = new PairSet();
  /** The pairs that this substep found. More than fit come in the next one. */
  readonly #births: Float64Array = new Float64Array(1024);
  #birthCount = 0;

  /** Takes a body that was just added: its pairs with earlier bodies come in their order. */
  add(body: number, bodies: Bodies, manifolds: Manifolds): void {
    if (body === this.#sorted.length) {
      const sorted = new Int32Array(2 * body);
      sorted.set(this.#sorted);
      this.#sorted = sorted;
    }
    this.#sorted[this.#sortedCount++] = body;
    this.#pairWithEarlier(body, bodies, manifolds);
  }

  /**
   * Drops all pairs and finds those of the current poses, in the order in which adding the bodies finds them.
   */
  findAgain(bodies: Bodies, manifolds: Manifolds): void {
    manifolds.count = 0;
    this.#known.clear();
    this.#sorted.subarray(0, this.#sortedCount).sort();
    this.#axis = 0;
    for (let body = 1; body < bodies.count; body++) this.#pairWithEarlier(body, bodies, manifolds);
  }

  #pairWithEarlier(body: number, bodies: Bodies, manifolds: Manifolds): void {
    writeBox(body, bodies, 0);
    for (let other = 0; other < body && manifolds.count < MAX_PAIRS; other++) {
      if (!mayTouch(bodies, other, body)) continue;
      if (other === 0 || overlaps(bodies.boxes, other, body)) this.#addPair(other, body, bodies, manifolds);
    }
  }

  /** Brings the manifolds up to date with the poses of the bodies. */
  update(bodies: Bodies, manifolds: Manifolds): void {
    for (let body = 1; body < bodies.count; body++) writeBox(body, bodies, GROWTH);
    for (let m = 0; m < manifolds.count; m++) {
      const a = manifolds.bodiesA[m];
      const b = manifolds.bodiesB[m];
      if (b === 0 || overlaps(bodies.boxes, a, b)) continue;
      this.#known.delete(a, b);
      manifolds.remove(m--);
    }
    this.#chooseAxis(bodies);
    this.#sort(bodies);
    this.#collectBirths(bodies, Math.min(MAX_PAIRS - manifolds.count, this.#births.length));
    for (let i = 0; i < this.#birthCount; i++) {
      const later = Math.floor(this.#births[i] / 2 ** 26);
      this.#addPair(this.#births[i] % 2 ** 26, later, bodies, manifolds);
    }
  }

  /** Body A of a manifold is the earlier one, except that the ground is always B. */
  #addPair(earlier: number, later: number, bodies: Bodies, manifolds: Manifolds): void {
    if (earlier === 0) manifolds.add(later, 0, bodies);
    else {
      manifolds.add(earlier, later, bodies);
      this.#known.add(earlier, later);
    }
  }

  #collectBirths(bodies: Bodies, room: number): void {
    const { boxes } = bodies;
    const sorted = this.#sorted;
    const axis = this.#axis;
    this.#birthCount = 0;
    let left = MAX_COMPARISONS;
    for (let i = 0; i < this.#sortedCount; i++) {
      const body = sorted[i];
      const end = boxes[6 * body + 3 + axis];
      for (
        let j = i + 1;
        j < this.#sortedCount && boxes[6 * sorted[j] + axis] <= end && left > 0;
        j++, left--
      ) {
        const other = sorted[j];
        if (!mayTouch(bodies, body, other) || !overlaps(boxes, body, other)) continue;
        const earlier = Math.min(body, other);
        const later = Math.max(body, other);
        if (this.#known.has(earlier, later)) continue;
        if (this.#birthCount >= room) return;
        this.#insertBirth(later * 2 ** 26 + earlier);
      }
    }
  }

  /** Keeps the births in the order of the later body, then the earlier one. */
  #insertBirth(birth: number): void {
    const births = this.#births;
    let i = this.#birthCount++;
    for (; i > 0 && births[i - 1] > birth; i--) births[i] = births[i - 1];
    births[i] = birth;
  }

  #sort(bodies: Bodies): void {
    const { boxes } = bodies;
    const sorted = this.#sorted;
    const axis = this.#axis;
    for (let i = 1; i < this.#sortedCount; i++) {
      const body = sorted[i];
      const start = boxes[6 * body + axis];
      let j = i;
      for (; j > 0 && boxes[6 * sorted[j - 1] + axis] > start; j--) sorted[j] = sorted[j - 1];
      sorted[j] = body;
    }
  }

  /** Takes another axis when the bodies lie much farther apart on it. */
  #chooseAxis({ positions, count }: Bodies): void {
    let best = this.#axis;
    let largest = 2 * variance(positions, count, best);
    for (let axis = 0; axis < 3; axis++) {
      const spread = variance(positions, count, axis);
      if (spread > largest) {
        best = axis;
        largest = spread;
      }
    }
    this.#axis = best;
  }
}

function mayTouch({ inverseMasses, groups, masks }: Bodies, a: number, b: number): boolean {
  const isAllowed = (groups[a] & masks[b]) !== 0 && (groups[b] & masks[a]) !== 0;
  return isAllowed && inverseMasses[a] + inverseMasses[b] > 0;
}

function variance(positions: Float32Array, count: number, axis: number): number {
  let sum = 0;
  let squares = 0;
  for (let i = axis; i < 3 * count; i += 3) {
    sum += positions[i];
    squares += positions[i] * positions[i];
  }
  return squares - (sum * sum) / count;
}

function overlaps(boxes: Float32Array, a: number, b: number): boolean {
  for (let i = 0; i < 3; i++) {
    if (boxes[6 * a + i] > boxes[6 * b + 3 + i] || boxes[6 * b + i] > boxes[6 * a + 3 + i]) return false;
  }
  return true;
}

function writeBox(body: number, bodies: Bodies, growth: number): void {
  const { positions, rotations: r, extents, boxes } = bodies;
  const ex = extents[3 * body];
  const ey = extents[3 * body + 1];
  const ez = extents[3 * body + 2];
  const isSphere = bodies.shapes[body] === SPHERE;
  for (let i = 0; i < 3; i++) {
    const m = 9 * body + 3 * i;
    const turned = Math.abs(r[m]) * ex + Math.abs(r[m + 1]) * ey + Math.abs(r[m + 2]) * ez;
    const half = (isSphere ? ex : turned) + growth;
    boxes[6 * body + i] = positions[3 * body + i] - half;
    boxes[6 * body + 3 + i] = positions[3 * body + i] + half;
  }
}
