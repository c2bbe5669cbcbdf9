import {
  createPmm,
  createPmmAccessory,
  createPmmModel,
  parsePmm,
  type Pmm,
  type PmmAccessory,
  pmmTracks,
  serializePmm,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { expect, test } from 'vitest';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';

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

test('names may be plain texts', () => {
  const names = { name: encodeName('踊り子'), path: encodeName('a.pmx'), boneNames: [encodeName('頭')] };
  const texts = { name: '踊り子', path: 'a.pmx', boneNames: ['頭'] };
  expect(createPmmModel(texts)).toEqual(createPmmModel(names));
  const { name, path } = names;
  expect(createPmmAccessory({ name: '踊り子', path: 'a.pmx' })).toEqual(createPmmAccessory({ name, path }));
  const { media } = createPmm({ media: { waveOn: 1, wave: '曲.wav' } });
  expect(media).toEqual({ ...createPmm().media, waveOn: 1, wave: encodeName('曲.wav') });
});

test('a new project has the values that MMD 9.26 writes', () => {
  const model = createPmmModel({ number: 3, morphNames: [encodeName('笑い')] });
  const { selfShadow, light, editor, gravity, physics } = createPmm({ models: [model] });
  expect([selfShadow.on, selfShadow.distance, ...selfShadow.keys.distances]).toEqual([
    1,
    0.01125,
    Math.fround(0.01125),
  ]);
  expect([...light.current.color, ...light.keys.colors]).toEqual(Array(6).fill(154 / 256));
  expect([editor.rangesOn, editor.ranges]).toEqual([1, [{ model: 3, range: 3 }]]);
  expect([...editor.panelsOpen]).toEqual([1, 1, 1, 1, 1, 1]);
  expect([gravity.acceleration, gravity.noise, gravity.direction, physics]).toEqual([
    9.8,
    10,
    [0, -1, 0],
    { mode: 2, ground: 1 },
  ]);
});

test('a new model can have an external parent as a whole, and has its rows in the timeline', () => {
  const model = createPmmModel({ boneNames: [encodeName('センター')] });
  expect([...model.externalParentBones]).toEqual([-1]);
  expect([...model.properties.externalParents]).toEqual([-1, 0]);
  expect([...model.current.externalParents]).toEqual([0, 0, -1, 0]);
  expect([model.rowCount, [...model.rowsOpen]]).toEqual([2, [0, 0]]);
  const smiling = createPmmModel({ morphNames: [encodeName('笑い')] });
  expect([smiling.rowCount, [...smiling.rowsOpen]]).toEqual([3, [0, 0, 0]]);
  expect([...createPmmModel({ rowCount: 10 }).rowsOpen]).toEqual(Array(10).fill(0));
  expect(createPmmModel({ rowsOpen: Uint8Array.of(1, 0) }).rowCount).toBe(2);
});

test('a model whose own keys have no external parents can have none', () => {
  const { properties } = createPmmModel({ externalParentBones: new Int32Array(0) });
  const model = createPmmModel({ properties });
  expect([model.externalParentBones.length, model.current.externalParents.length]).toEqual([0, 0]);
  expect(writtenAndRead(createPmm({ models: [model] })).models.length).toBe(1);
});

test('a project can get its models later', () => {
  const pmm = createPmm();
  pmm.models.push(createPmmModel({ name: encodeName('踊り子') }));
  expect(writtenAndRead(pmm).models.length).toBe(1);
});

test.skipIf(!hasCorpus)('a project in which MMD 9.26 changed nothing has the same settings', () => {
  const real = parsePmm(readCorpus('pmm/one_model_v2.pmm'));
  const made = writtenAndRead(createPmm({ models: [createPmmModel({ morphNames: [encodeName('笑い')] })] }));
  expect(made.selfShadow).toEqual(real.selfShadow);
  expect(made.gravity).toEqual(real.gravity);
  expect(made.physics).toEqual(real.physics);
  expect(made.camera.keys).toEqual(real.camera.keys);
  expect([made.editor.rangesOn, made.editor.ranges]).toEqual([real.editor.rangesOn, real.editor.ranges]);
  expect(made.editor.panelsOpen).toEqual(real.editor.panelsOpen);
  expect(made.models[0].externalParentBones[0]).toBe(real.models[0].externalParentBones[0]);
  expect(real.models[0].rowCount).toBe(7 + made.models[0].rowCount); // and seven display frames
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
