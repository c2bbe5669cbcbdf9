import { parseX, serializeX } from '@odori/format/x';
import { expect, test } from 'vitest';
import { createStage } from '#demos/assets/src/stage/create-stage.js';
import { readAsset } from '#test/support/dancer-files.js';

const file = readAsset('stage.x');

test('the script writes exactly the committed file', () => {
  expect(file.equals(serializeX(createStage()))).toBe(true);
});

test('the boards are 28 units wide and end at the height of the floor', () => {
  const [boards] = parseX(file).meshes;
  const heights = boards.positions.filter((_, i) => i % 3 === 1);
  const widths = boards.positions.filter((_, i) => i % 3 === 0);
  expect(Math.max(...heights)).toBe(0);
  expect(10 * (Math.max(...widths) - Math.min(...widths))).toBeCloseTo(28, 4); // ten of MMD's units each
});
