import { createPmxBone, createVmd, serializePmx, serializeVmd } from '@odori/format';
import { BDEF1 } from '@odori/format/internal';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGlb } from '#src/vrm/glb/glb.js';
import type { GltfJson } from '#src/vrm/glb/gltf.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { rigidBody } from '#test/support/physics-model.js';
import { emptyFolder, odori, type Outcome } from './odori.js';

const FACE = readFileSync(join(import.meta.dirname, '../../packages/sample/files/textures/face.png'));

/**
 * A square on a bone that a rigid body moves, with one material for each texture, and a dance of one second.
 */
function folderWith(textures: readonly string[], comment = ''): string {
  const folder = emptyFolder();
  const model = new ModelBuilder();
  model.bones.push(createPmxBone({ name: '球', parent: 0, position: [0, 10, 0] }));
  for (const path of textures.length > 0 ? textures : [undefined]) {
    model.material(path === undefined ? {} : { texture: model.texture(path) });
    model.quad({ center: [0, 10, 0], width: 1, height: 1 }, { type: BDEF1, bones: [1], weights: [1] });
  }
  const pmx = { ...model.build(), comment, rigidBodies: [rigidBody({ bone: 1, position: [0, 10, 0] })] };
  mkdirSync(join(folder, 'model/tex'), { recursive: true });
  writeFileSync(join(folder, 'model/square.pmx'), serializePmx(pmx));
  const bones = [
    { name: 'センター', frame: 0 },
    { name: 'センター', frame: 30, position: [1, 0, 0] as const },
  ];
  writeFileSync(join(folder, 'dance.vmd'), serializeVmd(createVmd({ bones })));
  return folder;
}

async function convert(folder: string, ...options: string[]): Promise<Outcome & { json: GltfJson }> {
  const args = ['convert', 'model/square.pmx', 'dance.vmd', '-o', 'dance.glb', '--force', ...options];
  const outcome = await odori(args, folder);
  return { ...outcome, json: readGlb(readFileSync(join(folder, 'dance.glb'))).json };
}

/** The names of the bones that the dance moves. */
function movedBones({ animations = [], nodes }: GltfJson): (string | undefined)[] {
  return animations.flatMap(({ channels }) => channels.map(({ target }) => nodes![target.node!].name));
}

test('a model and its dance become one GLB, and the terms of the model are printed', async () => {
  const folder = folderWith([], 'You may not sell this model.\r\n\r\nby Aoi');
  const { code, messages, json } = await convert(folder);
  expect(code).toBe(0);
  expect(messages).toEqual([
    'odori: model/square.pmx: the model says of itself, and of what its author allows:',
    '  You may not sell this model.',
    '',
    '  by Aoi',
    expect.stringMatching(/^odori: dance\.glb: \d+ bytes$/),
  ]);
  expect(movedBones(json)).toEqual(['センター']);
  expect(json.asset!.extras).toMatchObject({ terms: 'You may not sell this model.\r\n\r\nby Aoi' });
});

test('the terms are printed even with --quiet, and a model without terms says so', async () => {
  expect((await convert(folderWith([], 'CC0'), '--quiet')).messages.slice(1)).toEqual(['  CC0']);
  expect((await convert(folderWith([]), '--quiet')).messages).toEqual([
    'odori: model/square.pmx: the model does not say what its author allows; look for a readme beside it',
  ]);
});

test('textures come from the folder of the model, in any case, and others are left out with a warning', async () => {
  const folder = folderWith(['tex\\Face.png', 'tex/bmp.bmp', 'tex/gone.png']);
  writeFileSync(join(folder, 'model/tex/face.PNG'), FACE);
  writeFileSync(join(folder, 'model/tex/bmp.bmp'), 'BM');
  const { code, messages, json } = await convert(folder, '--strict');
  expect(json.images!.map(({ name, mimeType }) => [name, mimeType])).toEqual([['Face', 'image/png']]);
  expect(messages.filter((line) => line.includes('warning'))).toEqual([
    'odori: model/square.pmx: warning: texture tex/bmp.bmp is left out: it is neither PNG nor JPEG',
    'odori: model/square.pmx: warning: texture tex/gone.png is left out: its file is missing',
  ]);
  expect(code).toBe(1); // because of --strict
});

test('textures come from the folder beside that of the model, and with --root from farther away', async () => {
  const folder = folderWith(['..\\Texture\\face.png ', 'C:\\x\\tex\\body.png']);
  mkdirSync(join(folder, 'texture'));
  writeFileSync(join(folder, 'texture/face.png'), FACE);
  writeFileSync(join(folder, 'model/tex/body.png'), FACE);
  expect((await convert(folder)).json.images!.map(({ name }) => name)).toEqual(['face', 'body']);
});

test.skipIf(process.platform === 'win32')(
  'no texture is read from outside the parent of the model’s folder, or from outside --root',
  async () => {
    const folder = folderWith(['../../secret.png', 'tex/link.png', '/etc/secret.png', '../other.png']);
    const inner = join(folder, 'inner');
    cpSync(join(folder, 'model'), join(inner, 'model'), { recursive: true });
    cpSync(join(folder, 'dance.vmd'), join(inner, 'dance.vmd'));
    for (const path of ['secret.png', 'inner/other.png']) writeFileSync(join(folder, path), FACE);
    symlinkSync(join(inner, 'other.png'), join(inner, 'model/tex/link.png'));
    const names = async (...options: string[]): Promise<string[]> =>
      ((await convert(inner, '--force', ...options)).json.images ?? []).map(({ name }) => name!);
    expect(await names()).toEqual(['other']);
    expect(await names('--root', '..')).toEqual(['secret', 'link', 'other']);
    expect(await names('--root', 'model')).toEqual([]);
  },
);

test('--physics adds the movements of bones with rigid bodies', async () => {
  const folder = folderWith([]);
  const plain = await convert(folder);
  expect(movedBones(plain.json)).not.toContain('球');
  const { code, json } = await convert(folder, '--physics');
  expect(code).toBe(0);
  expect(movedBones(json)).toContain('球'); // it falls
});

test('--mtoon shades with MToon, otherwise materials are unlit', async () => {
  const folder = folderWith([]);
  expect((await convert(folder)).json.extensionsUsed).toEqual(['KHR_materials_unlit']);
  expect((await convert(folder, '--mtoon')).json.extensionsUsed).toEqual([
    'KHR_materials_unlit',
    'VRMC_materials_mtoon',
  ]);
});

test('the dance may come from stdin, and the GLB may go to stdout', async () => {
  const folder = folderWith([]);
  const dance = readFileSync(join(folder, 'dance.vmd'));
  const { code, data } = await odori(['convert', 'model/square.pmx', '-', '-', '-f', 'glb'], folder, dance);
  expect(code).toBe(0);
  expect(movedBones(readGlb(Uint8Array.from(data)).json)).toEqual(['センター']);
});

test.each([
  [['dance.vmd', 'a.glb'], 'a GLB needs a model: odori convert MODEL.pmx MOTION… OUT.glb'],
  [
    ['model/square.pmx', 'model/copy.pmx', 'a.glb'],
    'a GLB has one model, but model/square.pmx and model/copy.pmx are models',
  ],
  [['model/square.pmx', 'model', '-f', 'glb'], 'a GLB needs the name of a file, and model is a folder'],
  [
    ['model/square.pmx', 'a.glb', '--mirror'],
    '--mirror is not for GLB output: convert the motion first, then make the GLB',
  ],
  [['dance.vmd', 'a.json', '--mtoon'], '--mtoon is only for GLB output'],
])('convert refuses %j', async (args, message) => {
  const folder = folderWith([]);
  writeFileSync(join(folder, 'model/copy.pmx'), readFileSync(join(folder, 'model/square.pmx')));
  expect(await odori(['convert', ...args], folder)).toMatchObject({
    code: 2,
    messages: [`odori: ${message}; see odori convert --help`],
  });
});

test('an existing GLB is kept without --force', async () => {
  const folder = folderWith([]);
  writeFileSync(join(folder, 'dance.glb'), 'mine');
  const { code, messages } = await odori(['convert', 'model/square.pmx', 'dance.vmd', 'dance.glb'], folder);
  expect([code, messages]).toEqual([
    1,
    ['odori: dance.glb: the file already exists; use --force to overwrite it'],
  ]);
});
