import { parseVmd } from '@odori/format';
import { bakeVrmAnimation } from '@odori/vrm/vrma';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { humanoidGlb, mixamoName } from '#test/vrm/humanoid-glb.js';
import { emptyFolder, odori } from '../odori.js';

const inspect = async (start: string): Promise<unknown> =>
  (await odori(['inspect', '-'], '/', Buffer.from(`${start}${'\0'.repeat(64)}`, 'latin1'))).messages[0];

test.each([
  ['PK\u0003\u0004', 'a zip archive', ': unpack it first'],
  ['Rar!\u001a\u0007', 'a RAR archive', ': unpack it first'],
  ['7z\u00bc\u00af\u0027\u001c', 'a 7z archive', ': unpack it first'],
  ['\u0024\u0035-lh5-', 'an LZH archive', ': unpack it first'],
  ['\u001f\u008b\u0008', 'a gzip archive', ': unpack it first'],
  ['\u0089PNG\r\n', 'a PNG picture', ''],
  ['RIFF\u0000\u0000\u0000\u0000WAVEfmt', 'a WAV sound', ''],
  ['\u0000\u0000\u0000\u0020ftypisom', 'an MP4 video', ''],
])('the message about a file that begins with %j names its format: %s', async (start, what, advice) => {
  expect(await inspect(start)).toBe(`odori: -: this is ${what}, ${NOT_OURS}${advice}`);
});

const NOT_OURS = 'not a VMD, VPD, PMM, BVMD, PMX, PMD, X or VAC, and not a motion as JSON or VRMA';

test('an unknown file lists the formats that odori reads', async () => {
  expect(await inspect('hello')).toBe(
    'odori: -: unknown format: not a VMD, VPD, PMM, BVMD, PMX, PMD, X or VAC, and not a motion as JSON or VRMA',
  );
});

test('a glTF that is no VRM animation is no motion, and its format is named', async () => {
  const cube = glbBytes({ nodes: [{ name: 'Cube' }] });
  for (const file of [cube, Buffer.from(`glTF\u0002${'\0'.repeat(64)}`, 'latin1')]) {
    const { code, messages } = await odori(['convert', '-', 'a.json'], emptyFolder(), file);
    expect([code, messages]).toEqual([1, [`odori: -: this is a glTF model, ${NOT_OURS}`]]);
  }
});

test('the animation of a humanoid in a GLB becomes a motion; a GLB without one says so', async () => {
  const folder = emptyFolder();
  const dance = bakeVrmAnimation(syntheticMotion().slice(0, 20), 'standard');
  writeFileSync(join(folder, 'mixamo.glb'), humanoidGlb(dance, { nameOf: mixamoName }));
  writeFileSync(join(folder, 'still.glb'), humanoidGlb(dance, { nameOf: mixamoName, isAnimated: false }));
  expect((await odori(['convert', 'mixamo.glb', 'dance.vmd'], folder)).code).toBe(0);
  const { bones } = parseVmd(readFileSync(join(folder, 'dance.vmd')));
  expect(Math.max(...bones.frames)).toBe(20);
  expect(await odori(['convert', 'still.glb', 'still.vmd'], folder)).toMatchObject({
    code: 1,
    messages: ['odori: still.glb: the file has no animation that turns its bones (in animations)'],
  });
});

test('the message about a folder as an input says what to write instead', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'dances'));
  writeFileSync(join(folder, 'dances/a.vmd'), '');
  for (const args of [
    ['inspect', 'dances'],
    ['convert', 'dances', 'out/'],
  ]) {
    expect((await odori(args, folder)).messages).toEqual([
      "odori: dances: this is a folder; for the files in it, use a glob in quotes such as 'dances/*'",
    ]);
  }
});
