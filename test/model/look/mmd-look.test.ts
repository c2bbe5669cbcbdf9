import { createMmdLight } from '@odori/model';
import { MmdShadow } from '@odori/runtime';
import { SRGBColorSpace } from 'three';
import { expect, test } from 'vitest';

test('MMD’s light shines from the upper right of the viewer, with its own brightness', () => {
  const light = createMmdLight();
  const { r, g, b } = light.color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  for (const channel of [r, g, b]) expect(channel).toBeCloseTo(154 / 256, 5);
  const { x, y, z } = light.position;
  expect([x / y, z / y].map((ratio) => Math.round(1e9 * ratio) / 1e9)).toEqual([0.5, 0.5]);
  expect(light.position.length()).toBeCloseTo(100, 9);
});

test('it casts shadows with MMD’s own map', () => {
  const light = createMmdLight();
  expect(light.castShadow).toBe(true);
  expect(light.shadow.mapSize.toArray()).toEqual([2048, 2048]);
  const map = MmdShadow.of(light)!;
  expect([map.mode, map.value]).toEqual([1, 0.01125]); // the distance 8875 that MMD shows
});

test('the unit scales its distance and the box of its shadow camera', () => {
  const light = createMmdLight({ unit: 0.08 });
  expect(light.position.length()).toBeCloseTo(8, 9);
  const { left, right, near, far } = light.shadow.camera;
  for (const [i, expected] of [-3.52, 3.52, 0.08, 16].entries())
    expect([left, right, near, far][i]).toBeCloseTo(expected, 9);
  for (const unit of [0, -1, NaN, Infinity]) expect(() => createMmdLight({ unit })).toThrow(RangeError);
});
