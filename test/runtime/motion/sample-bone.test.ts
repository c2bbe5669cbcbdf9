import { createVmd, type BoneKey } from '@odori/format';
import { type BoneTrack, KeyCursor, Motion, sampleBone, withFirstKeys } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { sampleBonePhysics } from '#src/runtime/motion/sample-bone.js';
import { vector } from '#test/support/playback-vectors.js';

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

function track(keys: Omit<BoneKey, 'name'>[]): BoneTrack {
  return Motion.from(createVmd({ bones: keys.map((key) => ({ name: 'b', ...key })) })).bones.get('b')!;
}

/** Position and rotation in MMD's space, as in the vectors. */
function sample(of: BoneTrack, frame: number, cursor?: KeyCursor): { pos: number[]; rot: number[] } {
  const [x, y, z] = [0, 0, 0];
  const position = [x, y, z];
  const rotation = sampleBone(of, frame, position, [0, 0, 0, 0], cursor);
  const [qx, qy, qz, qw] = rotation;
  return { pos: [position[0], position[1], -position[2]], rot: [-qx, -qy, qz, qw] };
}

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  const worst = Math.max(...actual.map((value, i) => Math.abs(value - expected[i])));
  expect(worst, `${actual.join()} against ${expected.join()}`).toBeLessThanOrEqual(tolerance);
}

test('vector 9: rotations are interpolated by slerp, the short way', () => {
  const { cases } = vector(9) as { cases: { a: Quadruple; b: Quadruple; t: number; q: number[] }[] };
  for (const { a, b, t, q } of cases) {
    const of = track([
      { frame: 0, rotation: a },
      { frame: 1000, rotation: b },
    ]);
    const { rot } = sample(of, 1000 * t);
    const sign = Math.sign(rot.reduce((dot, value, i) => dot + value * q[i], 0));
    expectClose(
      rot.map((value) => value * sign),
      q,
      2e-7,
    ); // tracks hold 32 bits
  }
});

test('vector 10: each channel follows the curve of the later keyframe, at fractional frames', () => {
  interface Key {
    frame: number;
    pos: Triple;
    rot: Quadruple;
    curves: { x: Quadruple; y: Quadruple; z: Quadruple; r: Quadruple };
  }
  const { key0, key1, expected, tolerance } = vector(10) as {
    key0: Key;
    key1: Key;
    expected: { frame: number; pos: number[]; rot: number[] }[];
    tolerance: number;
  };
  const { x, y, z, r: rotation } = key1.curves;
  const of = track([
    { frame: key0.frame, position: key0.pos, rotation: key0.rot },
    { frame: key1.frame, position: key1.pos, rotation: key1.rot, curves: { x, y, z, rotation } },
  ]);
  for (const { frame, pos, rot } of expected) {
    expectClose(sample(of, frame).pos, pos, tolerance);
    expectClose(sample(of, frame).rot, rot, tolerance);
  }
});

test('vector 11: keyframes may be unsorted, duplicate or one frame apart; the first and the last one hold outside', () => {
  interface Edge {
    frame: number;
    pos: Triple;
  }
  const { keys, expected_clamp_before_first, expected_implicit_frame0 } = vector(11) as {
    keys: Edge[];
    expected_clamp_before_first: Edge[];
    expected_implicit_frame0: Edge[];
  };
  const motion = Motion.from(
    createVmd({ bones: keys.map(({ frame, pos }) => ({ name: 'b', frame, position: pos })) }),
  );
  for (const { frame, pos } of expected_clamp_before_first) {
    expectClose(sample(motion.bones.get('b')!, frame).pos, pos, 1e-6);
  }
  const withFirst = withFirstKeys(motion).bones.get('b')!;
  for (const { frame, pos } of expected_implicit_frame0) expectClose(sample(withFirst, frame).pos, pos, 1e-6);
});

describe('sampling with a cursor', () => {
  const of = track(
    Array.from({ length: 50 }, (_, i) => ({
      frame: 3 * i,
      position: [i, 0, 0] as Triple,
      curves: [64, 0, 64, 127],
    })),
  );

  test('gives the same as without, forwards, backwards and at random', () => {
    const cursor = new KeyCursor();
    const frames = [...Array(160).keys()].map((i) => i * 0.93);
    for (const frame of [...frames, ...frames.toReversed(), 7, 140.5, 3, 3, 91]) {
      expect(sample(of, frame, cursor)).toEqual(sample(of, frame));
    }
  });
});

test('physics steps at each keyframe', () => {
  const of = track([{ frame: 0 }, { frame: 10, physics: false }, { frame: 20 }]);
  expect([0, 9.99, 10, 15, 20, 99].map((frame) => sampleBonePhysics(of, frame))).toEqual([1, 1, 0, 0, 1, 1]);
});

test('a still bone and a bone that only rotates have no translation', () => {
  expect(track([{ frame: 0 }, { frame: 9 }]).hasTranslation).toBe(false);
  const turning = track([{ frame: 0 }, { frame: 10, rotation: [0, 1, 0, 0] }]);
  expectClose(sample(turning, 5).rot, [0, Math.SQRT1_2, 0, Math.SQRT1_2], 1e-7);
});
