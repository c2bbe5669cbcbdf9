type Numbers = Uint8Array | Int32Array | Uint32Array | Float32Array;
type NumbersConstructor = new (length: number) => Numbers;

/** The typed arrays of a class: their kinds, and how many numbers each has per item. */
export type ArrayShapes<T> = {
  readonly [name in keyof T]?: T[name] extends Numbers ? readonly [NumbersConstructor, number] : never;
};

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
