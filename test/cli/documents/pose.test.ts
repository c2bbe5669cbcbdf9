import {
  createPmm,
  createPmmModel,
  createVmd,
  createVpd,
  parseVpd,
  serializePmm,
  serializeVmd,
  serializeVpd,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, odori } from '../odori.js';

const HALF = Math.SQRT1_2;

/** An arm that turns by 90° about z and moves, a brow, and a light. */
const DANCE = serializeVmd(
  createVmd({
    modelName: 'Dancer',
    bones: [
      { name: '右腕', frame: 0 },
      { name: '右腕', frame: 60, position: [1, 2, -4], rotation: [0, 0, HALF, HALF] },
      { name: '頭', frame: 10, position: [0, 1, 0] },
    ],
    morphs: [
      { name: '困る', frame: 0, weight: 0 },
      { name: '困る', frame: 40, weight: 1 },
    ],
  }),
);

const toPose = (bytes: Uint8Array, ...args: string[]): ReturnType<typeof odori> =>
  odori(['convert', '-', '-', '-f', 'vpd', ...args], '/', bytes);

test('a motion becomes the pose at --frame, between keyframes as its curves give it', async () => {
  const { code, data, messages } = await toPose(DANCE, '--frame', '30');
  expect([code, messages]).toEqual([0, []]);
  const { modelFile, encoding, bones, morphs } = parseVpd(data);
  expect([modelFile, encoding]).toEqual(['Dancer.osm', 'cp932']);
  expect(bones).toEqual([
    {
      name: '右腕',
      position: [0.5, 1, -2],
      rotation: [0, 0, 0.382683, 0.92388], // 45°: sin and cos of 22.5°, in six decimals
    },
    { name: '頭', position: [0, 1, 0], rotation: [0, 0, 0, 1] },
  ]);
  expect(morphs).toEqual([{ name: '困る', weight: 0.75 }]);
});

test('--frame may be fractional, and counts after --from, --mirror and --offset', async () => {
  const [arm] = parseVpd((await toPose(DANCE, '--frame', '1.5')).data).bones;
  expect(arm.position).toEqual([0.025, 0.05, -0.1]);
  const [mirrored] = parseVpd((await toPose(DANCE, '--from', '30', '--mirror', '--frame', '0')).data).bones;
  expect(mirrored).toMatchObject({ name: '左腕', position: [-0.5, 1, -2] });
});

test('without --frame, a motion of several frames is refused with a sentence that says what to do', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.vmd'), DANCE);
  expect(await odori(['convert', 'a.vmd', '-o', 'x.vpd'], folder)).toMatchObject({
    code: 1,
    messages: [
      'odori: a.vmd: a pose is one frame of a motion, and this one has the frames 0 to 60: choose one, for example --frame 0',
    ],
  });
  expect(readdirSync(folder)).toEqual(['a.vmd']);
});

test('a motion of one frame needs no --frame', async () => {
  const still = createVmd({ bones: [{ name: '頭', frame: 0, position: [0, 1, 0] }] });
  const { code, data } = await toPose(serializeVmd(still));
  expect([code, parseVpd(data).bones[0].position, parseVpd(data).modelFile]).toEqual([
    0,
    [0, 1, 0],
    'model.osm',
  ]);
});

test('a frame after the end and a motion without bones and morphs are refused', async () => {
  expect((await toPose(DANCE, '--frame', '61')).messages).toEqual([
    'odori: -: the motion ends at frame 60, before --frame 61',
  ]);
  const camera = serializeVmd(createVmd({ cameras: [{ frame: 0 }] }));
  expect(await toPose(camera)).toMatchObject({
    code: 1,
    messages: [
      'odori: -: warning: 1 key of camera is left out: a pose cannot store it',
      'odori: -: this motion has no keyframes of bones or morphs, so it gives no pose',
    ],
  });
});

test('a pose becomes a pose: the same bytes, or with another model file', async () => {
  const pose = Buffer.from('Vocaloid Pose Data file\nm.osm;\n1;\nBone0{a // b\n0,0,0;\n0,0,0,1;\n}\n');
  expect(Buffer.compare((await toPose(pose)).data, pose)).toBe(0);
  expect((await toPose(pose, '--model', 'Miku')).text).toBe(pose.toString().replace('m.osm', 'Miku.osm'));
  const mirrored = await toPose(serializeVpd(createVpd({ bones: [{ name: '左腕' }] })), '--mirror');
  expect(parseVpd(mirrored.data).bones[0].name).toBe('右腕');
});

test('keyframes that hide the model or switch IK off give a warning, others do not', async () => {
  const ik = (enabled: boolean): { name: string; enabled: boolean }[] => [{ name: '左足ＩＫ', enabled }];
  const still = createVmd({
    bones: [{ name: '頭', frame: 0 }],
    properties: [
      { frame: 0, ik: ik(true) },
      { frame: 1, ik: ik(false) },
      { frame: 2, visible: false, ik: ik(true) },
    ],
  });
  expect((await toPose(serializeVmd(still), '--frame', '0')).messages).toEqual([
    'odori: -: warning: 2 keys of visibility and IK are left out: a pose cannot store them',
  ]);
});

test('a project gives a pose for each model, and none for its camera', async () => {
  const folder = emptyFolder();
  const model = createPmmModel({ name: encodeName('初音ミク'), boneNames: [encodeName('頭')] });
  model.bones.positions.set([0, 3, 0]);
  writeFileSync(join(folder, 'a.pmm'), serializePmm(createPmm({ models: [model] })));
  const { code, messages } = await odori(['convert', 'a.pmm', 'out/', '-f', 'vpd'], folder);
  expect([code, messages]).toEqual([0, []]);
  expect(readdirSync(join(folder, 'out'))).toEqual(['a-00-初音ミク.vpd']);
  const { modelFile, bones } = parseVpd(readFileSync(join(folder, 'out/a-00-初音ミク.vpd')));
  expect([modelFile, bones[0].position]).toEqual(['初音ミク.osm', [0, 3, 0]]);
});

test('a project without models gives no pose, and says so', async () => {
  expect((await toPose(serializePmm(createPmm()))).messages).toEqual([
    'odori: -: this project has no models, so it gives no pose',
  ]);
});
