import {
  createPmm,
  createPmmAccessory,
  createPmmModel,
  encodeName,
  parsePmm,
  type Pmm,
  type PmmAccessory,
  pmmTracks,
  serializePmm,
} from '@odori/format';
import { expect, test } from 'vitest';

function writtenAndRead(pmm: Pmm): Pmm {
  return parsePmm(serializePmm(pmm, { onWarning: ({ message }) => expect.fail(message) }), { strict: true });
}

/** A document without source and links; numbers in 32 bits. */
function said(pmm: Pmm): unknown {
  const text = JSON.stringify(pmm, (key, value: unknown) => {
    if (key === 'source' || key === 'links') return undefined;
    return typeof value === 'number' ? Math.fround(value) : value;
  });
  return JSON.parse(text);
}

test('an empty project stays the same when it is written and read again', () => {
  const pmm = createPmm();
  expect(said(writtenAndRead(pmm))).toEqual(said(pmm));
  expect([pmm.camera.keys.distances[0], [...pmm.camera.keys.targets]]).toEqual([-45, [0, 10, 0]]);
});

test('a project with a model and an accessory stays the same when it is written and read again', () => {
  const accessory = (drawOrder: number, name: string): PmmAccessory =>
    createPmmAccessory({ number: 1 - drawOrder, name: encodeName(name), drawOrder });
  const model = createPmmModel({
    number: 3,
    name: encodeName('踊り子'),
    boneNames: [encodeName('センター'), encodeName('左足ＩＫ')],
    morphNames: [encodeName('笑い')],
    ikBones: Int32Array.of(1),
    externalParentBones: Int32Array.of(-1, 1),
  });
  const pmm = createPmm({
    models: [model],
    accessories: [accessory(1, 'fan'), accessory(0, 'lantern')],
  });
  expect(said(writtenAndRead(pmm))).toEqual(said(pmm));
  expect(pmm.accessoryOrder.map(({ text }) => text)).toEqual(['lantern', 'fan']);
  expect([...model.bones.starts]).toEqual([0, 1, 2]);
  expect([...model.bones.rotations]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...model.properties.ikEnabled]).toEqual([1]);
  expect([...model.properties.externalParents]).toEqual([-1, 0, -1, 0]);
  expect([...model.current.externalParents]).toEqual([0, 0, -1, 0, 0, 0, -1, 0]);
  expect([model.drawOrder, model.calculationOrder]).toEqual([4, 4]);
});

test('two projects, models or accessories share no memory', () => {
  const [first, second] = [createPmm(), createPmm()];
  first.camera.keys.targets[0] = 7;
  first.gravity.direction[0] = 7;
  expect([second.camera.keys.targets[0], second.gravity.direction[0]]).toEqual([0, 0]);
});

test('pmmTracks gives the starts and frames of several tracks', () => {
  expect(pmmTracks([[0, 30], [0]])).toEqual({
    count: 3,
    starts: Uint32Array.of(0, 2, 3),
    frames: Uint32Array.of(0, 30, 0),
    selected: new Uint8Array(3),
  });
});
