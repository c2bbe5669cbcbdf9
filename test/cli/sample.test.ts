import {
  createPmx,
  createPmxBone,
  createVmd,
  serializeBvmd,
  serializePmx,
  serializeVmd,
  vmdToBvmd,
} from '@odori/format';
import { unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus, readOracle } from '#test/support/corpus.js';
import { emptyFolder, odori } from './odori.js';

const HALF = Math.SQRT1_2;

/**
 * An arm of two bones, the second with a name that needs quotes; the first turns by 90° about z until frame
 * 30.
 */
function folder(): string {
  const path = emptyFolder();
  const bones = [
    createPmxBone({ name: '腕', nameEn: 'arm', position: [0, 10, 0] }),
    createPmxBone({ name: 'hand, "left"', position: [0, 5, 1], parent: 0 }),
  ];
  writeFileSync(join(path, 'arm.pmx'), serializePmx(createPmx({ bones })));
  const keys = [
    { name: '腕', frame: 0 },
    { name: '腕', frame: 30, rotation: [0, 0, HALF, HALF] as const, position: [0, 0, 2] as const },
  ];
  writeFileSync(join(path, 'arm.vmd'), serializeVmd(createVmd({ bones: keys })));
  const face = createVmd({ morphs: [{ name: 'あ', frame: 0, weight: 1 }] });
  writeFileSync(join(path, 'face.vmd'), serializeVmd(face));
  return path;
}

const rounded = (text: string): (string | number)[] =>
  text
    .split(',')
    .map((cell) => (Number.isNaN(Number(cell)) ? cell : Math.round(Number(cell) * 1e6) / 1e6 + 0));

test('CSV has a line for each time and bone, in the space of the model', async () => {
  const { code, text } = await odori(['sample', 'arm.vmd', '--model', 'arm.pmx', '--at', '1s,0f'], folder());
  expect(code).toBe(0);
  const [heading, arm, hand, ...rest] = text.trim().split('\n');
  expect(heading).toBe('seconds,frame,bone,x,y,z,qx,qy,qz,qw');
  const turned = [0, 0, 1, 1].map((value) => Math.round(value * HALF * 1e6) / 1e6);
  expect(rounded(arm)).toEqual([1, 30, '腕', 0, 10, 2, ...turned]);
  expect(hand).toMatch(/^1,30,"hand, ""left""",/);
  // the offset from the arm is (0, −5, 1), rotated (5, 0, 1)
  expect(rounded(hand.replace(/".*"/, 'hand'))).toEqual([1, 30, 'hand', 5, 10, 3, ...turned]);
  expect(rest.map((line) => line.split(',')[1])).toEqual(['0', '0']);
});

test('--space local, --bones and --coordinates three, as JSON', async () => {
  const args = ['sample', 'arm.vmd', 'face.vmd', '--model', 'arm.pmx', '--at', '0.5s', '--json'];
  const options = ['--space', 'local', '--bones', '腕', '--coordinates', 'three'];
  const [pose] = JSON.parse((await odori([...args, ...options], folder())).text) as Record<string, unknown>[];
  const [sine, cosine] = [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)]; // halfway: 45°
  expect(pose).toMatchObject({
    frame: 15,
    seconds: 0.5,
    space: 'local',
    coordinates: 'three',
    visible: true,
  });
  expect(pose['bones']).toEqual([
    {
      bone: '腕',
      position: [0, 0, -1],
      rotation: [0, 0, expect.closeTo(sine, 6), expect.closeTo(cosine, 6)],
    },
  ]);
});

test('an unknown bone and a file that is not a model are errors', async () => {
  const args = ['sample', 'arm.vmd', '--at', '0f'];
  const path = folder();
  expect((await odori([...args, '--model', 'arm.pmx', '--bones', '頭'], path)).messages).toEqual([
    'odori: arm.pmx: no bone has the Japanese or English name "頭"',
  ]);
  expect(await odori([...args, '--model', 'arm.vmd'], path)).toMatchObject({
    code: 1,
    messages: ['odori: arm.vmd: this is a motion (VMD), not a model'],
  });
});

test('--bones accepts English names, and the motions may be a glob', async () => {
  const args = ['sample', '*.vmd', '--model', 'arm.pmx', '--at', '1s', '--json', '--bones', ' arm, 腕'];
  const [pose] = JSON.parse((await odori(args, folder())).text) as Record<string, unknown>[];
  expect(pose).toMatchObject({ bones: [{ bone: '腕' }, { bone: '腕' }] });
});

test('bones that the model does not have give a warning', async () => {
  const args = ['--model', 'arm.pmx', '--at', '0f'];
  const bones = ['腰', '頭', '首', '左足', '右足', '左腕', '腕'].map((name) => ({ name, frame: 0 }));
  const other = serializeVmd(createVmd({ bones }));
  const { code, messages } = await odori(['sample', '-', ...args], folder(), other);
  expect([code, messages]).toEqual([
    0,
    [
      'odori: arm.pmx: warning: 6 of 7 bones of the motion are not in the model: 腰, 頭, 首, 左足, 右足 and 1 more',
    ],
  ]);
  expect((await odori(['sample', 'face.vmd', ...args], folder())).messages).toEqual([
    'odori: arm.pmx: warning: the motion moves no bones',
  ]);
  expect((await odori(['sample', '-', ...args, '--quiet'], folder(), other)).messages).toEqual([]);
});

test('stdin can be read only once', async () => {
  const model = serializePmx(createPmx({ bones: [createPmxBone({ name: '腕' })] }));
  expect(await odori(['sample', '-', '--model', '-', '--at', '0f'], '/', model)).toMatchObject({
    code: 2,
    messages: ['odori: - is stdin, which can be read only once; see odori sample --help'],
  });
});

interface Oracle {
  readonly bones: readonly string[];
  readonly frames: readonly { readonly frame: number; readonly world: readonly number[] }[];
}

describe.skipIf(!hasCorpus)('against a double-precision reference', () => {
  test('world positions of bones without IK, at whole frames and between them', async () => {
    const { bones, frames } = readOracle('fk/miku_pmx__wavefile.json') as Oracle;
    const at = frames.map(({ frame }) => `${frame}f`).join();
    const model = 'pmx/mmd_tools_miku/miku.pmx';
    const args = ['vmd/wavefile_v2.vmd', '--model', model, '--at', at, '--bones', bones.join()];
    const { text } = await odori(['sample', ...args], CORPUS);
    const places = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(3, 6).map(Number));
    expect(places.length).toBe(bones.length * frames.length);
    const worst = frames.flatMap(({ world }, i) =>
      bones.map((_, bone) => {
        const [x, y, z] = places[bones.length * i + bone];
        const at12 = 16 * bone + 12;
        return Math.hypot(x - world[at12], y - world[at12 + 1], z - world[at12 + 2]);
      }),
    );
    expect(Math.max(...worst)).toBeLessThan(1e-4);
  });
});

test('a BVMD moves a bone whose name a VMD had cut inside a character', async () => {
  const path = emptyFolder();
  const letters = 'skirt_front_01';
  const name = { text: letters, bytes: Uint8Array.of(...Buffer.from(letters), 0x83) }; // and half a kana
  const bvmd = vmdToBvmd(createVmd({ bones: [{ name, frame: 0, position: [0, 0, -2] }] }));
  writeFileSync(join(path, 'cut.bvmd'), serializeBvmd(bvmd));
  const bones = [createPmxBone({ name: `${letters}キ` })];
  writeFileSync(join(path, 'skirt.pmx'), serializePmx(createPmx({ bones })));
  const args = ['sample', 'cut.bvmd', '--model', 'skirt.pmx', '--at', '0f'];
  const { code, text, messages } = await odori(args, path);
  expect([code, messages]).toEqual([0, []]);
  expect(rounded(text.trim().split('\n')[1]).slice(0, 6)).toEqual([0, 0, `${letters}キ`, 0, 0, -2]);
});

describe('poses one after another', () => {
  const EVERY = ['--model', 'arm.pmx', '--every', '1/60s', '--to', '1s', '--bones', '腕'];

  test('--every as CSV has 61 poses in a second', async () => {
    const { code, text } = await odori(['sample', 'arm.vmd', ...EVERY], folder());
    expect(code).toBe(0);
    const frames = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    expect(frames).toEqual(Array.from({ length: 61 }, (_, i) => i / 2));
  });

  test('npy is an array of 32-bit numbers; npz has its times and names, too', async () => {
    const path = folder();
    expect((await odori(['sample', 'arm.vmd', ...EVERY, '-o', 'arm.npy'], path)).code).toBe(0);
    const npy = readFileSync(join(path, 'arm.npy'));
    expect(npy.subarray(0, 8)).toEqual(Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]));
    const head = 10 + npy.readUInt16LE(8);
    expect(head % 64).toBe(0);
    expect(npy.subarray(10, head).toString()).toMatch(
      /^\{'descr': '<f4', 'fortran_order': False, 'shape': \(61, 1, 7\), \} *\n$/,
    );
    expect(npy.length).toBe(head + 4 * 61 * 7);
    expect(npy.readFloatLE(head + 4 * 7 * 60 + 4)).toBe(10); // y at the end
    expect((await odori(['sample', 'arm.vmd', ...EVERY, '-o', 'arm.npz'], path)).code).toBe(0);
    const files = unzipSync(readFileSync(join(path, 'arm.npz')));
    expect(Object.keys(files)).toEqual(['poses.npy', 'seconds.npy', 'bones.npy']);
    expect(Buffer.from(files['poses.npy'])).toEqual(npy);
    expect(Buffer.from(files['bones.npy']).subarray(-4)).toEqual(Buffer.from([0x55, 0x81, 0, 0])); // 腕
  });

  test('Parquet has the columns of CSV', async () => {
    const path = folder();
    const args = ['sample', 'arm.vmd', ...EVERY, '--contacts', '-o', 'arm.parquet'];
    expect((await odori(args, path)).code).toBe(0);
    const { buffer, byteOffset, length } = readFileSync(join(path, 'arm.parquet'));
    const file = buffer.slice(byteOffset, byteOffset + length);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(61);
    expect(rows[60]).toEqual({
      seconds: 1,
      frame: 30,
      bone: '腕',
      x: 0,
      y: 10,
      z: 2,
      qx: -0,
      qy: -0,
      qz: Math.fround(HALF),
      qw: Math.fround(HALF),
      left_heel: false,
      left_toe: false,
      right_heel: false,
      right_toe: false,
    });
  });

  test('a stray keyframe years later is an error with advice', async () => {
    const path = folder();
    const stray = createVmd({ bones: [{ name: '腕', frame: 4e9 }] });
    writeFileSync(join(path, 'stray.vmd'), serializeVmd(stray));
    const args = ['sample', 'stray.vmd', '--model', 'arm.pmx', '--every', '1f'];
    expect((await odori(args, path)).messages.at(-1)).toMatch(
      /^odori: stray\.vmd: frames 0 to 4000000000 .* \(--from, --to, --bones\)$/,
    );
  });

  test.each([
    [['--every', '0s'], '--every 0s is not above 0'],
    [['--every', '1f', '--at', '0f'], '--at and --every exclude each other'],
    [['--at', '0f', '--to', '1s'], '--from and --to need --every'],
    [['--at', '0f', '--contacts'], '--contacts needs --every: a standing foot does not move'],
    [['--every', '1f', '--contact-speed', '1'], '--contact-height and --contact-speed need --contacts'],
    [
      ['--every', '1f', '--contacts', '-f', 'npy'],
      '--contacts needs another format: npy has room for one array',
    ],
    [['--at', '0f', '--joints', 'smpl24', '--bones', '腕'], '--bones and --joints exclude each other'],
    [['--at', '0f', '--csv', '--json'], '--format, --csv and --json exclude each other'],
    [['--at', '0f', '--jobs', '2'], "--jobs needs {name} in --output, for example -o 'out/{name}.npy'"],
  ])('%j is wrong', async (args, message) => {
    const all = ['sample', 'arm.vmd', '--model', 'arm.pmx', ...args];
    expect(await odori(all, folder())).toMatchObject({
      code: 2,
      messages: [`odori: ${message}; see odori sample --help`],
    });
  });
});

describe('many motions, each into a file of its own', () => {
  const MANY = ['--model', 'arm.pmx', '--every', '1f', '-o', 'out/{name}.npy'];

  function library(): string {
    const path = folder();
    mkdirSync(join(path, 'in/deep'), { recursive: true });
    const bytes = readFileSync(join(path, 'arm.vmd'));
    writeFileSync(join(path, 'in/a.vmd'), bytes);
    writeFileSync(join(path, 'in/deep/b.vmd'), bytes);
    writeFileSync(join(path, 'in/cut.vmd'), bytes.subarray(0, 100));
    return path;
  }

  test('folders are kept; what failed is listed with its place, and the exit code says so', async () => {
    const path = library();
    const { code, messages } = await odori(['sample', 'in/**/*.vmd', ...MANY], path);
    expect(code).toBe(1);
    const outputs = readdirSync(join(path, 'out'), { encoding: 'utf8', recursive: true });
    expect(new Set(outputs)).toEqual(new Set(['a.npy', 'deep', join('deep', 'b.npy'), 'failures.jsonl']));
    const [failure] = readFileSync(join(path, 'out/failures.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(failure)).toMatchObject({
      file: 'in/cut.vmd',
      code: 'truncated',
      section: 'bone keys',
      offset: expect.any(Number),
    });
    expect(messages.at(-1)).toMatch(/^odori: 2 of 3 sampled; .*failures\.jsonl lists the others$/);
  });

  test('--skip-existing goes on where a run was stopped; an empty list replaces the old one', async () => {
    const path = library();
    await odori(['sample', 'in/**/*.vmd', ...MANY], path);
    writeFileSync(join(path, 'in/cut.vmd'), readFileSync(join(path, 'arm.vmd')));
    const { code, messages } = await odori(['sample', 'in/**/*.vmd', ...MANY, '--skip-existing'], path);
    expect([code, messages]).toEqual([0, ['odori: 1 of 1 sampled']]);
    expect(readFileSync(join(path, 'out/failures.jsonl'), 'utf8')).toBe('');
  });

  test('an existing output is kept without --force', async () => {
    const path = library();
    await odori(['sample', 'in/a.vmd', ...MANY], path);
    const { code, messages } = await odori(['sample', 'in/a.vmd', ...MANY], path);
    expect(code).toBe(1);
    expect(messages[0]).toContain('the file already exists; use --force to overwrite it');
    expect((await odori(['sample', 'in/a.vmd', ...MANY, '--force'], path)).code).toBe(0);
  });

  test('--list reads names from stdin; two motions of one name are refused', async () => {
    const path = library();
    const names = Buffer.from('in/a.vmd\r\n\nin/deep/b.vmd\n');
    expect((await odori(['sample', '--list', '-', ...MANY], path, names)).code).toBe(0);
    writeFileSync(join(path, 'in/a.bvmd'), readFileSync(join(path, 'in/a.vmd')));
    expect(await odori(['sample', 'in/a.*', ...MANY], path)).toMatchObject({
      code: 2,
      messages: [expect.stringMatching(/in\/a\.bvmd and in\/a\.vmd would have the same output out\/a\.npy/)],
    });
  });
});
