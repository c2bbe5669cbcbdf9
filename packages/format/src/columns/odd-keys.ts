/** Keys that are odd in one way: how many, and the first of them. */
export interface OddKeys {
  count: number;
  first: number;
}

export function noOddKeys(): OddKeys {
  return { count: 0, first: -1 };
}

/** Counts one more. Call it in the order of the keys. */
export function addOddKey(odd: OddKeys, key: number): void {
  if (odd.count++ === 0) odd.first = key;
}

/** The odd ones of `count` keys. */
export function findOddKeys(count: number, isOdd: (key: number) => unknown): OddKeys {
  const odd = noOddKeys();
  for (let key = 0; key < count; key++) if (isOdd(key)) addOddKey(odd, key);
  return odd;
}
