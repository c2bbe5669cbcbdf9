import { expect, test } from 'vitest';
import { inspectOrder } from '#src/format/columns/key-order.js';

const NONE = { count: 0, first: -1 };
const IN_ORDER = { huge: NONE, backward: NONE, repeated: NONE };

test('keys of different tracks may stand in any order', () => {
  expect(inspectOrder(Uint32Array.of(0, 0, 10, 5), Uint32Array.of(0, 1, 0, 1))).toEqual(IN_ORDER);
});

test('a track that goes back, and a frame that is repeated later, are found', () => {
  const order = inspectOrder(Uint32Array.of(0, 20, 10, 20, 20));
  expect(order).toEqual({ huge: NONE, backward: { count: 1, first: 2 }, repeated: { count: 2, first: 3 } });
});

test('the same frame in another track is not repeated', () => {
  const order = inspectOrder(Uint32Array.of(9, 3, 3, 9), Uint32Array.of(0, 0, 1, 1));
  expect(order).toEqual({ ...IN_ORDER, backward: { count: 1, first: 1 } });
});

test('a key can go back and repeat a frame at once', () => {
  const order = inspectOrder(Uint32Array.of(5, 9, 5));
  expect(order).toEqual({ huge: NONE, backward: { count: 1, first: 2 }, repeated: { count: 1, first: 2 } });
});

test('a frame that is repeated at once is found in a track that never goes back', () => {
  const order = inspectOrder(Uint32Array.of(0, 5, 5, 7));
  expect(order).toEqual({ ...IN_ORDER, repeated: { count: 1, first: 2 } });
});

test('frames that no MMD project can hold are found', () => {
  const order = inspectOrder(Uint32Array.of(0x7fffffff, 0x80000000, 0xffffffff));
  expect(order).toEqual({ ...IN_ORDER, huge: { count: 2, first: 1 } });
});
