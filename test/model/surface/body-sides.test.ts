import { BackSide, DoubleSide, FrontSide, Material } from 'three';
import { expect, test } from 'vitest';
import { setBodySides } from '#src/model/surface/body-sides.js';

test.each([
  ['opaque', true, false, FrontSide, null],
  ['opaque, double-sided', true, true, DoubleSide, null],
  ['transparent: in shadow maps as if it were opaque', false, false, DoubleSide, BackSide],
  ['transparent, double-sided', false, true, DoubleSide, null],
])('the sides of a body material: %s', (_, isOpaque, isDoubleSided, side, shadowSide) => {
  const material = new Material();
  setBodySides(material, !isOpaque, !isDoubleSided);
  setBodySides(material, isOpaque, isDoubleSided);
  expect([material.side, material.shadowSide]).toEqual([side, shadowSide]);
});
