import { expect, test } from 'vitest';
import { BONE, CAMERA, LIGHT, MORPH, PROPERTY, SELF_SHADOW, SHORT_CAMERA } from '#src/format/vmd/layout.js';

test('bytes of a record', () => {
  expect(BONE.recordBytes).toBe(15 + 4 + 12 + 16 + 64); // name frame position rotation curves
  expect(MORPH.recordBytes).toBe(15 + 4 + 4); // name frame weight
  expect(CAMERA.recordBytes).toBe(4 + 4 + 12 + 12 + 24 + 4 + 1); // frame distance target rotation curves fov switch
  expect(SHORT_CAMERA.recordBytes).toBe(4 + 4 + 12 + 12 + 4); // one curve, nothing behind it
  expect(LIGHT.recordBytes).toBe(4 + 12 + 12); // frame color direction
  expect(SELF_SHADOW.recordBytes).toBe(4 + 1 + 4); // frame mode distance
  expect(PROPERTY.recordBytes).toBe(4 + 1 + 4); // frame visible, and how many switches follow
});

test('where a field lies, and which are no columns as they are', () => {
  expect(BONE.fields.rotations).toEqual({
    name: 'rotation',
    offset: 15 + 4 + 12,
    type: Float32Array,
    perKey: 4,
    isPlain: true,
  });
  expect(CAMERA.fields.perspective).toMatchObject({ name: 'perspectiveOff', offset: 60, perKey: 1 });
  const odd = BONE.columns.filter(([, field]) => !field.isPlain).map(([column]) => column);
  expect(odd).toEqual(['nameIndex', 'curves', 'physics']);
});
