import { expect, test } from 'vitest';
import { crc32 } from '../../../../packages/model/src/files/zip/crc32.js';

const text = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);

test('the check value of the catalogue of CRCs', () => {
  expect(crc32(text('123456789'))).toBe(0xcbf43926);
  expect(crc32(text(''))).toBe(0);
});

test('in parts', () => {
  expect(crc32(text('56789'), crc32(text('1234')))).toBe(0xcbf43926);
});
