import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, odori } from './odori.js';

const DANCER = join(import.meta.dirname, '../../packages/sample/files/dancer.pmx');
const HALF = Math.PI / 6;

/** In half a second, the center moves and the head turns by 60°. */
function folderWithStep(): string {
  const folder = emptyFolder();
  const bones = [
    { name: 'センター', frame: 0 },
    { name: 'センター', frame: 15, position: [0.5, -1, 0] as const },
    { name: '頭', frame: 0 },
    { name: '頭', frame: 15, rotation: [0, Math.sin(HALF), 0, Math.cos(HALF)] as const },
  ];
  writeFileSync(join(folder, 'step.vmd'), serializeVmd(createVmd({ bones })));
  return folder;
}

/** Where bones of the dancer are after half a second. */
async function placesOf(folder: string, motion: string): Promise<number[][]> {
  const names = '左足首,右ひざ,頭,左手首';
  const { text } = await odori(
    ['sample', motion, '--model', DANCER, '--at', '15f', '--bones', names],
    folder,
  );
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').slice(3, 6).map(Number));
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]));
}

test('a dance for a model of the same measures keeps ankles, knees, head and hands where they were', async () => {
  const folder = folderWithStep();
  const args = ['retarget', 'step.vmd', '--from', DANCER, '--to', DANCER, '-o', 'hers.vmd'];
  const { code, messages } = await odori(args, folder);
  expect(code).toBe(0);
  expect(messages.at(-1)).toMatch(
    /^odori: hers\.vmd: keyframes for \d+ bones, \d+ in total; largest error 0\.\d+ units/,
  );
  expect(parseVmd(readFileSync(join(folder, 'hers.vmd'))).modelName.text).toBe('踊り子');
  const [before, after] = [await placesOf(folder, 'step.vmd'), await placesOf(folder, 'hers.vmd')];
  expect(before).toHaveLength(4);
  before.forEach((place, i) => expect(distance(place, after[i])).toBeLessThan(0.03)); // the tolerance is 0.02
});

test('without --from, the dance counts as one for Miku: another arm angle gives other arms', async () => {
  const folder = folderWithStep();
  const handsAt = async (angle: string): Promise<number> => {
    const args = ['retarget', 'step.vmd', '--to', DANCER, '--arm-angle', angle, '-o', 'hers.vmd', '--force'];
    expect((await odori(args, folder)).code).toBe(0);
    return (await placesOf(folder, 'hers.vmd'))[3][1];
  };
  expect(await handsAt('0')).toBeGreaterThan((await handsAt('60')) + 2); // units higher
});

test.each([
  [['--to', 'a.pmx', '-o', 'b.vmd'], 'missing motion: odori retarget MOTION… --to PMX -o OUT.vmd'],
  [['step.vmd', '-o', 'b.vmd'], 'missing --to, for example --to dancer.pmx'],
  [['step.vmd', '--to', 'a.pmx'], 'missing --output, for example -o dance-for-her.vmd'],
  [
    ['step.vmd', '--to', 'a.pmx', '--from', 'b.pmx', '--arm-angle', '3', '-o', 'b.vmd'],
    '--arm-angle has no effect with --from, which says how its arms rest',
  ],
])('retarget refuses %j', async (args, message) => {
  const outcome = await odori(['retarget', ...args], folderWithStep());
  expect(outcome).toMatchObject({ code: 2, messages: [`odori: ${message}; see odori retarget --help`] });
});

test('a VRM animation becomes a VMD with the turn of the head, and all commands take it as a motion', async () => {
  const folder = folderWithStep();
  expect((await odori(['bake', 'step.vmd', '-o', 'step.vrma'], folder)).code).toBe(0);
  expect((await odori(['convert', 'step.vrma', 'back.vmd'], folder)).code).toBe(0);
  const turnOf = async (motion: string): Promise<number> => {
    const args = ['sample', motion, '--model', DANCER, '--at', '15f', '--bones', '頭', '--space', 'local'];
    const { text } = await odori(args, folder);
    return Number(text.trim().split('\n')[1].split(',')[7]);
  };
  expect(await turnOf('back.vmd')).toBeCloseTo(Math.sin(HALF), 2);
  expect(await turnOf('step.vrma')).toBeCloseTo(Math.sin(HALF), 2);
  const names = parseVmd(readFileSync(join(folder, 'back.vmd'))).bones.names.map(({ text }) => text);
  expect(names).toContain('左足ＩＫ'); // left leg IK
});
