import { expect, test } from 'vitest';
import { encodePath, foldName, isScreenPath, resolvePath } from '#src/format/files/resolve-path.js';

test('back-slashes become slashes; . and empty names are removed', () => {
  expect(resolvePath('face.png')).toBe('face.png');
  expect(resolvePath('tex\\face.png')).toBe('tex/face.png');
  expect(resolvePath('tex/sub\\face.png')).toBe('tex/sub/face.png');
  expect(resolvePath('.\\tex\\\\.//face.png')).toBe('tex/face.png');
  expect(resolvePath('tex/../face.png')).toBe('face.png');
});

test('a path may start in a folder', () => {
  expect(resolvePath('face.png', 'miku')).toBe('miku/face.png');
  expect(resolvePath('face.png', 'miku\\pmx/')).toBe('miku/pmx/face.png');
  expect(resolvePath('..\\tex\\x.png', 'a/b')).toBe('a/tex/x.png');
  expect(resolvePath('..\\..\\x.png', 'a/b')).toBe('x.png');
  expect(resolvePath('x.png', 'a/../b')).toBe('b/x.png');
});

test('a path above the root is refused', () => {
  expect(resolvePath('../face.png')).toBeUndefined();
  expect(resolvePath('..\\..\\..\\x.png', 'a/b')).toBeUndefined();
  expect(resolvePath('tex/../../face.png')).toBeUndefined();
  expect(resolvePath('../a/face.png', '')).toBeUndefined(); // leaves the root and returns
  expect(resolvePath('face.png', '..')).toBeUndefined();
});

test.each([
  'C:\\tex\\face.png',
  'c:face.png',
  '\\\\host\\share\\face.png',
  '//host/face.png',
  '/face.png',
  '\\face.png',
  'http://host/face.png',
  'https:face.png',
  '  HTTP://host/face.png',
  'data:image/png;base64,AAAA',
  'file:face.png',
  'javascript:alert(1)',
  './c:face.png',
  'tex/../http://host/face.png',
  'a\u0001.png',
  'ht\ntp://host/face.png', // URL parsers remove line feeds and tabs
  'face\t.png',
  'face\x7f.png',
  'face\x85.png',
])('%j is refused', (path) => {
  expect(resolvePath(path)).toBeUndefined();
});

test('a folder outside the root is refused', () => {
  expect(resolvePath('face.png', '/miku')).toBeUndefined();
  expect(resolvePath('face.png', 'http://host')).toBeUndefined();
});

test.each([
  ['face.png ', 'face.png'],
  ['tex /face. . ', 'tex /face'],
  ['face.png\0', 'face.png'],
  ['face.png .\0\0', 'face.png'],
  ['face.png\0\xcd\xcd\xfd', 'face.png'], // what was in the author's memory
])('%j is opened as Windows does, as %s', (path, expected) => {
  expect(resolvePath(`tex\\${path}`, 'miku')).toBe(`miku/tex/${expected}`);
});

test('a path of a folder is refused', () => {
  for (const path of [
    '',
    '.',
    '..',
    './',
    'tex/',
    'tex\\',
    'tex/.',
    'tex/sub/..',
    '\0',
    'tex/ . ',
    'tex/.. ',
  ]) {
    expect(resolvePath(path, 'miku'), path).toBeUndefined();
  }
});

test('names are not decoded, and odd names stay as they are', () => {
  expect(resolvePath('%2e%2e/%2fface.png')).toBe('%2e%2e/%2fface.png');
  expect(resolvePath('.../face..png')).toBe('.../face..png');
  expect(resolvePath('顔 #1?.png')).toBe('顔 #1?.png');
  expect(resolvePath('tex/c:face.png')).toBe('tex/c:face.png');
  expect(resolvePath('Miku 1:2/face.png')).toBe('Miku 1:2/face.png'); // a scheme has no space
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

test('a screen is a texture named screen.bmp, in any case and folder', () => {
  expect(['screen.bmp', 'tex\\SCREEN.BMP', 'a/b/Screen.bmp'].map(isScreenPath)).toEqual([true, true, true]);
  expect(['', 'myscreen.bmp', 'screen.bmp\\a.png', 'screen.png'].map(isScreenPath)).toEqual(
    Array(4).fill(false),
  );
});
