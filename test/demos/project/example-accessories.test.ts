import { Box3 } from 'three';
import { expect, test } from 'vitest';
import { createLantern, createStage } from '#demos/project/src/example-accessories.js';

test('the top of the stage is the ground, and lies below the ground shadows', () => {
  const { min, max } = new Box3().setFromObject(createStage());
  expect(max.y).toBeLessThan(0);
  expect(max.y).toBeGreaterThan(-0.1);
  expect([min.z < -6, max.z > 0]).toEqual([true, true]); // where the dancers stand
});

test('the handle of the lantern is above its paper, which lies between two caps', () => {
  const { min, max } = new Box3().setFromObject(createLantern());
  expect([min.y, max.y].map((y) => y.toFixed(2))).toEqual(['-0.95', '1.75']); // 0.85 + 0.1; 0.85 + 0.9
});
