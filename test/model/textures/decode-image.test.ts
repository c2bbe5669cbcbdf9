import { ImageDecoder, PixelBudget } from '#src/model/textures/decode-image.js';
import { expect, test } from 'vitest';

test('the budget allows 8192 × 8192 pixels per image, and four such images', () => {
  const budget = new PixelBudget();
  const take = (width: number, height: number): void => budget.take({ width, height }, { width, height });
  expect(() => take(8192, 8193)).toThrow('8192 × 8193');
  expect(() => take(0, 5)).toThrow(RangeError);
  expect(() => take(Number.NaN, 5)).toThrow(RangeError);
  for (let i = 0; i < 4; i++) take(8192, 8192);
  expect(() => take(1, 1)).toThrow('all images of the model together');
});

test('textures that are decoded smaller count as they are; their files stay within the limit of one image', () => {
  const budget = new PixelBudget();
  const large = { width: 8192, height: 8192 };
  for (let i = 0; i < 16; i++) budget.take(large, { width: 4096, height: 4096 });
  expect(() => budget.take(large, { width: 1, height: 1 })).toThrow('all images of the model together');
  expect(() => new PixelBudget().take({ width: 8192, height: 8193 }, { width: 1, height: 1 })).toThrow(
    '8192 × 8193',
  );
});

test.each([0, -1, Number.NaN])('%d is no size of textures', (size) => {
  expect(() => new ImageDecoder('auto', size)).toThrow(
    `maxTextureSize must be a number from 1 on, not ${size}`,
  );
});
