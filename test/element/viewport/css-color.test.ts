import { readColor } from '#src/element/viewport/css-color.js';
import { expect, test } from 'vitest';

test.each([
  ['rgb(255, 0, 51)', [1, 0, 0.2, 1]],
  ['rgba(255, 255, 255, 0.65)', [1, 1, 1, 0.65]],
  ['rgba(0, 0, 0, 0)', [0, 0, 0, 0]],
  ['rgb(51 102 153 / 0.5)', [0.2, 0.4, 0.6, 0.5]],
  ['color(srgb 0.25 0.5 1e-3 / 0.1)', [0.25, 0.5, 0.001, 0.1]],
  ['color(srgb 0.25 0.5 1)', [0.25, 0.5, 1, 1]],
])('%s is read as red, green, blue and alpha', (css, color) => {
  expect(readColor(css)).toEqual(color.map((value) => expect.closeTo(value, 10)));
});

test('a color of another space than sRGB is not read', () => {
  expect(readColor('oklch(0.5 0.1 200)')).toBeUndefined();
  expect(readColor('color(display-p3 1 0 0)')).toBeUndefined();
});
