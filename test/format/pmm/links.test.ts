import { parsePmm, type Pmm, serializePmm } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { followLinks } from '#src/format/pmm/links.js';
import { type Base, headBytes, PmmBytes, type PoolBase, sceneBytes, tailBytes } from './pmm-bytes.js';

/** Follows the links of one or more tracks. `next` is by record: first keys, then the pool. */
function follow(
  tracks: number,
  next: number[],
  frames: number[] = next.map((_, i) => i),
  numbers?: number[],
): Record<string, number[]> {
  const linked = followLinks({
    tracks,
    frames: Uint32Array.from(frames),
    next: Int32Array.from(next),
    numbers: numbers && Int32Array.from(numbers),
  });
  return Object.fromEntries(Object.entries(linked).map(([name, records]) => [name, Array.from(records)]));
}

const SOUND = { dangling: [], crossing: [], backward: [] };

test('the links of two bones give two tracks', () => {
  expect(follow(2, [3, 0, 0, 2], [0, 0, 9, 5])).toEqual({
    records: [0, 3, 2, 1],
    starts: [0, 3, 4],
    ...SOUND,
  });
});

test('no tracks give no keys', () => {
  expect(follow(0, [])).toEqual({ records: [], starts: [0], ...SOUND });
  expect(follow(2, [0, 0])).toEqual({ records: [0, 1], starts: [0, 1, 2], ...SOUND });
});

test('a cycle ends where it closes', () => {
  // 0 → 1 → 2 → 1
  expect(follow(1, [1, 2, 1])).toEqual({ records: [0, 1, 2], starts: [0, 3], ...SOUND, crossing: [2] });
  // 0 → 1 → 1
  expect(follow(1, [1, 1])).toEqual({ records: [0, 1], starts: [0, 2], ...SOUND, crossing: [1] });
});

test('a key belongs to the track that reaches it first', () => {
  // 0 → 2 → 3, 1 → 3
  expect(follow(2, [2, 3, 3, 0])).toEqual({
    records: [0, 2, 3, 1],
    starts: [0, 3, 4],
    ...SOUND,
    crossing: [1],
  });
});

test('a link to no key, or to a first key, is dangling', () => {
  expect(follow(1, [7, 0])).toEqual({ records: [0, 1], starts: [0, 1], ...SOUND, dangling: [0] });
  expect(follow(1, [-1, 0])).toMatchObject({ dangling: [0] });
  expect(follow(2, [1, 0, 0])).toEqual({ records: [0, 1, 2], starts: [0, 1, 2], ...SOUND, dangling: [0] });
});

test('a track that goes back in time is sorted, and keys at one frame keep their order', () => {
  // 0 → 1 (frame 8) → 2 (frame 3) → 3 (frame 8)
  expect(follow(1, [1, 2, 3, 0], [0, 8, 3, 8])).toEqual({
    records: [0, 2, 1, 3],
    starts: [0, 4],
    ...SOUND,
    backward: [1],
  });
});

test('a link can use numbers of keys that are not their records', () => {
  // The pool's numbers are 9 and 5: 0 → 5, which is record 2, → 9, which is record 1.
  expect(follow(1, [5, 0, 9], [0, 4, 2], [9, 5])).toEqual({ records: [0, 2, 1], starts: [0, 3], ...SOUND });
  // If two keys have the same number, a link means the last.
  expect(follow(1, [5, 0, 0], [0, 4, 2], [5, 5])).toEqual({ records: [0, 2, 1], starts: [0, 2], ...SOUND });
});

test('each of many keys in a ring is visited once', () => {
  const next = Array.from({ length: 200_000 }, (_, i) => (i + 1) % 200_000 || 1);
  expect(follow(1, next)).toMatchObject({ starts: [0, 200_000], crossing: [199_999] });
});

describe('links in a file', () => {
  /** A project without models whose camera has these links, first key and pool. */
  function cameraFile(first: Base, ...pool: PoolBase[]): Uint8Array {
    const file = headBytes().u8(0).camera(first, -45, [-1, 0]).i32(pool.length);
    for (const base of pool) file.camera(base, -30, [-1, 0]);
    const rest = sceneBytes(new PmmBytes())
      .build()
      .subarray(78 + 4 + 82); // after its own camera keys
    return tailBytes(file.bytes(rest)).build();
  }

  const codes = ({ warnings }: Pmm): [string, string, number, number][] =>
    warnings.map(({ code, section, count, offset }) => [code, section, count, offset]);

  const FIRST = 55; // where the camera's first key is
  const POOL = FIRST + 78 + 4;

  test.each<[string, Base, PoolBase[], number[], ReturnType<typeof codes>]>([
    ['a sound track', [0, 0, 1], [[1, 5, 0, 0]], [0, 5], []],
    [
      'a cycle',
      [0, 0, 1],
      [
        [1, 5, 0, 2],
        [2, 9, 1, 1],
      ],
      [0, 5, 9],
      [['key-cycle', 'camera.keys.links', 1, POOL + 82 + 4 + 8]],
    ],
    ['a link to no key', [0, 0, 3], [], [0], [['bad-index', 'camera.keys.links', 1, FIRST + 8]]],
    [
      'two unreached keys',
      [0, 0, 0],
      [
        [1, 5, 0, 0],
        [2, 9, 1, 0],
      ],
      [0, 5, 9],
      [['unreached-key', 'camera.keys', 2, POOL + 4]],
    ],
    [
      'a track that goes back in time',
      [0, 0, 1],
      [
        [1, 9, 0, 2],
        [2, 5, 1, 0],
      ],
      [0, 5, 9],
      [['unsorted-keys', 'camera.keys.links', 1, POOL + 4 + 8]],
    ],
    ['a track that begins late', [3, 0, 0], [], [3], [['odd-value', 'camera.keys', 1, FIRST]]],
    [
      'keys with other numbers than their records',
      [0, 0, 70],
      [
        [80, 9, 70, 0],
        [70, 5, 0, 80],
      ],
      [0, 5, 9],
      [],
    ],
  ])('%s: the warnings are right, and the file is written back', (_, first, pool, frames, warnings) => {
    const bytes = cameraFile(first, ...pool);
    const pmm = parsePmm(bytes);
    expect(Array.from(pmm.camera.keys.frames)).toEqual(frames);
    expect(codes(pmm)).toEqual(warnings);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });

  test('the messages of the warnings name the links', () => {
    const pmm = parsePmm(cameraFile([0, 0, 1], [1, 5, 0, 1], [2, 9, 0, 0]));
    expect(pmm.warnings.map(({ message }) => message)).toEqual([
      'camera.keys.links.next[1] is 1, a key that has been reached before',
      'camera.keys[2] cannot be reached from a first key',
    ]);
  });
});
