import type { MmdFormatErrorCode } from '../errors.js';
import { FRAME_LIMIT } from '../mmd-defaults.js';
import type { LinkedTracks } from './links.js';
import type { PmmKeys } from './pmm-keys.js';
import type { PmmReader } from './pmm-reader.js';

/** After frame and previous. */
const NEXT_OFFSET = 8;

/** Reports links without a target or in circles, and keys that no link leads to. */
export function reportLinks(
  reader: PmmReader,
  { records, starts, dangling, crossing, backward }: LinkedTracks,
  next: Int32Array,
  spots: Uint32Array,
): void {
  const { section } = reader;
  const report = (code: MmdFormatErrorCode, found: readonly number[], problem: string): void => {
    const [record] = found;
    if (record === undefined) return;
    reader.warn(
      code,
      `next[${record}]`,
      `is ${next[record]}, ${problem}`,
      spots[record] + NEXT_OFFSET,
      found.length,
    );
  };
  reader.enter(`${section}.links`);
  report('bad-index', dangling, 'which is not a key of the pool');
  report('key-cycle', crossing, 'a key that has been reached before');
  report('unsorted-keys', backward, 'a key at an earlier frame');
  reader.enter(section);
  const tracked = starts.at(-1)!;
  const unreached = records.length - tracked;
  if (unreached > 0)
    reader.warn(
      'unreached-key',
      `[${tracked}]`,
      'cannot be reached from a first key',
      spots[records[tracked]],
      unreached,
    );
}

/**
 * Reports frames above the limit, two keys of a track at one frame, and first keys that are not at frame 0.
 */
export function reportFrames(
  reader: PmmReader,
  { frames, starts }: PmmKeys,
  offsetOf: (key: number) => number,
): void {
  const huge: number[] = [];
  const repeated: number[] = [];
  const late: number[] = [];
  for (let key = 0; key < frames.length; key++) if (frames[key] > FRAME_LIMIT) huge.push(key);
  for (let track = 0; track < starts.length - 1; track++) {
    if (frames[starts[track]] !== 0) late.push(starts[track]);
    for (let key = starts[track] + 1; key < starts[track + 1]; key++) {
      if (frames[key] === frames[key - 1]) repeated.push(key);
    }
  }
  const report = (code: MmdFormatErrorCode, keys: readonly number[], problem: string): void => {
    if (keys.length > 0) reader.warn(code, `[${keys[0]}].frames`, problem, offsetOf(keys[0]), keys.length);
  };
  report('huge-frame', huge, `is above ${FRAME_LIMIT}`);
  report('duplicate-keys', repeated, 'repeats a frame');
  report('odd-value', late, 'is not 0, where a track must begin');
}
