/** A field has 15 bytes; the byte after it is the first of the frame. */
const LAST_WORD = 0x00ffffff;

/** An odd number for {@link mixed}, random in every process: no file can be made to collide. */
export function randomFactor(): number {
  return (Math.random() * 2 ** 32) | 1;
}

/**
 * A step of a hash. A product carries bits upwards only, so the high half is folded down, too: otherwise
 * words that differ in their highest byte only would all collide, with any factor.
 */
export function mixed(bits: number, factor: number): number {
  const product = Math.imul(bits ^ (bits >>> 16), factor);
  return product ^ (product >>> 15);
}

const FACTORS = /* @__PURE__ */ Array.from({ length: 4 }, randomFactor);

/**
 * Numbers the name fields at the head of records: equal fields get the same number, in `numbers`. Returns the
 * first record of each number. O(records).
 */
export function numberFields(view: DataView, starts: Uint32Array, numbers: Uint32Array): number[] {
  const firsts: number[] = [];
  // A hash table with open addressing: a power of two, at most half of it full. 0 is free, else number + 1.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * numbers.length)));
  for (let record = 0; record < numbers.length; record++) {
    const at = starts[record];
    const hash = hashOf(view, at);
    let slot = hash & (slots.length - 1);
    while (slots[slot] && !areEqual(view, at, starts[firsts[slots[slot] - 1]]))
      slot = (slot + 1) & (slots.length - 1);
    slots[slot] ||= firsts.push(record);
    numbers[record] = slots[slot] - 1;
  }
  return firsts;
}

function hashOf(view: DataView, at: number): number {
  let hash = mixed(view.getInt32(at, true), FACTORS[0]);
  hash = mixed(hash ^ view.getInt32(at + 4, true), FACTORS[1]);
  hash = mixed(hash ^ view.getInt32(at + 8, true), FACTORS[2]);
  return mixed(hash ^ (view.getInt32(at + 12, true) & LAST_WORD), FACTORS[3]);
}

function areEqual(view: DataView, a: number, b: number): boolean {
  return (
    view.getInt32(a, true) === view.getInt32(b, true) &&
    view.getInt32(a + 4, true) === view.getInt32(b + 4, true) &&
    view.getInt32(a + 8, true) === view.getInt32(b + 8, true) &&
    (view.getInt32(a + 12, true) & LAST_WORD) === (view.getInt32(b + 12, true) & LAST_WORD)
  );
}
