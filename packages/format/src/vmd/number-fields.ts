/** Words that hold a name field. */
const FIELD_WORDS = 4;
/** A field has 15 bytes; the next one is the first of the frame. */
const LAST_MASK = 0x00ffffff;

/**
 * Numbers name fields, four words each: equal fields get the same number, in `numbers`. Returns the first key of each
 * number. O(keys).
 */
export function numberFields(words: Int32Array, numbers: Uint32Array): number[] {
  const firsts: number[] = [];
  // A hash table with open addressing: a power of two, at most half of it full. 0 is free, else number + 1.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * numbers.length)));
  for (let key = 0, i = 0; key < numbers.length; key++, i += FIELD_WORDS) {
    words[i + 3] &= LAST_MASK;
    let slot = hashWords(words, i) & (slots.length - 1);
    while (slots[slot] && !areEqual(words, i, FIELD_WORDS * firsts[slots[slot] - 1]))
      slot = (slot + 1) & (slots.length - 1);
    slots[slot] ||= firsts.push(key);
    numbers[key] = slots[slot] - 1;
  }
  return firsts;
}

function areEqual(words: Int32Array, a: number, b: number): boolean {
  for (let j = 0; j < FIELD_WORDS; j++) if (words[a + j] !== words[b + j]) return false;
  return true;
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
function hashWords(words: Int32Array, i: number): number {
  let hash = 0;
  for (let j = 0; j < multipliers.length; j++) {
    const product = Math.imul(hash ^ words[i + j] ^ ((hash ^ words[i + j]) >>> 16), multipliers[j]);
    hash = product ^ (product >>> 15);
  }
  return hash;
}
