import { createVmd, parsePmx, serializeVmd } from '@odori/format';
import { parseVrma, type VrmAnimation } from '@odori/vrm/vrma';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { avatarNodes, nodeOf, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { emptyFolder, odori, type Outcome } from './odori.js';

const DANCER = join(import.meta.dirname, '../../packages/sample/files/dancer.pmx');

/**
 * A second in which the head turns by 60° about the vertical, to the left of the dancer, and a mouth opens.
 */
function folderWithTurn(): string {
  const folder = emptyFolder();
  const half = Math.PI / 6;
  const bones = [
    { name: '頭', frame: 0 },
    { name: '頭', frame: 30, rotation: [0, -Math.sin(half), 0, Math.cos(half)] as const },
  ];
  const morphs = ['あ', '涙'].map((name) => ({ name, frame: 0, weight: 1 }));
  writeFileSync(join(folder, 'turn.vmd'), serializeVmd(createVmd({ bones, morphs })));
  const json = vrm1Json();
  json.extensions!['VRMC_vrm']['expressions'] = { preset: { aa: {} } };
  writeFileSync(join(folder, 'me.vrm'), glbBytes(json));
  return folder;
}

async function bake(folder: string, ...options: string[]): Promise<Outcome & { animation: VrmAnimation }> {
  const outcome = await odori(['bake', 'turn.vmd', ...options, '-o', 'turn.vrma', '--force'], folder);
  expect(outcome).toMatchObject({ code: 0, text: '' });
  return { ...outcome, animation: parseVrma(readFileSync(join(folder, 'turn.vrma'))) };
}

/** Where a bone points whose avatar rests along +x. */
function directionOf(animation: VrmAnimation, bone: 'leftUpperArm'): Vector3 {
  const { values } = animation.rotations.get(bone)!;
  return new Vector3(1, 0, 0).applyQuaternion(new Quaternion().fromArray(values));
}

test('baking for an avatar turns its head as the dance does, opens its mouth, and names morphs without an expression', async () => {
  const { animation, messages } = await bake(folderWithTurn(), '--avatar', 'me.vrm');
  expect(messages).toEqual([
    'odori: me.vrm: warning: 1 of 2 morphs of the motion has no expression: 涙',
    expect.stringMatching(/^odori: turn\.vrma: 33 bones, 1 expression, \d+ keyframes, 1\.00 seconds$/),
  ]);
  const { times, values } = animation.rotations.get('head')!;
  expect([times[0], times.at(-1)]).toEqual([0, 1]);
  expect(Array.from(values.slice(-4), (value) => value.toFixed(3))).toEqual([
    '0.000',
    '0.500',
    '0.000',
    '0.866',
  ]);
  expect([...animation.presets.get('aa')!.values]).toEqual([1, 1]);
  // the avatar's own hips
  expect(animation.positions.slice(0, 3)).toEqual(Float64Array.of(0, Math.fround(1), 0));
});

test('without an avatar, the animation is for a neutral skeleton with all bones of VRM but eyes and jaw', async () => {
  const { animation } = await bake(folderWithTurn());
  expect(animation.bones).toHaveLength(52);
  expect(animation.rotations.has('head')).toBe(true);
});

test('--arm-angle says how far the arms of the dance hang at rest', async () => {
  const folder = folderWithTurn();
  const fallOf = async (angle: string): Promise<number> => {
    const { animation } = await bake(folder, '--avatar', 'me.vrm', '--arm-angle', angle);
    return (-Math.asin(directionOf(animation, 'leftUpperArm').y) * 180) / Math.PI;
  };
  expect(await fallOf('45')).toBeCloseTo(45, 1);
  expect(await fallOf('10')).toBeCloseTo(10, 1);
});

test('--source takes the rest of the arms from the model that the dance was made for', async () => {
  const { bones } = parsePmx(readFileSync(DANCER));
  const place = (name: string): Vector3 => new Vector3(...bones.find((bone) => bone.name === name)!.position);
  const arm = place('左ひじ').sub(place('左腕')).normalize();
  const { animation } = await bake(folderWithTurn(), '--avatar', 'me.vrm', '--source', DANCER);
  const baked = directionOf(animation, 'leftUpperArm');
  expect(baked.distanceTo(new Vector3(arm.x, arm.y, -arm.z))).toBeLessThan(0.002); // 0.1°, and z is mirrored
});

test.each([
  [
    ['--model', 'a.pmx'],
    '--model is only for VMD output; --source names the model that the dance was made for',
  ],
  [['--physics'], '--physics is only for VMD output'],
  [['--arm-angle', '91'], '--arm-angle "91" is not a number from -90 to 90'],
  [
    ['--arm-angle', '30', '--source', 'a.pmx'],
    '--arm-angle has no effect with --source, which says how its arms rest',
  ],
  [['--emotions', 'much'], '--emotions "much" is not a number from 0 to 1'],
  [['--stance', 'wide'], '--stance "wide" is not one of planted, foot, pelvis'],
])('bake refuses %j for a VRMA', async (options, message) => {
  const outcome = await odori(['bake', 'turn.vmd', ...options, '-o', 'turn.vrma'], folderWithTurn());
  expect(outcome).toMatchObject({ code: 2, messages: [`odori: ${message}; see odori bake --help`] });
});

test('bake for an avatar refuses another extension than .vrma, and options of VRMA for a VMD', async () => {
  const folder = folderWithTurn();
  const messagesOf = async (...args: string[]): Promise<readonly string[]> =>
    (await odori(['bake', 'turn.vmd', ...args], folder)).messages;
  expect(await messagesOf('--avatar', 'me.vrm', '-o', 'turn.vmd')).toEqual([
    'odori: the output is VRMA, not .vmd; see odori bake --help',
  ]);
  expect(await messagesOf('--model', 'a.pmx', '--source', 'b.pmx', '-o', 'turn.vmd')).toEqual([
    'odori: --source is only for VRMA output; see odori bake --help',
  ]);
});

test('an avatar that cannot dance is named with the reason', async () => {
  const folder = folderWithTurn();
  const write = (name: string, json: unknown): void => writeFileSync(join(folder, name), glbBytes(json));
  write('plain.glb', { nodes: [{ name: 'Cube' }] });
  const nodes = avatarNodes();
  nodes[nodeOf('leftLowerLeg')].translation = [0, 0, 0];
  write('flat.vrm', { ...vrm1Json(), nodes });
  const json = vrm1Json();
  const { humanBones } = json.extensions!['VRMC_vrm']['humanoid'] as { humanBones: Record<string, unknown> };
  delete humanBones['head'];
  write('headless.vrm', json);
  const messageFor = async (avatar: string): Promise<string | undefined> => {
    const outcome = await odori(['bake', 'turn.vmd', '--avatar', avatar, '-o', 'a.vrma'], folder);
    expect(outcome.code).toBe(1);
    return outcome.messages.at(-1);
  };
  expect(await messageFor('turn.vmd')).toBe(
    'odori: turn.vmd: not a GLB file: it does not start with "glTF" (at byte 0)',
  );
  expect(await messageFor('plain.glb')).toBe(
    'odori: plain.glb: this GLB has no VRM extension and no bones of known names, so it is no avatar',
  );
  expect(await messageFor('flat.vrm')).toMatch(
    /^odori: flat\.vrm: leftUpperLeg and leftLowerLeg are at the same place/,
  );
  expect(await messageFor('headless.vrm')).toBe('odori: headless.vrm: a VRMA needs these bones, too: head');
});

test('a source without legs is named, not the avatar', async () => {
  const folder = folderWithTurn();
  const { serializePmx, createPmx, createPmxBone } = await import('@odori/format');
  writeFileSync(
    join(folder, 'ball.pmx'),
    serializePmx(createPmx({ bones: [createPmxBone({ name: 'ball' })] })),
  );
  const args = ['bake', 'turn.vmd', '--avatar', 'me.vrm', '--source', 'ball.pmx', '-o', 'a.vrma'];
  const { code, messages } = await odori(args, folder);
  expect(code).toBe(1);
  expect(messages.at(-1)).toMatch(/^odori: ball\.pmx: /);
});
