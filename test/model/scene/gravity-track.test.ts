import { describe, expect, test } from 'vitest';
import { createGravityTrack, sampleGravity } from '#src/model/scene/gravity-track.js';
import { type SmallGravityKey, smallPmm } from './small-pmm.js';

/** The gravity of a project at a frame, rounded to thousandths. */
function gravityAt(frame: number, gravity: readonly SmallGravityKey[], seed = 1): number[] {
  const track = createGravityTrack(smallPmm({ gravity }).gravity, seed);
  return [...sampleGravity(track, frame, [0, 0, 0])].map((value) => Math.round(value * 1e3) / 1e3 + 0);
}

test('gravity is interpolated linearly, ten units per metre in a direction of length 1', () => {
  const keys: SmallGravityKey[] = [{ frame: 0 }, { frame: 10, acceleration: 19.6, direction: [1, 0, 1] }];
  expect(gravityAt(0, keys)).toEqual([0, -98, 0]);
  expect(gravityAt(5, keys)).toEqual([84.87, -84.87, -84.87]); // 147 / √3
  expect(gravityAt(10, keys)).toEqual([138.593, 0, -138.593]); // 196 / √2
});

test('gravity between keyframes is as measured on MMD 9.31, in tenths', () => {
  const stronger: SmallGravityKey[] = [
    { frame: 0, acceleration: 4 },
    { frame: 60, acceleration: 30 },
  ];
  const down = [0, 15, 30, 45, 60, 90].map((frame) => -gravityAt(frame, stronger)[1]);
  expect(down).toEqual([40, 105, 170, 235, 300, 300]);
  const turning: SmallGravityKey[] = [
    { frame: 0, acceleration: 10 },
    { frame: 60, acceleration: 10, direction: [1, 0, 0] },
  ];
  expect(gravityAt(30, turning).map(Math.round)).toEqual([71, -71, 0]);
  expect(gravityAt(45, turning).map(Math.round)).toEqual([95, -32, 0]);
});

test('without keyframes, the values of the panel apply', () => {
  expect(gravityAt(5, [])).toEqual([0, -98, 0]);
});

describe('noise', () => {
  const noisy: SmallGravityKey[] = [{ frame: 0, direction: [0, -2, 0], noise: 50, noiseOn: 1 }];
  const quiet: SmallGravityKey = { frame: 31, noise: 50 };
  const blocks = Array.from({ length: 2000 }, (_, block) => gravityAt(15.5 * block, noisy));

  test('holds for 31 substeps, and is the same in each run and from either side', () => {
    for (const frame of [0, 0.5, 15, 15.4]) expect(gravityAt(frame, noisy)).toEqual(blocks[0]);
    for (const frame of [30.5, 15.5]) expect(gravityAt(frame, noisy)).toEqual(blocks[1]);
    expect(new Set(blocks.map(String)).size).toBe(blocks.length);
    expect(gravityAt(0, noisy, 2)).not.toEqual(blocks[0]);
  });

  test('has any size up to ten times its number, and moves each axis of the direction by up to 0.1', () => {
    const sizes = blocks.map((vector) => Math.hypot(...vector)).sort((a, b) => a - b);
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = sizes.filter((size) => Math.floor(size / 50) === tenth).length;
      expect(count / blocks.length).toBeCloseTo(0.1, 1);
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual(500);
    const swings = blocks.map(([x, y]) => x / -y); // x / (1 + dy), both up to 0.1
    expect(Math.max(...swings.map(Math.abs))).toBeLessThan(0.1 / 0.9);
    expect(Math.max(...swings)).toBeGreaterThan(0.095);
    expect(Math.min(...swings)).toBeLessThan(-0.095);
  });

  test('begins and ends at keyframes', () => {
    const keys = [{ frame: 0 }, { ...noisy[0], frame: 10 }, quiet];
    expect(gravityAt(9, keys)).toEqual(gravityAt(9, [{ frame: 0 }, { ...noisy[0], frame: 10, noiseOn: 0 }]));
    expect(gravityAt(10, keys)).toEqual(gravityAt(10, noisy));
    expect(gravityAt(31, keys)).toEqual([0, -98, 0]);
    expect(gravityAt(0, [{ ...noisy[0], direction: [0, 0, 0] }])).toEqual([0, 0, 0]);
  });
});
