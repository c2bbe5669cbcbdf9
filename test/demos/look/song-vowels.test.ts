import { expect, test } from 'vitest';
import { createVowelWeights } from '#demos/look/src/lips.js';
import { FORMANTS, vowelsAt } from '#demos/look/src/song-vowels.js';

test('the resonances of a vowel give that vowel, with a weight by loudness', () => {
  FORMANTS.forEach(([first, second], vowel) => {
    const weights = vowelsAt(first, second, 0.5, createVowelWeights());
    expect(weights.indexOf(Math.max(...weights))).toBe(vowel);
    expect(weights[vowel]).toBeGreaterThan(0.4);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(0.5, 12);
  });
});

test('halfway between あ and お, both have the same weight', () => {
  const [[a1, a2], , , , [o1, o2]] = FORMANTS;
  const weights = vowelsAt(Math.sqrt(a1 * o1), Math.sqrt(a2 * o2), 1, createVowelWeights());
  expect(weights[0]).toBeCloseTo(weights[4], 12);
});

test('silence shuts the mouth', () => {
  expect([...vowelsAt(500, 1500, 0, createVowelWeights())]).toEqual([0, 0, 0, 0, 0]);
});
