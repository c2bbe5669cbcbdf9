import { expect, test } from 'vitest';
import { BACKWARD, HUGE, inspectOrder, REPEATED } from '#src/format/columns/key-order.js';

test('keys of different tracks may stand in any order', () => {
  const { found, all } = inspectOrder(Uint32Array.of(0, 0, 10, 5), Uint32Array.of(0, 1, 0, 1));
  expect([...found, all]).toEqual([0, 0, 0, 0, 0]);
});

test('a track that goes back, and a frame that is repeated later, are found', () => {
  const { found } = inspectOrder(Uint32Array.of(0, 20, 10, 20, 20));
  expect([...found]).toEqual([0, 0, BACKWARD, REPEATED, REPEATED]);
});

test('the same frame in another track is not repeated', () => {
  const { found } = inspectOrder(Uint32Array.of(9, 3, 3, 9), Uint32Array.of(0, 0, 1, 1));
  expect([...found]).toEqual([0, BACKWARD, 0, 0]);
});

test('a key can go back and repeat a frame at once', () => {
  expect([...inspectOrder(Uint32Array.of(5, 9, 5)).found]).toEqual([0, 0, BACKWARD | REPEATED]);
});

test('frames that no MMD project can hold are found', () => {
  const { found } = inspectOrder(Uint32Array.of(0x7fffffff, 0x80000000, 0xffffffff));
  expect([...found]).toEqual([0, HUGE, HUGE]);
});
