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
export function hashWords(w0: number, w1: number, w2: number, w3: number): number {
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

/** Free slots of a hash table with open addressing for so many entries: a power of two, at most half full. */
export function freeSlots(entries: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(2 * entries)));
}
