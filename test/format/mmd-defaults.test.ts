import { createPmm, createVmd, LINEAR_CURVE } from '@odori/format';
import { addCameraKey, addLightKey, MMD_LIGHT } from '@odori/format/internal';
import { expect, test } from 'vitest';

test("the light of a new project is MMD's: it shows 154 and writes 154 / 256", () => {
  expect(MMD_LIGHT.color).toEqual([154 / 256, 154 / 256, 154 / 256]);
  const { keys, current } = createPmm().light;
  expect([...keys.colors]).toEqual([154 / 256, 154 / 256, 154 / 256]);
  expect([...keys.directions]).toEqual([-0.5, -1, 0.5]);
  expect(current).toEqual({ color: [154 / 256, 154 / 256, 154 / 256], direction: [-0.5, -1, 0.5] });
});

test('createPmm and addCameraKey agree on the camera, createPmm and addLightKey on the light', () => {
  const pmm = createPmm();
  const vmd = createVmd();
  addCameraKey(vmd, { frame: 0 });
  addLightKey(vmd, { frame: 0 });
  expect(pmm.camera.keys.distances).toEqual(vmd.cameras.distances.slice());
  expect(pmm.camera.keys.targets).toEqual(vmd.cameras.targets.slice());
  expect(pmm.camera.keys.rotations).toEqual(vmd.cameras.rotations.slice());
  expect(pmm.camera.keys.curves).toEqual(vmd.cameras.curves.slice());
  expect([...pmm.camera.keys.fovs]).toEqual([...vmd.cameras.fovs]);
  expect(pmm.light.keys.colors).toEqual(vmd.lights.colors.slice());
  expect(pmm.light.keys.directions).toEqual(vmd.lights.directions.slice());
});

test('the linear curve is (20, 20) to (107, 107)', () => {
  expect(LINEAR_CURVE).toEqual([20, 20, 107, 107]);
});
