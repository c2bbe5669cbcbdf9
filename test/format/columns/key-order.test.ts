import { expect, test } from 'vitest';
import { BACKWARD, HUGE, inspectOrder, REPEATED } from '#src/format/columns/key-order.js';

test('order across tracks means nothing', () => {
  const { found, all } = inspectOrder(Uint32Array.of(0, 0, 10, 5), Uint32Array.of(0, 1, 0, 1));
  expect([...found, all]).toEqual([0, 0, 0, 0, 0]);
});

test('a track that goes back, and a frame that comes again later', () => {
  const { found } = inspectOrder(Uint32Array.of(0, 20, 10, 20, 20));
  expect([...found]).toEqual([0, 0, BACKWARD, REPEATED, REPEATED]);
});

test('a frame that comes again in another track is no repeat', () => {
  const { found } = inspectOrder(Uint32Array.of(9, 3, 3, 9), Uint32Array.of(0, 0, 1, 1));
  expect([...found]).toEqual([0, BACKWARD, 0, 0]);
});

test('both at once', () => {
  expect([...inspectOrder(Uint32Array.of(5, 9, 5)).found]).toEqual([0, 0, BACKWARD | REPEATED]);
});

test('frames that no project can hold', () => {
  const { found } = inspectOrder(Uint32Array.of(0x7fffffff, 0x80000000, 0xffffffff));
  expect([...found]).toEqual([0, HUGE, HUGE]);
});
