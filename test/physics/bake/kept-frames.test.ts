import { createVmd, type VmdContent } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { keptFrames } from '#src/physics/bake/kept-frames.js';

/** The stretches whose keyframes stay, of hair with keyframes at these frames. */
function kept(...keys: [frame: number, physics: boolean][]): unknown {
  const bones = keys.map(([frame, physics]) => ({ name: 'hair', frame, physics }));
  return keptFrames(Motion.from(createVmd({ bones } satisfies VmdContent)), 'hair');
}

test('keyframes stay from behind the first that switches physics off to the last before it is on again', () => {
  expect(kept([0, true], [30, false], [40, false], [50, false], [60, true])).toEqual([
    { after: 30, last: 50 },
  ]);
});

test('physics that is off from the start is off before the first keyframe, and one that stays off has no end', () => {
  expect(kept([10, false], [40, false], [60, true])).toEqual([{ after: -Infinity, last: 40 }]);
  expect(kept([0, true], [30, false], [40, false])).toEqual([{ after: 30, last: Infinity }]);
  expect(kept([10, false])).toEqual([{ after: -Infinity, last: Infinity }]);
});

test('each run of keyframes with physics off is a stretch of its own', () => {
  expect(kept([0, true], [10, false], [20, true], [30, false], [40, false], [50, true])).toEqual([
    { after: 10, last: 10 },
    { after: 30, last: 40 },
  ]);
});

test('a bone without keyframes, and one whose physics stays on, keep nothing', () => {
  expect(keptFrames(Motion.from(createVmd()), 'hair')).toEqual([]);
  expect(kept([0, true], [30, true])).toEqual([]);
});

test('keyframes at fractional frames do not stay: writing moves them', () => {
  const bones = [{ name: 'hair', frame: 1, physics: false }];
  expect(keptFrames(Motion.from(createVmd({ bones })).retime(1.5), 'hair')).toEqual([]);
});
