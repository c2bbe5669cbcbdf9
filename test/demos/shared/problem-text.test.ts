import { FilesError, MmdFormatError, parseVmd } from '@odori/format';
import { LoadError } from '@odori/runtime';
import { expect, test } from 'vitest';
import { fileProblem, problemText } from '#demos/shared/problem-text.js';
import { thrownBy } from '#test/support/thrown-by.js';

const BROKEN = thrownBy(() => parseVmd(new Uint8Array(3))) as MmdFormatError;

test('a broken file is explained, and the message says where', () => {
  expect(problemText(BROKEN)).toBe('The file ends too early. signature needs 30 bytes, 3 left (at byte 0)');
});

test('what a worker sends in place of an error is told like the error', () => {
  expect(problemText(structuredClone(Object.assign({ message: BROKEN.message }, BROKEN)))).toBe(
    problemText(BROKEN),
  );
});

test('the cause of an error says more than the error', () => {
  const error = new LoadError('a.vmd', 'the file is broken', { code: 'broken', cause: BROKEN });
  expect(problemText(error)).toBe(problemText(BROKEN));
  const zip = new FilesError('this is a RAR archive', 'not-a-zip');
  expect(problemText(new Error('b.zip', { cause: zip }))).toBe('this is a RAR archive');
});

test('other errors are told as they are, also what is none', () => {
  expect(problemText(new LoadError('a.vmd', 'the server answered 404', { code: 'bad-status' }))).toBe(
    'a.vmd: the server answered 404',
  );
  expect(problemText(new TypeError('no luck'))).toBe('no luck');
  expect(problemText('no luck')).toBe('no luck');
  expect(problemText(undefined)).toBe('undefined');
});

test('the name of the file stands first, once', () => {
  expect(fileProblem('folder/a.vmd', new TypeError('no luck'))).toBe('a.vmd: no luck');
  expect(fileProblem('folder/a.vmd', new TypeError('a.vmd: no luck'))).toBe('a.vmd: no luck');
});
