import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { createCameraPose, Motion, sampleBone, sampleCamera, toVmd } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { curvePart, curveWeight } from '#src/runtime/motion/curve-weight.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';

function positionsAt(motion: Motion, frames: readonly number[]): number[] {
  const track = motion.bones.get('a')!;
  return frames.map((frame) => {
    const position = [0, 0, 0];
    sampleBone(track, frame, position, [0, 0, 0, 0]);
    return position[0];
  });
}

const CURVE = [90, 10, 40, 120] as const;
const motion = Motion.from(
  createVmd({
    bones: [
      { name: 'a', frame: 0 },
      { name: 'a', frame: 60, position: [10, 0, 0], curves: CURVE },
      { name: 'a', frame: 90, position: [3, 0, 0], physics: false },
    ],
    cameras: [
      { frame: 0, target: [0, 9, 1], rotation: [1, 1, 1] },
      { frame: 30, distance: -10, target: [0, 9, 1], rotation: [1, 1, 1] },
      { frame: 31, distance: -60, target: [0, 0, 5], rotation: [1, 1, 1] },
    ],
    properties: [{ frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] }],
    lights: [{ frame: 0, direction: [0, -1, 1] }],
    selfShadows: [{ frame: 2, mode: 2, distance: 0.5 }],
    morphs: [{ name: 'あ', frame: 3, weight: 0.5 }],
  }),
);

test('an unchanged motion comes back keyframe for keyframe', () => {
  const again = Motion.from(parseVmd(serializeVmd(toVmd(motion))));
  expect(again.bones).toEqual(motion.bones);
  expect(again.morphs).toEqual(motion.morphs);
  expect(again.camera).toEqual(motion.camera);
  expect(again.light).toEqual(motion.light);
  expect(again.selfShadow).toEqual(motion.selfShadow);
  expect(again.property).toEqual(motion.property);
});

test('a slice gets keyframes at its ends, with parts of the original curves', () => {
  const part = motion.slice(20, 50);
  const written = Motion.from(toVmd(part));
  expect([...written.bones.get('a')!.frames]).toEqual([0, 30]);
  const frames = [0, 5, 10, 17.5, 25, 30];
  positionsAt(written, frames).forEach((x, i) => {
    // of 10; control values are whole numbers
    expect(Math.abs(x - positionsAt(part, frames)[i])).toBeLessThan(0.05);
  });
});

test('a slice that begins after all keyframes holds the last one', () => {
  const written = Motion.from(toVmd(motion.slice(95, 99)));
  expect(positionsAt(written, [0, 4])).toEqual([3, 3]);
});

test('a cut of a retimed motion is still a cut in the file', () => {
  const written = Motion.from(toVmd(motion.retime(3)));
  expect([...written.camera!.frames]).toEqual([0, 90, 92, 93]);
  expect(sampleCamera(written.camera!, 92.9, createCameraPose()).distance).toBe(-10);
  expect(sampleCamera(written.camera!, 93, createCameraPose()).distance).toBe(-60);
});

test('curvePart gives the part of a curve as a curve', () => {
  const part = curvePart(CURVE, 0.25, 0.8);
  const [a, b] = [0.25, 0.8].map((x) => curveWeight(...CURVE, x));
  for (const x of [0, 0.2, 0.5, 0.9, 1]) {
    const expected = (curveWeight(...CURVE, 0.25 + 0.55 * x) - a) / (b - a);
    expect(Math.abs(curveWeight(...part, x) - expected)).toBeLessThan(0.01);
  }
});

describe.skipIf(!hasCorpus)('wavefile', () => {
  test('a real motion comes back keyframe for keyframe', () => {
    const wavefile = Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd')));
    const again = Motion.from(toVmd(wavefile));
    for (const [name, track] of wavefile.bones) {
      const { frames, positions, rotations, curves } = again.bones.get(name)!;
      expect(frames).toEqual(track.frames);
      expect(positions).toEqual(track.positions);
      expect(curves).toEqual(track.curves);
      const worst = rotations.reduce(
        (most, value, i) => Math.max(most, Math.abs(value - track.rotations[i])),
        0,
      );
      expect(worst).toBeLessThan(1e-6); // normalized again, in 32 bits
    }
  });
});

test('a name that a file cut inside a character has the same bytes afterwards', () => {
  const name = 'スカート上着制服裾'; // 18 bytes; the file has 14 and the first half of 服, clothes
  const [bones, morphs] = [[{ name, frame: 0 }], [{ name, frame: 0, weight: 1 }]];
  const cut = Motion.from(parseVmd(serializeVmd(createVmd({ bones, morphs }))));
  const again = Motion.from(parseVmd(serializeVmd(toVmd(cut.mirror()))));
  expect([...again.bones.keys(), ...again.morphs.keys()]).toEqual(['スカート上着制', 'スカート上着制']);
  const bytes = encodeName(name).bytes.subarray(0, 15);
  expect(again.bones.get('スカート上着制')!.name.bytes).toEqual(bytes);
  expect(again.morphs.get('スカート上着制')!.name.bytes).toEqual(bytes);
});

test('names with different bytes or texts stay different names', () => {
  const texts = ['左头', '左带', '手ダミーボーン左', '手ダミーボーン右']; // two are 8d b6 3f, two differ in byte 15
  const doc = createVmd({ bones: texts.map((name, frame) => ({ name, frame })) });
  expect(toVmd(Motion.from(doc)).bones.names.map(({ text }) => text)).toEqual(texts);
  const read = Motion.from(parseVmd(serializeVmd(doc)));
  const again = Motion.from(parseVmd(serializeVmd(toVmd(read))));
  expect([...again.bones.keys()]).toEqual([...read.bones.keys()]);
  expect(read.bones.size).toBe(3);
});
