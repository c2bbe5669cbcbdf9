import { expect, test } from 'vitest';
import { withLength } from '#src/format/columns/growing-column.js';

test('a longer column has zeros after its old entries', () => {
  expect(withLength(Uint8Array.of(7), 3)).toEqual(Uint8Array.of(7, 0, 0));
  expect(withLength(Float32Array.of(1.5), 2)).toEqual(Float32Array.of(1.5, 0));
});

test('memory that was not made here is never written to', () => {
  const memory = Float32Array.of(1, 2, 3);
  const longer = withLength(memory.subarray(0, 1), 2);
  longer[1] = 9;
  expect(memory).toEqual(Float32Array.of(1, 2, 3));
});

test('growing by one entry does not copy every time', () => {
  let column = new Uint32Array(0);
  const buffers = new Set<ArrayBufferLike>();
  for (let i = 0; i < 1000; i++) {
    column = withLength(column, i + 1);
    column[i] = i;
    buffers.add(column.buffer);
  }
  expect(column[999]).toBe(999);
  expect(buffers.size).toBeLessThan(10); // 16, 34, 70, 142, … doubles
});

test('a column that is shortened and lengthened again has zeros at its new end', () => {
  const long = withLength(withLength(new Uint8Array(0), 4).fill(5), 2);
  expect(withLength(long, 4)).toEqual(Uint8Array.of(5, 5, 0, 0));
});
