import { expect, test } from 'vitest';
import { foldName } from '#src/format/files/fold-name.js';

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
