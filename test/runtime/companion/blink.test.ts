import { blink } from '#src/runtime/companion/blink.js';
import { lookAt } from '#src/runtime/companion/look-at.js';
import { chain } from '#src/runtime/companion/chain.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { companionRig, type Dance, live, MORPHS } from '#test/runtime/companion/companion-rig.js';
import { rigOf } from '#test/runtime/rig/small-rig.js';
import { describe, expect, test } from 'vitest';

const LIDS = MORPHS.indexOf('まばたき');

/** Holds a morph at a weight. */
const holding =
  (name: string, weight: number): Dance =>
  (rig) => {
    rig.pose.morphWeights[rig.definition.morphNames.indexOf(name)] = weight;
  };

/** The weights of まばたき (blink), 60 a second. */
function record(rig: Rig, adjust: ReturnType<typeof blink>, seconds: number, dance?: Dance): number[] {
  const weights: number[] = [];
  live(rig, adjust, seconds, dance, () => weights.push(rig.pose.morphWeights[LIDS]));
  return weights;
}

/** The frames in which a blink begins. */
function beginnings(weights: readonly number[]): number[] {
  return weights.flatMap((weight, i) => (weight > 0 && !(weights[i - 1] > 0) ? [i] : []));
}

test('she closes her eyes whole and for a moment, as often as asked', () => {
  const weights = record(companionRig(), blink({ perMinute: 20, double: 0 }), 300);
  const blinks = beginnings(weights);
  expect(blinks.length).toBeGreaterThan(80); // 100 on average
  expect(blinks.length).toBeLessThan(120);
  expect(Math.max(...weights)).toBe(1);
  for (const start of blinks) {
    const end = weights.findIndex((weight, i) => i > start && weight === 0);
    expect(end - start).toBeLessThanOrEqual(14); // 0.22 s
    expect(end - start).toBeGreaterThanOrEqual(12);
  }
  const gaps = blinks.slice(1).map((frame, i) => (frame - blinks[i]) / 60);
  expect(Math.min(...gaps)).toBeGreaterThan(1.45); // half to one and a half times 3 s
  expect(Math.max(...gaps)).toBeLessThan(4.55);
});

test('the same seed gives the same moments, another one others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => record(companionRig(), blink({ seed }), 60));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('now and then she blinks twice', () => {
  const blinks = beginnings(record(companionRig(), blink({ double: 1 }), 60));
  const gaps = blinks.slice(1).map((frame, i) => frame - blinks[i]);
  // 0.32 s, then 2 to 6 s, and so on
  gaps.forEach((gap, i) => expect(gap < 21, `${i}`).toBe(i % 2 === 0));
});

test('never, if asked', () => {
  expect(Math.max(...record(companionRig(), blink({ perMinute: 0 }), 60))).toBe(0);
});

describe.each(['まばたき', '笑い', 'ウィンク'])('while the motion holds %s', (name) => {
  test.each([0.21, 0.5, 1])('at %d, the weights stay those of the motion', (held) => {
    const weights = record(companionRig(), blink({ perMinute: 60 }), 30, holding(name, held));
    expect(new Set(weights)).toEqual(new Set([name === 'まばたき' ? held : 0]));
  });

  test('at 0.1, she blinks as ever', () => {
    const weights = record(companionRig(), blink({ perMinute: 60 }), 30, holding(name, 0.1));
    expect(Math.max(...weights)).toBeCloseTo(1, 9);
  });

  test('at 0.15, she blinks by half: nothing jumps where the motion passes 0.2', () => {
    const weights = record(companionRig(), blink({ perMinute: 60 }), 30, holding(name, 0.15));
    expect(Math.max(...weights)).toBeCloseTo(0.5, 9);
  });
});

test('a group morph that closes the eyes counts by what it adds', () => {
  const shape = { nameEn: '', panel: 0 as const };
  const lids = {
    ...shape,
    name: 'まばたき',
    type: 'vertex' as const,
    vertices: new Uint32Array(),
    offsets: new Float32Array(),
  };
  const group = {
    ...shape,
    name: '眠い',
    type: 'group' as const,
    morphs: Int32Array.of(0),
    weights: Float32Array.of(0.5),
  };
  const rig = rigOf([{ name: '頭' }], { morphs: [lids, group] });
  const weightsAt = (held: number): Set<number> => {
    const weights = new Set<number>();
    const each: Dance = () => weights.add(rig.pose.morphWeights[0]);
    live(rig, blink({ perMinute: 60 }), 20, (posed) => (posed.pose.morphWeights[1] = held), each);
    return weights;
  };
  expect(weightsAt(0.5)).toEqual(new Set([0])); // 0.25 in all
  expect(Math.max(...weightsAt(0.1))).toBe(1);
});

test('after a jump her eyes are as the motion says', () => {
  const rig = companionRig();
  const adjust = blink({ perMinute: 60 });
  let jumps = 0;
  for (let frame = 0; frame < 3000; frame++) {
    rig.pose.reset();
    adjust(rig, 1 / 60, { seconds: 1 / 60, isJump: false });
    if (!(rig.pose.morphWeights[LIDS] > 0.5)) continue;
    rig.pose.reset();
    adjust(rig, 0, { seconds: 0, isJump: true });
    expect(rig.pose.morphWeights[LIDS]).toBe(0);
    jumps++;
  }
  expect(jumps).toBeGreaterThan(20);
});

test('she blinks when her gaze shifts', () => {
  const rig = companionRig();
  const gaze = lookAt([0, 18, 20], { saccades: 0 });
  const life = chain(gaze, blink({ perMinute: 0, duringGaze: gaze }));
  expect(Math.max(...record(rig, life, 2))).toBe(0);
  gaze.target = [8, 18, 20];
  expect(beginnings(record(rig, life, 2))).toEqual([1]);
});

test('the morph is that of the slot, and a model without one stays as it is', () => {
  const rig = companionRig();
  live(rig, blink({ perMinute: 60, slots: { blink: ['目閉じ', 'あ'] } }), 3);
  let largest = 0;
  live(rig, blink({ perMinute: 60, slots: { blink: ['目閉じ', 'あ'] } }), 3, undefined, () => {
    largest = Math.max(largest, rig.pose.morphWeights[MORPHS.indexOf('あ')]);
  });
  expect(largest).toBe(1);
  const bare = rigOf([{ name: '頭' }]);
  expect(() => live(bare, blink({ perMinute: 60 }), 3)).not.toThrow();
});

test.each([{ perMinute: -1 }, { double: NaN }])('%o is refused', (options) => {
  expect(() => blink(options)).toThrow(RangeError);
});
