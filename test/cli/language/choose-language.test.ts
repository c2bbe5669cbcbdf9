import { expect, test } from 'vitest';
import { askedLanguage, languageOf, takeLanguage } from '#src/cli/language/choose-language.js';
import { emptyFolder, odori, type Outcome } from '../odori.js';

/** Runs odori on a system of a language. */
const odoriIn = (language: string, args: string[], cwd: string, stdin?: Uint8Array): Promise<Outcome> =>
  odori(args, cwd, stdin, undefined, language);

test.each([
  ['inspect a.vmd', 'inspect a.vmd', undefined],
  ['--lang ja inspect a.vmd', 'inspect a.vmd', 'ja'],
  ['inspect --lang=zh-TW a.vmd', 'inspect a.vmd', 'zh-TW'],
  ['inspect a.vmd --lang ko --json', 'inspect a.vmd --json', 'ko'],
  ['inspect --lang ja --lang ko', 'inspect', 'ko'], // the last one counts
  ['inspect --lang', 'inspect', ''],
  ['inspect -- --lang ja', 'inspect -- --lang ja', undefined], // these are files
  ['inspect --language ja', 'inspect --language ja', undefined],
])('takeLanguage takes --lang out of a command line: %s', (line, args, asked) => {
  expect(takeLanguage(line.split(' '))).toEqual({ args: args.split(' '), asked });
});

test.each([
  ['ja_JP.UTF-8', 'ja'],
  ['zh_CN.GB18030', 'zh-CN'],
  ['zh_TW.UTF-8', 'zh-TW'],
  ['zh_HK', 'zh-TW'],
  ['ko_KR.eucKR@dict', 'ko'],
  ['en_GB.UTF-8', 'en'],
  ['fr_FR.UTF-8', 'en'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['POSIX', 'en'],
  ['', 'en'],
  [undefined, 'en'],
] as const)('a system with %s has messages in %s', (wanted, language) => {
  expect(languageOf(wanted)).toBe(language);
});

test('an unknown language is an error that names the known ones', async () => {
  expect(askedLanguage('zh')).toBe('zh-CN');
  expect(() => askedLanguage('fr')).toThrow('--lang "fr" is not one of en, ja, zh-CN, zh-TW, ko');
  expect(await odoriIn('ja_JP.UTF-8', ['inspect', 'a.vmd', '--lang', 'fr'], '/')).toMatchObject({
    code: 2,
    messages: [
      'odori: --lang "fr"は使えません。en、ja、zh-CN、zh-TW、koから選んでください。（使い方: odori inspect --help）',
    ],
  });
});

test('messages are in the language of the system; --lang comes first; exit codes stay', async () => {
  const folder = emptyFolder();
  const japanese = await odoriIn('ja_JP.UTF-8', ['inspect', 'a.vmd'], folder);
  expect(japanese).toMatchObject({ code: 1, messages: ['odori: a.vmd: このファイルはありません。'] });
  const korean = await odoriIn('ja', ['inspect', 'a.vmd', '--lang', 'ko'], folder);
  expect(korean).toMatchObject({ code: 1, messages: ['odori: a.vmd: 없는 파일입니다.'] });
  const english = await odoriIn('ja', ['inspect', 'a.vmd', '--lang', 'en'], folder);
  expect(english.messages).toEqual(['odori: a.vmd: no such file']);
});

test('JSON is the same in every language', async () => {
  const folder = emptyFolder();
  const cut = Buffer.from('Vocaloid Motion Data 0002\0\0\0\0');
  const english = await odori(['inspect', '--json', '-'], folder, cut);
  const chinese = await odoriIn('zh_CN.UTF-8', ['inspect', '--json', '-'], folder, cut);
  expect(chinese.text).toBe(english.text);
  expect(english.text).toContain('"code": "truncated"');
  expect(chinese.messages).toEqual([expect.stringContaining('odori: -：文件已损坏。')]);
});
