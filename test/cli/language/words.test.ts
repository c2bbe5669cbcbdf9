import { MmdFormatError } from '@odori/format';
import { expect, test } from 'vitest';
import { describeError, FileError, UsageError } from '#src/cli/errors.js';
import { about, say } from '#src/cli/language/message.js';
import { ENGLISH, loadWords } from '#src/cli/language/words.js';

test('a message is told with its parts in each language; plain names stay', async () => {
  const message = about(
    'a.vmd',
    say('bones-not-in-model', {
      count: 2,
      bones: say('bones', { count: 81 }),
      names: say('some-of', { names: ['左袖', say('no-name')], count: 3 }),
    }),
  );
  expect(ENGLISH.tell(message)).toBe(
    'a.vmd: 2 of 81 bones of the motion are not in the model: 左袖, (no name) and 3 more',
  );
  expect((await loadWords('ja')).tell(message)).toBe(
    'a.vmd: モーションのボーン81本のうち2本がモデルにありません: 左袖、（名前なし）、ほか3個。',
  );
  expect((await loadWords('zh-TW')).tell(message)).toBe(
    'a.vmd：動作的 81 根骨骼中，有 2 根模型裡沒有：左袖、（沒有名稱）等，另有 3 個',
  );
});

test('numbers are plain digits, so that users can copy them', async () => {
  expect(ENGLISH.tell(say('glb-bytes', { count: 1601247 }))).toBe('1601247 bytes');
  expect((await loadWords('ko')).tell(say('glb-bytes', { count: 1601247 }))).toBe('1601247바이트');
});

test('English tells one of a thing as one', () => {
  expect(ENGLISH.tell(say('bones', { count: 1 }))).toBe('1 bone');
  expect(ENGLISH.tell(say('bones', { count: 0 }))).toBe('0 bones');
});

test('a broken file is told by its code; in English, in the words of the parser', async () => {
  const error = new MmdFormatError('needs 4 bytes', { code: 'truncated', section: 'bones', offset: 1386 });
  const message = describeError(error)!;
  expect(ENGLISH.tell(message)).toBe('bones: needs 4 bytes (at byte 1386)');
  expect((await loadWords('ja')).tell(message)).toBe(
    'ファイルが壊れています。ファイルが途中で切れています。（bones、1386バイト目）',
  );
});

test('the message of an error is English, whatever the language is', () => {
  expect(new FileError(about('a.vmd', say('no-such-file'))).message).toBe('a.vmd: no such file');
  expect(new UsageError(say('missing-motion', { usage: 'odori bake' })).message).toBe(
    'missing motion: odori bake',
  );
});
