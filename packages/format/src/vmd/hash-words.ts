/** Odd multipliers drawn anew in every process: nobody can write a file whose keys all collide. */
const multipliers: Int32Array = /* @__PURE__ */ Int32Array.from(
  { length: 4 },
  () => (Math.random() * 2 ** 32) | 1,
);

/** A hash of four words, for tables whose size is a power of two up to 2²⁴. */
export function hashWords(w0: number, w1: number, w2: number, w3: number): number {
  const sum =
    Math.imul(w0, multipliers[0]) +
    Math.imul(w1, multipliers[1]) +
    Math.imul(w2, multipliers[2]) +
    Math.imul(w3, multipliers[3]);
  return (sum | 0) >>> 8; // the low bits of a product know only the low bits of its factors
}
