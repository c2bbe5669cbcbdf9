import {
  createPmx,
  createPmxBone,
  createVmd,
  serializePmx,
  serializeVmd,
  type VmdContent,
} from '@odori/format';
import { zipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, odori } from '../odori.js';

const vmd = (input: VmdContent): Uint8Array => serializeVmd(createVmd(input));

const DANCE = vmd({
  modelName: '踊り子',
  bones: [
    { name: '頭', frame: 6 },
    { name: '頭', frame: 45 },
    { name: '腰', frame: 9 },
  ],
  morphs: [{ name: 'あ', frame: 30, weight: 1 }],
  properties: [{ frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] }],
});

/** Two shots: a cut between the frames 30 and 31. */
const CAMERA = vmd({ cameras: [{ frame: 31 }, { frame: 0 }, { frame: 30 }, { frame: 60 }] });

const MODEL = serializePmx(
  createPmx({
    name: '踊り子',
    bones: [
      createPmxBone({ name: '足' }),
      createPmxBone({ name: '足ＩＫ', ik: { effector: 0, loopCount: 1, limitAngle: 1, links: [] } }),
    ],
  }),
);

/** A library: a dance, a cut-off one, a model, a zip, a damaged zip, and a picture that is not listed. */
function library(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'lib/b'), { recursive: true });
  const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, 'lib', name), bytes);
  write('b/dance.VMD', DANCE);
  write('b/cut.vmd', DANCE.subarray(0, 200));
  write('a.pmx', MODEL);
  write('c.zip', zipSync({ 'in/camera.vmd': CAMERA, 'in/tex.png': new Uint8Array(9) }));
  write('d.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0]));
  write('e.png', new Uint8Array(9));
  return folder;
}

type Row = Record<string, unknown>;

const rowsOf = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

test('an index has a row for each file of a folder and its zips, in the order of the folders', async () => {
  const { code, text, messages } = await odori(['inspect', '--index', 'lib'], library());
  const rows = rowsOf(text);
  expect(code).toBe(1);
  expect(messages.at(-1)).toBe('odori: 5 indexed; 2 of them are damaged and have a code');
  expect(rows.map(({ file, kind }) => [file, kind])).toEqual([
    [join('lib', 'a.pmx'), 'pmx'],
    [join('lib', 'b', 'cut.vmd'), 'vmd'],
    [join('lib', 'b', 'dance.VMD'), 'vmd'],
    [`${join('lib', 'c.zip')}/in/camera.vmd`, 'vmd'],
    [join('lib', 'd.zip'), null],
  ]);
  const [model, cut, dance, camera, zip] = rows;
  expect(model).toMatchObject({ model: '踊り子', bones: ['足', '足ＩＫ'], iks: ['足ＩＫ'], frames: null });
  // 50 bytes of header and 4 of a count come before the keys of 111; the second one is cut off
  expect(cut).toMatchObject({ code: 'truncated', offset: 165, section: 'bone keys', bones: ['頭'] });
  expect(dance).toMatchObject({
    bytes: DANCE.length,
    hash: createHash('sha256').update(DANCE).digest('hex'),
    model: '踊り子',
    frames: 45,
    seconds: 1.5,
    bones: ['頭', '腰'],
    morphs: ['あ'],
    iks: ['左足ＩＫ'],
    cameraKeys: 0,
    code: null,
  });
  expect(camera).toMatchObject({ cameraKeys: 4, cuts: 1, frames: 60 });
  expect(zip).toMatchObject({ bytes: null, message: expect.stringMatching(/zip/i) });
  expect(zip['code']).toEqual(expect.any(String));
});

test('--allow makes a cut-off file a sound one; the output is not overwritten without --force', async () => {
  const folder = library();
  const args = ['inspect', '--index', 'lib/b', '--allow', 'truncated', '-o', 'index.jsonl', '--quiet'];
  expect(await odori(args, folder)).toMatchObject({ code: 0, messages: [], text: '' });
  const rows = rowsOf(readFileSync(join(folder, 'index.jsonl'), 'utf8'));
  expect(rows.map(({ code, warnings }) => [code, warnings])).toEqual([
    [null, ['truncated']],
    [null, []],
  ]);
  const again = await odori(args, folder);
  expect([again.code, again.messages]).toEqual([
    1,
    ['odori: index.jsonl: the file already exists; use --force to overwrite it'],
  ]);
});

test('Parquet has the same rows', async () => {
  const folder = library();
  const { text } = await odori(['inspect', '--index', 'lib'], folder);
  await odori(['inspect', '--index', 'lib', '-o', 'index.parquet'], folder);
  const bytes = readFileSync(join(folder, 'index.parquet'));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const rows = await parquetReadObjects({ file });
  const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
  expect(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
  ).toEqual(rowsOf(text));
});

test.each([
  [['--jobs', '2'], '--jobs needs --index'],
  [['--index', '--names'], '--index and --names exclude each other'],
  [['--index', '-o', 'a.csv'], 'an index is .jsonl or .parquet, not "a.csv"'],
])('%j is wrong usage', async (options, message) => {
  const { code, messages } = await odori(['inspect', 'lib', ...options], library());
  expect([code, messages[0]]).toEqual([2, `odori: ${message}; see odori inspect --help`]);
});
