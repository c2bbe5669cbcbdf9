import { createVmd, parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { sampleMotion } from '#src/runtime/joints/sample-motion.js';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';
import { rigOf } from '../rig/small-rig.js';

/** A bone that rises by 30 units in 30 frames, and one that hangs 2 units in front of it. */
const rig = rigOf([{ name: '親' }, { name: '子', parent: 0, position: [0, 0, -2] }]);
const rise = Motion.from(
  createVmd({
    bones: [
      { name: '親', frame: 0 },
      { name: '親', frame: 30, position: [0, 30, 0] },
    ],
  }),
);

test('frames × bones × 7, in three’s space', () => {
  const poses = sampleMotion(rise, rig);
  expect(poses).toHaveLength(31 * 2 * 7);
  expect([...poses.subarray(14 * 10, 14 * 11)]).toEqual([0, 10, 0, 0, 0, 0, 1, 0, 10, 2, 0, 0, 0, 1]);
});

test('steps, a part, and some bones', () => {
  const poses = sampleMotion(rise, rig, { every: 0.5, from: 1, to: 2, bones: ['子'] });
  expect([poses[1], poses[8], poses[15], poses.length]).toEqual([1, 1.5, 2, 21]);
  // 0.1 has no exact binary form: 0.1 · 10 is 1, and its pose is not left out
  expect(sampleMotion(rise, rig, { every: 0.1, to: 1, bones: ['子'] })).toHaveLength(11 * 7);
  expect(sampleMotion(rise, rig, { from: 5, to: 4 })).toHaveLength(0);
});

test('numbers that make no sense are errors, and no memory is taken for years of poses', () => {
  expect(() => sampleMotion(rise, rig, { every: 0 })).toThrow('every must be a number above 0, not 0');
  expect(() => sampleMotion(rise, rig, { every: NaN })).toThrow('every must be');
  expect(() => sampleMotion(rise, rig, { from: -Infinity })).toThrow('from must be a frame');
  expect(() => sampleMotion(rise, rig, { bones: ['頭'] })).toThrow('the model has no bone named "頭"');
  const stray = Motion.from(createVmd({ bones: [{ name: '親', frame: 4e9 }] }));
  expect(() => sampleMotion(stray, rig)).toThrow(
    'frames 0 to 4000000000 are 4000000001 poses, too many for one array: sample a part of them or fewer bones',
  );
});

interface Oracle {
  readonly bones: readonly string[];
  readonly frames: readonly { readonly frame: number; readonly world: readonly number[] }[];
}

describe.skipIf(!hasCorpus)('a real dance', () => {
  test('joints stand where they do in MMD', () => {
    const rigOfMiku = new Rig(createRigDefinition(parsePmx(readCorpus('pmx/mmd_tools_miku/miku.pmx'))));
    const motion = Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd')));
    const { bones, frames } = readOracle('mmd/miku_pmx__wavefile.json') as Oracle;
    const distances = (name: string): number[] => {
      const at = 16 * bones.indexOf(name) + 12;
      return frames.map(({ frame, world }) => {
        const [x, y, z] = sampleMotion(motion, rigOfMiku, { from: frame, to: frame, bones: [name] });
        return Math.hypot(x - world[at], y - world[at + 1], -z - world[at + 2]);
      });
    };
    expect(frames.length).toBeGreaterThan(10);
    // the tolerances of the rig itself: without IK at most 2e-3 units, behind IK 0.01 for 95 % of the frames
    for (const name of ['左手首', '頭']) expect(Math.max(...distances(name))).toBeLessThan(2e-3);
    for (const name of ['左足首', '右足首']) {
      const ascending = distances(name).sort((a, b) => a - b);
      expect(ascending[Math.floor(0.95 * (ascending.length - 1))]).toBeLessThan(0.01);
    }
  });
});
