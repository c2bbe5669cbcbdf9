import { expect, test } from 'vitest';
import { fillText, matchLanguage } from '#src/runtime/catalog.js';

test.each([
  [['en-GB'], 'en'],
  [['ja_JP.UTF-8'], 'ja'],
  [['fr', 'de-AT', 'ko-KR', 'en'], 'ko'],
  [['zh'], 'zh-CN'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['zh-Hant'], 'zh-TW'],
  [['ZH-hk'], 'zh-TW'],
  [['zh_TW.Big5'], 'zh-TW'],
  [['', 'C', 'jam'], undefined],
])('of %j, Odori speaks %s', (wanted, found) => {
  expect(matchLanguage(wanted)).toBe(found);
});

test('values stand in place of their names; numbers are written as the language writes them', () => {
  expect(fillText('{count} of {all}', { count: 1200, all: '3000' }, 'en')).toBe('1,200 of 3000');
  expect(fillText('{name}: {name} {other}', { name: 'a' }, 'ja')).toBe('a: a {other}');
});

test('the plural rules of the language choose the form', () => {
  const text = { one: '{count} file', other: '{count} files' };
  const forms = [0, 1, 2].map((count) => fillText(text, { count }, 'en'));
  expect(forms).toEqual(['0 files', '1 file', '2 files']);
  expect(fillText(text, { count: 1 }, 'ko')).toBe('1 files'); // Korean has one form
});
