import { bindExpressions } from '#src/vrm/humanoid/expressions.js';
import { expect, test } from 'vitest';

const FACE = [
  'neutral',
  'aa',
  'ih',
  'ou',
  'ee',
  'oh',
  'blink',
  'blinkLeft',
  'blinkRight',
  'happy',
  'angry',
  'sad',
  'relaxed',
  'surprised',
];

/** The weights of all expressions that a few morphs give. */
function weights(morphs: Record<string, number>, expressions = FACE, options = {}): Record<string, number> {
  const binding = bindExpressions(Object.keys(morphs), expressions, options);
  binding.update(Object.values(morphs));
  return Object.fromEntries(binding.names.map((name, i) => [name, binding.weights[i]]));
}

test('vowels become the vowels of VRM', () => {
  expect(weights({ あ: 0.1, い: 0.2, う: 0.3, え: 0.4, お: 0.5 })).toEqual({
    aa: 0.1,
    ih: 0.2,
    ou: 0.3,
    ee: 0.4,
    oh: 0.5,
  });
});

test('ウィンク is the left eye of the character, with 右 it is the right one', () => {
  expect(weights({ まばたき: 0.2, ウィンク: 0.3, ウィンク２右: 0.4 })).toEqual({
    blink: 0.2,
    blinkLeft: 0.3,
    blinkRight: 0.4,
  });
  expect(weights({ ウィンク２: 1, ｳｨﾝｸ２右: 1 })).toEqual({ blinkLeft: 1, blinkRight: 1 });
});

test('of several morphs on one expression, the largest weight counts', () => {
  expect(weights({ まばたき: 0.4, 笑い: 0.7 })).toEqual({ blink: 0.7 });
});

test('笑い becomes the expression of laughing eyes where the avatar has one', () => {
  expect(weights({ 笑い: 0.7 }, [...FACE, 'Fcl_EYE_Joy'])).toEqual({ Fcl_EYE_Joy: 0.7 });
});

test('moods are left out, or get a part of their weight', () => {
  const moods = { びっくり: 1, 怒り: 0.5, 困る: 1, にこり: 1, 喜: 0.5 };
  expect(weights(moods)).toEqual({});
  expect(weights(moods, FACE, { emotions: 0.4 })).toEqual({
    surprised: 0.4,
    angry: 0.2,
    sad: 0.4,
    relaxed: 0.4,
    happy: 0.2,
  });
  expect(bindExpressions(Object.keys(moods), FACE).missing).toEqual([]);
});

test('a custom expression of the same name comes first, at its whole weight', () => {
  expect(weights({ びっくり: 0.8, あ: 0.3 }, [...FACE, 'びっくり', 'あ'])).toEqual({
    びっくり: 0.8,
    あ: 0.3,
  });
});

test('both eyes blink where the avatar has an expression for each eye alone', () => {
  expect(weights({ まばたき: 0.6 }, ['blinkLeft', 'blinkRight'])).toEqual({
    blinkLeft: 0.6,
    blinkRight: 0.6,
  });
});

test('morphs without an expression are missing, except those that only close the mouth', () => {
  const morphs = ['あ', 'ハート目', 'ん', '口閉じ', '怒り', 'toString', '__proto__'];
  expect(bindExpressions(morphs, ['aa']).missing).toEqual(['ハート目', '怒り', 'toString', '__proto__']);
});

test('weights are clamped to 0 and 1, and are never NaN', () => {
  expect(weights({ あ: 1.5, い: -1, う: NaN })).toEqual({ aa: 1, ih: 0, ou: 0 });
});

test('emotions outside 0 to 1 are an error', () => {
  for (const emotions of [-0.1, 1.1, NaN])
    expect(() => bindExpressions([], [], { emotions })).toThrow(/emotions must be/);
});
