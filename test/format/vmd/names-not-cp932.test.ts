import {
  createVmd,
  fromJson,
  MmdFormatError,
  type MmdName,
  parseVmd,
  serializeVmd,
  stringifyJson,
  toJson,
  vmdToBvmd,
} from '@odori/format';
import { describe, expect, test } from 'vitest';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** GBK codes of the characters below, from a code table. */
const GBK: Readonly<Record<string, string>> = {
  セ: 'a5bb',
  ン: 'a5f3',
  タ: 'a5bf',
  ー: 'a960',
  頭: 'ee5e',
  左: 'd7f3',
  右: 'd3d2',
  手: 'cad6',
  首: 'cad7',
  ダ: 'a5c0',
  ミ: 'a5df',
  ボ: 'a5dc',
  あ: 'a4a2',
  足: 'd7e3',
  Ｉ: 'a3c9',
  Ｋ: 'a3cb',
};

const gbk = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text, (character) => [...Buffer.from(GBK[character], 'hex')]).flat());

type Encode = (text: string) => Uint8Array;

/**
 * A file with these names, as programs write them that know no CP932: each field has as many bytes as fit.
 */
function fileOf(
  encode: Encode,
  bones: readonly string[],
  morphs: readonly string[] = [],
  iks: readonly string[] = [],
): Uint8Array {
  const names = [...bones, ...morphs, ...iks];
  const placeholder = (text: string): string => `#${names.indexOf(text)}`;
  const vmd = createVmd({
    bones: bones.map((text) => ({ name: placeholder(text), frame: 0 })),
    morphs: morphs.map((text) => ({ name: placeholder(text), frame: 0, weight: 1 })),
    properties: [{ frame: 0, ik: iks.map((text) => ({ name: placeholder(text), enabled: false })) }],
  });
  const file = Buffer.from(serializeVmd(vmd));
  for (const text of names) {
    const width = iks.includes(text) ? 20 : 15;
    const at = file.indexOf(`${placeholder(text)}\0`);
    file.fill(0, at, at + width).set(encode(text).subarray(0, width), at);
  }
  return new Uint8Array(file);
}

const textsOf = (names: readonly MmdName[]): string[] => names.map(({ text }) => text);

describe.each([
  ['utf-8', utf8],
  ['gbk', gbk],
] as const)('a file in %s', (encoding, encode) => {
  const bones = ['センター', '頭', '左手首'];
  const file = fileOf(encode, bones, ['あ'], ['左足ＩＫ']);

  test.each([true, false])('is read so, with a warning (lossless: %s)', (lossless) => {
    const vmd = parseVmd(file, { lossless });
    expect(textsOf(vmd.bones.names)).toEqual(bones);
    expect(textsOf(vmd.morphs.names)).toEqual(['あ']);
    expect(textsOf(vmd.properties.names)).toEqual(['左足ＩＫ']);
    expect(vmd.bones.names.map((name) => name.encoding)).toEqual(bones.map(() => encoding));
    expect(vmd.bones.names[1].bytes).toEqual(encode('頭'));
    expect(vmd.warnings).toEqual([
      {
        code: 'names-not-cp932',
        section: 'bone keys',
        count: 5,
        offset: 54,
        message: `the names are ${encoding.toUpperCase()}, not CP932: MMD finds no bones and morphs by them`,
      },
    ]);
  });

  test('comes back byte for byte, also without `source`, and by way of JSON', () => {
    expect(serializeVmd(parseVmd(file))).toEqual(file);
    expect(serializeVmd(parseVmd(file, { lossless: false }))).toEqual(file);
    expect(serializeVmd(fromJson(JSON.parse(stringifyJson(toJson(parseVmd(file))))))).toEqual(file);
  });

  test('has whole names as a BVMD', () => {
    expect(textsOf(vmdToBvmd(parseVmd(file)).bones.names)).toEqual(bones);
  });

  test('whose names are cut inside a character is read too', () => {
    const hands = ['手ダミーボーン左', '手ダミーボーン右'];
    const vmd = parseVmd(fileOf(encode, [...hands, 'センター']));
    const cut = encoding === 'gbk' ? '手ダミーボーン' : '手ダミーボ';
    expect(textsOf(vmd.bones.names)).toEqual([cut, ...(encoding === 'gbk' ? [cut] : []), 'センター']);
  });

  test('strict parsing refuses', () => {
    expect(() => parseVmd(file, { strict: true })).toThrow(MmdFormatError);
  });
});

describe('a file stays CP932', () => {
  test('if it has a known name in CP932', () => {
    const vmd = createVmd({ bones: ['センター', '髪'].map((name) => ({ name, frame: 0 })) });
    expect(parseVmd(serializeVmd(vmd)).warnings).toEqual([]);
  });

  test('if its names are ASCII, or unknown in every encoding', () => {
    for (const names of [['center', 'head'], ['髪'], ['ﾈｸﾀｲ', '帯'], []]) {
      const vmd = parseVmd(serializeVmd(createVmd({ bones: names.map((name) => ({ name, frame: 0 })) })));
      expect(textsOf(vmd.bones.names)).toEqual(names);
      expect(vmd.warnings).toEqual([]);
    }
  });

  test('if one name is no text of the other encoding', () => {
    const vmd = parseVmd(
      fileOf((text) => (text === '頭' ? Uint8Array.of(0x93, 0xaa) : utf8(text)), ['センター', '頭']),
    );
    expect(textsOf(vmd.bones.names)[1]).toBe('頭');
    expect(vmd.warnings.map(({ code }) => code)).not.toContain('names-not-cp932');
  });
});
