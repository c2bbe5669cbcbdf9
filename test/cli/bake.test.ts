import {
  createPmx,
  createPmxBone,
  createVmd,
  parsePmx,
  parseVmd,
  serializePmx,
  serializeVmd,
} from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';
import { emptyFolder, odori } from './odori.js';

/** A leg of two bones, its ankle, and the IK bone that the ankle follows. */
const links = [
  { bone: 1, limits: { min: [-3.14, 0, 0] as const, max: [-0.01, 0, 0] as const } },
  { bone: 0 },
];
const MODEL = createPmx({
  bones: [
    createPmxBone({ name: '左足', position: [1, 10, 0] }),
    createPmxBone({ name: '左ひざ', position: [1, 5.5, -0.1], parent: 0 }),
    createPmxBone({ name: '左足首', position: [1, 1, 0], parent: 1 }),
    createPmxBone({
      name: '左足ＩＫ',
      position: [1, 1, 0],
      ik: { effector: 2, loopCount: 40, limitAngle: 2, links: links as never },
    }),
  ],
});

function folderWith(lastFrame: number): string {
  const folder = emptyFolder();
  const bones = [
    { name: '左足ＩＫ', frame: 0 },
    { name: '左足ＩＫ', frame: lastFrame, position: [0, 3, -1] as const },
  ];
  writeFileSync(join(folder, 'leg.pmx'), serializePmx(MODEL));
  writeFileSync(join(folder, 'step.vmd'), serializeVmd(createVmd({ modelName: 'Dancer', bones })));
  return folder;
}

test('baking a step gives keyframes to the IK links, switches IK off and keeps the IK bone', async () => {
  const folder = folderWith(30);
  const outcome = await odori(['bake', 'step.vmd', '--model', 'leg.pmx', '-o', 'fk.vmd'], folder);
  expect(outcome).toMatchObject({ code: 0, text: '' });
  expect(outcome.messages[0]).toMatch(
    /^odori: fk\.vmd: keyframes for 2 bones, \d+ in total; .* at 31 frames$/,
  );
  const vmd = parseVmd(readFileSync(join(folder, 'fk.vmd')));
  expect(vmd.modelName.text).toBe('Dancer');
  expect(vmd.properties).toMatchObject({ count: 1, frames: Uint32Array.of(0), visible: Uint8Array.of(1) });
  expect(vmd.properties.names.map(({ text }) => text)).toEqual(['左足ＩＫ']);
  expect([...vmd.properties.ikEnabled]).toEqual([0]);
  const keysOf = (name: string): number =>
    vmd.bones.nameIndex.filter((index) => vmd.bones.names[index].text === name).length;
  expect(keysOf('左足ＩＫ')).toBe(2);
  expect(keysOf('左足首')).toBe(0);
  expect(keysOf('左ひざ')).toBeGreaterThan(2); // the knee bends, so a straight line is not enough
  expect(keysOf('左ひざ')).toBeLessThan(31);
});

test('a tighter tolerance gives more keyframes', async () => {
  const folder = folderWith(30);
  const keys = async (...options: string[]): Promise<number> => {
    await odori(['bake', 'step.vmd', '--model', 'leg.pmx', '-o', 'fk.vmd', '--force', ...options], folder);
    return parseVmd(readFileSync(join(folder, 'fk.vmd'))).bones.count;
  };
  const loose = await keys('--tolerance', '0.2', '--angle', '3');
  expect(await keys('--tolerance', '0.01', '--angle', '0.1')).toBeGreaterThan(loose);
});

test('a tolerance below what 32-bit keyframes can hold is refused by the name of its option', async () => {
  const folder = folderWith(30);
  const args = ['bake', 'step.vmd', '--model', 'leg.pmx', '-o', 'fk.vmd'];
  const because = 'keyframes have 32 bits and cannot be that exact';
  for (const [option, least] of [
    ['--tolerance', '0.00001'],
    ['--angle', '0.0001'],
  ]) {
    const { code, messages } = await odori([...args, option, '1e-9'], folder);
    expect(code).toBe(2);
    expect(messages[0]).toBe(
      `odori: ${option} must be at least ${least}, not 1e-9: ${because}; see odori bake --help`,
    );
  }
  expect(existsSync(join(folder, 'fk.vmd'))).toBe(false);
});

test('a motion with few keyframes over 2³¹ frames is baked fast, a longer one is refused', async () => {
  const long = folderWith(0x7fffffff);
  expect((await odori(['bake', 'step.vmd', '--model', 'leg.pmx', '-o', 'fk.vmd'], long)).code).toBe(0);
  expect(parseVmd(readFileSync(join(long, 'fk.vmd'))).bones.count).toBeLessThan(200);
  const endless = folderWith(0xffffffff);
  const { code, messages } = await odori(['bake', 'step.vmd', '--model', 'leg.pmx', '-o', 'fk.vmd'], endless);
  expect(code).toBe(1);
  expect(messages.at(-1)).toBe(
    'odori: step.vmd: the last keyframe is at frame 4294967295; MMD allows frames up to 2147483647',
  );
  expect(existsSync(join(endless, 'fk.vmd'))).toBe(false);
});

test('an existing output is reported before the motion is baked', async () => {
  const folder = folderWith(0xffffffff);
  writeFileSync(join(folder, 'fk.vmd'), 'mine');
  const args = ['bake', 'step.vmd', '--model', 'leg.pmx', '-o'];
  expect((await odori([...args, 'fk.vmd'], folder)).messages).toEqual([
    'odori: fk.vmd: the file already exists; use --force to overwrite it',
  ]);
  expect((await odori([...args, '.'], folder)).messages).toEqual(['odori: .: this is a folder, not a file']);
});

/** The leg, with hair that hangs on it, in a folder with a step of 30 frames. */
function folderWithHair(names: readonly string[] = ['髪']): string {
  const folder = folderWith(30);
  const hair = names.map((name) => createPmxBone({ name, position: [1, 9, 1], parent: 0 }));
  const bones = [...MODEL.bones, ...hair];
  const leg = rigidBody({ bone: 0, mode: 0, position: [1, 10, 0] });
  const bodies = hair.map((_, i) => rigidBody({ bone: MODEL.bones.length + i, position: [1, 8, 1.5] }));
  const joints = hair.map((_, i) => rigidJoint(0, i + 1, { position: [1, 9, 1], angularLower: [-1, 0, 0] }));
  const model = createPmx({ bones, rigidBodies: [leg, ...bodies], joints });
  writeFileSync(join(folder, 'hair.pmx'), serializePmx(model));
  return folder;
}

describe('bake --physics', () => {
  const command = ['bake', 'step.vmd', '--model', 'hair.pmx', '-o', 'out.vmd'];
  const bakedNames = (folder: string): Set<string> => {
    const { bones } = parseVmd(readFileSync(join(folder, 'out.vmd')));
    return new Set(Array.from(bones.nameIndex, (index) => bones.names[index].text));
  };

  test('gives keyframes to hair, with physics off, and leaves IK to the legs', async () => {
    const folder = folderWithHair();
    const { code, messages } = await odori([...command, '--physics'], folder);
    expect(code).toBe(0);
    expect(messages).toEqual([
      expect.stringMatching(
        /^odori: out\.vmd: keyframes for 1 bone that rigid bodies move, \d+ in total; .* at 31 frames$/,
      ),
    ]);
    const { bones, properties } = parseVmd(readFileSync(join(folder, 'out.vmd')));
    expect(bakedNames(folder)).toEqual(new Set(['左足ＩＫ', '髪']));
    expect(properties.count).toBe(0);
    const isHair = (key: number): boolean => bones.names[bones.nameIndex[key]].text === '髪';
    expect([...bones.physics].every((on, key) => on === (isHair(key) ? 0 : 1))).toBe(true);
  });

  test('gives keyframes to legs too with --ik bake', async () => {
    const folder = folderWithHair();
    const { messages } = await odori([...command, '--physics', '--ik', 'bake'], folder);
    expect(messages[0]).toContain('keyframes for 3 bones, 1 of which rigid bodies move, ');
    expect(bakedNames(folder)).toEqual(new Set(['左足ＩＫ', '左足', '左ひざ', '髪']));
    expect([...parseVmd(readFileSync(join(folder, 'out.vmd'))).properties.ikEnabled]).toEqual([0]);
  });

  test('starts with hair at rest, unless --settle is 0', async () => {
    const folder = folderWithHair();
    const start = async (seconds: string): Promise<number> => {
      await odori([...command, '--physics', '--settle', seconds, '--force'], folder);
      const { bones } = parseVmd(readFileSync(join(folder, 'out.vmd')));
      const key = bones.nameIndex.findIndex((name) => bones.names[name].text === '髪');
      return Math.abs(bones.rotations[4 * key]);
    };
    expect(await start('0')).toBeLessThan(0.05);
    expect(await start('0.5')).toBeGreaterThan(0.05);
  });

  test('warns of bones that will not move because their names are the same in a VMD', async () => {
    const folder = folderWithHair(['スカート前左上１', 'スカート前左上２', '髪']);
    const { code, messages } = await odori([...command, '--physics'], folder);
    expect(code).toBe(0);
    expect(messages).toContain(
      'odori: out.vmd: warning: スカート前左上１, スカート前左上２ have one name in a VMD, which stores 15 bytes of ' +
        'CP932, and will not move',
    );
  });

  test.each([
    [createPmx({ bones: MODEL.bones }), 'no rigid bodies'],
    [
      createPmx({ bones: MODEL.bones, rigidBodies: [rigidBody({ bone: 0, mode: 0 })] }),
      'no rigid bodies that move bones',
    ],
  ])('says that a model has nothing to bake', async (model, found) => {
    const folder = folderWithHair();
    writeFileSync(join(folder, 'hair.pmx'), serializePmx(model));
    const { code, messages } = await odori([...command, '--physics'], folder);
    expect(code).toBe(1);
    expect(messages).toEqual([
      `odori: hair.pmx: the model has ${found}, so there is no physics to bake; leave out --physics`,
    ]);
    expect(existsSync(join(folder, 'out.vmd'))).toBe(false);
  });

  test.each([
    [['--ik', 'keep'], '--ik keep leaves nothing to bake: add --physics'],
    [['--ik', 'some', '--physics'], '--ik "some" is not one of keep, bake'],
    [['--settle', '1'], '--settle has no effect without --physics'],
    [['--physics', '--settle', '-1'], '--settle "-1" is not a number from 0 on'],
  ])('refuses %j', async (options, message) => {
    const { code, messages } = await odori([...command, ...options], folderWithHair());
    expect(code).toBe(2);
    expect(messages).toEqual([`odori: ${message}; see odori bake --help`]);
  });

  test('a motion with too many frames is refused by the name of its file', async () => {
    const folder = folderWithHair();
    const bones = [{ name: '左足', frame: 300_000 }];
    writeFileSync(join(folder, 'step.vmd'), serializeVmd(createVmd({ bones })));
    const { code, messages } = await odori([...command, '--physics'], folder);
    expect(code).toBe(1);
    expect(messages).toEqual([
      'odori: step.vmd: the motion has 300001 frames; for this model, bake at most 200000 of them at once',
    ]);
  });
});

describe.skipIf(!hasCorpus)('wavefile on miku.pmx', () => {
  test('the baked motion without IK moves every bone as the original with IK, at every whole frame', async () => {
    const folder = emptyFolder();
    const [motion, model] = ['vmd/wavefile_v2.vmd', 'pmx/mmd_tools_miku/miku.pmx'];
    const out = join(folder, 'fk.vmd');
    expect((await odori(['bake', motion, '--model', model, '-o', out], CORPUS)).code).toBe(0);
    const definition = createRigDefinition(parsePmx(readCorpus(model)));
    const [solved, replay] = [new Rig(definition), new Rig(definition)];
    const danced = Motion.from(parseVmd(readCorpus(motion)));
    const [original, baked] = [
      bindMotion(danced, solved),
      bindMotion(Motion.from(parseVmd(readFileSync(out))), replay),
    ];
    let [units, degrees] = [0, 0];
    for (let frame = 0; frame <= danced.lastFrame; frame++) {
      original.sample(frame);
      baked.sample(frame);
      if (frame % 500 === 0) expect([...replay.pose.ikEnabled]).toEqual(Array(7).fill(0));
      for (const rig of [solved, replay]) {
        rig.solve();
        rig.solveAfterPhysics();
      }
      for (let bone = 0; bone < definition.boneCount; bone++) {
        units = Math.max(units, distance(solved.worldPositions, replay.worldPositions, 3 * bone));
        degrees = Math.max(degrees, angle(solved.worldRotations, replay.worldRotations, 4 * bone));
      }
    }
    expect(units).toBeLessThan(0.02);
    expect(degrees).toBeLessThan(0.3);
  });
});

function distance(a: Float64Array, b: Float64Array, i: number): number {
  return Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
}

/**
 * Degrees between two unit quaternions: 2 · acos |a · b|, computed from the chord, which is exact for small
 * angles.
 */
function angle(a: Float64Array, b: Float64Array, i: number): number {
  const chord = (sign: number): number => Math.hypot(...[0, 1, 2, 3].map((j) => a[i + j] - sign * b[i + j]));
  return (4 * Math.asin(Math.min(chord(1), chord(-1)) / 2) * 180) / Math.PI;
}
