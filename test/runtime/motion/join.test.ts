import { createVmd, type VmdContent } from '@odori/format';
import { createCameraPose, Motion, sampleCamera } from '@odori/runtime/motion';
import { describe, expect, test, vi } from 'vitest';

function from(content: VmdContent): Motion {
  return Motion.from(createVmd(content));
}

function distanceAt({ camera }: Motion, frame: number): number {
  return sampleCamera(camera!, frame, createCameraPose()).distance;
}

describe('the length of joined motions', () => {
  const long = from({ bones: [0, 100].map((frame) => ({ name: 'センター', frame })) });
  const short = from({ morphs: [{ name: 'あ', frame: 20, weight: 1 }] });

  test('a slice joined with a shorter motion ends where the slice ends', () => {
    expect(Motion.from(long.slice(10, 60), short).lastFrame).toBe(50);
    expect(Motion.from(short, long.slice(10, 60)).duration).toBeCloseTo(50 / 30, 12);
  });

  test('a slice joined with a longer motion ends with that motion', () => {
    expect(Motion.from(long.slice(0, 15), short).lastFrame).toBe(20);
    expect(
      Motion.from(long.slice(0, 15), createVmd({ morphs: [{ name: 'い', frame: 40, weight: 1 }] })).lastFrame,
    ).toBe(40);
  });

  test('a motion that was moved later than its last keyframe keeps its length', () => {
    expect(Motion.from(Motion.from().offset(90), short).lastFrame).toBe(90);
  });
});

describe('joined cameras', () => {
  /** A cut from −10 to −50 at frame 1, then a move to −20 by frame 3. */
  const shots = from({
    cameras: [
      { frame: 0, distance: -10 },
      { frame: 1, distance: -50 },
      { frame: 3, distance: -20 },
    ],
  });
  const start = from({ cameras: [{ frame: 0, distance: -45 }] });

  test.each([3, 2, 0.5, 1 / 3, 0.7])(
    'a camera retimed by %f keeps its cuts beside one that was not',
    (scale) => {
      const retimed = shots.retime(scale).offset(10);
      for (const joined of [Motion.from(start, retimed), Motion.from(retimed, start)]) {
        for (const t of [0, 0.3, 0.6, 0.999]) {
          expect(distanceAt(joined, 10 + t * scale)).toBeCloseTo(-10, 9);
        }
        expect(distanceAt(joined, 10.0001 + scale)).toBeGreaterThanOrEqual(-50);
        expect(distanceAt(joined, 10.0001 + scale)).toBeLessThan(-49);
        expect(distanceAt(joined, 10 + 2 * scale)).toBeCloseTo(-35, 4); // halfway in the move
        expect(distanceAt(joined, 10 + 3 * scale)).toBeCloseTo(-20, 9);
      }
    },
  );

  test('a camera that was not retimed keeps its moves beside a slower one', () => {
    const slow = shots.retime(4).offset(10);
    for (const joined of [Motion.from(shots, slow), Motion.from(slow, shots)]) {
      expect(distanceAt(joined, 2)).toBe(-35); // halfway from −50 to −20, two frames apart: no cut
    }
  });

  test('lights keep their cuts likewise', () => {
    const sky = from({
      lights: [
        { frame: 0, color: [0, 0, 0] },
        { frame: 1, color: [1, 1, 1] },
      ],
    });
    const joined = Motion.from(sky.offset(20), sky.retime(4));
    const { frames, cutFrames } = joined.light!;
    expect([...frames]).toEqual([0, 3, 4, 20, 21]); // the cut of four frames is held until its last one
    expect(cutFrames).toBe(1);
  });
});

test('a cut stays a cut when a motion is retimed or moved by a fraction of a frame', () => {
  const frames = Array.from({ length: 200 }, (_, i) => i);
  const cuts = from({ cameras: frames.map((frame) => ({ frame, distance: -1 - frame })) });
  for (const edited of [
    cuts.retime(1 / 3),
    cuts.retime(0.7),
    cuts.offset(0.1),
    cuts.retime(1.1).retime(0.3),
  ]) {
    const { frames: at } = edited.camera!;
    for (let key = 0; key + 1 < at.length; key++) {
      expect(distanceAt(edited, (at[key] + at[key + 1]) / 2)).toBe(-1 - key);
    }
  }
});

test('joining 3000 documents copies each keyframe once', () => {
  const documents = Array.from({ length: 3000 }, (_, i) =>
    createVmd({
      bones: [
        { name: 'センター', frame: i },
        { name: `骨${i}`, frame: i },
      ],
      properties: [{ frame: i }],
    }),
  );
  const copies = vi.spyOn(Float64Array.prototype, 'set');
  const motion = Motion.from(...documents);
  const copied = copies.mock.calls.reduce((sum, [frames]) => sum + frames.length, 0);
  copies.mockRestore();
  expect(copied).toBe(3000); // the frames of センター: no other track has keyframes of two documents
  expect(motion.bones.size).toBe(3001);
  expect(motion.bones.get('センター')!.frames.length).toBe(3000);
  expect(motion.property!.frames.length).toBeGreaterThan(0);
});
