import type { PmmKeys, PmmLinks } from './pmm-keys.js';

/** The links of a section, by record: the first keys of all tracks, then the pool. */
export interface RawLinks {
  readonly tracks: number;
  readonly frames: Uint32Array;
  /** The number of the next key, 0 for none. */
  readonly next: Int32Array;
  /** By record in the pool: the number of each key. Absent if all numbers are the records. */
  readonly numbers?: Int32Array | undefined;
}

/** The tracks that the links give. */
export interface LinkedTracks {
  /**
   * The keys of track i are records[starts[i]] to records[starts[i + 1]], by frame. Unreached keys are at the
   * end.
   */
  readonly records: Uint32Array;
  readonly starts: Uint32Array;
  /** The records whose link leads to none of the keys. */
  readonly dangling: number[];
  /** The records whose link leads to a key that a link has reached before, in this track or another one. */
  readonly crossing: number[];
  /**
   * The records whose link leads to an earlier frame. Such a track is sorted. Keys at one frame keep their
   * order.
   */
  readonly backward: number[];
}

/**
 * Follows the links of every track, each key at most once. Any links are safe. O(keys), and a sort for tracks
 * that go back in time.
 *
 * @see spec: in every file known to us, the number of a key is its record. If not, a link means the last key
 * of its number.
 * @example
 * // Two bones; the pool has records 2 and 3, and bone 0 leads to 3, which leads to 2.
 * followLinks({ tracks: 2, frames: Uint32Array.of(0, 0, 9, 5), next: Int32Array.of(3, 0, 0, 2) });
 * // → records [0, 3, 2, 1], starts [0, 3, 4]
 */
export function followLinks({ tracks, frames, next, numbers }: RawLinks): LinkedTracks {
  const total = frames.length;
  const placeByNumber = numbers && placesByNumber(numbers, tracks);
  const reached = new Uint8Array(total);
  const records = new Uint32Array(total);
  const starts = new Uint32Array(tracks + 1);
  const found = { dangling: [] as number[], crossing: [] as number[], backward: [] as number[] };
  let count = 0;
  for (let track = 0; track < tracks; track++) {
    let isSorted = true;
    for (let record = track; ;) {
      reached[record] = 1;
      records[count++] = record;
      const link = next[record];
      if (link === 0) break;
      const to = placeByNumber ? placeByNumber.get(link) : link;
      if (to === undefined || to < tracks || to >= total) {
        found.dangling.push(record);
        break;
      }
      if (reached[to]) {
        found.crossing.push(record);
        break;
      }
      if (frames[to] < frames[record]) {
        found.backward.push(record);
        isSorted = false;
      }
      record = to;
    }
    starts[track + 1] = count;
    if (!isSorted) sortByFrame(records.subarray(starts[track], count), frames);
  }
  for (let record = tracks; record < total; record++) if (!reached[record]) records[count++] = record;
  return { records, starts, ...found };
}

function placesByNumber(numbers: Int32Array, tracks: number): Map<number, number> {
  const records = new Map<number, number>();
  for (let i = 0; i < numbers.length; i++) records.set(numbers[i], tracks + i);
  return records;
}

function sortByFrame(records: Uint32Array, frames: Uint32Array): void {
  records.set(Array.from(records).sort((a, b) => frames[a] - frames[b]));
}

/** The links of the file, if they still give the tracks of the document; undefined after an edit. O(keys). */
export function knownLinks({ links, starts, frames, count }: PmmKeys): PmmLinks | undefined {
  const tracks = starts.length - 1;
  if (links?.records.length !== count || links.next.length !== count || links.previous.length !== count)
    return undefined;
  if (links.numbers && links.numbers.length !== count - tracks) return undefined;
  const framesByRecord = new Uint32Array(count);
  for (let key = 0; key < count; key++) framesByRecord[links.records[key]] = frames[key];
  const { next, numbers } = links;
  const linked = followLinks({ tracks, frames: framesByRecord, next, numbers });
  // In loops: a call for each number takes longer.
  for (let key = 0; key < count; key++) if (linked.records[key] !== links.records[key]) return undefined;
  for (let track = 0; track <= tracks; track++) if (linked.starts[track] !== starts[track]) return undefined;
  return links;
}
