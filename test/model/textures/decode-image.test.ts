import { PixelBudget } from '#src/model/textures/decode-image.js';
import { expect, test } from 'vitest';

test('the budget allows 8192 × 8192 pixels per image, and four such images', () => {
  const budget = new PixelBudget();
  expect(() => budget.take(8192, 8193)).toThrow('8192 × 8193');
  expect(() => budget.take(0, 5)).toThrow(RangeError);
  expect(() => budget.take(Number.NaN, 5)).toThrow(RangeError);
  for (let i = 0; i < 4; i++) budget.take(8192, 8192);
  expect(() => budget.take(1, 1)).toThrow('all images of the model together');
});
