import { decodeCp932 } from '@odori/format/internal';
import { expect, test } from 'vitest';
import { cp932Table } from '#test/support/cp932-table.js';

function decodeHex(hex: string): string {
  return decodeCp932(Uint8Array.from(Buffer.from(hex, 'hex')));
}

test('decodeCp932 decodes all 9,795 codes of CP932', () => {
  const table = cp932Table();
  // 128 ASCII, 63 half-width kana, 7,724 JIS, NEC and IBM, 1,880 user-defined
  expect(table.length).toBe(9795);
  const wrong = table.filter(({ bytes, text }) => decodeCp932(bytes) !== text);
  expect(wrong).toEqual([]);
});

test('decodeCp932 decodes names that the platform alone decodes wrongly', () => {
  expect(decodeHex('1a1c7f')).toBe('\x1a\x1c\x7f'); // Node's ICU swaps these three
  expect(decodeHex('80')).toBe('\ufffd');
  expect(decodeHex('a0fdfeff')).toBe('\ufffd\ufffd\ufffd\ufffd');
});

test('a name truncated inside a character loses only that character', () => {
  expect(decodeHex('835a8393835e815b83')).toBe('センター');
  expect(decodeHex('83')).toBe('');
});

test('an undefined pair gives one replacement character; an ASCII second byte is kept', () => {
  expect(decodeHex('8540')).toBe('\ufffd@');
  expect(decodeHex('859f41')).toBe('\ufffdA');
  expect(decodeHex('8330')).toBe('\ufffd0'); // a stray lead byte does not swallow the digit
});

test('second bytes may look like punctuation, and single bytes like lead bytes', () => {
  expect(decodeHex('837b837d835c')).toBe('ボマソ'); // 7B {, 7D }, 5C \
  expect(decodeHex('c8b8c0b2')).toBe('ﾈｸﾀｲ');
  expect(decodeHex('e99b9065')).toBe('髮親'); // valid UTF-8 by accident
  expect(decodeHex('fbfc')).toBe('髙');
  expect(decodeHex('eee0')).toBe('髙');
});

test('NUL is decoded like any character', () => {
  expect(decodeHex('00b63f')).toBe('\0ｶ?');
});
