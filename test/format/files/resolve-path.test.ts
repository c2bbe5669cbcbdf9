import { expect, test } from 'vitest';
import { resolvePath } from '#src/format/files/resolve-path.js';

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
  'a\0.png',
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

test('a path of a folder is refused', () => {
  for (const path of ['', '.', '..', './', 'tex/', 'tex\\', 'tex/.', 'tex/sub/..']) {
    expect(resolvePath(path, 'miku'), path).toBeUndefined();
  }
});

test('names are not decoded, and odd names stay as they are', () => {
  expect(resolvePath('%2e%2e/%2fface.png')).toBe('%2e%2e/%2fface.png');
  expect(resolvePath('tex /face. . ')).toBe('tex /face. . ');
  expect(resolvePath('.../face..png')).toBe('.../face..png');
  expect(resolvePath('顔 #1?.png')).toBe('顔 #1?.png');
  expect(resolvePath('tex/c:face.png')).toBe('tex/c:face.png');
  expect(resolvePath('Miku 1:2/face.png')).toBe('Miku 1:2/face.png'); // a scheme has no space
});
