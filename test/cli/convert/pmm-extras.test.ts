import {
  createPmm,
  createPmmAccessory,
  createPmmModel,
  parsePmm,
  type PmmAccessory,
  type PmmModel,
  serializePmm,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extraFiles, pmmExtras } from '#src/cli/convert/pmm-extras.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { emptyFolder, odori } from '../odori.js';

/** A model with a head and a hand, each of which can have an external parent. */
function miku(number: number, content: Partial<PmmModel> = {}): PmmModel {
  return createPmmModel({
    number,
    name: encodeName('初音ミク'),
    nameEn: encodeName('Miku Hatsune'),
    path: encodeName(`UserFile\\Model\\miku${number}.pmx`),
    boneNames: [encodeName('頭'), encodeName('右手首')],
    externalParentBones: Int32Array.of(-1, 1),
    ...content,
  });
}

/** The table of a name as objects. */
function table(pmm: ReturnType<typeof createPmm>, name: string): Record<string, unknown>[] {
  const tables = pmmExtras(pmm).filter((each) => each.name === name);
  return tables.flatMap(({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
  );
}

function stone(number: number, content: Partial<PmmAccessory> = {}): PmmAccessory {
  return createPmmAccessory({
    number,
    name: encodeName('stone.x'),
    path: encodeName('a\\stone.x'),
    ...content,
  });
}

test('models.csv has paths, orders, edges and self shadow of all models, two of one name included', async () => {
  const models = [
    miku(0, { drawOrder: 2, calculationOrder: 1, edgeWidth: Math.fround(1.2), selfShadow: 0 }),
    miku(3, { drawOrder: 1, calculationOrder: 2, additive: 1 }),
  ];
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.pmm'), serializePmm(createPmm({ models })));
  expect((await odori(['convert', 'a.pmm', 'out/'], folder)).code).toBe(0);
  expect(readFileSync(join(folder, 'out/a-models.csv'), 'utf8')).toBe(
    [
      'modelNumber,model,modelEn,path,drawOrder,calculationOrder,edgeWidth,selfShadow,additive',
      '0,初音ミク,Miku Hatsune,UserFile\\Model\\miku0.pmx,2,1,1.2,0,0',
      '1,初音ミク,Miku Hatsune,UserFile\\Model\\miku3.pmx,1,2,1,1,1',
      '',
    ].join('\n'),
  );
});

test('external parents tell two models of one name apart by number', () => {
  const models = [miku(0), miku(4)];
  // the right hand follows the right hand of the other
  models[0].properties.externalParents.set([-1, 0, 4, 1]);
  models[1].properties.externalParents.set([-2, 0, -1, 0]); // the other stands on the ground
  expect(table(createPmm({ models }), 'external-parents')).toEqual([
    {
      modelNumber: 0,
      model: '初音ミク',
      frame: 0,
      boneNumber: 1,
      bone: '右手首',
      parentModelNumber: 1, // slot 4 of MMD, but the second model of the file
      parentModel: '初音ミク',
      parentBoneNumber: 1,
      parentBone: '右手首',
    },
    {
      modelNumber: 1,
      model: '初音ミク',
      frame: 0,
      boneNumber: null,
      bone: '(model)',
      parentModelNumber: null,
      parentModel: '(ground)',
      parentBoneNumber: null,
      parentBone: '',
    },
  ]);
});

test('the camera and accessories name the models and bones that they follow by number, too', () => {
  const models = [miku(0), miku(4)];
  const follower = stone(0);
  follower.keys.parentModels.set([4]);
  follower.keys.parentBones.set([1]);
  const pmm = createPmm({ models, accessories: [follower] });
  pmm.camera.keys.followModels.set([4]);
  expect(table(pmm, 'camera-follow')).toEqual([
    { frame: 0, modelNumber: 1, model: '初音ミク', boneNumber: 0, bone: '頭' },
  ]);
  expect(table(pmm, 'accessories')).toMatchObject([
    { parentModelNumber: 1, parentModel: '初音ミク', parentBoneNumber: 1, parentBone: '右手首' },
  ]);
});

test('accessories of one name differ in their numbers, and have their draw order and additive flag', () => {
  const accessories = [stone(0, { drawOrder: 1, additive: 1 }), stone(7, { drawOrder: 0 })];
  expect(table(createPmm({ accessories }), 'accessories')).toMatchObject([
    {
      accessoryNumber: 0,
      accessory: 'stone.x',
      drawOrder: 1,
      additive: 1,
      frame: 0,
      parentModelNumber: null,
    },
    {
      accessoryNumber: 1,
      accessory: 'stone.x',
      drawOrder: 0,
      additive: 0,
      frame: 0,
      parentModelNumber: null,
    },
  ]);
});

test('an accessory without keyframes keeps a row', () => {
  const still = stone(0);
  still.keys.starts = new Uint32Array(2);
  expect(table(createPmm({ accessories: [still] }), 'accessories')).toMatchObject([
    { accessoryNumber: 0, path: 'a\\stone.x', frame: null, visible: null, scale: null },
  ]);
});

test('numbers are as short as a 32-bit float allows', () => {
  const accessory = stone(0);
  accessory.keys.positions.set([0.1, 1e-7, 12345.678]);
  accessory.keys.scales.set([NaN]);
  expect(table(createPmm({ accessories: [accessory] }), 'accessories')).toMatchObject([
    { x: 0.1, y: 1e-7, z: 12345.678, scale: NaN },
  ]);
});

test('NaN is NaN in CSV and a string in JSON', () => {
  const accessory = stone(0);
  accessory.keys.scales.set([NaN]);
  const tables = pmmExtras(createPmm({ accessories: [accessory] })).filter(
    ({ name }) => name === 'accessories',
  );
  expect(extraFiles(tables, false)[0].text).toMatch(/,NaN,1\n$/);
  expect(JSON.parse(extraFiles(tables, true)[0].text)).toMatchObject({ accessories: [{ scale: 'NaN' }] });
});

test('the slot of a removed model is named, a bone without a name keeps its number', () => {
  const models = [miku(0, { boneNames: [] })];
  models[0].properties.externalParents.set([9, 5, 0, 1]);
  expect(table(createPmm({ models }), 'external-parents')).toMatchObject([
    { bone: '(model)', parentModelNumber: null, parentModel: '(slot 9 is empty)', parentBoneNumber: 5 },
    { boneNumber: 1, bone: '', parentModelNumber: 0, parentBoneNumber: 1, parentBone: '' },
  ]);
});

test('a cell without a value is empty in CSV and null in JSON', () => {
  const tables = pmmExtras(createPmm({ accessories: [stone(0)] })).filter(
    ({ name }) => name === 'accessories',
  );
  const [csv] = extraFiles(tables, false);
  expect(csv.text.split('\n')[1]).toBe('0,stone.x,a\\stone.x,0,0,0,1,0,,,,,0,0,0,0,0,0,1,1');
  const [json] = extraFiles(tables, true);
  expect(JSON.parse(json.text)).toMatchObject({
    accessories: [{ parentModelNumber: null, parentModel: '' }],
  });
});

describe.skipIf(!hasCorpus)('a project of two accessories', () => {
  test('the tables have the facts of an independent parser', () => {
    const pmm = parsePmm(readCorpus('pmm/accessories_v2.pmm'));
    expect(table(pmm, 'models')).toEqual([
      {
        modelNumber: 0,
        model: 'iw色調補正コントローラー',
        modelEn: 'Aniso_1',
        path: 'C:\\MMD\\_エフェクト\\_自作\\iwColorAdjustment\\iwColorAdjustmentController.pmx',
        drawOrder: 1,
        calculationOrder: 1,
        edgeWidth: 1,
        selfShadow: 1,
        additive: 0,
      },
    ]);
    expect(table(pmm, 'accessories')).toMatchObject([
      { accessoryNumber: 0, accessory: 'ColorDebuger.x', drawOrder: 0, additive: 0, parentModel: '' },
      { accessoryNumber: 1, accessory: 'iwColorAdjustment.x', drawOrder: 1 },
    ]);
  });
});
