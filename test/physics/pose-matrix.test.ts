import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blendPoses, createPoses, readPoseMatrix, writePoseMatrix } from '#src/physics/pose-matrix.js';

const matrix = new Float64Array(16);

function posed(position: readonly number[], rotation: readonly number[]): ReturnType<typeof createPoses> {
  const poses = createPoses(2);
  poses.positions.set(position, 3);
  poses.rotations.set(rotation, 4);
  return poses;
}

test('a pose becomes a matrix, column by column', () => {
  // 90° about z: x goes to y.
  writePoseMatrix(posed([1, 2, 3], [0, 0, Math.SQRT1_2, Math.SQRT1_2]), 1, matrix);
  const expected = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1];
  for (let i = 0; i < 16; i++) expect(matrix[i]).toBeCloseTo(expected[i], 7);
});

test('a matrix becomes the same pose again, whichever way it turns', () => {
  fc.assert(
    fc.property(fc.tuple(angle(), angle(), angle(), angle()), (q) => {
      const length = Math.hypot(...q);
      fc.pre(length > 0.01);
      const rotation = q.map((value) => value / length);
      writePoseMatrix(posed([4, 5, 6], rotation), 1, matrix);
      const back = createPoses(2);
      readPoseMatrix(matrix, back, 1);
      const dot = rotation.reduce((sum, value, i) => sum + value * back.rotations[4 + i], 0);
      expect(Math.abs(dot)).toBeCloseTo(1, 6); // q and −q are one rotation
      expect([...back.positions.subarray(3)]).toEqual([4, 5, 6]);
    }),
  );
});

function angle(): fc.Arbitrary<number> {
  return fc.double({ min: -1, max: 1, noNaN: true });
}

test('poses blend in a straight line, rotations the short way', () => {
  const from = posed([0, 0, 0], [0, 0, 0, 1]);
  const to = posed([4, 8, 12], [0, 0, -Math.SQRT1_2, -Math.SQRT1_2]); // 90° about z, with the other sign
  const out = createPoses(2);
  from.rotations[3] = to.rotations[3] = 1;
  blendPoses(from, to, 0.5, out);
  expect([...out.positions.subarray(3)]).toEqual([2, 4, 6]);
  expect(out.rotations[6]).toBeCloseTo(Math.sin(Math.PI / 8), 9);
  expect(out.rotations[7]).toBeCloseTo(Math.cos(Math.PI / 8), 9);
});
