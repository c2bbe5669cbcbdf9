import { expect, test } from 'vitest';
import { createVowelWeights } from '#demos/look/src/lips.js';
import { FORMANTS, vowelsAt } from '#demos/look/src/song-vowels.js';

test('at the resonances of a vowel it is that vowel, as wide open as it is loud', () => {
  FORMANTS.forEach(([first, second], vowel) => {
    const weights = vowelsAt(first, second, 0.5, createVowelWeights());
    expect(weights.indexOf(Math.max(...weights))).toBe(vowel);
    expect(weights[vowel]).toBeGreaterThan(0.4);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(0.5, 12);
  });
});

test('in the middle between あ and お they are alike', () => {
  const [[a1, a2], , , , [o1, o2]] = FORMANTS;
  const weights = vowelsAt(Math.sqrt(a1 * o1), Math.sqrt(a2 * o2), 1, createVowelWeights());
  expect(weights[0]).toBeCloseTo(weights[4], 12);
});

test('in silence the mouth is shut', () => {
  expect([...vowelsAt(500, 1500, 0, createVowelWeights())]).toEqual([0, 0, 0, 0, 0]);
});
