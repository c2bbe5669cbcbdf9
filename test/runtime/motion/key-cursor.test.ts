import { KeyCursor } from '@odori/runtime/motion';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findKey } from '#src/runtime/motion/key-cursor.js';

const FRAMES = Float64Array.of(0, 10, 11, 20, 500);

test('findKey gives the last keyframe at or before a frame', () => {
  const found = [-1, 0, 9.999, 10, 10.5, 11, 499, 500, 1e9].map((frame) => findKey(FRAMES, frame));
  expect(found).toEqual([-1, 0, 0, 1, 1, 2, 3, 4, 4]);
  expect(findKey(FRAMES, NaN)).toBe(-1);
  expect(findKey(new Float64Array(0), 3)).toBe(-1);
});

test('with a cursor findKey gives the same, forwards, backwards and at random', () => {
  const anyFrame = fc.oneof(
    fc.integer({ min: -5, max: 60 }),
    fc.double({ min: -5, max: 60, noNaN: true }),
    fc.constant(NaN),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 30 }),
      fc.array(anyFrame),
      (keys, searched) => {
        const frames = Float64Array.from(keys).sort();
        const cursor = new KeyCursor();
        for (const frame of searched) expect(findKey(frames, frame, cursor)).toBe(findKey(frames, frame));
      },
    ),
  );
});

test('a cursor from a longer track is corrected', () => {
  const cursor = new KeyCursor();
  cursor.key = 99;
  expect(findKey(FRAMES, 15, cursor)).toBe(2);
});
