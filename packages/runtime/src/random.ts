/**
 * Numbers from 0 to 1 (exclusive) that look random and are the same for the same seed (an LCG of 32 bits).
 */
export function randomFrom(seed: number): () => number {
  let state = (Math.trunc(seed) + 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  for (let i = 0; i < 4; i++) next(); // neighboring seeds begin alike
  return next;
}
