import { createVmd } from '@odori/format';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { EXPRESSIONS, lowerLid, upperLid } from '#demos/assets/src/dancer/expression.js';
import { danceMorphs } from '#demos/assets/src/dance/face.js';
import { FRAMES } from './solved-dance.js';

const keys = danceMorphs();
const { morphs } = Motion.from(createVmd({ morphs: keys }));

const SHUTTING: ReadonlySet<unknown> = new Set(['笑い', 'ウィンク', 'ウィンク右']);

/** The distance of the lids in the middle of the left eye: 0.33 + 0.23 at rest, negative if they overlap. */
function lidsApart(frame: number): number {
  const rest = upperLid(0) - lowerLid(0);
  return EXPRESSIONS.reduce((apart, { name, expression: { side, upper = upperLid, lower = lowerLid } }) => {
    const track = side === 'right' ? undefined : morphs.get(name);
    return track ? apart + sampleMorph(track, frame) * (upper(0) - lower(0) - rest) : apart;
  }, rest);
}

test('happy eyes and winks are fully shut or off', () => {
  const shutting = keys.filter(({ name }) => SHUTTING.has(name));
  expect(shutting.length).toBeGreaterThan(40);
  expect(shutting.filter(({ weight }) => weight !== 0 && weight !== 1)).toEqual([]);
});

test('lids never overlap by more than half a lash', () => {
  let least = Infinity;
  for (let frame = 0; frame <= FRAMES; frame++) least = Math.min(least, lidsApart(frame));
  expect(least).toBeGreaterThan(-0.04);
});

test('the face has the same morph weights at both ends of the loop', () => {
  for (const [name, track] of morphs) expect(sampleMorph(track, FRAMES), name).toBe(sampleMorph(track, 0));
  expect(sampleMorph(morphs.get('にやり')!, 0)).toBeCloseTo(0.5, 6);
});
