import { expect, test } from 'vitest';
import { sniffImage } from '#src/model/textures/sniff-image.js';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.codePointAt(0)!);

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['image/bmp', 'BM6\x00\x00\x00'],
  ['image/gif', 'GIF89a'],
  ['image/gif', 'GIF87a'],
  ['image/webp', 'RIFF\x24\x00\x00\x00WEBPVP8 '],
  ['dds', 'DDS \x7c\x00\x00\x00'],
])('%s', (kind, head) => {
  expect(sniffImage(bytes(head))).toBe(kind);
});

test.each([
  ['an uncompressed TGA', '\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x04\x00\x20\x08'],
  ['a RIFF that is no WebP', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['a mark that is cut off', '\x89PN'],
  ['a WebP that is cut off', 'RIFF\x24\x00\x00\x00WEB'],
  ['a mark further on', ' BM'],
  ['nothing', ''],
])('no mark: %s', (_, head) => {
  expect(sniffImage(bytes(head))).toBeUndefined();
});

test('a mark alone is enough', () => {
  expect(sniffImage(bytes('BM'))).toBe('image/bmp');
  expect(sniffImage(bytes('\xff\xd8\xff'))).toBe('image/jpeg');
});
