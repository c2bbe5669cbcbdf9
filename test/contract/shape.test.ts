import { expect, test } from 'vitest';
import { longFiles, timeCuts, unshownValues, viewportFields, wideComments } from './shape.mjs';

test('only task-queue.ts and frame-loop.ts deal with tasks and frames of the page', () => {
  expect(timeCuts()).toEqual([]);
});

test('no source file is longer than 450 lines', () => {
  expect(longFiles()).toEqual([]);
});

test('the viewport has at most 8 fields that change', () => {
  expect(viewportFields().length).toBeLessThanOrEqual(8);
});

test('comments wrap at 110 columns', () => {
  expect(wideComments()).toEqual([]);
});

test('each public value stands in a guide, the code of a README, a demo or an example', () => {
  expect(unshownValues()).toEqual([]);
});
