import { expect, test } from 'vitest';
import { ByteReader, gatherBytes, gatherWords } from '#src/format/binary/byte-reader.js';
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

test('gathers a field of two words out of records of eleven bytes, bit for bit', () => {
  const bytes = new Uint8Array(22);
  const view = new DataView(bytes.buffer);
  view.setUint32(3, 0x7f800001, true); // a signalling NaN: as a float it would come back as 7fc00001
  view.setUint32(7, 2, true);
  view.setUint32(14, 3, true);
  view.setUint32(18, 4, true);
  const column = new Uint32Array(4);
  gatherWords(new ByteReader(bytes).view, 3, 11, 2, column);
  expect(column).toEqual(Uint32Array.of(0x7f800001, 2, 3, 4));
});

test('gathers bytes out of every record', () => {
  const bytes = Uint8Array.of(9, 1, 2, 9, 9, 3, 4, 9, 9, 5, 6); // records of four bytes from 0, fields of two from 1
  const column = new Uint8Array(6);
  gatherBytes(new ByteReader(bytes).view, 1, 4, 2, column);
  expect([...column]).toEqual([1, 2, 3, 4, 5, 6]);
});
