import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
  CAMERA_MODEL_NAME,
  encodeName,
} from '@odori/format/internal';
import { expect, test } from 'vitest';

test('keys have defaults; curves are one for all channels or one per channel', () => {
  const vmd = createVmd();
  addBoneKey(vmd, { name: '頭', frame: 15 });
  addBoneKey(vmd, { name: '頭', frame: 30, curves: [64, 0, 64, 127] });
  addBoneKey(vmd, { name: '首', frame: 30, curves: { rotation: [1, 2, 3, 4] }, physics: false });
  expect(vmd.bones.count).toBe(3);
  expect(vmd.bones.names.map((name) => name.text)).toEqual(['頭', '首']);
  expect([...vmd.bones.nameIndex]).toEqual([0, 0, 1]);
  expect([...vmd.bones.rotations.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
  expect([...vmd.bones.curves.subarray(0, 4)]).toEqual([20, 20, 107, 107]);
  expect([...vmd.bones.curves.subarray(16, 24)]).toEqual([64, 0, 64, 127, 64, 0, 64, 127]);
  expect([...vmd.bones.curves.subarray(32 + 8)]).toEqual([20, 20, 107, 107, 1, 2, 3, 4]);
  expect([...vmd.bones.physics]).toEqual([1, 1, 0]);
});

test('columns are as long as the count says', () => {
  const vmd = createVmd();
  for (let frame = 0; frame < 40; frame++) addBoneKey(vmd, { name: `bone ${frame % 3}`, frame });
  expect(vmd.bones.frames.length).toBe(40);
  expect(vmd.bones.rotations.length).toBe(160);
  expect(vmd.bones.frames[39]).toBe(39);
  expect(structuredClone(vmd)).toEqual(vmd);
});

test('light, self-shadow, morph and property keys', () => {
  const vmd = createVmd();
  addMorphKey(vmd, { name: 'まばたき', frame: 3, weight: 0.5 });
  addPropertyKey(vmd, { frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] });
  addLightKey(vmd, { frame: 0 });
  addSelfShadowKey(vmd, { frame: 0, mode: 2 });
  expect([...vmd.morphs.weights]).toEqual([0.5]);
  expect([...vmd.properties.ikStarts]).toEqual([0, 1]);
  expect(vmd.lights.colors[0]).toBe(0.6015625); // MMD's 154 / 256
  expect([...vmd.lights.directions]).toEqual([-0.5, -1, 0.5]);
  expect(vmd.selfShadows.distances[0]).toBeCloseTo(0.01125, 8); // 0.1 − 8875 × 0.00001
});

test('a nameless document with camera keys is a camera motion; a named one keeps its name', () => {
  const camera = createVmd();
  addCameraKey(camera, { frame: 0 });
  expect(camera.modelName.text).toBe(CAMERA_MODEL_NAME);
  const named = createVmd({ modelName: 'stage', cameras: [{ frame: 0 }] });
  expect(named.modelName.text).toBe('stage');
});

test('new keys use the names of a parsed document', () => {
  const vmd = parseVmd(serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] })));
  addBoneKey(vmd, { name: '頭', frame: 9 });
  addBoneKey(vmd, { name: '首', frame: 9 });
  expect(vmd.bones.names.map((name) => name.text)).toEqual(['頭', '首']);
  expect([...parseVmd(serializeVmd(vmd)).bones.frames]).toEqual([0, 9, 9]);
});

test('a name object with other bytes is another name', () => {
  const vmd = createVmd();
  addBoneKey(vmd, { name: '髙', frame: 0 });
  addBoneKey(vmd, { name: { text: '髙', bytes: Uint8Array.of(0xee, 0xe0) }, frame: 1 });
  expect(vmd.bones.names.length).toBe(2);
});

test('numbers out of range are a RangeError and leave the document as it was', () => {
  const vmd = createVmd();
  expect(() => addBoneKey(vmd, { name: 'a', frame: 0.5 })).toThrow(RangeError);
  expect(() => addBoneKey(vmd, { name: 'a', frame: -1 })).toThrow(
    'frame must be a whole number from 0 to 4294967295, not -1',
  );
  expect(() => addBoneKey(vmd, { name: 'a', frame: 0, curves: [0, 0, 300, 0] })).toThrow(RangeError);
  expect(() => addBoneKey(vmd, { name: 'a', frame: 0, position: [1, 2] as never })).toThrow(
    'position must have 3 numbers',
  );
  expect(vmd.bones.count).toBe(0);
  expect(serializeVmd(vmd).length).toBe(74);
});

test('columns that a program has shortened or shared are not overwritten', () => {
  const vmd = createVmd({ bones: [0, 10, 20].map((frame) => ({ name: 'a', frame })) });
  const { bones } = vmd;
  const copy = { ...vmd, bones: { ...bones } };
  addBoneKey(vmd, { name: 'a', frame: 30 });
  addBoneKey(copy, { name: 'a', frame: 99 });
  expect([...vmd.bones.frames]).toEqual([0, 10, 20, 30]);
  expect([...copy.bones.frames]).toEqual([0, 10, 20, 99]);
  bones.frames = bones.frames.subarray(2);
  bones.positions = bones.positions.subarray(6);
  bones.rotations = bones.rotations.subarray(8);
  bones.curves = bones.curves.subarray(32);
  bones.physics = bones.physics.subarray(2);
  bones.nameIndex = bones.nameIndex.subarray(2);
  bones.count -= 2;
  addBoneKey(vmd, { name: 'a', frame: 40 });
  expect([...vmd.bones.frames]).toEqual([20, 30, 40]);
});

test('a renamed entry is not found by its old name', () => {
  const vmd = createVmd({ bones: [{ name: 'old', frame: 0 }] });
  const [old] = vmd.bones.names;
  vmd.bones.names[0] = encodeName('new');
  for (const frame of [1, 2]) addBoneKey(vmd, { name: 'old', frame });
  addBoneKey(vmd, { name: old, frame: 3 });
  expect(vmd.bones.names.map((name) => name.text)).toEqual(['new', 'old']);
  expect([...vmd.bones.nameIndex]).toEqual([0, 1, 1, 1]);
});

test('a name may be of any length', () => {
  expect(createVmd({ bones: [{ name: 'x'.repeat(200_000), frame: 0 }] }).bones.names[0].bytes.length).toBe(
    200_000,
  );
});
