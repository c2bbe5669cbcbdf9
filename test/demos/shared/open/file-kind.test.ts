import { createVmd, createVpd, serializeBvmd, serializeVmd, serializeVpd, vmdToBvmd } from '@odori/format';
import { expect, test } from 'vitest';
import { fileKind } from '#demos/shared/open/file-kind.js';

const blobOf = (text: string): Blob => new Blob([Uint8Array.from(Buffer.from(text, 'latin1'))]);

test('the content decides what a file is for, whatever its name is', async () => {
  const vmd = createVmd({ bones: [{ name: '頭', frame: 0 }] });
  expect(await fileKind('a', new Blob([Uint8Array.from(serializeVmd(vmd))]))).toBe('motion');
  expect(await fileKind('a.vpd', new Blob([Uint8Array.from(serializeBvmd(vmdToBvmd(vmd)))]))).toBe('motion');
  expect(await fileKind('a.vmd', new Blob([Uint8Array.from(serializeVpd(createVpd()))]))).toBe('pose');
  expect(await fileKind('a.vmd', blobOf('Polygon Movie maker 0002'))).toBe('project');
  expect(await fileKind('a.dat', blobOf('PMX \0\0\0@'))).toBe('model');
});

test('a broken file is what its name says, so that its parser explains what is wrong', async () => {
  const names = ['a.pmx', 'a.PMD', 'a.vmd', 'a.bvmd', 'a.vpd', 'a.pmm'];
  const kinds = await Promise.all(names.map((name) => fileKind(name, blobOf('no file of MMD'))));
  expect(kinds).toEqual(['model', 'model', 'motion', 'motion', 'pose', 'project']);
});

test('a picture or an archive named as a model is none', async () => {
  expect(await fileKind('miku.pmx', blobOf('\x89PNG\r\n\x1a\n'))).toBe('other');
  expect(await fileKind('miku.pmx', blobOf('Rar!\x1a\x07\x01\0'))).toBe('other');
  expect(await fileKind('empty.vmd', blobOf(''))).toBe('other');
});

test('songs and companions are recognised by their names, and a song without an ending by its content', async () => {
  const names = [
    'song.MP3',
    'song.ogg',
    'video.mp4',
    'face.png',
    'toon.bmp',
    'readme.txt',
    'lantern.x',
    'ray.fx',
  ];
  const kinds = await Promise.all(names.map((name) => fileKind(name, blobOf(''))));
  expect(kinds).toEqual(['song', 'song', 'song', ...Array.from({ length: 5 }, () => 'companion')]);
  expect(await fileKind('song', blobOf('OggS\0\x02'))).toBe('song');
  expect(await fileKind('song', new Blob(['?'], { type: 'audio/mpeg' }))).toBe('song');
});

test('an avatar is a glTF file with the name of a VRM', async () => {
  expect(await fileKind('a/Alice.VRM', blobOf('glTF\x02\0\0\0'))).toBe('avatar');
  expect(await fileKind('alice.glb', blobOf('glTF\x02\0\0\0'))).toBe('other');
  expect(await fileKind('alice.vrm', blobOf('Rar!\x1a\x07\x01\0'))).toBe('other');
});

test('a VRM animation is a glTF file with the name of a VRMA', async () => {
  expect(await fileKind('a/Wave.VRMA', blobOf('glTF\x02\0\0\0'))).toBe('animation');
  expect(await fileKind('wave.vrma', blobOf('Rar!\x1a\x07\x01\0'))).toBe('other');
});

test('a file that no page reads is of the kind other', async () => {
  const names = ['miku.rar', 'miku.7z', 'miku.lzh', 'notes'];
  const kinds = await Promise.all(names.map((name) => fileKind(name, blobOf('no file of MMD'))));
  expect(kinds).toEqual(names.map(() => 'other'));
});
