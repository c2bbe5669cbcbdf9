import { type BoneKey, parsePmx, parseVmd } from '@odori/format';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Motion, sampleBone, sampleMorph } from '#src/runtime/motion/index.js';
import { bindMotion, createRigDefinition, Rig } from '#src/runtime/rig/index.js';
import { motionOf } from '#test/runtime/clip/clip-fixtures.js';
import { readAsset } from '#test/support/dancer-files.js';
import { RUNS } from '#test/support/runs.js';

function along(...keys: [frame: number, x: number][]): Motion {
  return motionOf({
    bones: keys.map(([frame, x]): BoneKey => ({ name: '頭', frame, position: [x, 0, 0] })),
  });
}

function xOf(motion: Motion, frame: number): number {
  const out = new Float64Array(4);
  const position = new Float64Array(3);
  sampleBone(motion.bones.get('頭')!, frame, position, out);
  return position[0];
}

function largestStep(motion: Motion): number {
  let worst = 0;
  for (let frame = 0; frame < motion.lastFrame; frame += 0.5)
    worst = Math.max(worst, 2 * Math.abs(xOf(motion, frame + 0.5) - xOf(motion, frame)));
  return worst;
}

const rig = new Rig(createRigDefinition(parsePmx(readAsset('dancer.pmx'))));
const ANKLES = ['左足首', '右足首'].map((name) => rig.boneIndex(name));
/** An ankle that is not higher belongs to a foot that stands: 1.22 units at the least. */
const STANDING = 1.37;

type Place = readonly [x: number, y: number, z: number];

/** Where the ankles are in each frame. */
function anklesOf(motion: Motion): Place[][] {
  const binding = bindMotion(motion, rig);
  return Array.from({ length: Math.floor(motion.lastFrame) + 1 }, (_, frame) => {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    return ANKLES.map((bone): Place => {
      const [x, y, z] = rig.worldPositions.subarray(3 * bone, 3 * bone + 3);
      return [x, y, z];
    });
  });
}

/** How far feet are from where they were, along the ground; 0 where one of them does not stand. */
function slides(before: readonly Place[], after: readonly Place[]): number[] {
  return before.map(([x, y, z], i) =>
    Math.max(y, after[i][1]) < STANDING ? Math.hypot(after[i][0] - x, after[i][2] - z) : 0,
  );
}

/** The farthest that a standing foot slides from one frame to the next. */
function largestSlide(ankles: readonly Place[][]): number {
  return Math.max(...ankles.slice(1).flatMap((after, i) => slides(ankles[i], after)));
}

describe('a loopable motion', () => {
  test('ends as it begins, and is the same before the seam', () => {
    const motion = along([0, 5], [45, 2], [90, 3]);
    const loop = motion.loopable(0.5);
    expect(loop.duration).toBe(3);
    expect(xOf(loop, 90)).toBe(5);
    for (const frame of [0, 10.5, 45, 60, 75]) expect(xOf(loop, frame)).toBeCloseTo(xOf(motion, frame), 6);
    // Halfway through the seam, half of the difference of 2 is added.
    expect(xOf(loop, 82.5)).toBeCloseTo(xOf(motion, 82.5) + 1, 2);
  });

  test('is the motion itself where the last pose is the first one, or with a seam of 0', () => {
    const closed = along([0, 5], [45, 2], [90, 5]);
    expect(closed.loopable()).toBe(closed);
    const open = along([0, 5], [90, 3]);
    expect(open.loopable(0)).toBe(open);
    const once = open.loopable();
    expect(open.loopable()).toBe(once);
    expect(once.loopable()).toBe(once);
  });

  test('has the shortest default seam of 0.3 to 1.5 s that moves 1.5 times as fast at most', () => {
    const sway = (end: number): Motion => along([0, 0], [60, 12], [120, end]); // 0.2 units a frame
    const seam = (motion: Motion): number => {
      const loop = motion.loopable();
      let frame = 0;
      while (Math.abs(xOf(loop, frame) - xOf(motion, frame)) < 1e-4) frame++;
      return motion.lastFrame - frame + 1;
    };
    expect(seam(sway(0.1))).toBe(9);
    expect(largestStep(sway(0.1).loopable())).toBeLessThanOrEqual(1.5 * 0.2 + 1e-6);
    // A difference of 1 unit, against the sway: back by 0.2 a frame already, 0.1 more is allowed: 15 frames.
    expect(seam(sway(1))).toBeLessThanOrEqual(16);
    expect(largestStep(sway(1).loopable())).toBeLessThanOrEqual(1.5 * 0.2 + 1e-6);
    expect(seam(sway(9))).toBe(45);
  });

  test('moves by at most its own step and 2 × difference / frames of the seam', () => {
    const number = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 2, max: 60 }),
        (xs, frames) => {
          const motion = along(...xs.map((x, i): [number, number] => [20 * i, x / 10]));
          const loop = motion.loopable(frames / 30);
          const used = Math.min(frames, motion.lastFrame);
          const difference = Math.abs(xs[0] - xs.at(-1)!) / 10;
          expect(largestStep(loop)).toBeLessThanOrEqual(largestStep(motion) + (2 * difference) / used + 1e-5);
          expect(xOf(loop, loop.lastFrame)).toBeCloseTo(xs[0] / 10, 5);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('slides no further than the motion itself, by default and where a cut leaves the feet together', () => {
    const dance = Motion.from(parseVmd(readAsset('dance.vmd')));
    const ankles = anklesOf(dance);
    const stands = (frame: number): boolean =>
      ankles[frame].every(([, y]) => y < STANDING) && largestSlide(ankles.slice(frame - 1, frame + 1)) < 0.01;
    const moments = Array.from({ length: 124 }, (_, i) => 15 * (i + 1)).filter(stands);
    const cuts = moments.flatMap((from) =>
      moments.filter((to) => to > from + 40 && to < from + 600).map((to) => [from, to] as const),
    );
    const together = cuts.filter(([from, to]) => Math.max(...slides(ankles[from], ankles[to])) < 0.5);
    expect(together.length).toBeGreaterThan(2);
    for (const [from, to] of together) {
      const own = largestSlide(ankles.slice(from, to + 1));
      const loop = dance.slice(from, to).loopable();
      expect(largestSlide(anklesOf(loop)), `${from} to ${to}`).toBeLessThanOrEqual(own + 0.01);
    }
  });

  test('turns the shorter way, and keeps physics and weights in their range', () => {
    const about = (degrees: number): [number, number, number, number] => {
      const half = (degrees * Math.PI) / 360;
      return [0, Math.sin(half), 0, Math.cos(half)];
    };
    const motion = motionOf({
      bones: [
        { name: '頭', frame: 0, rotation: about(0) },
        { name: '頭', frame: 30, rotation: about(90), physics: false },
        { name: '頭', frame: 60, rotation: about(170), physics: false },
      ],
      morphs: [
        { name: 'あ', frame: 0, weight: 0 },
        { name: 'あ', frame: 55, weight: 0 },
        { name: 'あ', frame: 60, weight: 1 },
      ],
    });
    const loop = motion.loopable(1);
    const [position, rotation] = [new Float64Array(3), new Float64Array(4)];
    sampleBone(loop.bones.get('頭')!, 45, position, rotation);
    const angle = (2 * Math.asin(Math.abs(rotation[1])) * 180) / Math.PI;
    expect(angle).toBeCloseTo(130 - 85, 3);
    expect([...loop.bones.get('頭')!.physics].slice(-3)).toEqual([0, 0, 0]);
    for (let frame = 0; frame <= 60; frame++) {
      const weight = sampleMorph(loop.morphs.get('あ')!, frame);
      expect(weight).toBeGreaterThanOrEqual(0);
      expect(weight).toBeLessThanOrEqual(1);
    }
    expect(sampleMorph(loop.morphs.get('あ')!, 60)).toBe(0);
  });

  test('is made of slices and of motions at another speed, too', () => {
    const slice = along([0, 5], [45, 2], [90, 3]).slice(10.5, 70.25).retime(0.7);
    const loop = slice.loopable(0.4);
    expect(xOf(loop, loop.lastFrame)).toBeCloseTo(xOf(slice, 0), 5);
    expect(loop.lastFrame).toBe(slice.lastFrame);
    for (let i = 1; i < loop.bones.get('頭')!.frames.length; i++)
      expect(loop.bones.get('頭')!.frames[i]).toBeGreaterThan(loop.bones.get('頭')!.frames[i - 1]);
  });

  test('has few keyframes more than a file whose last one is years away', () => {
    const motion = along([0, 5], [2 ** 32 - 1, 2]);
    const loop = motion.loopable();
    expect(loop.bones.get('頭')!.frames.length).toBeLessThan(3700);
    for (const part of [0.25, 0.5, 0.75])
      expect(xOf(loop, part * motion.lastFrame)).toBeCloseTo(xOf(motion, part * motion.lastFrame), 3);
    expect(xOf(loop, motion.lastFrame)).toBe(5);
  });

  test('refuses a seam that is no length of time', () => {
    expect(() => along([0, 5], [90, 3]).loopable(-1)).toThrow(RangeError);
    expect(() => along([0, 5], [90, 3]).loopable(Number.NaN)).toThrow(RangeError);
  });
});
