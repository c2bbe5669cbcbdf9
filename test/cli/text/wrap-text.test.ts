import { expect, test } from 'vitest';
import { wrapText } from '#src/cli/text/wrap-text.js';

test('lines break at spaces, and each is as long as it can be', () => {
  expect(wrapText('one two three', 7, 'en')).toEqual(['one two', 'three']);
  expect(wrapText('one two three', 4, 'en')).toEqual(['one', 'two', 'three']); // the last one is too long
  expect(wrapText('', 7, 'en')).toEqual(['']);
});

test('Japanese and Chinese break between words, in columns of terminals', () => {
  // each character takes two of the ten columns; the words are モデル, を and 読み込む
  expect(wrapText('モデルを読み込む', 10, 'ja')).toEqual(['モデルを', '読み込む']);
  expect(wrapText('打开文件夹', 6, 'zh-CN')).toEqual(['打开', '文件夹']);
});

test('no line begins with a closing sign or ends with an opening one', () => {
  expect(wrapText('モデル（顔）。', 8, 'ja')).toEqual(['モデル', '（顔）。']);
});

test('options stay whole', () => {
  expect(wrapText('既定は--camera-fitです', 10, 'ja')).toEqual(['既定は', '--camera-fit', 'です']);
});

test('Korean breaks at spaces alone', () => {
  expect(wrapText('파일을 덮어씁니다', 8, 'ko')).toEqual(['파일을', '덮어씁니다']);
});
