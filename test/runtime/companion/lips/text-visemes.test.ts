import { expect, test } from 'vitest';
import { textVisemes } from '#src/runtime/companion/lips/text-visemes.js';

/** The sounds of a text and their lengths, in sounds: `.` is shut; `a*2` is twice as long. */
function soundsOf(text: string): string {
  const visemes = textVisemes(text, 1);
  return visemes
    .slice(0, -1)
    .map(({ time, viseme }, i) => {
      const length = Number((visemes[i + 1].time - time).toFixed(3));
      return (viseme || '.') + (length === 1 ? '' : `*${length}`);
    })
    .join(' ');
}

test.each([
  ['おどり', 'o o i'],
  ['がっこう', 'a . o u'],
  ['きゃー', 'a a'],
  ['しんぶん', 'i n .*0.35 u*0.65 n'],
  ['まばたき', '.*0.35 a*0.65 .*0.35 a*0.65 a i'],
  ['コンピューター', 'o n .*0.35 u*0.65 u a a'],
  ['ﾊﾟﾝ', '.*0.35 a*0.65 n'],
  ['ヴァイオリン', 'a i o i n'],
  ['はい、そう。', 'a i . o u .'],
])('kana: %s is %s', (text, sounds) => {
  expect(soundsOf(text)).toBe(sounds);
});

test.each([
  ['odori', 'o o i'],
  ['kyou wa', 'o u a'],
  ['kitte', 'i . e'],
  ['konnichiwa', 'o n i i a'],
  ["shin'ichi", 'i n i i'],
  ['Tōkyō', 'o o o o'],
  ['sampo', 'a .*0.35 o*0.65'],
  ['Hello, world!', 'e o . o .'],
])('romaji: %s is %s', (text, sounds) => {
  expect(soundsOf(text)).toBe(sounds);
});

test.each([
  ['nǐ hǎo', 'i*1.5 a*0.75 o*0.75'],
  ['ni3 hao3', 'i*1.5 a*0.75 o*0.75'],
  ['ni hao', 'i a o'], // may be romaji, too: the same vowels
  ['zhongguo', 'o*1.5 n*0.5 u*0.75 o*0.75'],
  ['lǜ', 'u*1.5'],
  ['bāng nǐ', '.*0.525 a*0.975 n*0.5 i*1.5'],
  ["Xi'an", 'i*1.5 a*1.5 n*0.5'],
])('pinyin: %s is %s', (text, sounds) => {
  expect(soundsOf(text)).toBe(sounds);
});

test('letters that cannot be read move the lips all the same, and signs do not', () => {
  expect(textVisemes('漢字', 1).map(({ time }) => time)).toEqual([0, 1.5, 3]);
  expect(textVisemes('漢字')).toEqual(textVisemes('漢字'));
  expect(soundsOf('♪ あ 😀 2')).toBe('a');
});

test('the rate is in sounds a second, and the last viseme shuts the lips', () => {
  expect(textVisemes('ああ', 4)).toEqual([
    { time: 0, viseme: 'a', weight: 0.85 },
    { time: 0.25, viseme: 'a', weight: 0.85 },
    { time: 0.5, viseme: '', weight: 0.85 },
  ]);
  expect(textVisemes('').map(({ time, viseme }) => [time, viseme])).toEqual([[0, '']]);
  for (const rate of [0, -1, NaN]) expect(() => textVisemes('あ', rate)).toThrow(RangeError);
});
