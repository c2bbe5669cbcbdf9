import { createPmxBone, createVmd } from '@odori/format';
import { createRigDefinition, eyeHeight, filmedEyeHeight, Motion } from '@odori/runtime';
import { describe, expect, test } from 'vitest';

type Bones = Readonly<Record<string, number>>;

/** A skeleton whose bones rest at these heights. */
const skeleton = (heights: Bones): Parameters<typeof eyeHeight>[0] =>
  createRigDefinition({
    bones: Object.entries(heights).map(([name, y]) => createPmxBone({ name, position: [0.3, y, 0] })),
    morphs: [],
  });

describe('eyeHeight', () => {
  test('is the middle of both eyes, whatever is above the head', () => {
    const heights = { センター: 8, 頭: 16.8, 両目: 21, 左目: 17.9, 右目: 17.8 };
    expect(eyeHeight(skeleton(heights))).toBeCloseTo(17.85, 6);
    expect(eyeHeight(skeleton({ head: 10, eye_L: 11, eye_R: 11 }))).toBe(11);
  });

  test('is a little above the head’s joint without bones for both eyes', () => {
    expect(eyeHeight(skeleton({ センター: 8, 頭: 10, 左目: 11 }))).toBeCloseTo(10.63, 6);
    expect(eyeHeight(skeleton({ Head: 20 }))).toBeCloseTo(21.26, 6);
  });

  test('is unknown without a head, and for a head on the floor', () => {
    expect(eyeHeight(skeleton({ センター: 8 }))).toBeUndefined();
    expect(eyeHeight(skeleton({ 頭: 0 }))).toBeUndefined();
  });
});

/** Keyframes of a camera with 30°: the picture shows 2 · 15 · tan 15° = 8.04 units at a distance of 15. */
const shots = (...aims: (readonly [frame: number, y: number, distance?: number])[]): Motion =>
  Motion.from(
    createVmd({
      cameras: aims.map(([frame, y, distance = -15]) => ({ frame, target: [0, y, 0], distance, fov: 30 })),
    }),
  );

const lifted = (name: string, ...keys: (readonly [frame: number, y: number])[]): Motion =>
  Motion.from(createVmd({ bones: keys.map(([frame, y]) => ({ name, frame, position: [0, y, 0] })) }));

describe('filmedEyeHeight', () => {
  test('is a unit above the aim of the near shots that aim at faces', () => {
    expect(filmedEyeHeight(shots([0, 17], [30, 17], [60, 17]))).toBe(18);
    // of ten, one in the air counts no more than nine others
    const many = Array.from({ length: 9 }, (_, i) => [i, 10 + 0.75 * i] as const);
    expect(filmedEyeHeight(shots(...many, [90, 40]))).toBe(17); // 10 + 0.75 · 8 = 16
  });

  test('leaves out wide shots, and targets that are the eye', () => {
    const wide = [100, 30, -27] as const; // 14.5 units
    const trick = [110, 30, -1] as const;
    expect(filmedEyeHeight(shots([0, 17], [30, 17], [60, 17], wide, trick))).toBe(18);
    expect(filmedEyeHeight(shots([0, 17], [30, 17], wide, trick))).toBeUndefined(); // two near shots only
  });

  test('is unknown for shots of chests and hands, and without a camera', () => {
    expect(filmedEyeHeight(shots([0, 12], [30, 12.9], [60, 12]))).toBeUndefined();
    expect(filmedEyeHeight(lifted('センター', [0, 1]))).toBeUndefined();
  });

  test('takes off how high the dance carries the dancer at that time', () => {
    const camera = shots([0, 17], [30, 20], [60, 20]);
    expect(filmedEyeHeight(camera)).toBe(21);
    expect(filmedEyeHeight(camera, lifted('全ての親', [0, 0], [29, 0], [30, 3], [60, 3]))).toBe(18);
    expect(filmedEyeHeight(camera, lifted('センター', [0, -1]))).toBe(22);
  });
});
