import { encodePath, folderOfUrl, foldName } from '#src/model/files/paths.js';
import { expect, test } from 'vitest';

test.each([
  ['face.PNG', 'Face.png'],
  ['ＦＡＣＥ１.png', 'face1.png'],
  ['ﾎﾞﾃﾞｨ.bmp', 'ボディ.bmp'],
  ['ガ', 'カ\u3099'], // as macOS writes it
  ['ÄÖ', 'a\u0308o\u0308'],
  ['ΑΣ.png', 'ας.png'],
  ['ΑΣ.png', 'ασ.png'],
  ['straße', 'STRASSE'],
  ['ẞ', 'ß'],
])('foldName treats %s and %s as the same name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['ハ', 'バ'],
  ['ソ', 'ン'],
  ['face1', 'face2'],
  ['カ', 'か'],
])('foldName distinguishes %s and %s', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});

test('encodePath encodes names, but not slashes', () => {
  expect(encodePath('tex/face.png')).toBe('tex/face.png');
  expect(encodePath('a b#c?d%e&f+g')).toBe('a%20b%23c%3Fd%25e%26f%2Bg');
  expect(encodePath('顔/ｱ.png')).toBe('%E9%A1%94/%EF%BD%B1.png'); // U+9854, U+FF71 in UTF-8
  expect(encodePath('%2e%2e/c:x')).toBe('%252e%252e/c%3Ax');
});

test('encodePath encodes characters beyond 16 bits, and replaces unpaired surrogates', () => {
  expect(encodePath('𠮷')).toBe('%F0%A0%AE%B7'); // U+20BB7
  expect(encodePath('a\ud842')).toBe('a%EF%BF%BD'); // U+FFFD
});

test.each([
  ['miku.pmx', ''],
  ['models/miku.pmx', 'models/'],
  ['https://example.org/a/miku.pmx?v=1/2#x/y', 'https://example.org/a/'],
  ['/a/', '/a/'],
])('the folder of %s is %s', (url, folder) => {
  expect(folderOfUrl(url)).toBe(folder);
});
