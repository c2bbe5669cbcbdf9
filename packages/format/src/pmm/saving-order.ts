import { knownLinks } from './known-links.js';
import type { PmmKeys } from './pmm-keys.js';

/**
 * The keys of all tracks in the order in which MMD saves them: first keys by track, then the pool as it lies in the file;
 * in a document whose links are gone or lead elsewhere now, by track.
 *
 * @example
 * // Two tracks of keys 0 1 and 2 3; the pool has key 3 before key 1.
 * savingOrder({ ...keys, starts: Uint32Array.of(0, 2, 4), links: { ...links, places: Uint32Array.of(0, 3, 1, 2) } });
 * // → [0, 2, 3, 1]
 */
export function savingOrder(keys: PmmKeys): Uint32Array {
  const { starts } = keys;
  const tracked = starts.at(-1)!;
  const tracks = starts.length - 1;
  const order = Uint32Array.from({ length: tracked }, (_, key) => key);
  const links = knownLinks(keys);
  if (links) {
    const { places } = links;
    return order.sort((a, b) => places[a] - places[b]);
  }
  const isFirst = new Uint8Array(tracked);
  for (let track = 0; track < tracks; track++) isFirst[starts[track]] = 1;
  return Uint32Array.from([...order.filter((key) => isFirst[key]), ...order.filter((key) => !isFirst[key])]);
}

/** The track of each key. */
export function trackOfKeys({ starts }: PmmKeys): Uint32Array {
  const tracks = new Uint32Array(starts.at(-1)!);
  for (let track = 0; track < starts.length - 1; track++)
    tracks.fill(track, starts[track], starts[track + 1]);
  return tracks;
}

/** Some keys of a column that has `perKey` entries a key. */
export function pickKeys<T extends Float32Array | Int32Array | Uint32Array | Uint8Array>(
  column: T,
  keys: Uint32Array,
  perKey: number,
): T {
  const make = column.constructor as new (length: number) => T;
  const picked = new make(perKey * keys.length);
  keys.forEach((key, i) => picked.set(column.subarray(perKey * key, perKey * (key + 1)), perKey * i));
  return picked;
}
