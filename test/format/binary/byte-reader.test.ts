import { expect, test } from 'vitest';
import { ByteReader } from '#src/format/binary/byte-reader.js';
import { MmdFormatError } from '#src/format/errors.js';
import { thrownBy } from '#test/support/thrown-by.js';

test('reads little-endian, wherever the bytes begin, and moves on', () => {
  const bytes = Uint8Array.of(9, 9, 0x78, 0x56, 0x34, 0xf2, 7).subarray(2);
  const reader = new ByteReader(bytes);
  expect(reader.u32('header', 'count')).toBe(0xf2345678);
  expect(reader.offset).toBe(4);
  expect(reader.bytes(1, 'header', 'rest')).toEqual(Uint8Array.of(7));
  expect(reader.offset).toBe(5);
  expect(reader.remaining).toBe(0);
});

test('refuses to go past the end with a clear error, and stays where it is', () => {
  const reader = new ByteReader(new Uint8Array(6));
  reader.claim(4, 'bone keys', 'count');
  const error = thrownBy(() => reader.u32('bone keys', 'bone keys[0]'));
  expect(error).toBeInstanceOf(MmdFormatError);
  expect(error).toMatchObject({ code: 'truncated', section: 'bone keys', offset: 4 });
  expect(error.message).toBe('bone keys[0] needs 4 bytes, 2 left (at byte 4)');
  expect(reader.offset).toBe(4);
});

test('the At methods read without moving', () => {
  const reader = new ByteReader(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 5));
  expect(reader.u32At(0)).toBe(0xffffffff);
  expect(reader.u8At(4)).toBe(5);
  expect(reader.offset).toBe(0);
});
