import { expect, test } from 'vitest';
import { inspectOrder } from '../../../packages/format/src/vmd/key-order.js';

const NONE = { count: 0, first: -1 };

test('order across tracks means nothing', () => {
  const frames = Uint32Array.of(0, 0, 10, 5);
  expect(inspectOrder(frames, Uint32Array.of(0, 1, 0, 1), 2)).toEqual({
    huge: NONE,
    unsorted: NONE,
    duplicate: NONE,
  });
});

test('a track that goes back, and a frame that comes again later', () => {
  const found = inspectOrder(Uint32Array.of(0, 20, 10, 20, 20));
  expect(found.unsorted).toEqual({ count: 1, first: 2 });
  expect(found.duplicate).toEqual({ count: 2, first: 3 });
});

test('frames that no project can hold', () => {
  expect(inspectOrder(Uint32Array.of(0x7fffffff, 0x80000000, 0xffffffff)).huge).toEqual({ count: 2, first: 1 });
});
