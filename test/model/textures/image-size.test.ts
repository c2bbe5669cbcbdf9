import { expect, test } from 'vitest';
import { imageSize } from '#src/model/textures/image-size.js';

const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));
const zeros = (count: number): string => Array(count).fill('00').join(' ');

// Heads written out by each format's own table: 258 × 3 pixels, 0x102 × 0x3.
test.each([
  ['image/png', `${zeros(16)} 00 00 01 02 00 00 00 03`],
  ['image/gif', `${zeros(6)} 02 01 03 00`],
  ['image/bmp', `${zeros(14)} 28 00 00 00 02 01 00 00 03 00 00 00`],
  ['image/bmp', `${zeros(14)} 28 00 00 00 02 01 00 00 fd ff ff ff`], // −3: top row first
  ['image/bmp', `${zeros(14)} 0c 00 00 00 02 01 03 00`],
  ['image/webp', `${zeros(12)} 56 50 38 20 ${zeros(10)} 02 01 03 00`], // lossy
  ['image/webp', `${zeros(12)} 56 50 38 58 ${zeros(8)} 01 01 00 02 00 00`], // extended: less one
  ['image/webp', `${zeros(12)} 56 50 38 4c ${zeros(5)} 01 81 00 00`], // lossless: 257 | 2 << 14
  ['image/jpeg', `ff d8 ff e0 00 04 00 00 ff c0 00 11 08 00 03 01 02`],
  ['image/jpeg', `ff d8 ff c4 00 02 ff ff c2 00 11 08 00 03 01 02`], // a table, a filling byte, progressive
])('%s', (type, head) => {
  expect(imageSize(bytes(head), type)).toEqual({ width: 258, height: 3 });
});

test('what ends before it says its size has none, nor what is something else', () => {
  expect(imageSize(bytes('89 50 4e 47'), 'image/png')).toBeUndefined();
  expect(imageSize(bytes('ff d8 ff e0 00 04 00 00'), 'image/jpeg')).toBeUndefined();
  expect(imageSize(bytes('ff d8 00 00 00 00'), 'image/jpeg')).toBeUndefined();
  expect(imageSize(bytes(`${zeros(12)} 41 41 41 41`), 'image/webp')).toBeUndefined();
});
