import {
  createPmm,
  createPmmModel,
  createPmx,
  createVmd,
  createVpd,
  parseBvmd,
  parsePmx,
  parseVmd,
  serializePmm,
  serializePmx,
  serializeVmd,
  serializeVpd,
  type Vmd,
  type VmdJson,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editMotions } from '#src/cli/convert/motion-edits.js';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { VmdBytes } from '#test/support/vmd-bytes.js';
import { emptyFolder, odori } from './odori.js';

/** A position and a rotation that change in a mirror and in the other space; likewise camera and light. */
const VMD = createVmd({
  modelName: 'Dancer',
  bones: [
    { name: '左腕', frame: 0 },
    { name: '左腕', frame: 60, position: [1, 2, -3], rotation: [0.5, 0.5, 0.5, 0.5] },
  ],
  cameras: [{ frame: 10, target: [1, 2, 3], rotation: [0.1, 0.2, 0.3] }],
  lights: [{ frame: 0, direction: [-0.5, -1, 0.5] }],
  morphs: [{ name: 'あ', frame: 60, weight: 0.5 }],
});
const BYTES = serializeVmd(VMD);

function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = emptyFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function readVmd(...path: string[]): Vmd {
  return parseVmd(readFileSync(join(...path)));
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('JSON', () => {
  test.each(['mmd', 'three'])(
    'VMD to JSON and back gives the same bytes, in the space of %s',
    async (coordinates) => {
      const folder = folderWith({ 'a.vmd': BYTES });
      expect((await odori(['convert', 'a.vmd', 'a.json', '--coordinates', coordinates], folder)).code).toBe(
        0,
      );
      const json = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')) as VmdJson;
      expect(json.expansion.coordinateSystem).toBe(coordinates);
      expect((await odori(['convert', 'a.json', 'b.vmd'], folder)).code).toBe(0);
      expect(same(readFileSync(join(folder, 'b.vmd')), BYTES)).toBe(true);
    },
  );

  test('--coordinates three negates z', async () => {
    const args = ['convert', '-', '-', '--format', 'json', '--coordinates', 'three'];
    const { bones, cameras, lights } = JSON.parse((await odori(args, '/', BYTES)).text) as VmdJson;
    expect(bones[1]).toMatchObject({ position: [1, 2, 3], rotation: [-0.5, -0.5, 0.5, 0.5] });
    expect(cameras[0].target).toEqual([1, 2, -3]);
    expect(cameras[0].rotation[2]).toBeCloseTo(-0.3, 6);
    expect(lights[0].direction).toEqual([-0.5, -1, -0.5]);
  });

  test('--coordinates three writes −0 as a number, not as a string', async () => {
    // 0 0 0 has z = −0 in the other space
    const still = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] }));
    const args = ['convert', '-', '-', '-f', 'json', '--coordinates', 'three'];
    const { text } = await odori(args, '/', still);
    expect(text).toContain('"position":[0,0,-0],"rotation":[-0,-0,0,1]');
    expect(text).not.toContain('"-0"');
    const back = await odori(['convert', '-', '-', '-f', 'vmd'], '/', Buffer.from(text));
    expect(same(back.data, still)).toBe(true);
  });

  test('--target-id, --start-frame and --group are stored in the JSON and undone when it is read', async () => {
    const args = [
      'convert',
      '-',
      '-',
      '-f',
      'json',
      '--target-id',
      '7',
      '--start-frame',
      '-5',
      '--group',
      'name',
    ];
    const { data } = await odori(args, '/', BYTES);
    const json = JSON.parse(data.toString()) as VmdJson;
    expect(json.expansion).toMatchObject({ targetId: 7, startFrame: -5, groupType: 'name' });
    expect(json.bones[0]).toMatchObject({ name: '左腕', keys: [{ frame: -5 }, { frame: 55 }] });
    const back = parseVmd((await odori(['convert', '-', '-', '-f', 'vmd'], '/', data)).data);
    expect([...back.bones.frames]).toEqual([0, 60]);
  });

  test('broken JSON is reported with the file and the field', async () => {
    const folder = folderWith({
      'a.json': '{ "bones": [}',
      'b.json': '{ "expansion": { "fileType": "vmd" } }',
    });
    const { code, messages } = await odori(['convert', '*.json', '-o', 'out'], folder);
    expect(code).toBe(1);
    expect(messages[0]).toMatch(/^odori: a\.json: invalid JSON: /);
    expect(messages[1]).toMatch(/^odori: b\.json: expansion\.coordinateSystem/);
    expect(messages[2]).toBe('odori: 0 of 2 converted; failed: a.json, b.json');
  });
});

describe('other formats', () => {
  test('a VMD becomes a BVMD and back, with a warning for the data that a BVMD cannot hold', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    const there = await odori(['convert', 'a.vmd', 'a.bvmd'], folder);
    expect(there).toMatchObject({
      code: 0,
      messages: ['odori: a.vmd: warning: 1 key of light is left out: a BVMD cannot store it'],
    });
    expect(parseBvmd(readFileSync(join(folder, 'a.bvmd'))).bones.count).toBe(2);
    await odori(['convert', 'a.bvmd', 'b.vmd', '--model', '初音ミク'], folder);
    const { bones, modelName } = readVmd(folder, 'b.vmd');
    expect([...bones.positions]).toEqual([0, 0, 0, 1, 2, -3]);
    expect(modelName.text).toBe('初音ミク');
    expect((await odori(['convert', 'a.vmd', 'c.bvmd', '--strict', '--quiet'], folder)).code).toBe(1);
  });

  test('a pose becomes a motion of one frame with the name of its model', async () => {
    const pose = createVpd({ modelFile: 'Dancer.osm', bones: [{ name: '頭', position: [0, 1, 0] }] });
    const { data } = await odori(['convert', '-', '-', '-f', 'vmd'], '/', serializeVpd(pose));
    const { modelName, bones } = parseVmd(data);
    expect([modelName.text, bones.frames[0], bones.positions[1]]).toEqual(['Dancer', 0, 1]);
  });

  test('a VMD of version 2 becomes one of version 1 and back', async () => {
    const dance = serializeVmd(createVmd({ modelName: 'Dancer', bones: [{ name: '頭', frame: 3 }] }));
    const first = await odori(['convert', '-', '-', '-f', 'vmd', '--vmd-version', '1'], '/', dance);
    expect(parseVmd(first.data).version).toBe(1);
    expect(first.data.length).toBe(dance.length - 10 - 8); // a shorter name, two counts fewer
    const second = await odori(['convert', '-', '-', '-f', 'vmd', '--vmd-version', '2'], '/', first.data);
    expect(parseVmd(second.data)).toMatchObject({ version: 2, bones: { count: 1 } });
  });

  test('impossible conversions are refused', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    const { messages } = await odori(['convert', 'a.vmd', 'a.pmx'], folder);
    expect(messages).toEqual(['odori: a.vmd: this is a VMD; only models (PMD, PMX) can be converted to PMX']);
    expect((await odori(['convert', 'a.vmd', 'out'], folder)).messages[0]).toContain(
      'choose --format vmd, json or bvmd',
    );
    expect(await odori(['convert', 'a.vmd', 'out', '--json'], folder)).toMatchObject({
      code: 1,
      messages: [
        'odori: a.vmd: this is a VMD, and --json is only for a PMM; use --format json to get a motion as JSON',
      ],
    });
    expect(existsSync(join(folder, 'out'))).toBe(false);
    const model = serializePmx(createPmx({ bones: [] }));
    const mirrored = await odori(['convert', '-', '-', '-f', 'pmx', '--mirror'], '/', model);
    expect([mirrored.code, mirrored.data.length, mirrored.messages]).toEqual([
      1,
      0,
      ['odori: -: this is a model: --from, --to, --offset, --mirror and --model are only for motions'],
    ]);
  });
});

describe('edits', () => {
  const edit = async (...args: string[]): Promise<Vmd> =>
    parseVmd((await odori(['convert', '-', '-', '-f', 'vmd', ...args], '/', BYTES)).data);

  test('--from and --to keep a range, which then starts at 0', async () => {
    const { bones, morphs, modelName } = await edit('--from', '30', '--to', '60');
    expect(modelName.text).toBe('Dancer');
    expect([...bones.frames]).toEqual([0, 30]);
    expect([...bones.positions]).toEqual([0.5, 1, -1.5, 1, 2, -3]); // halfway on a straight line
    expect([...morphs.frames]).toEqual([30]);
  });

  test('--offset moves keyframes later or earlier', async () => {
    expect([...(await edit('--offset', '30')).bones.frames]).toEqual([30, 90]);
    expect([...(await edit('--offset', '-30')).bones.frames]).toEqual([0, 30]);
  });

  test('--mirror swaps left and right', async () => {
    const { bones } = await edit('--mirror');
    expect(bones.names[0].text).toBe('右腕');
    expect([...bones.positions.subarray(3)]).toEqual([-1, 2, -3]);
    expect([...bones.rotations.subarray(4)]).toEqual([0.5, -0.5, -0.5, 0.5]);
  });

  test('a range after the end and a frame too large for a file are errors', async () => {
    const messagesOf = async (...args: string[]): Promise<unknown> =>
      (await odori(['convert', '-', '-', '-f', 'vmd', ...args], '/', BYTES)).messages;
    expect(await messagesOf('--from', '61')).toEqual([
      'odori: -: the motion ends at frame 60, before --from 61',
    ]);
    expect(await messagesOf('--offset', '4294967236')).toEqual([
      'odori: -: the motion would end at frame 4294967296; the last frame of a file is 4294967295',
    ]);
    expect((await edit('--offset', '4294967235')).bones.frames[1]).toBe(4294967295);
  });

  test('a motion that ends before the range of the others keeps its last pose', () => {
    const still = createVmd({ bones: [{ name: '頭', frame: 9, position: [0, 1, 0] }] });
    const [dance, ended] = editMotions([VMD, still], { from: 30, mirror: false });
    expect([...dance.bones.frames]).toEqual([0, 30]);
    expect([...ended.bones.frames]).toEqual([0]);
    expect([...ended.bones.positions]).toEqual([0, 1, 0]);
  });

  test('without edits the bytes stay the same', async () => {
    const { data } = await odori(['convert', '-', '-', '-f', 'vmd'], '/', BYTES);
    expect(same(data, BYTES)).toBe(true);
  });
});

describe('files', () => {
  test('nothing is overwritten without --force, and no temporary file is left', async () => {
    const folder = folderWith({ 'a.vmd': BYTES, 'a.json': 'mine' });
    const refused = await odori(['convert', 'a.vmd', 'a.json', '--quiet'], folder);
    expect(refused).toMatchObject({
      code: 1,
      messages: ['odori: a.vmd: a.json: the file already exists; use --force to overwrite it'],
    });
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('mine');
    expect((await odori(['convert', 'a.vmd', 'a.json', '--force'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toContain('左腕');
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'a.vmd']);
  });

  test('warnings have a place in the file; keyframes out of order, as MMD writes them, give none', async () => {
    const keys = [
      ['a', 9],
      ['a', 0],
      ['b', 0],
      ['b', 0],
      ['b', 0],
    ] as const;
    const file = new VmdBytes().counts(0, keys.length);
    for (const [name, frame] of keys) file.text(name, 15).u32(frame, 0);
    const bytes = file.build();
    const { code, messages } = await odori(['convert', '-', '-', '-f', 'bvmd', '--strict'], '/', bytes);
    expect([code, messages[0]]).toEqual([
      1,
      // 50 of header, two counts of 4, three records of 23, the name of 15
      'odori: -: warning: morph keys[3].frame repeats a frame (2 times, first at byte 142)',
    ]);
  });

  test('a folder may be named like a file, and a folder in the place of a file is an error', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    mkdirSync(join(folder, 'b.json'));
    expect((await odori(['convert', 'a.vmd', 'b.json', '-f', 'json'], folder)).code).toBe(0);
    expect(readdirSync(join(folder, 'b.json'))).toEqual(['a.json']);
    mkdirSync(join(folder, 'out/a.json'), { recursive: true });
    const { code } = await odori(['convert', 'a.vmd', 'out', '-f', 'json', '--force', '--quiet'], folder);
    expect([code, readdirSync(join(folder, 'out'))]).toEqual([1, ['a.json']]);
  });

  test('one broken file of a hundred: the others are converted, exit code and summary report it', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${String(i).padStart(3, '0')}.vmd`);
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, BYTES])));
    writeFileSync(join(folder, '050.vmd'), BYTES.subarray(0, 20));
    const { code, messages, progress } = await odori(['convert', '*.vmd', '-o', 'out', '-f', 'json'], folder);
    expect(code).toBe(1);
    expect(messages).toEqual([
      'odori: 050.vmd: header: signature needs 30 bytes, 20 left (at byte 0)',
      'odori: 99 of 100 converted; failed: 050.vmd',
    ]);
    expect(progress).toContain('51 of 100: 050.vmd');
    expect(progress.at(-1)).toBeUndefined();
    const made = readdirSync(join(folder, 'out'));
    expect([made.length, made.includes('050.json')]).toEqual([99, false]);
  });

  test('the output of one input never overwrites another input', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    await odori(['convert', 'a.vmd', 'a.json'], folder);
    const args = ['convert', 'a.json', 'a.vmd', '-o', '.', '-f', 'vmd', '--force', '--mirror', '--quiet'];
    expect(await odori(args, folder)).toMatchObject({
      code: 1,
      messages: [
        'odori: a.json: would overwrite a.vmd, another input',
        'odori: 1 of 2 converted; failed: a.json',
      ],
    });
    // an input may be overwritten by its own output
    expect(readVmd(folder, 'a.vmd').bones.names[0].text).toBe('右腕');
  });

  test.skipIf(process.platform === 'win32')(
    'the output of one input never overwrites another input through symlinks to files or folders',
    async () => {
      const folder = folderWith({ 'y.vmd': BYTES, 'z.vmd': BYTES });
      mkdirSync(join(folder, 'real'));
      symlinkSync('real', join(folder, 'linked'));
      await odori(['convert', 'z.vmd', 'real', '-f', 'bvmd'], folder);
      const args = ['convert', 'z.vmd', 'real/z.bvmd', '-f', 'bvmd', '-o', 'linked', '--force', '--quiet'];
      expect((await odori(args, folder)).messages).toEqual([
        'odori: z.vmd: would overwrite linked/z.bvmd, another input',
        'odori: 1 of 2 converted; failed: z.vmd', // real/z.bvmd is overwritten by its own output
      ]);
      symlinkSync('z.bvmd', join(folder, 'real/y.bvmd'));
      const both = ['convert', 'z.vmd', 'y.vmd', '-f', 'bvmd', '-o', 'linked', '--force', '--quiet'];
      expect((await odori(both, folder)).messages).toEqual([
        'odori: y.vmd: would overwrite linked/y.bvmd, the output of z.vmd',
        'odori: 1 of 2 converted; failed: y.vmd',
      ]);
    },
  );

  test('two hard links are two outputs: writing separates them', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    linkSync(join(folder, 'a.vmd'), join(folder, 'b.vmd'));
    const args = ['convert', 'a.vmd', 'b.vmd', '-o', '.', '-f', 'vmd', '--force', '--mirror', '--quiet'];
    expect(await odori(args, folder)).toMatchObject({ code: 0, messages: [] });
    // mirrored once
    for (const name of ['a.vmd', 'b.vmd']) expect(readVmd(folder, name).bones.names[0].text).toBe('右腕');
  });

  test('several names of one file are one input', async () => {
    const folder = folderWith({ 'あ い.vmd': BYTES });
    const names = ['あ*.vmd', './あ い.vmd', join(folder, 'あ い.vmd')];
    expect(await odori(['convert', ...names, 'あ.json'], folder)).toMatchObject({ code: 0, messages: [] });
  });

  test('a batch keeps the folders of its inputs', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    mkdirSync(join(folder, 'x/y'), { recursive: true });
    writeFileSync(join(folder, 'x/y/a.vmd'), BYTES);
    writeFileSync(join(folder, 'x/b.vmd'), BYTES);
    const filesOf = async (out: string, ...inputs: string[]): Promise<string[]> => {
      const { code } = await odori(['convert', ...inputs, '-o', out, '-f', 'bvmd', '--quiet'], folder);
      expect(code).toBe(0);
      const names = readdirSync(join(folder, out), { recursive: true }) as string[];
      return names.filter((name) => name.endsWith('.bvmd')).toSorted();
    };
    expect(await filesOf('all', '**/*.vmd')).toEqual(['a.bvmd', 'x/b.bvmd', 'x/y/a.bvmd']);
    expect(await filesOf('below', 'x/**/*.vmd')).toEqual(['b.bvmd', 'y/a.bvmd']);
    expect(await filesOf('one', 'x/**/a.vmd')).toEqual(['y/a.bvmd']); // whatever the glob matches
    expect(await filesOf('listed', 'x/b.vmd', './x/y/a.vmd')).toEqual(['b.bvmd', 'y/a.bvmd']); // by the shell
    expect(await filesOf('single', 'x/y/a.vmd')).toEqual(['a.bvmd']);
    expect(await filesOf('up', 'x/*/../../a.vmd')).toEqual(['a.bvmd']); // never outside of the output
    expect(existsSync(join(folder, 'a.bvmd'))).toBe(false);
  });

  test('two inputs with the same output do not overwrite each other', async () => {
    const folder = folderWith({ 'a.vmd': BYTES });
    await odori(['convert', 'a.vmd', 'a.json'], folder);
    const { code, messages } = await odori(['convert', 'a.*', 'out/', '-f', 'bvmd', '--quiet'], folder);
    expect(code).toBe(1);
    expect(messages).toEqual([
      'odori: a.vmd: would overwrite out/a.bvmd, the output of a.json',
      'odori: 1 of 2 converted; failed: a.vmd',
    ]);
    expect(readdirSync(join(folder, 'out'))).toEqual(['a.bvmd']);
    expect((await odori(['convert', 'z*.vmd', 'out'], folder)).messages).toEqual([
      'odori: z*.vmd: no such file',
    ]);
  });
});

test('of a project that ends in its second model, the first becomes a motion; no camera is made up', async () => {
  const names = ['a', 'b'].map((name, number) => createPmmModel({ number, name: encodeName(name) }));
  const whole = serializePmm(createPmm({ models: names }));
  const one = serializePmm(createPmm({ models: names.slice(0, 1) }));
  const second = whole.length - one.length; // bytes of a model, and 5 of its range
  const folder = emptyFolder();
  const cut = whole.subarray(0, 55 + 2 * (second - 5) - 1);
  const refused = await odori(['convert', '-', folder], '/', cut);
  expect(refused.code).toBe(1);
  expect(refused.messages.join()).toMatch(
    /needs 1 byte, 0 left \(at byte \d+\); --allow truncated reads it all the same$/,
  );
  expect(readdirSync(folder)).toEqual([]);
  const { code, messages } = await odori(['convert', '-', folder, '--allow', 'truncated'], '/', cut);
  expect(code).toBe(0);
  expect(messages.join()).toContain('warning: models[1].calculationOrder needs 1 byte, 0 left');
  expect(readdirSync(folder).filter((name) => name.endsWith('.vmd'))).toEqual(['stdin-00-a.vmd']);
  expect(
    (
      await odori(['convert', '-', folder, '--model', 'camera', '--allow', 'truncated'], '/', cut)
    ).messages.join(),
  ).toContain('no model is called camera: choose from 0 a');
});

describe.skipIf(!hasCorpus)('projects', () => {
  test('a project becomes a motion for each model and the camera, and CSV files', async () => {
    const folder = emptyFolder();
    const { code } = await odori(['convert', join(CORPUS, 'pmm/accessories_v2.pmm'), folder], '/');
    expect(code).toBe(0);
    const made = readdirSync(folder).toSorted();
    expect(made).toEqual([
      'accessories_v2-00-iw色調補正コントローラー.vmd',
      'accessories_v2-accessories.csv',
      'accessories_v2-camera.vmd',
      'accessories_v2-gravity.csv',
      'accessories_v2-models.csv',
    ]);
    expect(readVmd(folder, made[2]).modelName.text).toBe('カメラ・照明');
    const [heading, ...rows] = readFileSync(join(folder, made[1]), 'utf8').trim().split('\n');
    expect(heading).toMatch(/^accessoryNumber,accessory,path,drawOrder,additive,frame,visible,/);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2);
  });

  test('--model extracts one model, --json writes the tables as JSON, an unknown model is an error', async () => {
    const file = join(CORPUS, 'pmm/one_model_v2.pmm');
    const folder = emptyFolder();
    expect((await odori(['convert', file, folder, '--model', '0', '--quiet'], '/')).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['one_model_v2-00-初音ミク.vmd']);
    expect((await odori(['convert', file, folder, '--model', 'KAITO'], '/')).messages).toEqual([
      `odori: ${file}: no model is called KAITO: choose from 0 初音ミク (Miku Hatsune), camera`,
    ]);
    const other = emptyFolder();
    await odori(['convert', file, other, '--json', '--quiet'], '/');
    expect(existsSync(join(other, 'one_model_v2-extras.json'))).toBe(true);
  });

  test('one motion of a project can be written to a file or a pipe, several cannot', async () => {
    const file = join(CORPUS, 'pmm/one_model_v2.pmm');
    const folder = emptyFolder();
    const one = await odori(['convert', file, 'one.vmd', '--model', 'Miku Hatsune'], folder);
    expect(one).toMatchObject({ code: 0, messages: [] });
    expect(readVmd(folder, 'one.vmd').bones.count).toBe(122);
    const { data } = await odori(['convert', file, '-', '-f', 'vmd', '--model', 'camera'], '/');
    expect(parseVmd(data).cameras.count).toBe(1);
    expect((await odori(['convert', file, 'all.vmd'], folder)).messages).toEqual([
      // a model, the camera, models, gravity
      `odori: ${file}: this input gives 4 files: name a folder as the output, or choose one motion with --model`,
    ]);
  });

  test('edits do not change the tables of a project, which gives a warning', async () => {
    const file = join(CORPUS, 'pmm/one_model_v2.pmm');
    expect((await odori(['convert', file, emptyFolder(), '--offset', '9'], '/')).messages).toEqual([
      `odori: ${file}: warning: gravity: --from, --to, --offset and --mirror change only the motions, not these tables`,
    ]);
  });

  test('a project of version 1 needs PMD files for bone names, but not for the camera', async () => {
    const file = join(CORPUS, 'pmm/kishimen_v1.pmm');
    const { code, messages } = await odori(['convert', file, emptyFolder(), '--model', 'ＫＡＩＴＯ'], '/');
    expect(code).toBe(1);
    expect(messages[0]).toContain('give the PMD files of ＫＡＩＴＯ with --pmd');
    const folder = emptyFolder();
    const args = ['convert', file, folder, '--model', 'camera', '--quiet'];
    expect((await odori(args, '/')).code).toBe(0);
    expect(readVmd(folder, 'kishimen_v1-camera.vmd').cameras.count).toBe(15);
  });

  test('a project of version 1 gets bone names from --pmd', async () => {
    const [file, pmd] = [join(CORPUS, 'pmm/kishimen_v1.pmm'), join(CORPUS, 'pmd/KAI*.pmd')];
    const folder = emptyFolder();
    const args = ['convert', file, folder, '--model', 'ＫＡＩＴＯ', '--pmd', pmd, '--quiet'];
    expect((await odori(args, '/')).code).toBe(0);
    const { bones, morphs } = readVmd(folder, 'kishimen_v1-07-ＫＡＩＴＯ.vmd');
    expect([bones.count, bones.names.length, morphs.count]).toEqual([2663, 106, 265]);
  });

  test('a PMD becomes a PMX', async () => {
    const { code, data } = await odori(['convert', '-', '-', '-f', 'pmx'], '/', readCorpus('pmd/KAITO.pmd'));
    expect(code).toBe(0);
    expect(parsePmx(data).bones.length).toBe(106);
  });
});
