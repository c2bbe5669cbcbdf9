import { expect, test } from 'vitest';
import { extraField } from '../../../../packages/model/src/files/zip/extra-field.js';

test('one of several, by its id', () => {
  const extra = Uint8Array.of(0x55, 0x54, 1, 0, 9, 0x75, 0x70, 2, 0, 7, 8, 1, 0, 0, 0);
  expect(extraField(extra, 0x5455)).toEqual(Uint8Array.of(9));
  expect(extraField(extra, 0x7075)).toEqual(Uint8Array.of(7, 8));
  expect(extraField(extra, 0x0001)).toEqual(new Uint8Array(0));
  expect(extraField(extra, 0x0002)).toBeUndefined();
});

test('one that ends too early is none', () => {
  expect(extraField(Uint8Array.of(0x75, 0x70, 3, 0, 7, 8), 0x7075)).toBeUndefined();
  expect(extraField(Uint8Array.of(0x75, 0x70, 0), 0x7075)).toBeUndefined();
  expect(extraField(new Uint8Array(0), 0)).toBeUndefined();
});
