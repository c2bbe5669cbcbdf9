import { expect, test } from 'vitest';
import { NamePool } from '#src/format/text/name-pool.js';

test('copies of names share a buffer, but no bytes', () => {
  const pool = new NamePool();
  const file = Uint8Array.of(1, 2, 3, 4);
  const [first, second] = [pool.copy(file.subarray(0, 3)), pool.copy(file.subarray(3))];
  file.fill(9);
  expect([[...first], [...second]]).toEqual([[1, 2, 3], [4]]);
  expect(first.buffer).toBe(second.buffer);
  expect(first.buffer).not.toBe(file.buffer);
  first.fill(7);
  expect([...second]).toEqual([4]);
});

test('a name that is longer than what is left gets a new buffer, however long it is', () => {
  const pool = new NamePool();
  const lengths = [1000, 100, 5000, 0];
  const copies = lengths.map((length, i) => pool.copy(new Uint8Array(length).fill(i + 1)));
  expect(copies.map((copy) => copy.length)).toEqual(lengths);
  expect(copies.every((copy, i) => copy.every((byte) => byte === i + 1))).toBe(true);
});
