import { decodeCp932, encodeAsWindows, encodeCp932, encodeNameIn } from '@odori/format/internal';
import { expect, test } from 'vitest';
import { cp932Table } from '#test/support/cp932-table.js';

function hexOf(text: string): string {
  return Buffer.from(encodeCp932(text).bytes).toString('hex');
}

test('every character of CP932 can be encoded and decodes to itself; 398 codes are second codes of a character', () => {
  const respelled: string[] = [];
  for (const { bytes, text } of cp932Table()) {
    const encoded = encodeCp932(text);
    expect(encoded.lost, text).toEqual([]);
    expect(decodeCp932(encoded.bytes), text).toBe(text);
    const code = Buffer.from(bytes).toString('hex');
    if (Buffer.from(encoded.bytes).toString('hex') !== code) respelled.push(code.slice(0, 2));
  }
  expect(respelled.length).toBe(398);
  const count = (pattern: RegExp): number => respelled.filter((lead) => pattern.test(lead)).length;
  expect([count(/^87$/), count(/^e[de]$/), count(/^fa$/)]).toEqual([9, 374, 15]);
});

test("IBM's characters get the code that Windows prefers", () => {
  expect(hexOf('髙')).toBe('fbfc'); // not EEE0
  expect(hexOf('ⅱ')).toBe('fa41'); // not EEF0
  expect(hexOf('①Ⅱ㈱№')).toBe('87408755878a8782');
});

test('user-defined characters and half-width kana are encoded', () => {
  expect(hexOf('\ue000\ue03e\ue03f\ue757')).toBe('f040f07ef080f9fc');
  expect(hexOf('ﾈｸﾀｲ')).toBe('c8b8c0b2');
});

test('marks are composed, but nothing else is normalised', () => {
  expect(hexOf('ハ\u3099')).toBe('836f'); // バ
  expect(hexOf('\u212b')).toBe('81f0'); // Å, whose NFC is U+00C5, which CP932 lacks
  expect(encodeCp932('\u2126')).toEqual({ bytes: Uint8Array.of(0x83, 0xb6), lost: [] }); // the ohm sign is Ω
});

test('characters that CP932 lacks become question marks and are listed', () => {
  expect(encodeCp932('a가b가头')).toEqual({
    bytes: Uint8Array.from([0x61, 0x3f, 0x62, 0x3f, 0x3f]),
    lost: ['가', '头'],
  });
  expect(encodeCp932('😀').bytes.length).toBe(1);
  expect(encodeCp932('¥‾—ゔ').lost).toEqual(['¥', '‾', '—', 'ゔ']);
});

test('letters lose their accents as in Windows, and are listed', () => {
  expect(encodeCp932('Crème Ångström Ærøß')).toEqual({
    bytes: Uint8Array.from(Buffer.from('Creme Angstrom Aros')),
    lost: ['è', 'Å', 'ö', 'Æ', 'ø', 'ß'],
  });
  expect(encodeCp932('e\u0301').bytes).toEqual(Uint8Array.of(0x65)); // composed to é first
});

test('Windows composes no marks and knows no look-alikes of 〜 and −', () => {
  // measured: MMD moves the bones é and ・é by e and ・e, and writes 〜波 and − as names that begin with NUL
  expect(encodeAsWindows('・é')).toEqual({ bytes: Uint8Array.of(0x81, 0x45, 0x65), firstLost: -1 });
  expect(encodeAsWindows('〜波')).toEqual({ bytes: Uint8Array.of(0x3f, 0x94, 0x67), firstLost: 0 });
  expect(encodeAsWindows('左−')).toEqual({ bytes: Uint8Array.of(0x8d, 0xb6, 0x3f), firstLost: 2 });
  expect(encodeAsWindows('e\u0301')).toEqual({ bytes: Uint8Array.of(0x65, 0x3f), firstLost: 1 });
  expect(encodeAsWindows('😀').bytes).toEqual(Uint8Array.of(0x3f, 0x3f)); // two UTF-16 units
});

test('names are encoded in UTF-8 and GBK too', () => {
  const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
  expect(encodeNameIn('a左头', 'gbk')).toEqual(bytes('61d7f3cdb7'));
  expect(encodeNameIn('左足ＩＫ', 'gbk')).toEqual(bytes('d7f3d7e3a3c9a3cb'));
  expect(encodeNameIn('한', 'gbk')).toBeUndefined();
  expect(encodeNameIn('左😀', 'utf-8')).toEqual(bytes('e5b7a6f09f9880'));
});

test('look-alikes become the characters that Windows has, and are listed', () => {
  expect(hexOf('〜−‖¢£¬')).toBe('8160817c81618191819281ca'); // come back as ～ － ∥ ￠ ￡ ￢
  expect(encodeCp932('〜−‖¢£¬').lost).toEqual(['〜', '−', '‖', '¢', '£', '¬']);
  expect(encodeCp932('～－').lost).toEqual([]);
});
