import { describe, expect, test } from 'vitest';
import { emotion } from '#src/runtime/companion/emotion.js';
import { EMOTIONS } from '#src/runtime/companion/emotions.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { faceRig, type FaceWeights, moveFace, weightsOf } from './face-rig.js';

const MMD =
  '真面目 困る にこり 怒り 上 下 まばたき 笑い ウィンク ウィンク右 じと目 びっくり あ い う え お にやり ∧'.split(
    ' ',
  );

/** The face after a jump, over what a motion shows: what is not 0. */
function faceOf(
  mood: ReturnType<typeof emotion>,
  rig: Rig,
  motion: Readonly<Record<string, number>> = {},
): FaceWeights {
  moveFace(rig, motion);
  mood(rig, 0, { seconds: 0, isJump: true });
  return Object.fromEntries(
    Object.entries(weightsOf(rig)).flatMap(([name, weight]) => (weight === 0 ? [] : [[name, weight]])),
  ) as FaceWeights;
}

const about = (weight: number): unknown => expect.closeTo(weight, 10);

describe('the presets', () => {
  test.each([
    ['joy', { 笑い: 1, にこり: 0.7, にやり: 0.6 }],
    ['anger', { 怒り: 1, じと目: 0.3, '∧': 0.6 }],
    ['sorrow', { 困る: 1, じと目: 0.35, '∧': 0.4 }],
    ['surprise', { びっくり: 1, 上: 0.8, お: 0.4 }],
    ['neutral', {}],
  ] as const)('%s on a model of MMD', (name, face) => {
    const mood = emotion();
    mood.set(name);
    expect(faceOf(mood, faceRig(...MMD))).toEqual(face);
  });

  test.each([
    ['joy', 'happy', 'Joy'],
    ['anger', 'angry', 'Angry'],
    ['sorrow', 'sad', 'Sorrow'],
    ['fun', 'relaxed', 'Fun'],
    ['surprise', 'surprised', 'Surprised'],
  ] as const)('%s on avatars is one expression', (name, vrm1, vrm0) => {
    const mood = emotion();
    mood.set(name, 0.5);
    expect(faceOf(mood, faceRig(...MMD, vrm1))).toEqual({ [vrm1]: 0.5 });
    expect(faceOf(mood, faceRig('A', vrm0))).toEqual({ [vrm0]: 0.5 });
  });

  test('a model without any of the morphs keeps its face', () => {
    const mood = emotion();
    mood.set('joy');
    expect(faceOf(mood, faceRig('角'), { 角: 0.3 })).toEqual({ 角: 0.3 });
  });

  test('tables can be extended; the first name that a model has is used', () => {
    const mood = emotion({ ...EMOTIONS, smug: [{ mouth: [[0.5, 'Smirk', 'にやり']] }] });
    mood.set('smug');
    expect(faceOf(mood, faceRig('にやり', 'Smirk'))).toEqual({ Smirk: 0.5 });
    expect(faceOf(mood, faceRig('にやり'))).toEqual({ にやり: 0.5 });
  });
});

describe('a face that does not break', () => {
  test('a smile keeps its part of closed eyes, blinks get the rest', () => {
    const mood = emotion();
    mood.set('joy', 0.7);
    const face = faceOf(mood, faceRig(...MMD), { まばたき: 1 });
    expect(face).toMatchObject({ 笑い: about(0.7), まばたき: about(0.3) });
  });

  test('closing weights are at most 1 for each eye, also without an emotion', () => {
    const mood = emotion();
    const rig = faceRig(...MMD);
    expect(faceOf(mood, rig, { まばたき: 1, 笑い: 1 })).toEqual({ まばたき: 0.5, 笑い: 0.5 });
    const winks = { ウィンク: 1, ウィンク右: 1 };
    expect(faceOf(mood, rig, winks)).toEqual(winks); // two eyes
    mood.set('joy', 0.6);
    const face = faceOf(mood, rig, { ウィンク: 1 });
    expect(face).toMatchObject({ 笑い: about(0.6), ウィンク: about(0.4) });
  });

  test('what the motion does of the same morph does not add up', () => {
    const mood = emotion();
    mood.set('joy', 0.5);
    expect(faceOf(mood, faceRig('笑い'), { 笑い: 0.3 })).toEqual({ 笑い: 0.5 });
    expect(faceOf(mood, faceRig('笑い'), { 笑い: 0.8 })).toEqual({ 笑い: 0.8 });
  });

  test('brows are at most 1', () => {
    const mood = emotion();
    mood.set('anger', 0.8);
    const face = faceOf(mood, faceRig(...MMD), { 困る: 0.6, 下: 0.6, にこり: 0.1 });
    const { 怒り, 困る, 下, にこり } = face;
    expect(怒り).toBeCloseTo(0.8, 10);
    expect(怒り + 困る + 下 + にこり).toBeCloseTo(1, 10);
    expect(困る).toBeCloseTo(下, 10);
  });

  test('eyes are not widened while they are shut, nor the mouth shaped while it speaks', () => {
    const rig = faceRig(...MMD);
    const mood = emotion();
    mood.set('surprise');
    expect(faceOf(mood, rig, { まばたき: 0.75 })).toMatchObject({ びっくり: 0.25, まばたき: 0.75 });
    const speaking = faceOf(mood, rig, { あ: 0.7, い: 0.2 });
    expect(speaking).toMatchObject({ あ: 0.7, い: 0.2, お: about(0.04) }); // 0.4 of the rest
  });
});

describe('changes', () => {
  test('take their time, slowly at both ends, and go on from where they are', () => {
    const mood = emotion(EMOTIONS, { seconds: 1 });
    const rig = faceRig('happy');
    const after = (seconds: number): number => {
      moveFace(rig);
      mood(rig, seconds);
      return weightsOf(rig).happy;
    };
    mood.set('joy', 0.8);
    expect(after(0)).toBe(0);
    expect(after(0.25)).toBeCloseTo(0.8 * 0.15625, 10); // x²(3 − 2x) at a quarter
    expect(after(0.25)).toBeCloseTo(0.4, 10);
    mood.set('joy', 0, { seconds: 0.5 });
    expect(after(0)).toBeCloseTo(0.4, 10);
    expect(after(0.25)).toBeCloseTo(0.2, 10);
    expect(after(10)).toBe(0);
    mood.set('joy', 1, { seconds: 0 });
    expect(after(0)).toBe(1);
  });

  test('go on in pauses, and are over after a jump', () => {
    const mood = emotion(EMOTIONS, { seconds: 1 });
    const rig = faceRig('happy');
    mood.set('joy');
    mood(rig, 0, { seconds: 0.5, isJump: false });
    expect(weightsOf(rig).happy).toBeCloseTo(0.5, 10);
    mood(rig, 0, { seconds: 0, isJump: true });
    moveFace(rig);
    mood(rig, 0, { seconds: 0, isJump: false });
    expect(weightsOf(rig).happy).toBe(1);
  });

  test('emotions together are at most 1: the last one is as strong as it was set', () => {
    const mood = emotion();
    const rig = faceRig('happy', 'angry', 'sad');
    mood.set('joy', 0.6);
    mood.set('sorrow', 0.4);
    expect(faceOf(mood, rig)).toEqual({ happy: 0.6, sad: 0.4 });
    mood.set('anger', 0.5);
    expect(faceOf(mood, rig)).toEqual({ happy: about(0.3), sad: about(0.2), angry: 0.5 });
    mood.set('neutral');
    expect(faceOf(mood, rig)).toEqual({});
  });

  test('what is no emotion, or out of range, is refused', () => {
    const mood = emotion<string>({ calm: [] });
    expect(() => mood.set('joy')).toThrow('no emotion is called joy; the table has calm');
    expect(() => mood.set('calm', 1.1)).toThrow(RangeError);
    expect(() => mood.set('calm', 1, { seconds: -1 })).toThrow(RangeError);
    expect(() => emotion(EMOTIONS, { seconds: NaN })).toThrow(RangeError);
  });
});
