import { createVmd } from '@odori/format';
import { type BoneTrack, Motion, sampleBone } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { SEGMENT_CURVED, SEGMENT_ROTATES, SEGMENT_TRANSLATES } from '#src/runtime/motion/segments.js';

const QUARTER = Math.SQRT1_2; // the sine of half of 90°

/** Moves along y with a curve from 0 to 10, turns by 90° about y from 10 to 20, and rests from 20 to 30. */
function track(): BoneTrack {
  const keys = [
    { frame: 0 },
    { frame: 10, position: [0, 5, 0] as const, curves: { y: [64, 0, 64, 127] as const } },
    { frame: 20, position: [0, 5, 0] as const, rotation: [0, QUARTER, 0, QUARTER] as const },
    { frame: 30, position: [0, 5, 0] as const, rotation: [0, QUARTER, 0, QUARTER] as const },
  ];
  return Motion.from(createVmd({ bones: keys.map((key) => ({ name: 'b', ...key })) })).bones.get('b')!;
}

const BITS = SEGMENT_TRANSLATES | SEGMENT_ROTATES | (15 * SEGMENT_CURVED);

test('a segment is classified when it is first sampled, and no other segment with it', () => {
  const of = track();
  const sample = (frame: number): void => void sampleBone(of, frame, [0, 0, 0], [0, 0, 0, 0]);
  expect([...of.segments]).toEqual([0, 0, 0, 0]);
  sample(15);
  expect([...of.segments].map(Boolean)).toEqual([false, false, true, false]);
  expect(of.segments[2] & BITS).toBe(SEGMENT_ROTATES);
  expect(of.arcs[4]).toBeCloseTo(Math.PI / 4, 7);
  expect(of.arcs[5]).toBeCloseTo(Math.SQRT2, 7);
  sample(5);
  expect(of.segments[1] & BITS).toBe(SEGMENT_TRANSLATES | (SEGMENT_CURVED << 1));
  sample(25);
  expect(of.segments[3]).not.toBe(0);
  expect(of.segments[3] & BITS).toBe(0);
});

test('keyframes themselves are sampled without their segments', () => {
  const of = track();
  for (const frame of [-1, 0, 10, 20, 30, 31]) sampleBone(of, frame, [0, 0, 0], [0, 0, 0, 0]);
  expect([...of.segments]).toEqual([0, 0, 0, 0]);
});
