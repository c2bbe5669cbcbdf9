import { expect, test } from 'vitest';
import { gatherBytes, gatherWords, recordStarts, signedAt } from '#src/format/binary/gather.js';

test('records of one length begin one after another', () => {
  expect([...recordStarts(5, 11, 3)]).toEqual([5, 16, 27]);
});

test('gathers a field of two words out of records of eleven bytes, bit for bit', () => {
  const bytes = new Uint8Array(22);
  const view = new DataView(bytes.buffer);
  view.setUint32(3, 0x7f800001, true); // a signalling NaN: as a float it would come back as 7fc00001
  view.setUint32(7, 2, true);
  view.setUint32(14, 3, true);
  view.setUint32(18, 4, true);
  const column = new Int32Array(4);
  expect(gatherWords(view, Uint32Array.of(0, 11), 3, 2, column)).toBe(false);
  expect(column).toEqual(Int32Array.of(0x7f800001, 2, 3, 4));
});

test('gathers bytes out of every record', () => {
  // records of four bytes from 0, fields of two from 1
  const bytes = Uint8Array.of(9, 1, 2, 9, 9, 3, 4, 9, 9, 5, 6);
  const column = new Uint8Array(6);
  gatherBytes(new DataView(bytes.buffer), Uint32Array.of(0, 4, 8), 1, 2, column);
  expect([...column]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('reads signed numbers of one, two and four bytes', () => {
  const view = new DataView(Uint8Array.of(0xfe, 0xff, 0xff, 0xff).buffer);
  expect([1, 2, 4].map((bytes) => signedAt(view, 0, bytes))).toEqual([-2, -2, -2]);
  expect(signedAt(new DataView(Uint8Array.of(0x7f, 1, 0, 0).buffer), 0, 2)).toBe(0x17f);
});
