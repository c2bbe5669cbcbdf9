import type { Bodies } from './bodies.js';
import { f } from './float32.js';
import type { Manifolds } from './manifolds.js';
import { PairSet } from './pair-set.js';
import { SPHERE } from './shapes.js';

/** Boxes are larger than their shapes by this much when pairs are looked for. */
const GROWTH = /* @__PURE__ */ f(0.02);
/**
 * More pairs per group are not taken up. A model of 300 bodies has about a thousand. Only piles of coincident
 * bodies have more.
 */
const MAX_PAIRS = 16_384;
/**
 * The search of a substep compares no more neighbours: a file may pile up thousands of bodies that must not
 * touch.
 */
const MAX_COMPARISONS = 4e6;

/**
 * What bodies that are added together may touch besides each other: bodies of every group (`mingles`), or
 * only those of groups that mingle (`apart`). `last`: they belong to the last group.
 */
export type GroupKind = 'mingles' | 'apart' | 'last';

/** The bodies of one model, or those of the page. */
class Group {
  readonly first: number;
  end: number;
  /** Whether its bodies may touch those of a group that does not mingle either. */
  readonly mingles: boolean;
  /** The bodies, by the lower end of their boxes on the axis. */
  sorted: Int32Array = new Int32Array(64);
  axis = 0;
  /** The box around all of them: its lower corner, then its upper one. */
  readonly box: Float32Array = new Float32Array(6);

  constructor(first: number, mingles: boolean) {
    this.first = this.end = first;
    this.mingles = mingles;
  }

  get count(): number {
    return this.end - this.first;
  }

  add(body: number): void {
    if (this.count === this.sorted.length) {
      const sorted = new Int32Array(2 * this.count);
      sorted.set(this.sorted);
      this.sorted = sorted;
    }
    this.sorted[this.count] = body;
    this.end++;
  }
}

/**
 * Finds the pairs of bodies that are close (§5.1): their world boxes overlap, both masks allow it, and one of
 * them is dynamic.
 *
 * It sorts the bodies of each group along the axis on which they lie farthest apart, and compares neighbours.
 * Of two groups, it compares the bodies that are within the box of the other group. O(bodies + neighbours):
 * the order of the last substep is nearly right, and models that are apart cost a comparison of their boxes.
 */
export class Pairs {
  readonly #groups: Group[] = [new Group(1, true)];
  readonly #known: PairSet = new PairSet();
  /** The pairs that this substep found. More than fit come in the next one. */
  readonly #births: Float64Array = new Float64Array(1024);
  #birthCount = 0;
  #room = 0;
  #comparisonsLeft = 0;
  /** The bodies of a group that are within the box of another one. */
  #near: Int32Array = new Int32Array(64);

  /** Takes a body that was just added: its pairs with earlier bodies come in their order. */
  add(body: number, bodies: Bodies, manifolds: Manifolds): void {
    this.#groups.at(-1)!.add(body);
    this.#pairWithEarlier(body, bodies, manifolds);
  }

  /** Takes bodies that were just copied, as a group. Their pairs follow by {@link know}. */
  addGroup(first: number, end: number, kind: GroupKind): void {
    if (this.#groups[0].count === 0) this.#groups.pop();
    if (kind !== 'last') this.#groups.push(new Group(first, kind === 'mingles'));
    for (let body = first; body < end; body++) this.#groups.at(-1)!.add(body);
  }

  /** Takes a pair that has a manifold. */
  know(a: number, b: number): void {
    if (b !== 0) this.#known.add(a, b);
  }

  /**
   * Drops all pairs and finds those of the current poses, in the order in which adding the bodies finds them.
   */
  findAgain(bodies: Bodies, manifolds: Manifolds): void {
    manifolds.count = 0;
    this.#known.clear();
    for (const group of this.#groups) {
      group.sorted.subarray(0, group.count).sort();
      group.axis = 0;
    }
    for (let body = 1; body < bodies.count; body++) this.#pairWithEarlier(body, bodies, manifolds);
  }

  get #mostPairs(): number {
    return MAX_PAIRS * this.#groups.length;
  }

  #pairWithEarlier(body: number, bodies: Bodies, manifolds: Manifolds): void {
    writeBox(body, bodies, 0);
    for (let other = 0; other < body && manifolds.count < this.#mostPairs; other++) {
      if (!mayTouch(bodies, other, body)) continue;
      if (other === 0 || overlaps(bodies.boxes, other, bodies.boxes, body))
        this.#addPair(other, body, bodies, manifolds);
    }
  }

  /** Brings the manifolds up to date with the poses of the bodies. */
  update(bodies: Bodies, manifolds: Manifolds): void {
    const { boxes } = bodies;
    for (let body = 1; body < bodies.count; body++) writeBox(body, bodies, GROWTH);
    for (let m = 0; m < manifolds.count; m++) {
      const a = manifolds.bodiesA[m];
      const b = manifolds.bodiesB[m];
      if (b === 0 || overlaps(boxes, a, boxes, b)) continue;
      this.#known.delete(a, b);
      manifolds.remove(m--);
    }
    this.#birthCount = 0;
    this.#room = Math.min(this.#mostPairs - manifolds.count, this.#births.length);
    for (let g = 0; g < this.#groups.length; g++) this.#searchGroup(this.#groups[g], bodies);
    if (this.#groups.length > 1) this.#searchAcross(bodies);
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

  #searchGroup(group: Group, bodies: Bodies): void {
    const { boxes } = bodies;
    chooseAxis(group, bodies);
    sortAlongAxis(group, boxes);
    const { sorted, axis, count } = group;
    this.#comparisonsLeft = MAX_COMPARISONS;
    for (let i = 0; i < count; i++) {
      const body = sorted[i];
      const end = boxes[6 * body + 3 + axis];
      for (let j = i + 1; j < count && boxes[6 * sorted[j] + axis] <= end; j++)
        if (!this.#compare(body, sorted[j], bodies)) return;
    }
  }

  /** Finds the pairs of bodies of different groups. O(groups² + bodies of groups whose boxes overlap). */
  #searchAcross(bodies: Bodies): void {
    const groups = this.#groups;
    for (let g = 0; g < groups.length; g++) writeGroupBox(groups[g], bodies.boxes);
    this.#comparisonsLeft = MAX_COMPARISONS;
    for (let g = 1; g < groups.length; g++) {
      for (let h = 0; h < g; h++) {
        if (!groups[g].mingles && !groups[h].mingles) continue;
        if (!overlaps(groups[g].box, 0, groups[h].box, 0)) continue;
        if (!this.#compareGroups(groups[h], groups[g], bodies)) return;
      }
    }
  }

  #compareGroups(group: Group, later: Group, bodies: Bodies): boolean {
    if (this.#near.length < group.count) this.#near = new Int32Array(2 * group.count);
    let nearCount = 0;
    for (let body = group.first; body < group.end; body++)
      if (overlaps(bodies.boxes, body, later.box, 0)) this.#near[nearCount++] = body;
    if (nearCount === 0) return true;
    for (let body = later.first; body < later.end; body++) {
      if (!overlaps(bodies.boxes, body, group.box, 0)) continue;
      for (let i = 0; i < nearCount; i++) if (!this.#compare(this.#near[i], body, bodies)) return false;
    }
    return true;
  }

  /** Notes two bodies if they are a new pair. False: the search ends, there is no more room or time. */
  #compare(body: number, other: number, bodies: Bodies): boolean {
    if (this.#comparisonsLeft-- <= 0) return false;
    if (!mayTouch(bodies, body, other) || !overlaps(bodies.boxes, body, bodies.boxes, other)) return true;
    const earlier = Math.min(body, other);
    const later = Math.max(body, other);
    if (this.#known.has(earlier, later)) return true;
    if (this.#birthCount >= this.#room) return false;
    this.#insertBirth(later * 2 ** 26 + earlier);
    return true;
  }

  /** Keeps the births in the order of the later body, then the earlier one. */
  #insertBirth(birth: number): void {
    const births = this.#births;
    let i = this.#birthCount++;
    for (; i > 0 && births[i - 1] > birth; i--) births[i] = births[i - 1];
    births[i] = birth;
  }
}

function sortAlongAxis({ sorted, axis, count }: Group, boxes: Float32Array): void {
  for (let i = 1; i < count; i++) {
    const body = sorted[i];
    const start = boxes[6 * body + axis];
    let j = i;
    for (; j > 0 && boxes[6 * sorted[j - 1] + axis] > start; j--) sorted[j] = sorted[j - 1];
    sorted[j] = body;
  }
}

/** Takes another axis when the bodies lie much farther apart on it. */
function chooseAxis(group: Group, { positions }: Bodies): void {
  let best = group.axis;
  let largest = 2 * variance(positions, group, best);
  for (let axis = 0; axis < 3; axis++) {
    const spread = variance(positions, group, axis);
    if (spread > largest) {
      best = axis;
      largest = spread;
    }
  }
  group.axis = best;
}

function writeGroupBox({ first, end, box }: Group, boxes: Float32Array): void {
  for (let i = 0; i < 3; i++) {
    box[i] = Infinity;
    box[3 + i] = -Infinity;
  }
  for (let body = first; body < end; body++) {
    for (let i = 0; i < 3; i++) {
      if (boxes[6 * body + i] < box[i]) box[i] = boxes[6 * body + i];
      if (boxes[6 * body + 3 + i] > box[3 + i]) box[3 + i] = boxes[6 * body + 3 + i];
    }
  }
}

function mayTouch({ inverseMasses, groups, masks }: Bodies, a: number, b: number): boolean {
  const isAllowed = (groups[a] & masks[b]) !== 0 && (groups[b] & masks[a]) !== 0;
  return isAllowed && inverseMasses[a] + inverseMasses[b] > 0;
}

function variance(positions: Float32Array, { first, end, count }: Group, axis: number): number {
  let sum = 0;
  let squares = 0;
  for (let i = 3 * first + axis; i < 3 * end; i += 3) {
    sum += positions[i];
    squares += positions[i] * positions[i];
  }
  return squares - (sum * sum) / count;
}

/** Whether two boxes overlap: number `a` of some boxes, and number `b` of others. */
function overlaps(boxes: Float32Array, a: number, others: Float32Array, b: number): boolean {
  for (let i = 0; i < 3; i++) {
    if (boxes[6 * a + i] > others[6 * b + 3 + i] || others[6 * b + i] > boxes[6 * a + 3 + i]) return false;
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
