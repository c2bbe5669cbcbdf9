import { MmdFormatError, parseVpd, serializeVpd, type Vpd } from '@odori/format';
import { encodeCp932 } from '@odori/format/internal';
import { describe, expect, test, vi } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';

const POSE = `Vocaloid Pose Data file

miku.osm;\t\t// 親ファイル名
2;\t\t\t\t// 総ポーズボーン数

Bone0{右腕
  0.000000,1.500000,-0.000000;\t\t\t\t// trans x,y,z
  0.100000,0.200000,0.300000,0.900000;\t\t// Quaternion x,y,z,w
}

Bone1{ソ{ボ}
  1,2,3;
  0,0,0,1;
}
`;

function parse(text: string, strict = false): Vpd {
  return parseVpd(encodeCp932(text).bytes, { strict });
}

/** What a document says, without the file that it comes from. */
function content(vpd: Vpd): Omit<Vpd, 'source'> {
  const { source: _, ...said } = vpd;
  return said;
}

function codes(text: string): string[] {
  return parse(text).warnings.map((warning) => warning.code);
}

/** A pose with one bone block, given from its name on. */
function oneBone(block: string): string {
  return `Vocaloid Pose Data file\n\nm.osm;\n1;\n\nBone0{${block}`;
}

describe('a pose as MMD writes it', () => {
  test('CP932 is decoded before it is parsed: the last bytes of ボ and ソ are { and \\', () => {
    const vpd = parse(POSE, true);
    expect(content(vpd)).toEqual({
      format: 'vpd',
      modelFile: 'miku.osm',
      encoding: 'cp932',
      bones: [
        { name: '右腕', position: [0, 1.5, -0], rotation: [0.1, 0.2, 0.3, 0.9] },
        { name: 'ソ{ボ}', position: [1, 2, 3], rotation: [0, 0, 0, 1] },
      ],
      morphs: [],
      warnings: [],
    });
    expect(Object.is(vpd.bones[0].position[2], -0)).toBe(true);
  });

  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s line ends', (_, end) => {
    expect(content(parse(POSE.replaceAll('\n', end), true))).toEqual(content(parse(POSE)));
  });

  test('UTF-8 with and without a byte order mark and UTF-16 of both kinds are detected', () => {
    const utf8 = Buffer.from(POSE, 'utf8');
    const utf16 = Buffer.from(`\ufeff${POSE}`, 'utf16le');
    const files: [Uint8Array, string][] = [
      [utf8, 'utf-8'],
      [Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), utf8]), 'utf-8'],
      [utf16, 'utf-16le'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
    ];
    for (const [bytes, encoding] of files) {
      expect(content(parseVpd(bytes, { strict: true }))).toEqual({ ...content(parse(POSE)), encoding });
    }
  });
});

describe('quirks of other programs', () => {
  test('a name may stand on the next line', () => {
    expect(parse(oneBone('\n右腕\n 0,0,0;\n 0,0,0,1;\n}'), true).bones[0].name).toBe('右腕');
  });

  test('a comment and a blank line may stand before the name', () => {
    expect(parse(oneBone(' // name below\n\n// here\n右腕\n 0,0,0;\n 0,0,0,1;\n}'), true).bones[0].name).toBe(
      '右腕',
    );
  });

  test('with a count that is no number, junk before the bones is an error', () => {
    expect(() => parse('Vocaloid Pose Data file\nm;\nabc;\njunk\nBone0{a\n0,0,0;\n0,0,0,1;\n}')).toThrow(
      MmdFormatError,
    );
  });

  test('a name may be missing', () => {
    expect(parse(oneBone('\n 0,0,0;\n 0,0,0,1;\n}'), true).bones[0].name).toBe('');
  });

  test('comments, spaces and tabs are dropped from names, full-width spaces are kept', () => {
    const text = oneBone('\t右 腕\u3000 // right arm\n\t 0 , 0\t,0 ; // x y z\n // q\n 0,0,\n0,1;}');
    expect(parse(text, true).bones).toEqual([
      { name: '右 腕\u3000', position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    ]);
  });

  test('numbers are read in all spellings', () => {
    const { bones, warnings } = parse(oneBone('a\n1e-3,+.5,-7.;\n1.#QNAN0,-1.#IND00,1.#INF00,-inf;\n}'));
    expect(bones[0].position).toEqual([0.001, 0.5, -7]);
    expect(bones[0].rotation).toEqual([NaN, NaN, Infinity, -Infinity]);
    expect(warnings).toMatchObject([
      { code: 'not-finite', message: 'bones[0] has a number that is not finite' },
    ]);
  });

  test("nan(ind), as Microsoft's newer library writes it, is NaN", () => {
    const { bones } = parse(oneBone('a\n nan(ind),-nan(ind),nan(snan);\n-nan,inf,-inf,1;\n}'));
    expect(bones[0].position).toEqual([NaN, NaN, NaN]);
    expect(bones[0].rotation).toEqual([NaN, Infinity, -Infinity, 1]);
    expect(parse(oneBone('\n nan(ind),0,0;\n0,0,0,1;\n}')).bones[0].name).toBe('');
  });

  test('the last semicolon of the line ends the model file, which may have others', () => {
    const fileOf = (line: string): string => parse(POSE.replace(/miku.*/, line), true).modelFile;
    expect(fileOf('a;b.osm;\t\t// 親ファイル名')).toBe('a;b.osm');
    expect(fileOf('a;1;')).toBe('a;1'); // the number of bones is on the next line
    expect(fileOf('a.osm; // no; semicolon; of; the; line')).toBe('a.osm');
    expect(fileOf('a.osm;// likewise;')).toBe('a.osm');
  });

  test('a bone and a morph may stand on one line', () => {
    const text = `${oneBone('右腕 1 0,1.5,-2; 0,0,0.6,.8; } // right arm')}\nMorph0{まばたき\t0.25;}`;
    const { bones, morphs } = parse(text, true);
    expect(bones).toEqual([{ name: '右腕 1', position: [0, 1.5, -2], rotation: [0, 0, 0.6, 0.8] }]);
    expect(morphs).toEqual([{ name: 'まばたき', weight: 0.25 }]);
    expect(parse(oneBone('a 0,0,0,0,0,0,1}Morph0{b 1;}'))).toMatchObject({
      bones: [{ name: 'a' }],
      morphs: [{ name: 'b', weight: 1 }],
    });
  });

  test('a whole pose may stand on one line', () => {
    const blocks = 'Bone0{右腕 0,1,2; 0,0,0,1; } Bone1{頭 3,4,5; 0,0,0,1;} Morph0{あ 0.5; }';
    for (const header of ['m;n.osm; 2; ', 'm;n.osm;2;', 'm;n.osm; 2;\n', 'm;n.osm;\n2; ']) {
      const { modelFile, bones, morphs } = parse(`Vocaloid Pose Data file ${header}${blocks}`, true);
      expect([modelFile, morphs[0].weight]).toEqual(['m;n.osm', 0.5]);
      expect(bones.map(({ name, position }) => [name, ...position])).toEqual([
        ['右腕', 0, 1, 2],
        ['頭', 3, 4, 5],
      ]);
    }
  });

  test('a name and a model file may contain //: a comment begins after a blank', () => {
    const text = POSE.replace('右腕', 'L//R // left or right').replace('miku.osm', 'a//b.osm');
    const { modelFile, bones } = parse(text, true);
    expect([modelFile, bones[0].name]).toEqual(['a//b.osm', 'L//R']);
  });

  test('missing semicolons give warnings', () => {
    const text = oneBone('a\n0,0,0\n0,0,0,1\n}').replace('m.osm;', 'm.osm').replace('1;', '1');
    const { modelFile, bones, warnings } = parse(text);
    expect(modelFile).toBe('m.osm');
    expect(bones.length).toBe(1);
    expect(warnings).toMatchObject([
      { code: 'missing-semicolon', section: 'header', count: 2, line: 3, column: 1 },
      { code: 'missing-semicolon', section: 'bones', count: 2, line: 7, column: 1 },
    ]);
  });

  test("MikuMikuMoving's morphs are read", () => {
    const text = `${POSE}\nMorph0{まばたき\n  0.250000;\n}\n`;
    expect(parse(text, true).morphs).toEqual([{ name: 'まばたき', weight: 0.25 }]);
  });

  test('text before the signature, a wrong count, a repeated bone and a rotation of zeros give warnings', () => {
    expect(codes(`made with love\n${POSE}`)).toEqual(['odd-signature']);
    expect(parse(POSE.replace('2;', '5;')).warnings).toMatchObject([
      { code: 'count-mismatch', line: 4, column: 1, message: 'number of bones is 5, but there are 2' },
    ]);
    const twice = POSE.replace('ソ{ボ}', '右腕');
    expect(codes(twice)).toEqual(['duplicate-keys']);
    expect(parse(twice).bones.length).toBe(2);
    expect(codes(POSE.replace('0,0,0,1;', '0,0,0,0;'))).toEqual(['zero-quaternion']);
  });

  test('the model file and the count may be missing', () => {
    const { modelFile, bones } = parse('Vocaloid Pose Data file\nBone0{a\n0,0,0;\n0,0,0,1;\n}');
    expect([modelFile, bones.length]).toEqual(['', 1]);
  });

  test('text after the declared bones gives a warning', () => {
    expect(codes(`${POSE}\nfarewell`)).toEqual(['trailing-bytes']);
  });
});

describe('errors', () => {
  test('errors carry line, column and byte', () => {
    const text = POSE.replace('1,2,3;', '1,two,3;');
    const error = thrownBy(() => parse(text));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error.message).toBe('expected a number, found "two,3;" (at line 12, column 5)');
    const offset = Buffer.from(encodeCp932(text).bytes).indexOf('two');
    expect(error).toMatchObject({ code: 'bad-syntax', section: 'bones[1]', line: 12, column: 5, offset });
  });

  test('too few numbers are an error', () => {
    expect(() => parse(oneBone('a\n0,0,0;\n0,0;\n}'))).toThrow('bones[0] "a" has 5 numbers, needs 7');
  });

  test('other files are refused', () => {
    expect(thrownBy(() => parse('Vocaloid Motion Data'))).toMatchObject({ code: 'bad-signature', line: 1 });
    expect(() => parseVpd(new Uint8Array(0))).toThrow(MmdFormatError);
  });

  test('a file that ends early keeps its whole bones', () => {
    const cut = POSE.slice(0, POSE.indexOf('1,2,3;') + 4);
    expect(parse(cut).bones.map((bone) => bone.name)).toEqual(['右腕']);
    expect(codes(cut)).toEqual(['truncated', 'count-mismatch']);
  });

  test('undefined bytes give a warning', () => {
    const bytes = encodeCp932(POSE.replace('右腕', '??')).bytes;
    bytes.set([0x85, 0x9f], Buffer.from(bytes).indexOf('??'));
    expect(parseVpd(bytes).warnings).toMatchObject([{ code: 'bad-text', line: 6, column: 7 }]);
  });

  test('offsets are right after undefined bytes', () => {
    const bytes = encodeCp932(POSE.replace('右腕', '??????').replace('1,2,3;', '1,two;')).bytes;
    bytes.set([0x80, 0xa0, 0xfd, 0x85, 0x9f, 0xb1], Buffer.from(bytes).indexOf('??????'));
    const error = thrownBy(() => parseVpd(bytes));
    expect(error).toMatchObject({ code: 'bad-syntax', offset: Buffer.from(bytes).indexOf('two') });
  });

  test.each([
    ['a block head', `Bone${' '.repeat(1_000_000)}x`],
    ['digits', `Bone0{\n${'1'.repeat(1_000_000)}`],
    ['blanks in a name', `Bone0{a${' '.repeat(1_000_000)}b\n`],
  ])('%s that never end are read once; in quadratic time this test would take minutes', (_, body) => {
    try {
      parse(`Vocaloid Pose Data file\nm${' '.repeat(1_000_000)}x;\n1;\n${body}`);
    } catch (error) {
      expect(error).toBeInstanceOf(MmdFormatError);
    }
  });

  test('of 9,000 blocks on one line, only the names are searched for comments', () => {
    const block = `Bone0{${'a'.repeat(60)} 0.000000,0.000000,0.000000; 0.000000,0.000000,0.000000,1.000000; }`;
    const bytes = encodeCp932(`Vocaloid Pose Data file m.osm; 9000; ${block.repeat(9000)}`).bytes;
    const search = vi.spyOn(String.prototype, 'search');
    const { bones } = parseVpd(bytes);
    const searched = search.mock.contexts.reduce<number>((sum, text) => sum + (text as string).length, 0);
    search.mockRestore();
    expect(searched).toBe(9000 * 'a'.repeat(60).length);
    expect([bones.length, bones[8999].name]).toEqual([9000, 'a'.repeat(60)]);
  });

  test('a hundred thousand oddities give three warnings; a place in the text for each would take minutes', () => {
    const block = `Bone0{a\n0,0,0\n0,0,0,0\n} // ${'-'.repeat(100)}\n`; // as long as MMD's own
    const bones = block.repeat(20_000);
    const { warnings } = parse(`Vocaloid Pose Data file\nm.osm;\n20000;\n${bones}`);
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['missing-semicolon', 40_000],
      ['zero-quaternion', 20_000],
      ['duplicate-keys', 19_999],
    ]);
  });
});

describe('a morph without a number as its weight is left out', () => {
  test.each(['nope;', ';', '', '0.5, 1;', '{;', '１;'])('%j', (weight) => {
    const text = `${POSE}\nMorph0{あ\n  0.25;\n}\n\nMorph1{い\n  ${weight}\n}\n\nMorph2{う\n  1;\n}\n`;
    const { bones, morphs, warnings } = parse(text);
    expect(bones.map(({ name }) => name)).toEqual(['右腕', 'ソ{ボ}']);
    expect(morphs).toEqual([
      { name: 'あ', weight: 0.25 },
      { name: 'う', weight: 1 },
    ]);
    expect(warnings).toMatchObject([{ code: 'odd-value', section: 'morphs', count: 1, line: 20 }]);
    expect(thrownBy(() => parse(text, true))).toMatchObject({ code: 'odd-value', section: 'morphs[1]' });
    expect(serializeVpd(parse(text))).toEqual(encodeCp932(text).bytes);
  });

  test('a morph whose end is missing before the next block is still refused', () => {
    expect(thrownBy(() => parse(`${POSE}\nMorph0{あ\n nope;\nMorph1{い\n 1;\n}`))).toMatchObject({
      code: 'bad-syntax',
    });
  });
});
