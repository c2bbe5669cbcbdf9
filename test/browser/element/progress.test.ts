import { Progress } from '#src/element/controls/progress.js';
import { Language } from '#src/element/language/language.js';
import { expect, test } from 'vitest';

function stateOf({ root }: Progress): [isShown: boolean, text: string | null, fraction: number] {
  return [!root.hidden, root.textContent, root.querySelector('progress')!.position];
}

test('one bar shows how much of all files is loaded', () => {
  const progress = new Progress(new Language(document.body));
  expect(stateOf(progress)[0]).toBe(false);
  progress.show('dancer.pmx', 0, 0); // its length is not known yet
  expect(stateOf(progress)).toEqual([true, 'Loading …', -1]);
  progress.show('dancer.pmx', 100, 400);
  expect(stateOf(progress)).toEqual([true, 'Loading 25%', 0.25]);
  progress.show('dance.vmd', 300, 400); // 400 of 800
  expect(stateOf(progress)).toEqual([true, 'Loading 50%', 0.5]);
  progress.end('dance.vmd'); // 100 + 400 of 800
  expect(stateOf(progress)).toEqual([true, 'Loading 62%', 0.625]);
  progress.end('dancer.pmx');
  expect(stateOf(progress)[0]).toBe(false);
});

test('the bar does not go back when another file tells its length, and begins anew with the next files', () => {
  const progress = new Progress(new Language(document.body));
  progress.show('a', 8, 10);
  progress.show('b', 0, 100);
  expect(stateOf(progress)[2]).toBe(0.8); // not 8 of 110
  for (const label of ['a', 'b', 'never loaded']) progress.end(label);
  progress.show('c', 1, 10);
  expect(stateOf(progress)).toEqual([true, 'Loading 10%', 0.1]);
});

test('the bar is not full while a file of unknown length is being loaded', () => {
  const progress = new Progress(new Language(document.body));
  for (const label of ['a', 'b']) progress.show(label, 0, 0);
  progress.show('a', 10, 10);
  expect(stateOf(progress)).toEqual([true, 'Loading 50%', 0.5]);
  progress.end('a');
  expect(stateOf(progress)).toEqual([true, 'Loading 50%', 0.5]);
});
