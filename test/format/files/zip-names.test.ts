import { createPmx, serializePmx } from '@odori/format';
import { unpackZip } from '#src/format/files/unpack-zip.js';
import { zipBytes } from '#test/support/zip-bytes.js';
import { expect, test } from 'vitest';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const joined = (...parts: (Uint8Array | string)[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part))));
const pmx = (name: string, ...textures: string[]): Uint8Array => serializePmx(createPmx({ name, textures }));

/** From Python's codecs: the folder, the texture's name, and both as bytes. */
test.each([
  ['gbk', '模型', 'c4a3d0cd', '脸', 'c1b3'],
  ['gbk', '模型', 'c4a3d0cd', '头发', 'cdb7b7a2'],
  ['big5', '模型', 'bcd2abac', '臉', 'c179'],
  ['big5', '模型', 'bcd2abac', '功能', 'a55cafe0'], // 5C is a back-slash
  ['euc-kr', '모델', 'b8f0b5a8', '얼굴', 'bef3b1bc'],
  ['ibm866', 'модель', 'acaea4a5abec', 'лицо', 'aba8e6ae'],
  ['windows-1251', 'модель', 'eceee4e5ebfc', 'лицо', 'ebe8f6ee'],
])('names in %s are those in which the textures of a model are found: %s', async (_, folder, f, face, n) => {
  const zip = zipBytes([
    { name: joined(hex(f), '/m.pmx'), content: pmx('m', `tex\\${face}.png`, 'tex/body.png') },
    { name: joined(hex(f), '/tex/', hex(n), '.png'), content: 'face' },
    { name: joined(hex(f), '/tex/body.png'), content: 'body' },
  ]);
  const expected = [`${folder}/m.pmx`, `${folder}/tex/${face}.png`, `${folder}/tex/body.png`];
  expect([...(await unpackZip(zip)).keys()]).toEqual(expected);
});

test('the name of a model says the code page where its textures are ASCII', async () => {
  const content = pmx('人物', 'tex/body.png');
  const zip = zipBytes([
    { name: joined(hex('c4a3d0cd'), '/', hex('c8cbceef'), '.pmx'), content },
    { name: joined(hex('c4a3d0cd'), '/tex/body.png') },
  ]);
  expect([...(await unpackZip(zip)).keys()]).toEqual(['模型/人物.pmx', '模型/tex/body.png']);
});

test('Shift_JIS stays where the models say nothing, or cannot be read', async () => {
  for (const content of [pmx('m', 'a.png'), 'PMX broken']) {
    const zip = zipBytes([{ name: 'm.pmx', content }, { name: joined(hex('8ae7'), '.png') }]);
    expect([...(await unpackZip(zip)).keys()]).toEqual(['m.pmx', '顔.png']);
  }
});

test('an encoding can be given, and is not used for names that are marked as UTF-8', async () => {
  const zip = zipBytes([{ name: joined(hex('c1b3'), '.png') }, { name: '顔.png', flags: 1 << 11 }]);
  expect([...(await unpackZip(zip, { encoding: 'gbk' })).keys()]).toEqual(['脸.png', '顔.png']);
  expect([...(await unpackZip(zip, { encoding: 'Shift_JIS' })).keys()]).toEqual(['ﾁｳ.png', '顔.png']);
  await expect(unpackZip(zip, { encoding: 'klingon' })).rejects.toThrow(RangeError);
});
