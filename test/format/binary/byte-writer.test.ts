import { expect, test } from 'vitest';
import { ByteWriter } from '#src/format/binary/byte-writer.js';

test('writes little-endian and moves on; seeks back', () => {
  const writer = new ByteWriter(12);
  writer.u32(0xf2345678);
  expect(writer.offset).toBe(4);
  writer.u8(9);
  writer.raw(Uint8Array.of(1, 2));
  expect(writer.offset).toBe(7);
  writer.words(Uint32Array.of(5, 6, 7), 1, 1);
  expect(writer.offset).toBe(11);
  writer.seek(0);
  writer.u8(0xff);
  expect([...writer.bytes]).toEqual([0xff, 0x56, 0x34, 0xf2, 9, 1, 2, 6, 0, 0, 0, 0]);
});
