import { createVpd, type FormatWarning, parseVpd, serializeVpd, type Vpd } from '@odori/format';
import { decodeCp932, encodeCp932 } from '@odori/format/internal';
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
    const { source: _, ...read } = parseVpd(serializeVpd(vpd, { encoding }));
    expect(read).toEqual({ ...vpd, encoding });
  }
});

describe('a parsed pose', () => {
  const TEXT = [
    '// made by hand',
    'Vocaloid Pose Data file',
    'a;b.osm; // the model',
    ' 2 ;',
    'Bone7{ 右腕 // right arm',
    ' 0, 1e0 ,2.50',
    ' 0,0,0,1.0000; }',
    '',
    'Bone8{頭 0,0,0; 0,0,0,1; } // head',
    'Morph3{あ',
    '.5;',
    '}',
    'farewell',
  ].join('\n');
  const parsed = (): Vpd => parseVpd(encodeCp932(TEXT).bytes);
  const written = (vpd: Vpd): string => decodeCp932(serializeVpd(vpd));

  test('without changes, its comments, blanks and numbers stay', () => {
    expect(written(parsed())).toBe(TEXT);
  });

  test('an edited bone is written anew, all else stays', () => {
    const pose = parsed();
    pose.bones[0].position = [0, 1, 0.25];
    const block = [
      'Bone7{右腕',
      '  0.000000,1.000000,0.250000;\t\t\t\t// trans x,y,z',
      '  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w',
      '}',
    ].join('\n');
    expect(written(pose)).toBe(TEXT.replace(/Bone7[^}]*\}/, block));
  });

  test('an edited model file and an edited morph are written anew, all else stays', () => {
    const pose = parsed();
    pose.modelFile = 'c.osm';
    pose.morphs[0].weight = 1;
    const edited = TEXT.replace('a;b.osm', 'c.osm').replace('Morph3{あ\n.5;', 'Morph3{あ\n  1.000000;');
    expect(written(pose)).toBe(edited);
  });

  test('bones and morphs may be added and removed', () => {
    const pose = parsed();
    pose.bones.pop();
    pose.morphs.push({ name: 'い', weight: 0.25 });
    expect(written(pose)).toBe(
      TEXT.replace(' 2 ;', ' 1;')
        .replace('Bone8{頭 0,0,0; 0,0,0,1; } // head', '// head')
        .replace('}\nfarewell', '}\n\nMorph1{い\n  0.250000;\n}\nfarewell'),
    );
  });

  test('in another encoding its text stays', () => {
    const bytes = serializeVpd(parsed(), { encoding: 'utf-8' });
    expect(Buffer.from(bytes).toString()).toBe(TEXT);
    const marked = Buffer.from(`\ufeff${TEXT}`);
    const pose = parseVpd(marked);
    pose.bones[1].name = '首';
    expect(Buffer.from(serializeVpd(pose)).toString()).toContain(`\ufeff// made by hand`);
  });

  test('a new name never changes the encoding that readers detect', () => {
    const pose = parseVpd(Buffer.from('Vocaloid Pose Data file\nm.osm;\n1;\nBone0{a\n0,0,0;\n0,0,0,1;\n}\n'));
    pose.bones[0].name = '髮親'; // in CP932, its bytes are valid UTF-8
    expect(parseVpd(serializeVpd(pose)).bones[0].name).toBe('髮親');
  });

  test('a pose that has no place for a change is written as MMD writes it', () => {
    const pose = parsed();
    pose.bones = [];
    pose.morphs = [];
    pose.bones.push({ name: 'a', position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    pose.modelFile = ' // ';
    expect(written(pose)).toMatch(/^Vocaloid Pose Data file\r\n\r\n \/\/ ;\t\t\/\/ 親ファイル名\r\n1;/);
    const empty = parseVpd(Buffer.from('Vocaloid Pose Data file'));
    empty.modelFile = 'm.osm';
    empty.bones.push({ name: 'a', position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    expect(parseVpd(serializeVpd(empty))).toMatchObject({ modelFile: 'm.osm', bones: [{ name: 'a' }] });
  });
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

test('a name that would be read as something else is reported', () => {
  const messages: string[] = [];
  const vpd = createVpd({
    modelFile: 'Bone0{.osm',
    bones: [{ name: 'a 0,0,0;0,0,0,1;' }, { name: 'a//b; 1,2' }],
    morphs: [{ name: 'b 1;}', weight: 1 }],
  });
  serializeVpd(vpd, { onWarning: ({ message }) => messages.push(message) });
  const problem = 'cannot be read back: a part of it reads as a comment, a block or its numbers';
  expect(messages).toEqual([
    `model file "Bone0{.osm" ${problem}`,
    `bones[0] "a 0,0,0;0,0,0,1;" ${problem}`,
    `morphs[0] "b 1;}" ${problem}`,
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

  test('the file is written back byte for byte', () => {
    const bytes = readCorpus(file);
    expect(Buffer.compare(serializeVpd(parseVpd(bytes)), bytes)).toBe(0);
  });

  test('without its source, the file is written as MMD writes it: only its line ends differ, which are LF', () => {
    const bytes = readCorpus(file);
    const { source: _, ...pose } = parseVpd(bytes);
    const written = serializeVpd(pose).filter((byte) => byte !== 0x0d);
    expect(Buffer.compare(written, bytes)).toBe(0);
  });

  test('an edited bone changes two lines of the file, an added bone four and the number of bones', () => {
    const bytes = readCorpus(file);
    const pose = parseVpd(bytes);
    pose.bones[3].rotation = [0, 0, 0, 1];
    pose.bones[3].position = [1, 2, 3];
    pose.bones.push({ name: '左目', position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    const before = decodeCp932(bytes).split('\n');
    const after = decodeCp932(serializeVpd(pose)).split('\n');
    const rest = '  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w';
    expect(after.filter((line) => !before.includes(line))).toEqual([
      '189;\t\t\t\t// 総ポーズボーン数', // number of bones
      '  1.000000,2.000000,3.000000;\t\t\t\t// trans x,y,z',
      rest,
      'Bone188{左目',
      rest,
    ]);
    expect(after.length - before.length).toBe(5); // a blank line and the four lines of the bone
  });
});

test('an edited pose keeps the bytes of other bones that their text does not give back', () => {
  // 纊 and ∵ in their second codes of CP932, and a comment with bytes that are no characters
  const other = 'Bone1{\xed\x40\x87\x9a\r\n 0,0,0; // \xfd\xff\r\n 0,0,0,1;\r\n}\r\n';
  const head = 'Vocaloid Pose Data file\r\n\r\nm.osm;\r\n2;\r\n\r\n';
  const file = Buffer.from(`${head}Bone0{a\r\n 0,0,0;\r\n 0,0,0,1;\r\n}\r\n${other}`, 'latin1');
  const vpd = parseVpd(file);
  vpd.bones[0].position = [1, 2, 3];
  vpd.bones.push({ name: '頭', position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  const written = Buffer.from(serializeVpd(vpd)).toString('latin1');
  expect(written).toContain(other.trimEnd());
  expect(written).toContain('Bone0{a\r\n  1.000000,2.000000,3.000000;');
  expect(written).toContain('Bone2{\x93\xaa\r\n'); // 頭 in CP932
});
