import { createPmx, createPmxBone, parsePmx, PMX_BONE, serializePmx } from '@odori/format';
import { expect, test } from 'vitest';

test('a bone is complete with nothing given', () => {
  expect(createPmxBone()).toEqual({
    name: '',
    nameEn: '',
    position: [0, 0, 0],
    parent: -1,
    layer: 0,
    flags: 0x1a, // rotatable, visible, enabled
    tail: [0, 0, 0],
  });
});

test('flags say which members the bone has, whatever flags were given', () => {
  expect(createPmxBone({ tail: 3 }).flags).toBe(0x1b);
  expect(createPmxBone({ append: { parent: 0, ratio: 1 } }).flags).toBe(0x11a);
  expect(createPmxBone({ flags: PMX_BONE.appendTranslation, append: { parent: 0, ratio: 1 } }).flags).toBe(
    0x200,
  );
  expect(createPmxBone({ fixedAxis: [1, 0, 0] }).flags).toBe(0x41a);
  expect(createPmxBone({ localAxes: { x: [1, 0, 0], z: [0, 0, 1] } }).flags).toBe(0x81a);
  expect(createPmxBone({ externalParentKey: 0 }).flags).toBe(0x201a);
  expect(createPmxBone({ ik: { effector: 0, loopCount: 1, limitAngle: 1, links: [] } }).flags).toBe(0x3a);
  expect(createPmxBone({ flags: 0xffff }).flags).toBe(
    0xffff & ~(0x1 | 0x20 | 0x300 | 0x400 | 0x800 | 0x2000),
  );
});

test('each can be written', () => {
  const bones = [createPmxBone({ name: '親' }), createPmxBone({ name: '子', parent: 0, tail: 0 })];
  expect(parsePmx(serializePmx(createPmx({ bones }))).bones).toEqual(bones);
});

test('a model with a bone has the length that the example of createPmx says', () => {
  const pmx = createPmx({ name: '棒', bones: [createPmxBone({ name: 'センター', position: [0, 8, 0] })] });
  // Header 17, four texts 16 + 2, nine counts 36; a bone: texts 8 + 8, position 12, parent 1, layer 4, flags
  // 2, tail 12.
  expect(serializePmx(pmx).length).toBe(17 + 18 + 36 + 47);
});
