import { expect, test } from 'vitest';
import { createVowelWeights } from '#demos/look/src/lips.js';
import { SYLLABLE_SECONDS, TextVowels, vowelsOf } from '#demos/look/src/text-vowels.js';

const [A, I, U, E, O, SHUT] = [0, 1, 2, 3, 4, -1];

test('each kana gives its vowel', () => {
  expect(vowelsOf('あいうえお')).toEqual([A, I, U, E, O]);
  expect(vowelsOf('おどりましょう')).toEqual([O, O, I, A, O, U]); // しょ is one sound
  expect(vowelsOf('パピプペポ ゔｶﾞ')).toEqual([A, I, U, E, O, SHUT, U, A]);
});

test('a long sound repeats its vowel; ん and っ shut the lips; gaps shut them once', () => {
  expect(vowelsOf('らーめん')).toEqual([A, A, E, SHUT]);
  expect(vowelsOf('やった、  ね！')).toEqual([A, SHUT, A, SHUT, E, SHUT]);
});

test('Latin vowels are read; consonants and kanji are ignored', () => {
  expect(vowelsOf('Odori')).toEqual([O, O, I]);
  expect(vowelsOf('踊り')).toEqual([I]);
  expect(vowelsOf('ー')).toEqual([SHUT]);
  expect(vowelsOf('')).toEqual([]);
});

test('each sound is widest at its own time and fades into the next', () => {
  const said = new TextVowels('あい');
  const weights = createVowelWeights();
  expect([...said.advance(0, weights)]).toEqual([0, 0, 0, 0, 0]);
  expect([...said.advance(SYLLABLE_SECONDS, weights)]).toEqual([0.85, 0, 0, 0, 0]);
  said.advance(SYLLABLE_SECONDS / 2, weights);
  [0.425, 0.425, 0, 0, 0].forEach((weight, i) => expect(weights[i]).toBeCloseTo(weight, 12));
  expect(said.isOver).toBe(false);
  expect([...said.advance(2 * SYLLABLE_SECONDS, weights)]).toEqual([0, 0, 0, 0, 0]);
  expect(said.isOver).toBe(true);
});

test('the lips are shut where there is no vowel', () => {
  const weights = createVowelWeights();
  const said = new TextVowels('あんあ');
  said.advance(2 * SYLLABLE_SECONDS, weights);
  expect(Math.max(...weights)).toBe(0);
});

test('words take over from the dance, and give back to it, within a sound', () => {
  const said = new TextVowels('あああ'); // three sounds, and one to end
  const weights = createVowelWeights();
  const influences = Array.from({ length: 10 }, () => {
    said.advance(SYLLABLE_SECONDS / 2, weights);
    return said.influence.toFixed(1);
  });
  expect(influences).toEqual(['0.5', '1.0', '1.0', '1.0', '1.0', '1.0', '0.5', '0.0', '0.0', '0.0']);
});
