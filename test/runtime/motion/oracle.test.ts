import { parseVmd } from '@odori/format';
import { KeyCursor, matchTracks, Motion, sampleBone, sampleMorph } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';

const MOTIONS: Record<string, string> = {
  wavefile: 'vmd/wavefile_v2.vmd',
  arm: 'vmd/edvakf_arm.vmd',
  blender_test: 'vmd/mmd_tools_test.vmd',
};

interface Reference {
  morphs: string[];
  frames: { frame: number; morphs: number[] }[];
}

describe.skipIf(!hasCorpus).each([
  ['miku_v2', 'wavefile'],
  ['miku_pmx', 'wavefile'],
  ['kaito', 'wavefile'],
  ['miku_v2', 'arm'],
  ['miku_v2', 'blender_test'],
])('%s dances %s', (model, name) => {
  test('morph weights match the double-precision reference', () => {
    const { morphs, frames } = readOracle(`fk/${model}__${name}.json`) as Reference;
    const motion = Motion.from(parseVmd(readCorpus(MOTIONS[name])));
    let compared = 0;
    const { tracks } = matchTracks(motion.morphs, morphs);
    for (const { frame, morphs: expected } of frames) {
      morphs.forEach((morph, i) => {
        const track = tracks[i];
        const weight = track ? sampleMorph(track, frame) : 0;
        expect(Math.abs(weight - expected[i]), `${morph} at ${frame}`).toBeLessThanOrEqual(1e-6);
        compared++;
      });
    }
    expect(compared).toBe(frames.length * morphs.length);
  });
});

describe.skipIf(!hasCorpus)('wavefile', () => {
  const motion = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))) : Motion.from();

  test('a real motion needs no repair', () => {
    expect(motion.report).toEqual([]);
    expect([motion.bones.size, motion.morphs.size, motion.lastFrame]).toEqual([140, 31, 2809]);
  });

  test('sampling a bone at a keyframe gives the values of that keyframe, bit for bit', () => {
    const position = new Float64Array(3);
    const rotation = new Float64Array(4);
    for (const track of motion.bones.values()) {
      const cursor = new KeyCursor();
      track.frames.forEach((frame, key) => {
        sampleBone(track, frame, position, rotation, cursor);
        expect(Float32Array.from(position)).toEqual(track.positions.slice(3 * key, 3 * key + 3));
        expect(Float32Array.from(rotation)).toEqual(track.rotations.slice(4 * key, 4 * key + 4));
      });
    }
  });
});
