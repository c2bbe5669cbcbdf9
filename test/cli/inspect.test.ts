import {
  createPmm,
  createPmmModel,
  createPmx,
  createPmxBone,
  createVmd,
  createVpd,
  serializePmm,
  serializePmx,
  serializeVmd,
  serializeVpd,
} from '@odori/format';
import { createX, serializeX } from '@odori/format/x';
import { encodeName } from '@odori/format/internal';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORPUS, corpusFacts, hasCorpus } from '#test/support/corpus.js';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { emptyFolder, odori } from './odori.js';

const DANCE = serializeVmd(
  createVmd({
    modelName: '初音ミク',
    bones: [
      { name: '頭', frame: 6 },
      { name: '頭', frame: 45 },
      { name: '腰', frame: 9 },
    ],
    morphs: [{ name: 'あ', frame: 30, weight: 1 }],
  }),
);

test('a motion is shown as a table', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'dance.vmd'), DANCE);
  const { code, text, messages } = await odori(['inspect', 'dance.vmd'], folder);
  expect([code, messages]).toEqual([0, []]);
  // 430 bytes: 50 of header, 3 · 111 and 23 of keys, 6 counts of 4
  expect(text).toBe(`dance.vmd: vmd, 430 bytes
version 2, model "初音ミク", lastFrame 45, seconds 1.50
section           keys  tracks  first  last
bone keys            3       2      6    45
morph keys           1       1     30    30
property keys        0
camera keys          0
light keys           0
self shadow keys     0
`);
});

test('--names lists the bones and morphs of a motion with the numbers of their keyframes', async () => {
  const { text } = await odori(['inspect', '-', '--names'], '/', DANCE);
  expect(text.split('\n\n')[1]).toBe(`part   name  keys
bone   頭       2
bone   腰       1
morph  あ       1
`);
});

test('--names lists the bones and morphs of a model with their English names', async () => {
  const bones = [
    createPmxBone({ name: '頭', nameEn: 'head', position: [0, 1, 0] }),
    createPmxBone({ name: '髪', position: [0, 1, 0] }),
  ];
  const morph = { name: 'あ', nameEn: 'a', panel: 3, type: 'group' } as const;
  const morphs = [{ ...morph, morphs: new Int32Array(), weights: new Float32Array() }];
  const model = serializePmx(createPmx({ bones, morphs }));
  const { text } = await odori(['inspect', '-', '--names'], '/', model);
  expect(text.split('\n\n')[1]).toBe(`part   name  English name
bone   頭    head
bone   髪
morph  あ    a
`);
  const [json] = JSON.parse(
    (await odori(['inspect', '-', '--names', '--json'], '/', model)).text,
  ) as object[];
  expect(json).toMatchObject({
    names: [
      { part: 'bone', name: '頭', nameEn: 'head' },
      { part: 'bone', name: '髪' },
      { part: 'morph', name: 'あ', nameEn: 'a' },
    ],
  });
});

test('--names lists those of a pose, of a PMD and of each model of a project; an accessory has none', async () => {
  const names = async (bytes: Uint8Array): Promise<unknown> => {
    const { text } = await odori(['inspect', '-', '--names', '--json'], '/', bytes);
    return (JSON.parse(text) as { names: unknown }[])[0].names;
  };
  expect(
    await names(serializeVpd(createVpd({ bones: [{ name: '頭' }], morphs: [{ name: 'あ', weight: 1 }] }))),
  ).toEqual([
    { part: 'bone', name: '頭' },
    { part: 'morph', name: 'あ' },
  ]);
  const project = createPmm({
    models: [
      createPmmModel({ name: encodeName('A'), boneNames: [encodeName('頭')] }),
      createPmmModel({ name: encodeName('B'), morphNames: [encodeName('あ')] }),
    ],
  });
  expect(await names(serializePmm(project))).toEqual([
    { part: 'bone', name: '頭', keys: 1, model: 0 },
    { part: 'morph', name: 'あ', keys: 1, model: 1 },
  ]);
  expect(await names(wholeBytes().build())).toEqual([
    { part: 'bone', name: 'root', nameEn: 'Root' },
    { part: 'bone', name: 'arm', nameEn: 'Arm' },
    { part: 'bone', name: 'goal', nameEn: 'Goal' },
    { part: 'morph', name: 'smile', nameEn: 'Smile' },
  ]);
  expect(await names(serializeX(createX()))).toEqual([]);
});

test('an accessory is shown with its meshes, materials and textures, and a VAC with its place', async () => {
  const folder = emptyFolder();
  const mesh = {
    positions: new Float32Array(12),
    faceStarts: Uint32Array.of(0, 4),
    corners: Uint32Array.of(0, 1, 2, 3),
  };
  const x = createX({ meshes: [mesh], materials: [{ texture: 'a.bmp*b.sph' }, { texture: 'a.bmp' }] });
  writeFileSync(join(folder, 'stage.x'), serializeX(x, { encoding: 'binary' }));
  writeFileSync(join(folder, 'stage.vac'), 'Stage\r\nstage.x\r\n2\r\n0,1,0\r\n0,0,3.14\r\n');
  const { code, text } = await odori(['inspect', 'stage.x', 'stage.vac'], folder);
  expect(code).toBe(0);
  expect(text.replace(/\d+ bytes/, '… bytes')).toBe(`stage.x: x, … bytes
version "0302", encoding "binary", textures "a.bmp b.sph"
section    count
frames         0
meshes         1
vertices       4
faces          1
materials      2
textures       2

stage.vac: vac, 36 bytes
name "Stage", file "stage.x", scale 2, position "0 1 0", rotation "0 0 3.14 rad", bone ""
`);
});

test('--json lists several files by their content, broken ones with an error', async () => {
  const folder = emptyFolder();
  const model = createPmx({ name: 'Dancer', bones: [createPmxBone({ name: '頭', position: [0, 1, 0] })] });
  writeFileSync(join(folder, 'a.txt'), serializeVpd(createVpd({ bones: [{ name: '頭' }] })));
  writeFileSync(join(folder, 'b.txt'), serializePmx(model));
  writeFileSync(join(folder, 'c.txt'), 'VMD?');
  writeFileSync(join(folder, 'd.txt'), DANCE.subarray(0, 40));
  const { code, text, messages } = await odori(['inspect', '*.txt', '-', '--json'], folder, DANCE);
  expect(code).toBe(1);
  const [pose, pmx, unknown, cut, piped] = JSON.parse(text) as Record<string, unknown>[];
  expect(pose).toMatchObject({
    file: 'a.txt',
    format: 'vpd',
    sections: [{ section: 'bones', count: 1 }, {}],
  });
  expect(pmx).toMatchObject({ format: 'pmx', facts: { name: 'Dancer', version: 2 } });
  expect(pmx['sections']).toContainEqual({ section: 'bones', count: 1 });
  expect(unknown).toMatchObject({ file: 'c.txt', error: { message: expect.stringContaining('not a VMD') } });
  expect(cut).toMatchObject({ error: { code: 'truncated' } });
  expect(piped).toMatchObject({ file: '-', bytes: 430, facts: { lastFrame: 45, seconds: 1.5 } });
  writeFileSync(join(folder, 'e.txt'), '');
  writeFileSync(join(folder, 'f.txt'), '{ "name": "odori" }');
  expect((await odori(['inspect', 'e.txt', 'f.txt'], folder)).messages).toEqual([
    'odori: e.txt: the file is empty',
    'odori: f.txt: this is JSON, but not a motion: the field "expansion" is missing',
  ]);
  expect(messages).toEqual([
    'odori: c.txt: unknown format: not a VMD, VPD, PMM, BVMD, PMX, PMD, X or VAC, and not a motion as JSON or VRMA',
    'odori: d.txt: header: model name needs 20 bytes, 10 left (at byte 30)',
  ]);
});

test('the message about a Git LFS pointer says what it is, also when it is to be viewed', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.pmx'), 'version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 1\n');
  for (const command of ['inspect', 'view']) {
    const { code, messages } = await odori([command, 'a.pmx'], folder);
    expect(code).toBe(1);
    expect(messages.join('\n')).toMatch(/^odori: a\.pmx: this is a Git LFS pointer, not a VMD, /);
  }
});

test('the messages about a picture and an archive name their formats', async () => {
  const [png, rar] = ['\x89PNG\r\n\x1a\n', 'Rar!\x1a\x07\x01\0'].map((text) => Buffer.from(text, 'latin1'));
  const ours = 'not a VMD, VPD, PMM, BVMD, PMX, PMD, X or VAC, and not a motion as JSON or VRMA';
  expect((await odori(['inspect', '-'], '/', png)).messages).toEqual([
    `odori: -: this is a PNG picture, ${ours}`,
  ]);
  expect((await odori(['inspect', '-'], '/', rar)).messages).toEqual([
    `odori: -: this is a RAR archive, ${ours}: unpack it first`,
  ]);
});

test('warnings are listed, and with --strict they cause exit code 1', async () => {
  const bytes = Uint8Array.from([...DANCE, 1]);
  const calm = await odori(['inspect', '-'], '/', bytes);
  expect(calm.code).toBe(0);
  expect(calm.text).toContain(
    'warning: trailing-bytes: 1 unexpected byte after the last section (at byte 430)',
  );
  expect((await odori(['inspect', '-', '--strict'], '/', bytes)).code).toBe(1);
  expect((await odori(['inspect', '-', '--strict', '--allow', 'trailing-bytes'], '/', bytes)).code).toBe(0);
  expect((await odori(['inspect', '-', '--refuse', 'odd-value,trailing-bytes'], '/', bytes)).code).toBe(1);
  expect((await odori(['inspect', '-', '--refuse', 'odd-value'], '/', bytes)).code).toBe(0);
  expect((await odori(['inspect', '-', '--strict'], '/', DANCE)).code).toBe(0);
});

test('names that are not CP932 are shown as what they are, with a warning', async () => {
  const vmd = createVmd({ bones: [{ name: '#', frame: 0 }] });
  const bytes = serializeVmd(vmd);
  bytes.set(new TextEncoder().encode('センター'), 54); // behind signature, model name and count
  const { text } = await odori(['inspect', '-', '--names'], '/', bytes);
  expect(text).toContain('センター');
  expect(text).toContain('warning: names-not-cp932: the names are UTF-8, not CP932');
});

test('of a truncated project, the whole models and a warning are shown', async () => {
  const project = serializePmm(createPmm({ models: [createPmmModel({ name: encodeName('踊り子') })] }));
  // in the camera or the light
  const cut = project.subarray(0, 600);
  const { code, text } = await odori(['inspect', '-'], '/', cut);
  expect(code).toBe(1);
  expect(text).toContain('踊り子');
  expect(text).toMatch(/warning: truncated: \S+ needs \d+ bytes, \d+ left \(at byte \d+\)/);
  expect((await odori(['inspect', '-', '--allow', 'truncated'], '/', cut)).code).toBe(0);
});

test('control characters in names do not reach the terminal', async () => {
  const vmd = createVmd({ modelName: '\u001b[31mred' });
  const { text } = await odori(['inspect', '-'], '/', serializeVmd(vmd));
  expect(text).not.toContain('\u001b');
});

test('an empty line separates the tables of several files, and a file that cannot be read has none', async () => {
  const folder = emptyFolder();
  for (const name of ['b.vmd', 'c.vmd']) writeFileSync(join(folder, name), DANCE);
  const { text } = await odori(['inspect', 'a.vmd', 'b.vmd', 'c.vmd'], folder);
  expect(text).toMatch(/^b\.vmd: /);
  expect(text.split('\n\n').map((part) => part.split(':')[0])).toEqual(['b.vmd', 'c.vmd']);
});

describe.skipIf(!hasCorpus)('real files', () => {
  test('a project shows its models with Japanese and English names', async () => {
    const { text } = await odori(['inspect', 'pmm/one_model_v2.pmm'], CORPUS);
    expect(text).toContain('\nmodel 0 初音ミク (Miku Hatsune): bone keys ');
  });

  test.each(['bvmd/wmv_v2.bvmd', 'pmd/KAITO.pmd', 'pmm/kishimen_v1.pmm', 'vmd/bilcb_bone.vmd'])(
    '%s has the expected format and size',
    async (path) => {
      const { code, text } = await odori(['inspect', path, '--json'], CORPUS);
      const [{ format, bytes }] = JSON.parse(text) as { format: string; bytes: number }[];
      expect([code, { format, bytes }]).toEqual([0, { format: path.split('/')[0], bytes }]);
      expect(corpusFacts(path)).toMatchObject({ bytes });
    },
  );
});

test('textures of a model that are missing or miswritten are listed, and are not strict', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'show/miku/tex'), { recursive: true });
  mkdirSync(join(folder, 'show/texture'));
  for (const path of ['miku/tex/Face.png', 'miku/tex/own.png', 'miku/tex/body.png', 'texture/t.png'])
    writeFileSync(join(folder, 'show', path), '');
  const textures = [
    'tex\\own.png',
    'tex\\face.PNG',
    '..\\texture\\t.png',
    'C:\\a\\tex\\body.png',
    'tex/body.png ',
    'gone.png',
    'Screen.bmp', // the picture of the view
    '..\\..\\x.png',
    '', // prettier-ignore
    'D:\\gone.png',
    '\ufffd.png', // prettier-ignore
  ];
  writeFileSync(join(folder, 'show/miku/m.pmx'), serializePmx(createPmx({ textures })));
  const { code, text } = await odori(['inspect', 'show/miku/m.pmx'], folder);
  expect(code).toBe(0);
  expect(text.split('\n').filter((line) => line.startsWith('texture: '))).toEqual([
    'texture: tex\\face.PNG is spelled tex/Face.png on the disk: servers tell upper and lower case, full and half width apart',
    'texture: ..\\texture\\t.png leads out of the model’s folder: publish ../texture/t.png with it',
    'texture: C:\\a\\tex\\body.png is no path relative to the model; tex/body.png is taken',
    'texture: tex/body.png  ends in spaces, dots or a NUL, which only Windows ignores; tex/body.png is taken',
    'texture: gone.png is missing',
    'texture: ..\\..\\x.png leads out of the folder around the model’s, and is not opened',
    'texture: D:\\gone.png is missing, and no path relative to the model',
    'texture: \ufffd.png is missing, and its encoding has lost characters',
  ]);
  expect((await odori(['inspect', 'show/miku/m.pmx', '--strict'], folder)).code).toBe(1);
  const json = await odori(['inspect', 'show/miku/m.pmx', '--json'], folder);
  const [found] = JSON.parse(json.text) as [{ textures: object[] }];
  expect(found.textures).toContainEqual({
    code: 'missing-texture',
    path: 'gone.png',
    problem: 'is missing',
  });
  writeFileSync(join(folder, 'a.pmx'), serializePmx(createPmx({ textures: ['show/miku/tex/own.png'] })));
  expect((await odori(['inspect', 'a.pmx', '--strict'], folder)).code).toBe(0);
});

test('--root allows textures farther from the model, or narrows where they may be', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'show/miku/model'), { recursive: true });
  writeFileSync(join(folder, 'show/far.png'), '');
  writeFileSync(join(folder, 'show/miku/near.png'), '');
  const textures = ['..\\..\\far.png', '..\\near.png', '..\\..\\..\\x.png'];
  writeFileSync(join(folder, 'show/miku/model/m.pmx'), serializePmx(createPmx({ textures })));
  const problems = async (...root: string[]): Promise<string[]> => {
    const { text } = await odori(['inspect', 'show/miku/model/m.pmx', ...root], folder);
    return text.split('\n').filter((line) => line.startsWith('texture: '));
  };
  const around = 'leads out of the folder around the model’s, and is not opened';
  const outside = 'leads out of the folder of --root, and is not opened';
  const published = 'leads out of the model’s folder: publish';
  expect(await problems()).toEqual([
    `texture: ..\\..\\far.png ${around}`,
    `texture: ..\\near.png ${published} ../near.png with it`,
    `texture: ..\\..\\..\\x.png ${around}`,
  ]);
  expect(await problems('--root', 'show')).toEqual([
    `texture: ..\\..\\far.png ${published} ../../far.png with it`,
    `texture: ..\\near.png ${published} ../near.png with it`,
    `texture: ..\\..\\..\\x.png ${outside}`,
  ]);
  expect((await problems('--root', 'show/miku/model')).every((line) => line.endsWith(outside))).toBe(true);
});
