import { describe, expect, test } from 'vitest';
import { FACE_SLOTS } from '#src/runtime/companion/face-slots.js';
import { lips, type Lips } from '#src/runtime/companion/lips/lips.js';
import type { Viseme } from '#src/runtime/companion/lips/visemes.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { faceRig, type FaceWeights, moveFace, weightsOf } from '#test/runtime/companion/face-rig.js';
import { SimulatedAnalyser } from '#test/support/simulated-analyser.js';
import { singVowels, WOMAN } from '#test/support/sung-vowels.js';

const DELTA = 1 / 60;
const A_THEN_O: readonly Viseme[] = [
  { time: 0, viseme: 'a' },
  { time: 0.5, viseme: 'お', weight: 0.6 },
  { time: 1, viseme: 'sil' },
];

/** Plays lips on a motion that holds weights, for some seconds, and returns those of each frame. */
function play(
  mouth: Lips,
  rig: Rig,
  seconds: number,
  motion: Readonly<Record<string, number>> = {},
): FaceWeights[] {
  return Array.from({ length: Math.round(seconds / DELTA) }, () => {
    moveFace(rig, motion);
    mouth(rig, DELTA);
    return weightsOf(rig);
  });
}

describe('visemes', () => {
  test('each goes to its morph, as far as its weight, at its time', () => {
    const rig = faceRig('あ', 'お');
    const mouth = lips();
    void mouth.say(A_THEN_O);
    const frames = play(mouth, rig, 1.2);
    expect(frames[24].あ).toBeCloseTo(1, 2); // 0.417 s
    expect(frames[24].お).toBe(0);
    const halfway = frames.findIndex((weights) => weights.お > 0.3);
    expect(Math.abs(halfway * DELTA - 0.5)).toBeLessThan(0.03);
    expect(frames[54].お).toBeCloseTo(0.6, 2);
    expect(frames[54].あ).toBeCloseTo(0, 2);
  });

  test('in any order of time, and the last one is held for a sound', async () => {
    const rig = faceRig('あ', 'い');
    const mouth = lips();
    const said = mouth.say([
      { time: 0.2, viseme: 'i' },
      { time: 0, viseme: 'a' },
    ]);
    play(mouth, rig, 0.3);
    expect(mouth.isSpeaking).toBe(true);
    play(mouth, rig, 0.1);
    expect(mouth.isSpeaking).toBe(false);
    expect(await said).toBe('ended');
  });

  test('by the clock of a sound, which may wait, jump and end', async () => {
    const rig = faceRig('あ', 'お');
    const mouth = lips();
    const clock = { currentTime: 10, ended: false };
    const said = mouth.say(A_THEN_O, { clock, start: 10.2 });
    expect(play(mouth, rig, 2).at(-1)!.あ).toBe(0); // they have not begun
    clock.currentTime = 10.9;
    expect(play(mouth, rig, 1).at(-1)!.お).toBeCloseTo(0.6, 6);
    clock.currentTime = 10.3;
    expect(play(mouth, rig, 1).at(-1)!.あ).toBeCloseTo(1, 6);
    clock.ended = true;
    play(mouth, rig, DELTA);
    expect(await said).toBe('ended');
  });

  test('names of the table count, other ones shut the lips', () => {
    const rig = faceRig('aa', 'Mouth_O');
    const mouth = lips(undefined, { slots: { ...FACE_SLOTS, o: ['Mouth_O', ...FACE_SLOTS.o] } });
    const last = (viseme: string): FaceWeights => {
      void mouth.say([{ time: 0, viseme }]);
      return play(mouth, rig, 0.14).at(-1)!;
    };
    expect(last('Mouth_O')['Mouth_O']).toBeGreaterThan(0.8);
    expect(last('aa')['aa']).toBeGreaterThan(0.8);
    expect(last('PP')).toEqual({ aa: expect.closeTo(0, 1), Mouth_O: expect.closeTo(0, 1) });
  });

  test('times and weights that are not finite are refused', async () => {
    await expect(lips().say([{ time: NaN, viseme: 'a' }])).rejects.toThrow(TypeError);
    await expect(lips().say([{ time: 0, viseme: 'a', weight: Infinity }])).rejects.toThrow(TypeError);
    await expect(lips().say('あ', { start: NaN })).rejects.toThrow(TypeError);
    await expect(lips().say('あ', { rate: 0 })).rejects.toThrow(RangeError);
  });
});

describe('the lips of the motion', () => {
  const motion = { あ: 0.3, い: 0.7, ω: 0.5 };

  test('stay while nothing is said, and come back afterwards', () => {
    const rig = faceRig('あ', 'い', 'ω');
    const mouth = lips();
    expect(play(mouth, rig, 0.1, motion).at(-1)).toEqual(motion);
    void mouth.say([
      { time: 0, viseme: 'a' },
      { time: 1, viseme: '' },
    ]);
    expect(play(mouth, rig, 0.9, motion).at(-1)).toEqual({
      あ: expect.closeTo(1, 3),
      い: expect.closeTo(0, 3),
      ω: 0.5,
    });
    expect(play(mouth, rig, 1, motion).at(-1)).toEqual(motion);
  });

  test('blend with those of the words: together never above 1, and without a jump', () => {
    const rig = faceRig('あ', 'い', 'う', 'え', 'お', 'ん');
    const mouth = lips();
    const full = { あ: 0.4, お: 0.6 };
    const before = play(mouth, rig, 0.1, full);
    void mouth.say('あいうえおんまみむ', { rate: 12 });
    const frames = [...before, ...play(mouth, rig, 2, full)];
    for (const weights of frames)
      expect(Object.values(weights).reduce((sum, each) => sum + each)).toBeLessThanOrEqual(1 + 1e-12);
    const steps = frames.slice(1).map((weights, i) => Math.abs(weights.あ - frames[i].あ));
    expect(Math.max(...steps)).toBeLessThan(0.5); // a vowel takes more than two frames
  });

  test('come back after a voice has been silent for a while', () => {
    const samples = new Float32Array(3 * 44100);
    samples.set(singVowels({ formants: WOMAN, pitch: 220, kind: 'throat' }, 44100, [0, 0, 0]), 0);
    const analyser = new SimulatedAnalyser(samples);
    const rig = faceRig('あ', 'い', 'う', 'え', 'お');
    const mouth = lips(analyser);
    const at = (seconds: number): FaceWeights => {
      let last = weightsOf(rig);
      for (; analyser.context.currentTime < seconds; analyser.context.currentTime += DELTA)
        last = play(mouth, rig, DELTA, { い: 0.5 })[0];
      return last;
    };
    expect(at(0.5)).toMatchObject({ あ: expect.closeTo(1, 1), い: expect.closeTo(0, 1) });
    expect(mouth.isSpeaking).toBe(true);
    expect(at(1.2).い).toBeLessThan(0.05); // a pause between two words
    expect(at(2.5)).toEqual({ あ: 0, い: 0.5, う: 0, え: 0, お: 0 });
    expect(mouth.isSpeaking).toBe(false);
    mouth.source = undefined;
    expect(play(mouth, rig, 0.1, { い: 0.5 }).at(-1)!.い).toBe(0.5);
  });
});

describe('say', () => {
  test('resolves with how it ended', async () => {
    const rig = faceRig('あ');
    const mouth = lips();
    const results = [mouth.say('ああああ'), mouth.say('あ')];
    play(mouth, rig, 1);
    results.push(mouth.say('ああああ'));
    mouth.stop();
    mouth.stop();
    expect(await Promise.all(results)).toEqual(['replaced', 'ended', 'stopped']);
    expect(mouth.isSpeaking).toBe(false);
  });

  test('what cannot be said does not end what is being said', async () => {
    const mouth = lips();
    const said = mouth.say('あ');
    await expect(mouth.say([{ time: NaN, viseme: 'a' }])).rejects.toThrow(TypeError);
    expect(mouth.isSpeaking).toBe(true);
    mouth.stop();
    expect(await said).toBe('stopped');
  });

  test('words are said in place of the voice', () => {
    const voice = singVowels({ formants: WOMAN, pitch: 220, kind: 'throat' }, 44100, [0, 0, 0]);
    const analyser = new SimulatedAnalyser(voice);
    const rig = faceRig('あ', 'い');
    const mouth = lips(analyser);
    void mouth.say([{ time: 0, viseme: 'i' }]);
    analyser.context.currentTime = 0.3;
    expect(play(mouth, rig, 0.13).at(-1)!.あ).toBe(0);
  });

  test('goes on in pauses, by the clock of the player, and is at its goal at once in a jump', () => {
    const rig = faceRig('あ');
    const mouth = lips();
    void mouth.say([{ time: 0, viseme: 'a' }]);
    moveFace(rig);
    mouth(rig, 0, { seconds: 0.1, isJump: true });
    expect(weightsOf(rig)).toEqual({ あ: 1 });
    mouth(rig, 0, { seconds: 0.1, isJump: false });
    expect(mouth.isSpeaking).toBe(false);
  });

  test('models without vowels stay as they are; another rig gets its own morphs', () => {
    const mouth = lips();
    const [none, first, second] = [faceRig('笑い'), faceRig('い', 'あ'), faceRig('A')];
    void mouth.say([
      { time: 0, viseme: 'a' },
      { time: 9, viseme: '' },
    ]);
    expect(play(mouth, none, 0.5, { 笑い: 0.4 }).at(-1)).toEqual({ 笑い: 0.4 });
    expect(play(mouth, first, 0.5).at(-1)).toEqual({ い: 0, あ: expect.closeTo(1, 3) });
    expect(play(mouth, second, 0.5).at(-1)).toEqual({ A: expect.closeTo(1, 3) });
  });
});
