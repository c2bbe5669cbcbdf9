import { FRAME_LIMIT, type WordField } from './layout.js';
import { type RecordRange, reportKey } from './record-fields.js';

/** Reports keys that are far out, that go back in time, or that repeat a frame of their track. */
export function reportFrames(range: RecordRange, field: WordField, frames: Uint32Array, named?: NamedKeys): void {
  const { huge, unsorted, duplicate } = inspectOrder(frames, named?.nameIndex, named?.names.length);
  if (huge.count > 0) reportKey(range, huge.first, 'huge-frame', field, `is ${frames[huge.first]}`, huge.count);
  if (unsorted.count > 0) {
    reportKey(range, unsorted.first, 'unsorted-keys', field, 'goes back in time', unsorted.count);
  }
  if (duplicate.count > 0) {
    reportKey(range, duplicate.first, 'duplicate-keys', field, 'repeats a frame of its track', duplicate.count);
  }
}

interface NamedKeys {
  readonly nameIndex: Uint32Array;
  readonly names: readonly unknown[];
}

/** What {@link inspectOrder} found: how many keys, and the first of them. */
export interface OrderFindings {
  huge: Finding;
  unsorted: Finding;
  duplicate: Finding;
}

interface Finding {
  count: number;
  first: number;
}

/**
 * Looks for keys that are far out, that go back in time, or that repeat a frame of their track.
 *
 * `nameIndex` tells the track of each key; without it all keys are one track. Order across tracks means nothing: MMD
 * writes all first keys first, then the rest as they lie in its memory. O(n), O(n log n) in tracks that go back.
 */
export function inspectOrder(frames: Uint32Array, nameIndex?: Uint32Array, nameCount = 1): OrderFindings {
  const found = { huge: nothing(), unsorted: nothing(), duplicate: nothing() };
  const lastFrames = new Float64Array(nameCount).fill(-1);
  const backward = new Set<number>();
  for (let key = 0; key < frames.length; key++) {
    const track = nameIndex ? nameIndex[key]! : 0;
    const frame = frames[key]!;
    const last = lastFrames[track]!;
    if (frame > FRAME_LIMIT) note(found.huge, key);
    if (frame < last) {
      note(found.unsorted, key);
      backward.add(track);
    } else if (frame === last) note(found.duplicate, key);
    lastFrames[track] = frame;
  }
  if (backward.size > 0) found.duplicate = countDuplicates(frames, nameIndex);
  return found;
}

/** In tracks that go back in time, a repeated frame need not stand beside the first. */
function countDuplicates(frames: Uint32Array, nameIndex?: Uint32Array): Finding {
  const found = nothing();
  const seen = new Map<number, Set<number>>();
  for (let key = 0; key < frames.length; key++) {
    const track = nameIndex ? nameIndex[key]! : 0;
    let framesSeen = seen.get(track);
    if (!framesSeen) seen.set(track, (framesSeen = new Set()));
    if (framesSeen.has(frames[key]!)) note(found, key);
    framesSeen.add(frames[key]!);
  }
  return found;
}

function nothing(): Finding {
  return { count: 0, first: -1 };
}

function note(finding: Finding, key: number): void {
  if (finding.count++ === 0) finding.first = key;
}
