import { Box3, type BufferGeometry, Mesh, Vector3 } from 'three';
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

test('the rim of the stage is as far from its middle on every side, so that no turn of the camera slants the horizon', () => {
  const stage = createStage();
  stage.updateMatrixWorld(true);
  const { min, max } = new Box3().setFromObject(stage, true);
  const sizes = [max.x - min.x, max.z - min.z].map((size) => size.toFixed(1));
  expect(sizes).toEqual(['60.0', '60.0']);
  const middle = (min.z + max.z) / 2;
  const corner = new Vector3();
  let farthest = 0;
  stage.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { position } = (part.geometry as BufferGeometry).attributes;
    for (let i = 0; i < position.count; i++) {
      corner.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld);
      farthest = Math.max(farthest, Math.hypot(corner.x, corner.z - middle));
    }
  });
  expect(farthest).toBeCloseTo(30, 3); // a square would reach to 42.4
});
