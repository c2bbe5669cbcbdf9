import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { segmentDistance } from '#demos/assets/src/dance/segment-distance.js';

const at = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);

test('the distance of segments that cross in a view from above', () => {
  expect(segmentDistance(at(0, 0, 0), at(2, 0, 0), at(1, 3, -1), at(1, 3, 1))).toBe(3);
});

test('the distance from an end of one segment to the middle or the end of the other', () => {
  expect(segmentDistance(at(0, 0, 0), at(4, 0, 0), at(1, 2, 0), at(1, 9, 0))).toBe(2);
  expect(segmentDistance(at(0, 0, 0), at(1, 0, 0), at(4, 4, 0), at(9, 9, 0))).toBe(5); // 3, 4, 5
});

test('the distance of parallel segments and of points', () => {
  expect(segmentDistance(at(0, 0, 0), at(2, 0, 0), at(1, 0, 2), at(5, 0, 2))).toBe(2);
  expect(segmentDistance(at(0, 0, 0), at(2, 0, 0), at(5, 0, 4), at(9, 0, 4))).toBe(5); // 3, 4, 5
  expect(segmentDistance(at(1, 1, 1), at(1, 1, 1), at(1, 1, 4), at(1, 1, 4))).toBe(3);
});
