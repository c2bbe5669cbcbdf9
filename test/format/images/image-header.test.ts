import { imageSize, sniffImage } from '#src/format/images/image-header.js';
import { expect, test } from 'vitest';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.codePointAt(0)!);

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['image/bmp', 'BM6\x00\x00\x00'],
  ['image/gif', 'GIF89a'],
  ['image/gif', 'GIF87a'],
  ['image/webp', 'RIFF\x24\x00\x00\x00WEBPVP8 '],
  ['dds', 'DDS \x7c\x00\x00\x00'],
])('the first bytes of a file tell that it is %s', (kind, head) => {
  expect(sniffImage(latin1(head))).toBe(kind);
});

test.each([
  ['an uncompressed TGA', '\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x04\x00\x20\x08'],
  ['a RIFF file that is not a WebP', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['a truncated signature', '\x89PN'],
  ['a truncated WebP signature', 'RIFF\x24\x00\x00\x00WEB'],
  ['a signature that is not at the start', ' BM'],
  ['an empty file', ''],
])('%s has no known signature', (_, head) => {
  expect(sniffImage(latin1(head))).toBeUndefined();
});

test('the signature alone is enough to detect the kind', () => {
  expect(sniffImage(latin1('BM'))).toBe('image/bmp');
  expect(sniffImage(latin1('\xff\xd8\xff'))).toBe('image/jpeg');
});

const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));
const zeros = (count: number): string => Array(count).fill('00').join(' ');

// Headers written by hand from each format's specification: 258 × 3 pixels, 0x102 × 0x3.
test.each([
  ['image/png', `${zeros(16)} 00 00 01 02 00 00 00 03`],
  ['image/gif', `${zeros(6)} 02 01 03 00`],
  ['image/bmp', `${zeros(14)} 28 00 00 00 02 01 00 00 03 00 00 00`],
  ['image/bmp', `${zeros(14)} 28 00 00 00 02 01 00 00 fd ff ff ff`], // −3: top row first
  ['image/bmp', `${zeros(14)} 0c 00 00 00 02 01 03 00`],
  ['image/webp', `${zeros(12)} 56 50 38 20 ${zeros(10)} 02 01 03 00`], // lossy
  ['image/webp', `${zeros(12)} 56 50 38 58 ${zeros(8)} 01 01 00 02 00 00`], // extended: minus one
  ['image/webp', `${zeros(12)} 56 50 38 4c ${zeros(5)} 01 81 00 00`], // lossless: 257 | 2 << 14
  ['image/jpeg', `ff d8 ff e0 00 04 00 00 ff c0 00 11 08 00 03 01 02`],
  ['image/jpeg', `ff d8 ff c4 00 02 ff ff c2 00 11 08 00 03 01 02`], // a table, a fill byte, progressive
])('the size is read from the header of %s %#', (type, head) => {
  expect(imageSize(hex(head), type)).toEqual({ width: 258, height: 3 });
});

test('a file that ends before its size, or is of another kind, has no size', () => {
  expect(imageSize(hex('89 50 4e 47'), 'image/png')).toBeUndefined();
  expect(imageSize(hex('ff d8 ff e0 00 04 00 00'), 'image/jpeg')).toBeUndefined();
  expect(imageSize(hex('ff d8 00 00 00 00'), 'image/jpeg')).toBeUndefined();
  expect(imageSize(hex(`${zeros(12)} 41 41 41 41`), 'image/webp')).toBeUndefined();
});
