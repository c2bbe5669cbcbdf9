import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberFields } from '#src/format/vmd/number-fields.js';

test('equal fields get the same number, in the order of their first keys', () => {
  const words = Int32Array.of(1, 2, 3, 4, 9, 9, 9, 9, 1, 2, 3, 4);
  const numbers = new Uint32Array(3);
  expect(numberFields(words, numbers)).toEqual([0, 1]);
  expect([...numbers]).toEqual([0, 1, 0]);
});

test('the last byte is not one of the field', () => {
  const words = Int32Array.of(1, 2, 3, 0x05000004, 1, 2, 3, 0x06000004, 1, 2, 3, 0x05000005);
  const numbers = new Uint32Array(3);
  expect(numberFields(words, numbers)).toEqual([0, 2]);
  expect([...numbers]).toEqual([0, 0, 1]);
});

test('no fields have no numbers', () => {
  expect(numberFields(new Int32Array(0), new Uint32Array(0))).toEqual([]);
});

test('fields have the same number exactly if they are equal', () => {
  const word = fc.constantFrom(0, 1, 0x80000000, 0xff000000);
  const field = fc.tuple(word, word, word, fc.constantFrom(0, 1, 0x800000));
  fc.assert(
    fc.property(fc.array(field, { maxLength: 50 }), (fields) => {
      const texts = fields.map((each) => each.join());
      const names = [...new Set(texts)];
      const numbers = new Uint32Array(fields.length);
      const firsts = numberFields(Int32Array.from(fields.flat()), numbers);
      expect(firsts).toEqual(names.map((name) => texts.indexOf(name)));
      expect([...numbers]).toEqual(texts.map((text) => names.indexOf(text)));
    }),
  );
});
