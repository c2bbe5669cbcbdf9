import {
  createPmm,
  createPmmModel,
  createPmx,
  createPmxBone,
  createVmd,
  createVpd,
  parseVmd,
  serializePmm,
  serializePmx,
  serializeVmd,
  serializeVpd,
} from '@odori/format';
import { encodeCp932, packZip, unpackZip } from '@odori/format/internal';
import { createX, serializeX } from '@odori/format/x';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavBytes } from '#test/support/wav-bytes.js';
import { zipBytes } from '#test/support/zip-bytes.js';
import { emptyFolder, odori } from '../odori.js';
import { ask, openView } from './open-view.js';

/** 30 frames a second: the dance lasts 95 seconds. */
const LAST_FRAME = 2850;

const vmd = (...bones: readonly string[]): Uint8Array =>
  serializeVmd(
    createVmd({
      bones: bones.flatMap((name) => [
        { name, frame: 0, position: [0, 1, 0] },
        { name, frame: LAST_FRAME },
      ]),
    }),
  );
const DANCE = vmd('センター');
const FACE = serializeVmd(createVmd({ morphs: [{ name: 'あ', frame: 30, weight: 1 }] }));
const CAMERA = serializeVmd(createVmd({ cameras: [{ frame: 60, distance: -30 }] }));
const POSE = serializeVpd(createVpd({ bones: [{ name: 'センター' }] }));

/** A model of one bone, センター, and a material for each texture. */
function modelBytes(
  textures: readonly string[] = [],
  names: { name?: string; nameEn?: string; comment?: string } = {},
): Uint8Array {
  const builder = new ModelBuilder();
  if (textures.length === 0) builder.material();
  for (const path of textures) {
    builder.material({ texture: builder.texture(path) });
    builder.quad({ center: [0, 1, 0], width: 1, height: 1 });
  }
  return serializePmx({ ...builder.build(), name: 'オドリ', nameEn: 'Odori', ...names });
}

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** An attribute of the player on the page. */
function attribute(page: string, name: string): string | undefined {
  const [tag = ''] = /<odori-player[^>]*>/.exec(page) ?? [];
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}

test('the page shows a model with its dance, camera and song, and the terminal names them', async () => {
  const cwd = folderOf({ 'm.pmx': modelBytes(), 'd.vmd': DANCE, 'c.vmd': CAMERA, 's.wav': wavBytes(1) });
  const view = await openView(
    ['c.vmd', 's.wav', 'd.vmd', 'm.pmx', '--loop', '--offset', '-2.5', '--look', 'plain'],
    cwd,
  );
  expect(view.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(view.messages).toEqual([
    'model   オドリ (Odori), m.pmx',
    'motion  d.vmd, 1:35, 1 bone',
    'camera  c.vmd, 0:02',
    'song    s.wav',
    'Press Ctrl-C to stop. Reload the page to see changed files.',
  ]);
  const { text, headers } = await ask(view.address, '/');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const wanted = {
    model: 'model/m.pmx',
    motion: 'motion/0/d.vmd',
    camera: 'camera/c.vmd',
    audio: 'song/s.wav',
  };
  for (const [name, value] of Object.entries({ ...wanted, offset: '-2.5', look: 'plain' })) {
    expect(attribute(text, name), name).toBe(value);
  }
  expect(text).toMatch(/<odori-player[^>]* loop controls/);
  expect((await ask(view.address, '/model/m.pmx')).bytes.equals(Buffer.from(modelBytes()))).toBe(true);
  expect((await ask(view.address, '/motion/0/d.vmd')).bytes.equals(Buffer.from(DANCE))).toBe(true);
  expect((await ask(view.address, '/song/s.wav')).headers['content-type']).toBe('audio/wav');
  const player = await ask(view.address, '/player/odori-player.js');
  expect([player.headers['content-type'], player.text.startsWith('/*! Odori')]).toEqual([
    'text/javascript; charset=utf-8',
    true,
  ]);
  expect(await view.stop()).toBe(0);
  expect(view.messages.at(-1)).toBe('Stopped.');
  await expect(ask(view.address, '/')).rejects.toThrow('ECONNREFUSED');
});

test('the textures of the model are found in any case, and nothing else of its folder is served', async () => {
  const cwd = folderOf({
    'miku/m.pmx': modelBytes(['TEX\\顔 1.PNG', '..\\..\\up.png', 'gone.png', 'link.png', 'screen.bmp']),
    'miku/tex/顔 1.png': 'face',
    'miku/secret.txt': 'secret',
    'miku/tex/other.png': 'other',
    'up.png': 'up',
  });
  symlinkSync(join(cwd, 'up.png'), join(cwd, 'miku/link.png'));
  const { address, messages } = await openView(['miku/m.pmx'], cwd);
  expect(messages).toContain('odori: miku/m.pmx: 3 textures missing: ..\\..\\up.png, gone.png, link.png');
  await ask(address, '/');
  expect((await ask(address, `/model/TEX/${encodeURIComponent('顔 1.PNG')}`)).text).toBe('face');
  for (const path of [
    'secret.txt',
    'tex/other.png',
    'link.png',
    '../up.png',
    '%2e%2e/up.png',
    '..%2fup.png',
    '..%5cup.png',
  ]) {
    expect((await ask(address, `/model/${path}`)).status, path).toBe(404);
  }
  for (const path of [
    '/../../etc/passwd',
    '//etc/passwd',
    '/player/../../package.json',
    '/player/%2e%2e/index.js',
  ]) {
    expect((await ask(address, path)).status, path).toBe(404);
  }
});

test('textures beside the folder of the model are where the player asks for them', async () => {
  const cwd = folderOf({
    'show/miku/m.pmx': modelBytes(['..\\Texture\\顔.png', '..\\..\\all.png', 'own.png']),
    'show/texture/顔.png': 'face',
    'show/miku/own.png': 'own',
    'all.png': 'all',
  });
  const text = async (address: string, path: string): Promise<string> => {
    const page = await ask(address, '/');
    const [, model] = / model="([^"]*)"/.exec(page.text)!;
    return (await ask(address, new URL(path, new URL(model, address)).pathname)).text;
  };
  const near = await openView(['show/miku/m.pmx'], cwd);
  expect(near.messages).toContain('odori: show/miku/m.pmx: 1 texture missing: ..\\..\\all.png');
  expect(await text(near.address, '../Texture/顔.png')).toBe('face');
  expect(await text(near.address, 'own.png')).toBe('own');
  const far = await openView(['show/miku/m.pmx', '--root', '.'], cwd);
  expect(await text(far.address, '../../all.png')).toBe('all');
  expect(await text(far.address, '../Texture/顔.png')).toBe('face');
});

test('a texture that is replaced by a link out of the folder while the page is open is not sent', async () => {
  const cwd = folderOf({ 'miku/m.pmx': modelBytes(['a.png']), 'miku/a.png': 'face', 'up.png': 'up' });
  const { address } = await openView(['miku/m.pmx'], cwd);
  await ask(address, '/');
  expect((await ask(address, '/model/a.png')).text).toBe('face');
  rmSync(join(cwd, 'miku/a.png'));
  symlinkSync(join(cwd, 'up.png'), join(cwd, 'miku/a.png'));
  const { status, text } = await ask(address, '/model/a.png');
  expect([status, text]).toEqual([500, 'no such file\n']);
});

test('a part of a song is sent when the browser asks for it', async () => {
  const song = wavBytes(1); // 8,044 bytes
  const cwd = folderOf({ 'm.pmx': modelBytes(), 's.wav': song });
  const { address } = await openView(['m.pmx', 's.wav'], cwd);
  await ask(address, '/');
  const part = async (range: string): Promise<unknown[]> => {
    const { status, headers, bytes } = await ask(address, '/song/s.wav', { Range: range });
    return [status, headers['content-range'], bytes.length, bytes[0]];
  };
  expect(await part('bytes=0-')).toEqual([206, 'bytes 0-8043/8044', 8044, 0x52]); // R of RIFF
  expect(await part('bytes=8-11')).toEqual([206, 'bytes 8-11/8044', 4, 0x57]); // WAVE
  expect(await part('bytes=8000-9999')).toEqual([206, 'bytes 8000-8043/8044', 44, 128]);
  expect(await part('bytes=-44')).toEqual([206, 'bytes 8000-8043/8044', 44, 128]);
  expect((await part('bytes=8044-')).slice(0, 2)).toEqual([416, 'bytes */8044']);
  for (const whole of ['bytes=9-8', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-'])
    expect(await part(whole)).toEqual([200, undefined, 8044, 0x52]);
  const head = await ask(address, '/song/s.wav', {}, 'HEAD');
  expect([
    head.status,
    head.headers['content-length'],
    head.headers['accept-ranges'],
    head.bytes.length,
  ]).toEqual([200, '8044', 'bytes', 0]);
});

test('other names of the server, other methods and broken addresses are refused', async () => {
  const { address } = await openView(['m.pmx'], folderOf({ 'm.pmx': modelBytes() }));
  const { port } = new URL(address);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `LOCALHOST:${port}`])
    expect((await ask(address, '/', { Host: host })).status, host).toBe(200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost',
    '127.0.0.1',
    `127.0.0.1:${port}.evil.example`,
  ])
    expect((await ask(address, '/', { Host: host })).status, host).toBe(403);
  expect((await ask(address, '/', {}, 'POST')).status).toBe(405);
  expect((await ask(address, '/%E9%A1')).status).toBe(400);
});

test('answers are not kept, and the page may load scripts only from this server', async () => {
  const { address } = await openView(['m.pmx'], folderOf({ 'm.pmx': modelBytes() }));
  for (const path of ['/', '/model/m.pmx', '/nothing']) {
    const { headers } = await ask(address, path);
    expect(headers['cache-control'], path).toBe('no-store');
    expect(headers['content-security-policy'], path).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers['content-security-policy'], path).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    expect(headers['access-control-allow-origin'], path).toBeUndefined();
  }
});

test('names and texts of files are text on the page, never tags', async () => {
  const names = { name: '<b>"&', comment: '</p><script>alert(1)</script>' };
  const { address } = await openView(['a"b<i>.pmx'], folderOf({ 'a"b<i>.pmx': modelBytes([], names) }));
  const { text } = await ask(address, '/');
  expect(text).not.toMatch(/<b>|<i>|alert\(1\)<\/script>/);
  expect(text).toContain('&#60;/p&#62;&#60;script&#62;alert(1)');
  expect(attribute(text, 'model')).toBe('model/a%22b%3Ci%3E.pmx');
});

test('a reload shows changed files, and a page in place of the player if one is broken', async () => {
  const cwd = folderOf({ 'm.pmx': modelBytes(), 'd.vmd': DANCE });
  const { address, messages } = await openView(['m.pmx', 'd.vmd'], cwd);
  await ask(address, '/');
  expect(messages).toHaveLength(3); // what is shown does not appear again
  writeFileSync(join(cwd, 'm.pmx'), modelBytes([], { name: '新' }));
  expect((await ask(address, '/')).text).toContain('<h1>新 (Odori)</h1>');
  expect(messages).toContain('model   新 (Odori), m.pmx');
  writeFileSync(join(cwd, 'd.vmd'), 'VMD?');
  const broken = await ask(address, '/');
  expect([broken.status, broken.text.includes('d.vmd: unknown format')]).toEqual([500, true]);
  expect(messages.at(-1)).toMatch(/^odori: d\.vmd: unknown format/);
  writeFileSync(join(cwd, 'd.vmd'), DANCE);
  expect((await ask(address, '/')).status).toBe(200);
});

test('a folder gives its model, dances, camera and song; broken files and pictures in it do not stop it', async () => {
  const cwd = folderOf({
    'show/dancer/m.pmx': modelBytes(['a.png']),
    'show/dancer/a.png': 'face',
    'show/dancer/readme.txt': 'terms',
    'show/1.vmd': DANCE,
    'show/2.vmd': DANCE,
    'show/broken.vmd': DANCE.subarray(0, 20),
    'show/camera.vmd': CAMERA,
    'show/camera2.vmd': CAMERA,
    'show/song.wav': wavBytes(1),
    'show/.hidden/x.pmx': modelBytes([], { name: 'hidden' }),
    'show/more.zip': zipBytes([]),
  });
  const { address, messages } = await openView(['show'], cwd);
  const page = await ask(address, '/');
  expect(attribute(page.text, 'motion')).toBe('motion/0/1.vmd motion/1/2.vmd');
  expect(attribute(page.text, 'model')).toBe('model/m.pmx');
  expect((await ask(address, '/model/a.png')).text).toBe('face');
  expect(messages.filter((line) => line.startsWith('odori:'))).toEqual([
    expect.stringMatching(/^odori: show\/broken\.vmd: .*20 left/),
    'odori: show/more.zip: not unpacked; name it to show what is in it',
    'odori: show/camera2.vmd: not used, the camera is show/camera.vmd',
  ]);
});

test('a zip gives its files, also with names in Shift_JIS and textures in another case', async () => {
  const zip = zipBytes([
    { name: encodeCp932('初音/m.pmx').bytes, content: modelBytes(['tex\\顔.png']) },
    { name: encodeCp932('初音/TEX/顔.PNG').bytes, content: 'face' },
    { name: encodeCp932('踊り.vmd').bytes, content: DANCE },
  ]);
  const { address, messages } = await openView(['a.zip'], folderOf({ 'a.zip': zip }));
  expect(messages).toContain(`motion  ${join('a.zip', '踊り.vmd')}, 1:35, 1 bone`);
  const { text } = await ask(address, '/');
  expect(attribute(text, 'motion')).toBe(`motion/0/${encodeURIComponent('踊り')}.vmd`);
  expect((await ask(address, `/model/tex/${encodeURIComponent('顔.png')}`)).text).toBe('face');
});

test('a motion of the face joins the only dance, and a motion as JSON is sent as a VMD', async () => {
  const cwd = folderOf({ 'm.pmx': modelBytes(), 'd.vmd': DANCE, 'f.vmd': FACE });
  await odori(['convert', 'd.vmd', 'd.json'], cwd);
  const { address, messages } = await openView(['m.pmx', 'f.vmd', 'd.json'], cwd);
  expect(attribute((await ask(address, '/')).text, 'motion')).toBe('motion/0/d.json|face/f.vmd');
  expect(messages).toContain('motion  d.json with f.vmd, 1:35, 1 bone');
  expect(messages).toContain('odori: f.vmd: the model does not have 1 morph (あ) of this motion');
  expect(parseVmd((await ask(address, '/motion/0/d.json')).bytes).bones.count).toBe(2);
});

test('--camera auto takes the place of a camera file; without it there is no camera but that of a file', async () => {
  const cwd = folderOf({ 'm.pmx': modelBytes(), 'c.vmd': CAMERA });
  const cameraOf = async (...args: string[]): Promise<string | undefined> => {
    const { address } = await openView(['m.pmx', ...args], cwd);
    return attribute((await ask(address, '/')).text, 'camera');
  };
  expect(await cameraOf()).toBe(undefined);
  expect(await cameraOf('c.vmd')).toBe('camera/c.vmd');
  expect(await cameraOf('c.vmd', '--camera', 'auto')).toBe('auto');
});

test('one pose is shown as a pose; several, or a pose beside a dance, are choices', async () => {
  const cwd = folderOf({ 'm.pmx': modelBytes(), 'd.vmd': DANCE, 'p.vpd': POSE, 'q.vpd': POSE });
  const motionsOf = async (...args: string[]): Promise<(string | undefined)[]> => {
    const { address } = await openView(['m.pmx', ...args], cwd);
    const { text } = await ask(address, '/');
    return [attribute(text, 'motion'), attribute(text, 'pose')];
  };
  expect(await motionsOf('p.vpd')).toEqual([undefined, 'pose/p.vpd']);
  expect(await motionsOf('q.vpd', 'p.vpd')).toEqual(['motion/0/q.vpd motion/1/p.vpd', undefined]);
  expect(await motionsOf('p.vpd', 'd.vmd')).toEqual(['motion/0/d.vmd motion/1/p.vpd', undefined]);
});

/** A model with these bones. */
const withBones = (name: string, ...bones: string[]): Uint8Array =>
  serializePmx(createPmx({ name, bones: bones.map((bone) => createPmxBone({ name: bone })) }));
const DANCER = ['センター', '頭', '左足ＩＫ'];

/** The tags in a page that begin so. */
const tagsOf = (html: string, tag: string): string[] => html.match(new RegExp(`<${tag} [^>]*>`, 'g')) ?? [];

test('several dancers and stages are shown together, each dancer with the motion of her name', async () => {
  const dance = (modelName: string): Uint8Array =>
    serializeVmd(createVmd({ modelName, bones: [{ name: 'センター', frame: 30 }] }));
  const cwd = folderOf({
    'show/a/miku.pmx': withBones('初音ミク', ...DANCER),
    'show/b/luka.pmx': withBones('巡音ルカ', ...DANCER),
    'show/hall/hall.pmx': withBones('舞台', 'センター'),
    'show/hall/mic.x': serializeX(createX({ materials: [{ texture: 'mic.bmp' }] })),
    'show/hall/mic.bmp': 'silver',
    'show/1.vmd': dance('巡音ルカ'),
    'show/2.vmd': dance('初音ミク'),
    'show/song.wav': wavBytes(1),
  });
  const { address, messages } = await openView(['show'], cwd);
  expect(messages).toEqual([
    'dancer  初音ミク, show/a/miku.pmx',
    'motion  show/2.vmd, 0:01, 1 bone',
    'dancer  巡音ルカ, show/b/luka.pmx',
    'motion  show/1.vmd, 0:01, 1 bone',
    'stage   舞台, show/hall/hall.pmx',
    'stage   show/hall/mic.x',
    'song    show/song.wav',
    'Press Ctrl-C to stop. Reload the page to see changed files.',
  ]);
  const { text } = await ask(address, '/');
  expect(attribute(text, 'audio')).toBe('song/song.wav');
  expect(tagsOf(text, 'odori-player')[0]).not.toContain(' model=');
  expect(tagsOf(text, 'odori-dancer')).toEqual([
    '<odori-dancer model="model/0/miku.pmx" motion="motion/0/0/2.vmd" position="-4.5 0 0">',
    '<odori-dancer model="model/1/luka.pmx" motion="motion/1/0/1.vmd" position="4.5 0 0">',
  ]);
  expect(tagsOf(text, 'odori-stage')).toEqual([
    '<odori-stage src="model/2/hall.pmx">',
    '<odori-stage src="accessory/0/mic.x">',
  ]);
  expect((await ask(address, '/accessory/0/mic.bmp')).text).toBe('silver');
  expect((await ask(address, '/motion/1/0/1.vmd')).bytes).toEqual(Buffer.from(dance('巡音ルカ')));
});

test('dancers with one dance dance it all; motions of nobody go to dancers without one, with a note', async () => {
  const cwd = folderOf({
    'rin.pmx': withBones('鏡音リン', ...DANCER),
    'len.pmx': withBones('鏡音レン', ...DANCER),
    'a.vmd': DANCE,
    'b.vmd': DANCE,
  });
  const motionsOf = async (...args: string[]): Promise<string[]> => {
    const { address, messages } = await openView(['rin.pmx', 'len.pmx', ...args], cwd);
    const notes = messages.filter((line) => line.includes('nothing says'));
    return [
      ...tagsOf((await ask(address, '/')).text, 'odori-dancer').map(
        (tag) => / motion="([^"]*)"/.exec(tag)?.[1] ?? '',
      ),
      ...notes,
    ];
  };
  expect(await motionsOf('a.vmd')).toEqual(['motion/0/0/a.vmd', 'motion/1/0/a.vmd']);
  expect(await motionsOf('a.vmd', 'b.vmd')).toEqual([
    'motion/0/0/a.vmd',
    'motion/1/0/b.vmd',
    'odori: a.vmd: nothing says who dances it, rin.pmx does; name the motion like the model',
    'odori: b.vmd: nothing says who dances it, len.pmx does; name the motion like the model',
  ]);
  expect((await motionsOf('b.vmd', 'a.vmd')).slice(0, 2)).toEqual(['motion/0/0/a.vmd', 'motion/1/0/b.vmd']);
});

test('versions of a model in a folder are left out', async () => {
  const cwd = folderOf({ 'x/1.pmx': modelBytes(), 'x/2.pmx': modelBytes(['a.png']), 'd.vmd': DANCE });
  const { messages } = await openView(['x', 'd.vmd'], cwd);
  expect(messages[0]).toBe('model   オドリ (Odori), x/2.pmx'); // the largest
  expect(messages).toContain(
    'odori: x/1.pmx: another version of x/2.pmx, not shown; name it alone to see it',
  );
});

test('a project is shown with all files beside it, also from a zip', async () => {
  const pmm = serializePmm(createPmm({ models: [createPmmModel({ path: 'UserFile\\Model\\m.pmx' })] }));
  const zip = packZip(
    new Map([
      ['dance.pmm', pmm],
      ['models/m.pmx', modelBytes()],
    ]),
  );
  const { address, messages } = await openView(['a.odori.zip'], folderOf({ 'a.odori.zip': zip }));
  expect(messages[0]).toBe('project  a.odori.zip/dance.pmm, 1 model, 0 accessories');
  const { text } = await ask(address, '/');
  expect(attribute(text, 'project')).toBe('project/dance.pmm');
  expect(attribute(text, 'files')).toBe('project/files.zip');
  expect(text).toContain('<title>dance.pmm – odori view</title>');
  expect((await ask(address, '/project/dance.pmm')).bytes).toEqual(Buffer.from(pmm));
  const files = await unpackZip((await ask(address, '/project/files.zip')).bytes);
  expect([...files.keys()]).toEqual(['a.odori.zip/models/m.pmx']);
  expect([...files.values()].map((bytes) => [...bytes])).toEqual([[...modelBytes()]]);
});

test('a motion that moves none of the bones, and files that are not for a page, are named', async () => {
  const cwd = folderOf({
    'm.pmx': modelBytes(),
    'd.vmd': vmd('頭'),
    'a.png': '\x89PNG',
    'a.txt': 'terms',
  });
  const { messages } = await openView(['m.pmx', 'd.vmd', 'a.png', 'a.txt'], cwd);
  expect(messages.filter((line) => line.startsWith('odori:'))).toEqual([
    'odori: d.vmd: the motion moves none of the bones of this model',
    'odori: not shown: a.png, a.txt',
  ]);
});

test.each([
  [
    ['d.vmd'],
    'd.vmd is a motion, and there is no model: name a PMX or PMD too, for example odori view model.pmx dance.vmd; odori inspect shows what a motion contains',
  ],
  [
    ['empty'],
    'there is no model among the files: name a PMX or PMD too, for example odori view model.pmx dance.vmd',
  ],
  [['m.pmx', 'gone.vmd'], 'gone.vmd: no such file'],
  [['m.pmx', 'broken.vmd'], expect.stringMatching(/^broken\.vmd: .*20 left/)],
  [['m.pmx', 'noise.bin'], expect.stringMatching(/^noise\.bin: unknown format/)],
  [['a.rar'], expect.stringMatching(/^a\.rar: this is a RAR archive.*: unpack it first$/)],
  [['a.zip'], expect.stringMatching(/^a\.zip: the list of files at the end of the zip is missing/)],
])('files that cannot be shown give an error before there is a server: %j', async (args, message) => {
  const cwd = folderOf({
    'm.pmx': modelBytes(),
    'd.vmd': DANCE,
    'broken.vmd': DANCE.subarray(0, 20),
    'p.pmm': serializePmm(createPmm()),
    'noise.bin': '\0\x01\x02',
    'a.rar': 'Rar!\x1a\x07\0',
    'a.zip': 'PK\x03\x04',
    'empty/a.txt': '',
  });
  const outcome = await odori(['view', '--no-open', ...args], cwd);
  expect([outcome.code, outcome.text, outcome.messages.length]).toEqual([1, '', 1]);
  expect(outcome.messages[0].replace('odori: ', '')).toEqual(message);
});

test('a port that another program uses is an error', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const cwd = folderOf({ 'm.pmx': modelBytes() });
  const { code, messages } = await odori(['view', '--no-open', 'm.pmx', '--port', String(port)], cwd);
  other.close();
  expect([code, messages.at(-1)]).toEqual([
    1,
    `odori: port ${port}: another program uses it; choose another one with --port, or leave it out`,
  ]);
});

test('dancers whose motions begin apart from each other stand where these take them', async () => {
  const dance = (modelName: string, x: number): Uint8Array =>
    serializeVmd(createVmd({ modelName, bones: [{ name: 'センター', frame: 0, position: [x, 0, 0] }] }));
  const cwd = folderOf({
    'show/miku.pmx': withBones('初音ミク', ...DANCER),
    'show/luka.pmx': withBones('巡音ルカ', ...DANCER),
    'show/1.vmd': dance('初音ミク', -5),
    'show/2.vmd': dance('巡音ルカ', 5),
  });
  const { address } = await openView(['show'], cwd);
  const { text } = await ask(address, '/');
  for (const tag of tagsOf(text, 'odori-dancer')) expect(tag).toContain('position="0 0 0"');
});
