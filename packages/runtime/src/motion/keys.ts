import { wordsOf } from '@odori/format/internal';
/** A column of any type: some numbers per key. */
export type Column = Float32Array | Float64Array | Uint8Array;

/**
 * Keys as columns: `frames`, and the other columns of a kind of track. Fields that are not columns stay as
 * they are.
 */
export interface Keys {
  readonly frames: Float64Array;
}

/** The keys at `order`, in that order. */
export function pickKeys<T extends Keys>(keys: T, order: ArrayLike<number>): T {
  return mapColumns(keys, (column, perKey) => {
    const picked = newColumn(column, perKey * order.length);
    const wordsPerKey = (perKey * column.BYTES_PER_ELEMENT) / 4;
    if (wordsPerKey % 1 === 0) pickWords(wordsOf(column), wordsPerKey, order, wordsOf(picked));
    else picked.set(pickWords(new Int32Array(column), perKey, order, new Int32Array(picked.length)));
    return picked;
  });
}

function pickWords(words: Int32Array, perKey: number, order: ArrayLike<number>, out: Int32Array): Int32Array {
  for (let i = 0; i < order.length; i++) copyWords(words, perKey * order[i], perKey, out, perKey * i);
  return out;
}

/** Copies `count` words. A small function, which engines compile early. */
function copyWords(words: Int32Array, at: number, count: number, out: Int32Array, to: number): void {
  for (const end = at + count; at < end; at++) out[to++] = words[at];
}

/** The keys of several tracks of one kind, one after another. */
export function joinKeys<T extends Keys>(tracks: readonly T[]): T {
  const count = tracks.reduce((sum, { frames }) => sum + frames.length, 0);
  return mapColumns(tracks[0], (column, perKey, name) => {
    const joined = newColumn(column, perKey * count);
    let end = 0;
    for (const track of tracks) {
      const part = Reflect.get(track, name) as Column;
      joined.set(part, end);
      end += part.length;
    }
    return joined;
  });
}

/**
 * Keys sorted by frame. Of several keys at one frame only the last stays.
 *
 * `dropped` is the number of keys removed. Keys that are in order already are returned as they are.
 */
export function sortKeys<T extends Keys>(keys: T): { keys: T; dropped: number } {
  const { frames } = keys;
  if (areAscending(frames)) return { keys, dropped: 0 };
  const sorted = byFrame([...frames.keys()], frames);
  const order = sorted.filter((key, i) => frames[sorted[i + 1]] !== frames[key]); // undefined after the last
  return { keys: pickKeys(keys, order), dropped: frames.length - order.length };
}

/** A loop: a call for each frame takes longer than all the rest. */
function areAscending(frames: Float64Array): boolean {
  for (let i = 1, last = frames[0]; i < frames.length; i++) {
    const frame = frames[i];
    if (frame <= last) return false;
    last = frame;
  }
  return true;
}

/** Sorts indices of keys by frame, in place: in files, keys are often not in order. Stable. */
export function byFrame(keys: number[], frames: ArrayLike<number>): number[] {
  return keys.sort((a, b) => frames[a] - frames[b]);
}

/** The same keys, with every column replaced by the result of `map`. */
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

function newColumn(like: Column, length: number): Column {
  return new (like.constructor as new (length: number) => Column)(length);
}
