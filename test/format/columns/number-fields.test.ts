import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordStarts } from '#src/format/binary/gather.js';
import { numberFields } from '#src/format/columns/number-fields.js';

/** Numbers fields of four words each, which stand one after another. */
function number(...fields: readonly (readonly number[])[]): { firsts: number[]; numbers: number[] } {
  const words = Int32Array.from(fields.flat());
  const numbers = new Uint32Array(fields.length);
  const firsts = numberFields(new DataView(words.buffer), recordStarts(0, 16, fields.length), numbers);
  return { firsts, numbers: [...numbers] };
}

test('equal fields get the same number, in the order of their first records', () => {
  expect(number([1, 2, 3, 4], [9, 9, 9, 9], [1, 2, 3, 4])).toEqual({ firsts: [0, 1], numbers: [0, 1, 0] });
});

test('fields are read where records begin', () => {
  const bytes = new Uint8Array(2 * 19 + 1).fill(7);
  bytes[19] = 8; // the first byte of the second record
  const numbers = new Uint32Array(2);
  expect(numberFields(new DataView(bytes.buffer), Uint32Array.of(0, 19), numbers)).toEqual([0, 1]);
});

test('the last byte is not one of the field', () => {
  const found = number([1, 2, 3, 0x05000004], [1, 2, 3, 0x06000004], [1, 2, 3, 0x05000005]);
  expect(found).toEqual({ firsts: [0, 2], numbers: [0, 0, 1] });
});

test('no fields have no numbers', () => {
  expect(number()).toEqual({ firsts: [], numbers: [] });
});

test('fields have the same number exactly if they are equal', () => {
  const word = fc.constantFrom(0, 1, 0x80000000, 0xff000000);
  const field = fc.tuple(word, word, word, fc.constantFrom(0, 1, 0x800000));
  fc.assert(
    fc.property(fc.array(field, { maxLength: 50 }), (fields) => {
      const texts = fields.map((each) => each.join());
      const names = [...new Set(texts)];
      expect(number(...fields)).toEqual({
        firsts: names.map((name) => texts.indexOf(name)),
        numbers: texts.map((text) => names.indexOf(text)),
      });
    }),
  );
});

test('fifty thousand fields that differ only in high bits are hardly ever compared with another one', () => {
  const count = 50_000;
  const words = new Int32Array(4 * count).fill(0x41414141);
  const bits = (i: number, shift: number): number => 0x41414102 + 4 * ((i >> shift) & 63);
  for (let i = 0; i < count; i++)
    words.set(
      [bits(i, 0), bits(i, 6), bits(i, 12)].map((b) => b << 24),
      4 * i,
    );
  class CountingView extends (DataView as new (buffer: ArrayBuffer) => DataView) {
    reads = 0;

    override getInt32(at: number, isLittleEndian: boolean): number {
      this.reads++;
      return super.getInt32(at, isLittleEndian);
    }
  }
  const view = new CountingView(words.buffer);
  const firsts = numberFields(view, recordStarts(0, 16, count), new Uint32Array(count));
  expect(firsts.length).toBe(count);
  // to be read, and to be compared with less than one other
  expect(view.reads).toBeLessThan(4 * count + 4 * count);
});
