import { expect, test } from 'vitest';
import { timeCuts } from './shape.mjs';

test('only task-queue.ts and frame-loop.ts deal with tasks and frames of the page', () => {
  expect(timeCuts()).toEqual([]);
});
