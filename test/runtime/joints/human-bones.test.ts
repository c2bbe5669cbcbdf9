import { HUMAN_BONES, humanParent, isHumanBone, REQUIRED_BONES } from '#src/runtime/joints/human-bones.js';
import { expect, test } from 'vitest';

test('VRM 1.0 has 55 human bones, and each comes after the bone above it', () => {
  expect(HUMAN_BONES).toHaveLength(55);
  expect(HUMAN_BONES.filter((bone) => humanParent(bone) === undefined)).toEqual(['hips']);
  HUMAN_BONES.forEach((bone, i) => {
    const parent = humanParent(bone);
    if (parent) expect(HUMAN_BONES.indexOf(parent), bone).toBeLessThan(i);
  });
});

test('left and right bones are mirror images of each other', () => {
  const mirrored = (bone: string): string =>
    bone.replace(/^left|^right/, (side) => (side === 'left' ? 'right' : 'left'));
  for (const bone of HUMAN_BONES) {
    expect(HUMAN_BONES, bone).toContain(mirrored(bone));
    const parent = humanParent(bone);
    if (parent) expect(humanParent(mirrored(bone) as typeof bone)).toBe(mirrored(parent));
  }
});

test('the 15 required bones are those of the specification of VRM 1.0', () => {
  expect(REQUIRED_BONES).toHaveLength(15);
  expect(REQUIRED_BONES.filter((bone) => /Shoulder|Toes|neck|chest|Eye/i.test(bone))).toEqual([]);
  expect(REQUIRED_BONES.every((bone) => isHumanBone(bone))).toBe(true);
  expect(isHumanBone('toString')).toBe(false);
});
