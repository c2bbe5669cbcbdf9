/** A list that counts how often its elements are read. */
interface CountedList<T> {
  readonly list: T[];
  readonly reads: () => number;
}

/** Makes the steps of an algorithm visible, so that a test can say how they grow without measuring time. */
export function countReads<T>(elements: Iterable<T>): CountedList<T> {
  let reads = 0;
  const list = new Proxy([...elements], {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return { list, reads: () => reads };
}
