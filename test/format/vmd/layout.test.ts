import { expect, test } from 'vitest';
import { BONE, CAMERA, LIGHT, MORPH, PROPERTY, SELF_SHADOW, SHORT_CAMERA } from '#src/format/vmd/layout.js';

test('records have the lengths of the format', () => {
  expect(BONE.bytes).toBe(15 + 4 + 12 + 16 + 64); // name frame position rotation curves
  expect(MORPH.bytes).toBe(15 + 4 + 4); // name frame weight
  expect(CAMERA.bytes).toBe(4 + 4 + 12 + 12 + 24 + 4 + 1); // frame distance target rotation curves fov switch
  expect(SHORT_CAMERA.bytes).toBe(4 + 4 + 12 + 12 + 4); // one curve, nothing behind it
  expect(LIGHT.bytes).toBe(4 + 12 + 12); // frame color direction
  expect(SELF_SHADOW.bytes).toBe(4 + 1 + 4); // frame mode distance
  expect(PROPERTY.bytes).toBe(4 + 1 + 4); // frame visible, and how many switches follow
});

test('fields begin at the offsets of the format', () => {
  expect(BONE.fields).toEqual({ name: 0, frame: 15, position: 19, rotation: 31, curves: 47 });
  expect(MORPH.fields).toEqual({ name: 0, frame: 15, weight: 19 });
  expect(CAMERA.fields).toEqual({
    frame: 0,
    distance: 4,
    target: 8,
    rotation: 20,
    curves: 32,
    fov: 56,
    perspectiveOff: 60,
  });
  expect(LIGHT.fields).toEqual({ frame: 0, color: 4, direction: 16 });
  expect(SELF_SHADOW.fields).toEqual({ frame: 0, mode: 4, distance: 5 });
  expect(PROPERTY.fields).toEqual({ frame: 0, visible: 4, ikCount: 5, ikNames: 9 });
});
