import { createPmx, createPmxBone, createVmd, type PmxIk, serializePmx, serializeVmd } from '@odori/format';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus, readOracle } from '#test/support/corpus.js';
import { installExample, type InstalledExample } from '#test/support/installed-example.js';

let example: InstalledExample;

beforeAll(async () => {
  example = await installExample('node');
  await example.runWell('npm', 'run', 'build'); // checks the types, too
});

afterAll(() => example?.remove());

/** Rows of numbers: seconds, x, y, z. */
function rowsOf(csv: string): number[][] {
  const [head, ...lines] = csv.trimEnd().split('\n');
  expect(head).toBe('seconds,x,y,z');
  return lines.map((line) => line.split(',').map(Number));
}

async function pathOf(model: string, motion: string, bone: string): Promise<number[][]> {
  await example.runWell('node', 'dist/bone-path.js', model, motion, bone, 'out/path.csv');
  return rowsOf(readFileSync(join(example.folder, 'out/path.csv'), 'utf8'));
}

/** Thigh and knee, which bends in one direction. */
const LINKS: PmxIk['links'] = [{ bone: 1, limits: { min: [-3.14, 0, 0], max: [-0.01, 0, 0] } }, { bone: 0 }];

test('an ankle is where its IK bone moves: halfway at half the time, and the path has a row for each frame', async () => {
  const bones = [
    createPmxBone({ name: '左足', position: [1, 10, 0] }),
    createPmxBone({ name: '左ひざ', position: [1, 5.5, -0.1], parent: 0 }),
    createPmxBone({ name: '左足首', position: [1, 1, 0], parent: 1 }),
    createPmxBone({
      name: '左足ＩＫ',
      position: [1, 1, 0],
      ik: { effector: 2, loopCount: 40, limitAngle: 2, links: LINKS },
    }),
  ];
  // MMD's z points away from the viewer, that of the CSV toward the viewer.
  const keys = [
    { name: '左足ＩＫ', frame: 0, position: [0, 2, -1] },
    { name: '左足ＩＫ', frame: 30, position: [0, 4, -3] },
  ] as const;
  writeFileSync(join(example.folder, 'leg.pmx'), serializePmx(createPmx({ bones })));
  writeFileSync(join(example.folder, 'step.vmd'), serializeVmd(createVmd({ bones: keys })));
  const rows = await pathOf('leg.pmx', 'step.vmd', '左足首');
  expect(rows).toHaveLength(31);
  for (const [frame, place] of [
    [0, [0, 1, 3, 1]],
    [15, [0.5, 1, 4, 2]],
    [30, [1, 1, 5, 3]],
  ] as const)
    rows[frame].forEach((number, i) => expect(number, `frame ${frame}`).toBeCloseTo(place[i], 1));
});

interface MmdOracle {
  bones: string[];
  frames: { frame: number; world: number[] }[];
}

describe.skipIf(!hasCorpus)('on a real model and dance', () => {
  test('the left ankle follows the path that MMD 9.31 gives it', async () => {
    const { bones, frames } = readOracle('mmd/miku_pmx__wavefile.json') as MmdOracle;
    copyFileSync(join(CORPUS, 'pmx/mmd_tools_miku/miku.pmx'), join(example.folder, 'miku.pmx'));
    copyFileSync(join(CORPUS, 'vmd/wavefile_v2.vmd'), join(example.folder, 'wavefile.vmd'));
    const rows = await pathOf('miku.pmx', 'wavefile.vmd', '左足首');
    const at = 16 * bones.indexOf('左足首') + 12;
    const errors = frames.map(({ frame, world }) => {
      const [, x, y, z] = rows[frame];
      return Math.hypot(x - world[at], y - world[at + 1], z + world[at + 2]); // MMD's z is negative here
    });
    expect(errors.length).toBeGreaterThan(20);
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(0.001);
    expect(Math.max(...errors)).toBeLessThan(0.02); // 1.6 mm
  });
});

/** The only bone keyframe of a VMD, read at the places that the format gives. */
function firstBoneKey(vmd: Buffer): { count: number; name: string; frame: number; numbers: number[] } {
  const nameBytes = vmd.subarray(54, 69);
  const end = nameBytes.indexOf(0);
  return {
    count: vmd.readUInt32LE(50),
    name: new TextDecoder('shift_jis').decode(nameBytes.subarray(0, end < 0 ? 15 : end)),
    frame: vmd.readUInt32LE(69),
    numbers: Array.from({ length: 7 }, (_, i) => vmd.readFloatLE(73 + 4 * i)),
  };
}

test('the mirror image of a motion moves the other arm, with x of the position and y and z of the rotation negated', async () => {
  const keys = [{ name: '左腕', frame: 10, position: [1, 2, 3], rotation: [0.5, 0.5, -0.5, 0.5] }] as const;
  writeFileSync(join(example.folder, 'wave.vmd'), serializeVmd(createVmd({ bones: keys })));
  await example.runWell('node', 'dist/mirror.js', 'wave.vmd', 'out/mirrored.vmd');
  expect(firstBoneKey(readFileSync(join(example.folder, 'out/mirrored.vmd')))).toEqual({
    count: 1,
    name: '右腕',
    frame: 10,
    numbers: [-1, 2, 3, 0.5, -0.5, 0.5, 0.5],
  });
});

test('npm start writes the path of the dancer and her mirrored dance, and three is not installed', async () => {
  const output = await example.runWell('npm', 'start');
  expect(output).toMatch(/Wrote out\/ankle\.csv\n[^]*Wrote out\/mirrored\.vmd\n/);
  const rows = rowsOf(readFileSync(join(example.folder, 'out/ankle.csv'), 'utf8'));
  expect(rows.at(-1)![0]).toBeGreaterThan(60); // the song has 64 seconds
  expect(existsSync(join(example.folder, 'node_modules/three'))).toBe(false);
});

test.each([
  ['MODEL MOTION BONE OUTPUT', ['bone-path.js', 'leg.pmx']],
  ["no such file or directory, open 'none.vmd'", ['mirror.js', 'none.vmd', 'out.vmd']],
  ['The model has no bone 尾', ['bone-path.js', 'files/dancer.pmx', 'files/dance.vmd', '尾', 'out.csv']],
])('a mistake gives one line: %s', async (message, [program, ...args]) => {
  const { code, messages } = await example.run('node', `dist/${program}`, ...args);
  expect(code).toBe(1);
  expect(messages).toContain(message);
  expect(messages.trimEnd().split('\n')).toHaveLength(1);
});
