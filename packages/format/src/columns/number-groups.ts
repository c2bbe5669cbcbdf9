/** Words in a group. */
export const GROUP_WORDS = 4;

/**
 * Numbers groups of four words: equal groups get the same number, in `numbers`. Returns the first group of each number.
 *
 * `lastMask`: the bits of the last word of a group that belong to it; the others are cleared. O(groups).
 */
export function numberGroups(words: Uint32Array, numbers: Uint32Array, lastMask: number): number[] {
  const firsts: number[] = [];
  // Free slots of a hash table with open addressing: a power of two, at most half of them full.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * numbers.length)));
  fillSlots(words, numbers, lastMask, firsts, slots);
  return firsts;
}

/** A function of its own: the engine compiles a loop while it runs, and a small function is compiled early. */
function fillSlots(
  words: Uint32Array,
  numbers: Uint32Array,
  lastMask: number,
  firsts: number[],
  slots: Uint32Array, // 0 is free, else number + 1
): void {
  const mask = slots.length - 1;
  for (let group = 0, i = 0; group < numbers.length; group++, i += GROUP_WORDS) {
    words[i + 3] &= lastMask;
    let slot = hashWords(words[i], words[i + 1], words[i + 2], words[i + 3]) & mask;
    while (slots[slot] !== 0 && !areEqual(words, i, GROUP_WORDS * firsts[slots[slot] - 1]))
      slot = (slot + 1) & mask;
    slots[slot] ||= firsts.push(group);
    numbers[group] = slots[slot] - 1;
  }
}

function areEqual(words: Uint32Array, a: number, b: number): boolean {
  return (
    words[a] === words[b] &&
    words[a + 1] === words[b + 1] &&
    words[a + 2] === words[b + 2] &&
    words[a + 3] === words[b + 3]
  );
}

/** Odd multipliers, random in every process, so that no file can be made to collide. */
const multipliers: Int32Array = /* @__PURE__ */ Int32Array.from(
  { length: 4 },
  () => (Math.random() * 2 ** 32) | 1,
);

/**
 * A hash of four words, for tables whose size is a power of two.
 *
 * A product carries the bits of a word upwards only. Each step therefore also folds the high half down: otherwise words
 * that differ in their highest byte only would all collide, with any multipliers.
 */
function hashWords(w0: number, w1: number, w2: number, w3: number): number {
  let hash = fold(w0, multipliers[0]);
  hash = fold(hash ^ w1, multipliers[1]);
  hash = fold(hash ^ w2, multipliers[2]);
  hash = fold(hash ^ w3, multipliers[3]);
  return fold(hash, multipliers[0]) >>> 0;
}

function fold(word: number, multiplier: number): number {
  const product = Math.imul(word ^ (word >>> 16), multiplier);
  return product ^ (product >>> 15);
}
