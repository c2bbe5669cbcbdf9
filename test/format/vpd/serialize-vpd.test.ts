import { createVpd, decodeCp932, type FormatWarning, parseVpd, serializeVpd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, hasCorpus, readCorpus } from '#test/support/corpus.js';

test('serializeVpd writes what MMD writes', () => {
  const vpd = createVpd({
    modelFile: 'miku.osm',
    bones: [{ name: '右腕', position: [0, 1.5, -0], rotation: [0.1234567, 0, 0, 1] }],
    morphs: [{ name: 'あ', weight: 0.2 }],
  });
  expect(decodeCp932(serializeVpd(vpd))).toBe(
    [
      'Vocaloid Pose Data file',
      '',
      'miku.osm;\t\t// 親ファイル名',
      '1;\t\t\t\t// 総ポーズボーン数',
      '',
      'Bone0{右腕',
      '  0.000000,1.500000,-0.000000;\t\t\t\t// trans x,y,z',
      '  0.123457,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w',
      '}',
      '',
      'Morph0{あ',
      '  0.200000;',
      '}',
      '',
      '',
    ].join('\r\n'),
  );
});

test('with the option exact, a number has as many decimals as it needs', () => {
  const vpd = createVpd({
    bones: [{ name: 'a', position: [0.1234567, 1e-9, 2], rotation: [NaN, Infinity, -Infinity, 0] }],
  });
  expect(parseVpd(serializeVpd(vpd, { exact: true })).bones).toEqual(vpd.bones);
});

test('a pose written in UTF-8 or UTF-16 is read back unchanged', () => {
  const vpd = createVpd({ encoding: 'utf-8', bones: [{ name: '왈츠' }] });
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
    expect(parseVpd(serializeVpd(vpd, { encoding }))).toEqual({ ...vpd, encoding });
  }
});

test('losses are reported to onWarning', () => {
  const warnings: FormatWarning[] = [];
  const onWarning = (warning: FormatWarning): void => void warnings.push(warning);
  serializeVpd(createVpd({ bones: [{ name: '왈' }, { name: 'a // b' }, { name: '頭' }] }), { onWarning });
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    ['name-not-cp932', 'bones[0] "왈" has characters that CP932 lacks: 왈'],
    [
      'not-expressible',
      'bones[1] "a // b" cannot be read back: it contains a comment or a line end, or begins or ends with a space',
    ],
  ]);
});

describe.skipIf(!hasCorpus)('mmd_tools_test.vpd', () => {
  const file = 'vpd/mmd_tools_test.vpd';

  test('the file is read as an independent parser reads it', () => {
    type BoneFact = [index: number, name: string, position: number[], rotation: number[]];
    const facts = corpusFacts(file) as { parent: string; bones: number; first: BoneFact; last: BoneFact };
    const vpd = parseVpd(readCorpus(file), { strict: true });
    const fact = (i: number): BoneFact => [
      i,
      vpd.bones[i].name,
      vpd.bones[i].position,
      vpd.bones[i].rotation,
    ];
    expect([vpd.modelFile, vpd.bones.length]).toEqual([facts.parent, facts.bones]);
    expect([fact(0), fact(187)]).toEqual([facts.first, facts.last]);
  });

  test('the file is written back unchanged, except for its line ends, which are LF', () => {
    const bytes = readCorpus(file);
    const written = serializeVpd(parseVpd(bytes)).filter((byte) => byte !== 0x0d);
    expect(Buffer.compare(written, bytes)).toBe(0);
  });
});
