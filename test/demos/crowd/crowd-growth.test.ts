import { expect, test } from 'vitest';
import { completeSizes } from '#demos/crowd/src/crowd.js';
import { CrowdGrowth } from '#demos/crowd/src/crowd-growth.js';

const SIZES = [1, 3, 6, 10];

/** Lets a device draw until the size is final, and returns the sizes that it showed. */
function sizesOn(frameOf: (size: number) => number, workOf = frameOf, sizes = SIZES): number[] {
  const growth = new CrowdGrowth(sizes);
  const shown = [growth.size];
  for (let frame = 0; frame < 1000 && !growth.isOver; frame++) {
    const size = growth.add(frameOf(growth.size), workOf(growth.size));
    if (size !== shown.at(-1)) shown.push(size);
  }
  expect(growth.isOver).toBe(true);
  return shown;
}

test('it begins with few dancers, and rows join as long as frames are smooth', () => {
  expect(sizesOn(() => 16.7)).toEqual([3, 6, 10]);
  expect(sizesOn((size) => Math.max(16.7, size))).toEqual([3, 6, 10]);
});

test('a row that makes frames slow leaves again', () => {
  expect(sizesOn((size) => Math.max(16.7, 3 * size))).toEqual([3, 6, 10, 6]); // 30 ms with ten
  expect(sizesOn((size) => Math.max(16.7, 5 * size))).toEqual([3, 6, 3]);
  expect(sizesOn((size) => 60 * size)).toEqual([3, 1]);
});

test('a slow device is never asked for a second of measuring', () => {
  const growth = new CrowdGrowth(SIZES);
  let frames = 0;
  for (; !growth.isOver; frames++) growth.add(400, 400);
  expect(frames).toBe(6); // four to warm up, and 800 ms > 18 × 36 ms
});

test('on a screen of 30 pictures a second, dancers join if there is time to spare', () => {
  const frames = (size: number): number => (size > 6 ? 50 : 33.4);
  expect(sizesOn(frames, (size) => 2 * size)).toEqual([3, 6, 10, 6]);
  expect(sizesOn(frames, () => 30)).toEqual([3, 1]); // it is the work that takes 30 ms
});

test('single slow frames do not matter; frames right after a change do not count', () => {
  const growth = new CrowdGrowth(SIZES);
  const times = [0, 300, 200, 100, 100, ...Array.from({ length: 17 }, () => 16.7), 120];
  for (const time of times) growth.add(time, 2);
  expect(growth.size).toBe(6); // the mean is 22.4 ms
});

test('a size that the user has chosen stays', () => {
  const growth = new CrowdGrowth(SIZES);
  growth.stop();
  for (let i = 0; i < 100; i++) expect(growth.add(16.7, 2)).toBe(3);
});

test('rows of 1, 2, 3 … up to 8 are complete at these sizes', () => {
  expect(completeSizes(60)).toEqual([1, 3, 6, 10, 15, 21, 28, 36, 44, 52, 60]);
  expect(completeSizes(12)).toEqual([1, 3, 6, 10]);
});
