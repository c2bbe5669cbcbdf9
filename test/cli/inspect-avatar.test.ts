import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vrm0Json, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { vrmaBytes } from '#test/vrm/vrma-bytes.js';
import { emptyFolder, odori } from './odori.js';

function avatarBytes(): Uint8Array {
  const json = vrm1Json();
  Object.assign(json.extensions!['VRMC_vrm'], {
    meta: {
      name: 'Aoi',
      authors: ['Hana', 'Yuki'],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      avatarPermission: 'everyone',
    },
    expressions: { preset: { aa: {}, blink: {} }, custom: { 涙: {} } },
    lookAt: { type: 'expression' },
  });
  return glbBytes(json);
}

test('an avatar is shown with its author, its license, what is missing, and counts', async () => {
  const folder = emptyFolder();
  const bytes = avatarBytes();
  writeFileSync(join(folder, 'aoi.vrm'), bytes);
  const { code, text, messages } = await odori(['inspect', 'aoi.vrm'], folder);
  expect([code, messages]).toEqual([0, []]);
  const fingers = ['left', 'right'].flatMap((side) =>
    ['Index', 'Ring', 'Little'].flatMap((finger) =>
      ['Proximal', 'Intermediate', 'Distal'].map((joint) => side + finger + joint),
    ),
  );
  const missing = ['upperChest', 'leftEye', 'rightEye', 'jaw', ...fingers].join(', ');
  expect(text).toBe(`aoi.vrm: vrm, ${bytes.length} bytes
version "1.0", name "Aoi", authors "Hana, Yuki", license "https://vrm.dev/licenses/1.0/", meta.avatarPermission "everyone", lookAt "expression", missing "${missing}"
section      count
human bones     33
expressions      3
`);
});

test('an avatar of VRM 0.x names its license and lists required bones that are missing apart from others', async () => {
  const json = vrm0Json();
  const { VRM: vrm } = json.extensions!;
  vrm['meta'] = {
    title: 'Old',
    author: 'Hana',
    licenseName: 'Other',
    otherLicenseUrl: 'https://example.com/terms',
  };
  const humanoid = vrm['humanoid'] as { humanBones: { bone: string }[] };
  humanoid.humanBones = humanoid.humanBones.filter(({ bone }) => bone !== 'head');
  const { text } = await odori(['inspect', '-', '--json'], '/', glbBytes(json));
  const [{ facts }] = JSON.parse(text) as { facts: Record<string, string> }[];
  expect(facts).toMatchObject({
    version: '0.x',
    name: 'Old',
    authors: 'Hana',
    license: 'https://example.com/terms',
    missingRequired: 'head',
  });
});

test('--names lists human bones and expressions', async () => {
  const { text } = await odori(['inspect', '-', '--names'], '/', avatarBytes());
  const rows = text.split('\n\n')[1].split('\n');
  expect(rows[1]).toMatch(/^bone +hips$/);
  expect(rows.filter((row) => row.startsWith('expression')).map((row) => row.split(/ +/)[1])).toEqual([
    'aa',
    'blink',
    '涙',
  ]);
});

test('a VRM animation is shown with its length and its keyframes', async () => {
  const tracks = [
    { node: 0, path: 'translation', times: [0, 2.5], values: [0, 1, 0, 0, 1.1, 0] },
    { node: 1, path: 'rotation', times: [1], values: [0, 0, 0, 1] },
  ] as const;
  const { code, text } = await odori(['inspect', '-'], '/', vrmaBytes({ tracks }));
  expect(code).toBe(0);
  expect(text).toMatch(
    /lookAt "no", seconds 2\.50\nsection +count\nhuman bones +2\nbones that turn +1\nexpressions +0\nkeyframes +3\n$/,
  );
});

test('a GLB without an avatar and a cut-off GLB are errors with codes', async () => {
  const folder = emptyFolder();
  const whole = avatarBytes();
  writeFileSync(join(folder, 'cut.vrm'), whole.subarray(0, 100));
  writeFileSync(join(folder, 'cube.glb'), glbBytes({ nodes: [{ name: 'Cube' }] }));
  const { code, text } = await odori(['inspect', 'cut.vrm', 'cube.glb', '--json'], folder);
  expect(code).toBe(1);
  expect(JSON.parse(text)).toMatchObject([
    { error: { code: 'truncated' } },
    { error: { code: 'no-humanoid' } },
  ]);
});
