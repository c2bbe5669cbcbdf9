import { RigPose } from '@odori/runtime/internal';
import { copyPose } from '@odori/runtime/internal/three';
import { expect, test } from 'vitest';

test('copyPose copies every value, and the poses stay independent', () => {
  const [from, to] = [new RigPose(2, 1, 1), new RigPose(2, 1, 1)];
  from.translations.set([1, 2, 3, 4, 5, 6]);
  from.rotations.set([0, 0.6, 0, 0.8], 4);
  from.morphWeights[0] = 0.25;
  from.ikEnabled[0] = 0;
  from.physicsEnabled[1] = 0;
  from.visible = false;
  copyPose(from, to);
  expect(to).toEqual(from);
  from.translations[0] = 9;
  expect(to.translations[0]).toBe(1);
});
