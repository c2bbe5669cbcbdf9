import { createVmd } from '@odori/format';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { Motion } from '@odori/runtime/motion';
import { Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { bestPart, type Liveliness } from '#demos/dance/src/record/best-part.js';
import { livelinessOf } from '#demos/dance/src/record/find-best-part.js';

/** Moves from `from` to `to`, in seconds, of 64. */
function dance(from: number, to: number, start = 0): Liveliness {
  const values = Float32Array.from({ length: 640 }, (_, i) => (i >= 10 * from && i < 10 * to ? 1 : 0));
  return { values, stepsPerSecond: 10, start };
}

/** Bars of two seconds, from the first one on. */
const bars = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + 2 * i);

describe('the best part', () => {
  test('is the eight bars with the most moves', () => {
    expect(bestPart(dance(20, 40), bars(0.5, 32), 64)).toEqual({ start: 20.5, end: 36.5 });
  });

  test('counts the time of the song: the dance may begin later', () => {
    expect(bestPart(dance(20, 36, 4), bars(0, 32), 64)).toEqual({ start: 24, end: 40 });
  });

  test('is the first of equals, and lies within the dance', () => {
    expect(bestPart(dance(0, 64), bars(1, 32), 64)).toEqual({ start: 1, end: 17 });
    expect(bestPart(dance(50, 64), bars(0, 40), 60)).toEqual({ start: 44, end: 60 });
  });

  test('without bars is 16 seconds, from any second on', () => {
    expect(bestPart(dance(31, 47), [], 64)).toEqual({ start: 31, end: 47 });
  });

  test('is nothing for a dance that is short, or still', () => {
    expect(bestPart(dance(0, 16), [], 16)).toBeUndefined();
    expect(bestPart(dance(0, 0), bars(0, 32), 64)).toBeUndefined();
  });
});

test('turns count in radians, ways by half a unit', () => {
  const rig = new Rig(createSkeletonDefinition([{ name: '頭', parent: -1, position: [0, 15, 0] }])); // head
  const half = Math.sin(0.5); // of a turn by 1 radian
  const bones = [
    { name: '頭', frame: 0 },
    { name: '頭', frame: 3, rotation: [half, 0, 0, Math.cos(0.5)] as const },
    { name: '頭', frame: 6, rotation: [half, 0, 0, Math.cos(0.5)] as const, position: [0, 4, 0] as const },
  ];
  const motion = Motion.from(createVmd({ bones }));
  const { values, start } = livelinessOf(motion, rig, 1.5);
  expect(start).toBe(1.5);
  expect([...values]).toEqual([expect.closeTo(1, 3), expect.closeTo(2, 3)]); // 4 units × 0.5
});
