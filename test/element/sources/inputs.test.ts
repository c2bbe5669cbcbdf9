import { LoadError, Motion } from '@odori/runtime';
import { describe, expect, test } from 'vitest';
import { problemOf, tellInEnglish } from '#src/element/language/problems.js';
import { labelOf, splitMotions } from '#src/element/sources/inputs.js';

describe('splitMotions', () => {
  test('spaces separate motions, and | separates the files of one motion', () => {
    expect(splitMotions('dance.vmd|face.vmd wave.vmd')).toEqual([['dance.vmd', 'face.vmd'], ['wave.vmd']]);
    expect(splitMotions(' a.vmd \n\t|b.vmd||  | c.vmd| ')).toEqual([['a.vmd'], ['b.vmd'], ['c.vmd']]);
    expect(splitMotions(' ')).toEqual([]);
  });

  test('inputs that are not text are one motion each', () => {
    const [motion, file] = [Motion.from(), new Blob()];
    expect(splitMotions(motion)).toEqual([[motion]]);
    expect(splitMotions([file, 'a b.vmd', motion])).toEqual([[file], ['a b.vmd'], [motion]]);
    expect(splitMotions([])).toEqual([]);
  });
});

test('labelOf gives the name of the file, decoded', () => {
  expect(labelOf('models/%E8%B8%8A%E3%82%8A.pmx?v=1#a/b')).toBe('踊り.pmx');
  expect(labelOf('100%.vmd')).toBe('100%.vmd');
  expect(labelOf(new URL('https://example.org/a/dance.vmd'))).toBe('dance.vmd');
  expect(labelOf('blob:https://example.org/1-2-3')).toBe('the file');
  expect(labelOf('DATA:text/plain,a')).toBe('the file');
  expect(labelOf(new File([], 'dance.vmd'))).toBe('dance.vmd');
  expect(labelOf(new Blob())).toBe('the file');
  expect(labelOf(new Map())).toBe('the files');
  expect(labelOf(Motion.from())).toBe('Motion');
});

test('the sentence on an error names the file once', () => {
  const errorText = (file: string, error: unknown): string => tellInEnglish(problemOf(error, file));
  const missing = new LoadError('b.vmd', 'the server answered 404 Not Found');
  expect(errorText('a.vmd + b.vmd', missing)).toBe('b.vmd: the server answered 404 Not Found');
  expect(errorText('a.pmx', new TypeError('there is no model'))).toBe('a.pmx: there is no model');
  expect(errorText('a.pmx', 'odd')).toBe('a.pmx: odd');
});
