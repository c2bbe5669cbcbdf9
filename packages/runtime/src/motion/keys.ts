/** A column of any kind: some numbers a key. */
export type Column = Float32Array | Float64Array | Uint8Array;

/** Keys as columns: `frames`, and whatever columns a kind of track has besides; what is no column stays as it is. */
export interface Keys {
  readonly frames: Float64Array;
}

/** The keys at `order`, in that order. */
export function pickKeys<T extends Keys>(keys: T, order: ArrayLike<number>): T {
  return mapColumns(keys, (column, perKey) =>
    pick(column, perKey, order, newColumn(column, perKey * order.length)),
  );
}

function pick(column: Column, perKey: number, order: ArrayLike<number>, out: Column): Column {
  for (let i = 0; i < order.length; i++) {
    for (let j = 0; j < perKey; j++) out[perKey * i + j] = column[perKey * order[i] + j];
  }
  return out;
}

/** The keys of `a`, then those of `b`. */
export function joinKeys<T extends Keys>(a: T, b: T): T {
  return mapColumns(a, (column, _perKey, name) => {
    const other = Reflect.get(b, name) as Column;
    return newColumn(column, [...column, ...other]);
  });
}

/**
 * Keys sorted by frame; of several at one frame the last stays. Stable: files often are not in order.
 *
 * `dropped` counts those that do not stay. Keys in order come back as they are.
 */
export function sortKeys<T extends Keys>(keys: T): { keys: T; dropped: number } {
  const { frames } = keys;
  if (frames.every((frame, i) => !(frame <= frames[i - 1]))) return { keys, dropped: 0 };
  const sorted = [...frames.keys()].sort((a, b) => frames[a] - frames[b]);
  const order = sorted.filter((key, i) => frames[sorted[i + 1]] !== frames[key]); // behind the last: undefined
  return { keys: pickKeys(keys, order), dropped: frames.length - order.length };
}

/** The same keys with every column put through `map`. */
export function mapColumns<T extends Keys>(
  keys: T,
  map: (column: Column, perKey: number, name: string) => Column,
): T {
  const count = Math.max(keys.frames.length, 1);
  const entries = Object.entries(keys).map(([name, value]: [string, Column]) => [
    name,
    ArrayBuffer.isView(value) ? map(value, value.length / count, name) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function newColumn(like: Column, content: number | readonly number[]): Column {
  return new (like.constructor as new (content: number | readonly number[]) => Column)(content);
}
