type Numbers = Uint8Array | Int32Array | Uint32Array | Float32Array;
type NumbersConstructor = new (length: number) => Numbers;

/** The typed arrays of a class: their kinds, and how many numbers each has per item. */
export type ArrayShapes<T> = {
  readonly [name in keyof T]?: T[name] extends Numbers ? readonly [NumbersConstructor, number] : never;
};

/** Copies items `from` to `end` of another object's arrays to item `at` of these, which are long enough. */
export function copyItems<T extends object>(
  source: T,
  from: number,
  end: number,
  owner: T,
  at: number,
  shapes: ArrayShapes<T>,
): void {
  const [sources, targets] = [source, owner] as Record<string, Numbers>[];
  for (const [name, [, size]] of Object.entries<readonly [NumbersConstructor, number]>(shapes as never))
    targets[name].set(sources[name].subarray(size * from, size * end), size * at);
}

/**
 * Makes all arrays of an object long enough for `capacity` items. They keep what they hold; new items are 0.
 */
export function growArrays<T extends object>(owner: T, shapes: ArrayShapes<T>, capacity: number): void {
  const arrays = owner as Record<string, Numbers | undefined>;
  for (const [name, [Kind, size]] of Object.entries<readonly [NumbersConstructor, number]>(shapes as never)) {
    const array = new Kind(size * capacity);
    array.set(arrays[name] ?? []);
    arrays[name] = array;
  }
}
