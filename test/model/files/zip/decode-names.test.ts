import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeNames, type RawName } from '../../../../packages/model/src/files/zip/decode-names.js';

/** ASCII stands for itself, two hexadecimal digits behind a % for a byte. */
function raw(bytes: string, isUtf8 = false, extra = new Uint8Array(0)): RawName {
  return { bytes: Buffer.from(unescape(bytes), 'latin1'), isUtf8, extra };
}

const unescape = (text: string): string =>
  text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const FACE_SJIS = '%8A%E7.png'; // 顔, which is no UTF-8: 8A does not begin a character
const FACE_UTF8 = '%E9%A1%94.png';

test('as the entry says', () => {
  expect(decodeNames([raw(FACE_UTF8, true), raw(FACE_SJIS)])).toEqual(['顔.png', '顔.png']);
});

test('as it can be', () => {
  expect(decodeNames([raw(FACE_UTF8), raw('a.png')])).toEqual(['顔.png', 'a.png']);
  expect(decodeNames([raw(FACE_SJIS)])).toEqual(['顔.png']);
  expect(decodeNames([raw('a.png')])).toEqual(['a.png']);
  expect(decodeNames([])).toEqual([]);
});

test('half-width kana that would be UTF-8 alone', () => {
  expect(decodeNames([raw('%C3%B8.png')])).toEqual(['ø.png']);
  expect(decodeNames([raw('%C3%B8.png'), raw(FACE_SJIS)])).toEqual(['ﾃｸ.png', '顔.png']);
});

test('second bytes of Shift_JIS that look like a back-slash', () => {
  expect(decodeNames([raw('%83%5C.png')])).toEqual(['ソ.png']);
});

test("Info-ZIP's second name, if it is still about the first", () => {
  const name = Buffer.from(unescape(FACE_SJIS), 'latin1');
  const field = (version: number, crc: number): Uint8Array<ArrayBuffer> => {
    const head = Buffer.from('up\0\0\0\0\0\0\0', 'latin1');
    const text = Buffer.from('顏.png'); // another character, to tell them apart
    head.writeUInt16LE(5 + text.length, 2);
    head.writeUInt8(version, 4);
    head.writeUInt32LE(crc, 5);
    return Uint8Array.from(Buffer.concat([head, text]));
  };
  expect(decodeNames([raw(FACE_SJIS, false, field(1, crc32(name)))])).toEqual(['顏.png']);
  expect(decodeNames([raw(FACE_SJIS, false, field(1, 1))])).toEqual(['顔.png']);
  expect(decodeNames([raw(FACE_SJIS, false, field(2, crc32(name)))])).toEqual(['顔.png']);
});
