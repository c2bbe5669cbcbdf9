/** Words that hold a name field. */
const FIELD_WORDS = 4;
/** A field has 15 bytes; the byte after it is the first of the frame. */
const FIELD_BITS = /* @__PURE__ */ Int32Array.of(-1, -1, -1, 0x00ffffff);

/** Odd multipliers, random in every process, so that no file can be made to collide. */
const multipliers: Int32Array = /* @__PURE__ */ Int32Array.from(
  { length: FIELD_WORDS },
  () => (Math.random() * 2 ** 32) | 1,
);

/**
 * Numbers the name fields at the head of records: equal fields get the same number, in `numbers`. Returns the first record
 * of each number. O(records).
 *
 * A product carries the bits of a word upwards only. Each step of the hash therefore also folds the high half down:
 * otherwise words that differ in their highest byte only would all collide, with any multipliers.
 */
export function numberFields(view: DataView, starts: Uint32Array, numbers: Uint32Array): number[] {
  const firsts: number[] = [];
  const field = new Int32Array(FIELD_WORDS);
  // A hash table with open addressing: a power of two, at most half of it full. 0 is free, else number + 1.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * numbers.length)));
  for (let record = 0; record < numbers.length; record++) {
    let hash = 0;
    for (let j = 0, at = starts[record]; j < FIELD_WORDS; j++, at += 4) {
      field[j] = view.getInt32(at, true) & FIELD_BITS[j];
      hash ^= field[j];
      hash = Math.imul(hash ^ (hash >>> 16), multipliers[j]);
      hash ^= hash >>> 15;
    }
    let slot = hash & (slots.length - 1);
    while (slots[slot] && !isAt(view, starts[firsts[slots[slot] - 1]], field))
      slot = (slot + 1) & (slots.length - 1);
    slots[slot] ||= firsts.push(record);
    numbers[record] = slots[slot] - 1;
  }
  return firsts;
}

function isAt(view: DataView, at: number, field: Int32Array): boolean {
  for (let j = 0; j < FIELD_WORDS; j++, at += 4)
    if ((view.getInt32(at, true) & FIELD_BITS[j]) !== field[j]) return false;
  return true;
}
