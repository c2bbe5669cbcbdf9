import { expect, test } from 'vitest';
import { decodeNames } from '#src/model/files/zip/decode-names.js';

/** Bytes as fflate gives them; two hexadecimal digits behind a % for one that is not ASCII. */
const raw = (bytes: string): string =>
  bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const FACE_SJIS = raw('%8A%E7.png'); // 顔, which is no UTF-8: 8A does not begin a character
const FACE_UTF8 = raw('%E9%A1%94.png');

test('those that are marked as UTF-8 are decoded already', () => {
  expect(decodeNames(['顔.png', FACE_SJIS])).toEqual(['顔.png', '顔.png']);
  expect(decodeNames(['顔.png', FACE_UTF8])).toEqual(['顔.png', '顔.png']);
  expect(decodeNames(['Körper.png', '顔.png', 'a.png'])).toEqual(['Körper.png', '顔.png', 'a.png']);
  expect(decodeNames(['Mädchen.png', 'Straße.png'])).toEqual(['Mädchen.png', 'Straße.png']);
});

test('the others as they all can be', () => {
  expect(decodeNames([FACE_UTF8, 'a.png'])).toEqual(['顔.png', 'a.png']);
  expect(decodeNames([FACE_SJIS, 'a.png'])).toEqual(['顔.png', 'a.png']);
  expect(decodeNames(['a.png'])).toEqual(['a.png']);
  expect(decodeNames([])).toEqual([]);
});

test('half-width kana', () => {
  expect(decodeNames([raw('%C3%B8.png')])).toEqual(['ø.png']); // UTF-8 as well
  expect(decodeNames([raw('%C3%B8.png'), FACE_SJIS])).toEqual(['ﾃｸ.png', '顔.png']);
  expect(decodeNames([raw('%D0%B8%D9.png')])).toEqual(['ﾐｸﾙ.png']); // nothing from 80 to 9F
});

test('second bytes of Shift_JIS that look like a back-slash', () => {
  expect(decodeNames([raw('%83%5C.png')])).toEqual(['ソ.png']);
});
