import { expect, test } from 'vitest';
import { ByteWriter } from '#src/format/binary/byte-writer.js';

test('writes little-endian and moves on; seeks back', () => {
  const writer = new ByteWriter(12);
  writer.u32(0xf2345678);
  expect(writer.offset).toBe(4);
  writer.u8(9);
  writer.raw(Uint8Array.of(1, 2));
  expect(writer.offset).toBe(7);
  writer.words(Int32Array.of(5, 6, 7), 1, 1);
  expect(writer.offset).toBe(11);
  writer.seek(0);
  writer.u8(0xff);
  expect([...writer.bytes]).toEqual([0xff, 0x56, 0x34, 0xf2, 9, 1, 2, 6, 0, 0, 0, 0]);
});

test('scatters words into records of eleven bytes in another order, bit for bit, and stays where it is', () => {
  const writer = new ByteWriter(22);
  // A signalling NaN (7f800001): copied as a float it would become 7fc00001.
  writer.scatterWords(Uint32Array.of(0, 11), 3, 2, Int32Array.of(0x7f800001, 2, 3, 4), Uint32Array.of(1, 0));
  const view = new DataView(writer.bytes.buffer);
  expect([3, 7, 14, 18].map((at) => view.getUint32(at, true))).toEqual([3, 4, 0x7f800001, 2]);
  expect([...writer.bytes.subarray(0, 3), ...writer.bytes.subarray(11, 14)]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(writer.offset).toBe(0);
});
