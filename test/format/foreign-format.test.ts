import { detectForeignFormat } from '@odori/format';
import { expect, test } from 'vitest';
import { foreignProblem } from '@odori/format/internal';
import type { ForeignKind } from '#src/format/stand-ins.js';

const XML = 'an XML text, as servers send it for errors';

/** The description of a file with these first bytes, each one a character, and 100 further bytes. */
function describe(start: string, fileName?: string): string | undefined {
  return detectForeignFormat(Buffer.from(start.padEnd(start.length + 100, '\x01'), 'latin1'), fileName)
    ?.description;
}

function kindOf(fileName: string): ForeignKind | undefined {
  return detectForeignFormat(new Uint8Array(9), fileName)?.kind;
}

test('the first bytes tell a PNG picture, whatever its name is', () => {
  expect(describe('\x89PNG\r\n\x1a\n', 'miku.pmx')).toBe('a PNG picture');
  expect(describe('\x89PNG\r\n\x1a\n')).toBe('a PNG picture');
});

test('the first bytes tell the other pictures', () => {
  expect(describe('\xff\xd8\xff\xe0')).toBe('a JPEG picture');
  expect(describe('GIF89a')).toBe('a GIF picture');
  expect(describe('BM\x36\x0c\0\0\0\0\0\0')).toBe('a BMP picture');
  expect(describe('RIFF\0\0\0\0WEBPVP8 ')).toBe('a WebP picture');
  expect(describe('DDS |')).toBe('a DDS picture');
});

test('the first bytes tell the archives in which models are distributed', () => {
  expect(describe('Rar!\x1a\x07\x01\0', 'miku.pmx')).toBe('a RAR archive');
  expect(describe('7z\xbc\xaf\x27\x1c')).toBe('a 7z archive');
  expect(describe('\x20\xd4-lh5-\x10')).toBe('an LZH archive');
  expect(describe('PK\x03\x04')).toBe('a zip archive');
});

test('a Japanese text is no archive, even if its bytes begin as those of one', () => {
  const luka = '\x83\x8b\x83\x4a'; // ルカ (Luka) in CP932; a gzip archive has \x1f before the \x8b
  expect(describe(luka, 'readme.txt')).toBe('a text file');
  expect(describe(`PK${luka}`, 'readme.txt')).toBe('a text file');
  expect(describe('\x1f\x8b\x08', 'readme.txt')).toBe('a gzip archive');
});

test('the first bytes tell sounds and videos', () => {
  expect(describe('RIFF\0\0\0\0WAVEfmt ')).toBe('a WAV sound');
  expect(describe('ID3\x04')).toBe('an MP3 sound');
  expect(describe('OggS')).toBe('an Ogg sound');
  expect(describe('\0\0\0\x20ftypM4A ')).toBe('an AAC sound');
  expect(describe('\0\0\0\x20ftypisom')).toBe('an MP4 video');
});

test('the first bytes tell a web page', () => {
  expect(describe('\r\n<!DOCTYPE html>', 'dance.vmd')).toBe('a web page (HTML)');
});

test('the name tells a VRM model from other glTF models', () => {
  expect(describe('glTF\x02\0\0\0', 'alice.vrm')).toBe('a VRM model');
  expect(describe('glTF\x02\0\0\0', 'wave.VRMA')).toBe('a VRM animation');
  expect(describe('glTF\x02\0\0\0', 'alice.pmx')).toBe('a glTF model');
});

test('the name tells a text file', () => {
  expect(describe('Please read this.', 'readme.txt')).toBe('a text file');
});

test('where the first bytes are unknown, the name decides', () => {
  const names = ['a.rar', 'a.7z', 'a.LZH', 'a.lha'];
  expect(names.map(kindOf)).toEqual(names.map(() => 'archive'));
  expect(['a.tga', 'a.spa', 'a.sph'].map(kindOf)).toEqual(['picture', 'picture', 'picture']);
  expect(['a.fx', 'a.emm', 'readme.txt'].map(kindOf)).toEqual(['other', 'other', 'other']);
});

test('an empty file is called empty, whatever its name is', () => {
  expect(detectForeignFormat(new Uint8Array(0), 'miku.rar')).toEqual({
    kind: 'other',
    description: 'an empty file',
  });
});

test('neither first bytes nor name: undefined', () => {
  expect(detectForeignFormat(new Uint8Array(9))).toBeUndefined();
  expect(detectForeignFormat(Buffer.from('no motion at all'), 'bad.vmd')).toBeUndefined();
  expect(detectForeignFormat(Buffer.from('BMs are short'), 'bad.vmd')).toBeUndefined();
});

test.each([
  ['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n', 'a Git LFS pointer'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code>', XML],
  ['<Error><Code>AccessDenied</Code></Error>', XML],
  ['404: Not Found', 'the error text of a server'],
  ['404 page not found\n', 'the error text of a server'],
  ['Access Denied', 'the error text of a server'],
  ['error code: 1020', 'the error text of a server'],
  ['{"message":"Not Found","status":"404"}', 'JSON'],
  ['\xef\xbb\xbf [\n {"a": 1}]', 'JSON'],
])('what came in place of a file is known by its beginning: %j', (start, description) => {
  const file = Buffer.from(start, 'latin1');
  expect(detectForeignFormat(file, 'miku.pmx')).toEqual({ kind: 'answer', description });
});

test.each(['4040 pixels', '{床', '[床', 'Error in my pose', '404', 'version 2'])(
  '%j is no answer',
  (text) => {
    expect(detectForeignFormat(Buffer.from(text))).toBeUndefined();
  },
);

test('what is there in place of a wanted file, and what to do', () => {
  const problem = (text: string) =>
    foreignProblem(detectForeignFormat(Buffer.from(text, 'latin1')), 'a model');
  expect(problem('version https://git-lfs.github.com/spec/v1')).toBe(
    'this is a Git LFS pointer, not a model: fetch the file itself, with `git lfs pull` or from the address of its raw content',
  );
  expect(problem('Rar!\x1a\x07\x01\0')).toBe('this is a RAR archive, not a model: unpack it first');
  expect(problem('404: Not Found')).toBe('this is the error text of a server, not a model: check the URL');
  expect(problem('\x89PNG')).toBe('this is a PNG picture, not a model');
  expect(problem('no')).toBeUndefined();
});
