import type { RigDefinition } from '../rig/index.js';

const SHUT = /^(まばたき|笑い|なごみ|はぅ|ウィンク|blink|wink)/;
const BROWS = /^(真面目|困る|にこり|怒り|悲しむ|敵意|喜び|[上下](?=$|左|右))/;
const LEFT = /左|left|[_ ]l$/;
const RIGHT = /右|right|[_ ]r$/;
/** MMD's wink is the left eye. */
const WINK = /^(ウィンク|wink)/;

const ALL = 0;
const KEPT = 1;

/** Morphs that move one thing, such as the left eye: their weights together are at most 1. */
export class FaceLimit {
  readonly #morphs: Int32Array;
  /** In an array, as numbers that are fields, or are returned, become garbage. */
  readonly #sums = new Float64Array(2);

  constructor(morphs: readonly number[]) {
    this.#morphs = Int32Array.from(morphs);
  }

  /** The sum that `add` or `apply` has found. */
  get sum(): number {
    return this.#sums[ALL];
  }

  /** Adds the weights above 0. Allocates nothing. */
  add(weights: Float64Array, into: number = ALL): void {
    const morphs = this.#morphs;
    let sum = 0;
    for (let i = 0; i < morphs.length; i++) sum += Math.max(weights[morphs[i]], 0);
    this.#sums[into] = sum;
  }

  /**
   * Lessens what is beyond 1 in all: of the part of each weight that is in `kept` only as much as is beyond 1
   * by itself, which is taken from `kept`, too. Allocates nothing.
   */
  apply(weights: Float64Array, kept: Float64Array): void {
    const morphs = this.#morphs;
    this.add(weights);
    const all = this.#sums[ALL];
    if (all <= 1) return;
    this.add(kept, KEPT);
    const keep = this.#sums[KEPT];
    const rest = keep < 1 ? (1 - keep) / (all - keep) : 0;
    const part = Math.min(1, 1 / keep);
    for (let i = 0; i < morphs.length; i++) {
      const morph = morphs[i];
      const other = weights[morph] - kept[morph];
      kept[morph] *= part;
      if (weights[morph] > 0) weights[morph] = kept[morph] + rest * other;
    }
    this.#sums[ALL] = 1;
  }
}

/**
 * The limits of both sides, for the morphs that have the usual names of those that close the eyes, or of
 * brows, and for `others`.
 */
export function findLimits(
  { morphNames }: RigDefinition,
  part: 'shut' | 'brows',
  others: ReadonlySet<number>,
): [left: FaceLimit, right: FaceLimit] {
  const names = morphNames.map((name) => name.normalize('NFKC').toLowerCase());
  const usual = part === 'shut' ? SHUT : BROWS;
  const all = [...names.keys()].filter((i) => others.has(i) || usual.test(names[i]));
  const isLeft = (name: string): boolean => LEFT.test(name) || (WINK.test(name) && !RIGHT.test(name));
  return [
    new FaceLimit(all.filter((i) => !RIGHT.test(names[i]))),
    new FaceLimit(all.filter((i) => !isLeft(names[i]))),
  ];
}
