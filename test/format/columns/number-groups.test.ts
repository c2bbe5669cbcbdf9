import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberGroups } from '#src/format/columns/number-groups.js';

test('equal groups get the same number, in the order of their first groups', () => {
  const words = Uint32Array.of(1, 2, 3, 4, 9, 9, 9, 9, 1, 2, 3, 4);
  const numbers = new Uint32Array(3);
  expect(numberGroups(words, numbers, 0xffffffff)).toEqual([0, 1]);
  expect([...numbers]).toEqual([0, 1, 0]);
});

test('bits of the last word that do not belong to a group do not count', () => {
  const words = Uint32Array.of(1, 2, 3, 0x05000004, 1, 2, 3, 0x06000004, 1, 2, 3, 0x05000005);
  const numbers = new Uint32Array(3);
  expect(numberGroups(words, numbers, 0x00ffffff)).toEqual([0, 2]);
  expect([...numbers]).toEqual([0, 0, 1]);
});

test('no groups have no numbers', () => {
  expect(numberGroups(new Uint32Array(0), new Uint32Array(0), 0)).toEqual([]);
});

test('groups have the same number exactly if they are equal', () => {
  const word = fc.constantFrom(0, 1, 0x80000000, 0xff000000);
  const group = fc.tuple(word, word, word, word);
  fc.assert(
    fc.property(fc.array(group, { maxLength: 50 }), (groups) => {
      const texts = groups.map((each) => each.join());
      const names = [...new Set(texts)];
      const numbers = new Uint32Array(groups.length);
      const firsts = numberGroups(Uint32Array.from(groups.flat()), numbers, 0xffffffff);
      expect(firsts).toEqual(names.map((name) => texts.indexOf(name)));
      expect([...numbers]).toEqual(texts.map((text) => names.indexOf(text)));
    }),
  );
});
