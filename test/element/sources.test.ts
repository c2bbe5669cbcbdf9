import { MmdFormatError } from '@odori/format';
import { Motion } from '@odori/runtime';
import { describe, expect, test, vi } from 'vitest';
import { timeRange } from '#src/element/media/time-range.js';
import { fetchBytes } from '#src/element/sources/fetch-bytes.js';
import { choicesOf } from '#src/element/sources/motion-choice.js';
import { LoadError, problemText } from '#src/element/sources/problem.js';
import { nameOf } from '#src/element/sources/source.js';
import { SourceSlot } from '#src/element/sources/source-slot.js';

describe('choicesOf', () => {
  test('spaces are between motions, bars between the files of one', () => {
    expect(choicesOf('dance.vmd|face.vmd wave.vmd')).toEqual([['dance.vmd', 'face.vmd'], ['wave.vmd']]);
    expect(choicesOf(' a.vmd \n\t|b.vmd||  | c.vmd| ')).toEqual([['a.vmd'], ['b.vmd'], ['c.vmd']]);
    expect(choicesOf(' ')).toEqual([]);
  });

  test('what is given as it is has no bars', () => {
    const [motion, file] = [Motion.from(), new Blob()];
    expect(choicesOf(motion)).toEqual([[motion]]);
    expect(choicesOf([file, 'a b.vmd', motion])).toEqual([[file], ['a b.vmd'], [motion]]);
    expect(choicesOf([])).toEqual([]);
  });
});

test('nameOf says what a reader would', () => {
  expect(nameOf('models/%E8%B8%8A%E3%82%8A.pmx?v=1#a/b')).toBe('踊り.pmx');
  expect(nameOf('100%.vmd')).toBe('100%.vmd');
  expect(nameOf(new URL('https://example.org/a/dance.vmd'))).toBe('dance.vmd');
  expect(nameOf('blob:https://example.org/1-2-3')).toBe('a file');
  expect(nameOf('DATA:text/plain,a')).toBe('a file');
  expect(nameOf(new File([], 'dance.vmd'))).toBe('dance.vmd');
  expect(nameOf(new Blob())).toBe('a file');
  expect(nameOf(new Map())).toBe('the files');
  expect(nameOf(Motion.from())).toBe('Motion');
});

test('problemText tells broken files from missing ones', () => {
  const broken = new MmdFormatError('header needs 8 bytes, 4 left', { code: 'truncated', section: 'header' });
  expect(problemText('a.pmx', broken)).toBe(`a.pmx is broken or of another kind: ${broken.message}`);
  expect(problemText('a.pmx', new LoadError('the server answers 404.'))).toBe(
    'a.pmx: the server answers 404.',
  );
  expect(problemText('a.pmx', 'odd')).toBe('a.pmx: odd');
});

test('a time range of nothing is none', () => {
  const two = timeRange(2);
  expect([two.length, two.start(0), two.end(0)]).toEqual([1, 0, 2]);
  expect(() => two.start(1)).toThrow(DOMException);
  for (const none of [timeRange(0), timeRange(Number.NaN)]) {
    expect(none.length).toBe(0);
    expect(() => none.end(0)).toThrow('there is no range 0');
  }
});

describe('fetchBytes', () => {
  const fetched = async (answer: Response): Promise<[Uint8Array, number[][]]> => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer));
    const told: number[][] = [];
    const bytes = await fetchBytes('a', new AbortController().signal, (...progress) => told.push(progress));
    return [bytes, told];
  };

  test('gives the bytes, and tells how many there are', async () => {
    const [bytes, told] = await fetched(new Response('12345', { headers: { 'content-length': '5' } }));
    expect([new TextDecoder().decode(bytes), told.at(-1)]).toEqual(['12345', [5, 5]]);
    expect((await fetched(new Response('12345')))[1].at(-1)).toEqual([5, 0]);
    // packed on the way: longer than it says
    expect((await fetched(new Response('12345', { headers: { 'content-length': '3' } })))[1].at(-1)).toEqual([
      3, 3,
    ]);
  });

  test('refuses what the server refuses, and pages', async () => {
    await expect(fetched(new Response('', { status: 403, statusText: 'Forbidden' }))).rejects.toThrow(
      'the server answers 403 Forbidden.',
    );
    await expect(fetched(new Response('', { status: 500 }))).rejects.toThrow('the server answers 500.');
    for (const page of [' <!DOCTYPE html>', '<html lang="en">', '<?xml version="1.0"?>']) {
      await expect(fetched(new Response(page))).rejects.toThrow(LoadError);
    }
  });
});

describe('SourceSlot', () => {
  /** A load that ends when told to. */
  function pending<T>(): { load: () => Promise<T>; end: (value: T) => void; fail: (error: Error) => void } {
    let settle: { end: (value: T) => void; fail: (error: Error) => void } | undefined;
    const promise = new Promise<T>((end, fail) => (settle = { end, fail }));
    return { load: () => promise, ...settle! };
  }

  test('of two loads the later counts, in whatever order they end', async () => {
    const slot = new SourceSlot<string>();
    const taken: string[] = [];
    const failed: unknown[] = [];
    const [first, second, third] = [pending<string>(), pending<string>(), pending<string>()];
    const take = (value: string): void => void taken.push(value);
    const fail = (error: unknown): void => void failed.push(error);
    const loads = [first, second, third].map(({ load }) => slot.load(load, take, fail));
    expect(slot.isBusy).toBe(true);
    third.end('third');
    await loads[2];
    expect(slot.isBusy).toBe(false);
    first.end('first');
    second.fail(new Error('too late'));
    await Promise.all(loads);
    expect([taken, failed]).toEqual([['third'], []]);
  });

  test('what fails is told, what was called off is not', async () => {
    const slot = new SourceSlot<string>();
    const error = new Error('no');
    const fail = vi.fn<(what: unknown) => void>();
    await slot.load(() => Promise.reject(error), fail, fail);
    expect([fail.mock.calls, slot.isBusy]).toEqual([[[error]], false]);
    const signals: AbortSignal[] = [];
    const waiting = pending<string>();
    const load = slot.load((signal) => (signals.push(signal), waiting.load()), fail, fail);
    slot.cancel();
    expect([signals[0].aborted, slot.isBusy]).toEqual([true, false]);
    waiting.end('late');
    await load;
    expect(fail).toHaveBeenCalledOnce();
  });
});
