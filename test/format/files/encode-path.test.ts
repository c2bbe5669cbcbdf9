import { expect, test } from 'vitest';
import { encodePath } from '#src/format/files/encode-path.js';

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
