import { createVmd, type FormatWarning, parseVmd, serializeVmd, type Vmd } from '@odori/format';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { VmdBytes } from '#test/support/vmd-bytes.js';
import type { SerializeVmdOptions } from '#src/format/vmd/serialize-vmd.js';

function warningsOf(vmd: Vmd, options: SerializeVmdOptions = {}): FormatWarning[] {
  const warnings: FormatWarning[] = [];
  serializeVmd(vmd, { ...options, onWarning: (warning) => warnings.push(warning) });
  return warnings;
}

describe('a document from createVmd is written as MMD 9 writes it', () => {
  test('a new document has zero padding, six counts and the curve block of MMD 9', () => {
    const vmd = createVmd({ modelName: 'Dancer', bones: [{ name: 'arm', frame: 0 }] });
    expect(serializeVmd(vmd)).toEqual(new VmdBytes().counts(1).bone('arm', 0).counts(0, 0, 0, 0, 0).build());
  });

  test('the curve block ends in the low bytes of the x position', () => {
    const vmd = createVmd({ bones: [{ name: 'arm', frame: 0, position: [1.1, 0, 0], physics: false }] });
    const block = serializeVmd(vmd).subarray(54 + 47, 54 + 111);
    expect([...block.subarray(0, 4)]).toEqual([20, 20, 0x63, 0x0f]); // physics off
    expect([...block.subarray(61)]).toEqual([0xcd, 0xcc, 0x8c]); // 1.1 is 3f8ccccd
  });

  test('keys of frame 0 come first, the others as given', () => {
    const keys = [
      { name: 'a', frame: 9 },
      { name: 'a', frame: 0 },
      { name: 'b', frame: 4 },
      { name: 'b', frame: 0 },
    ];
    const { bones } = parseVmd(serializeVmd(createVmd({ bones: keys })));
    expect([...bones.frames]).toEqual([0, 0, 9, 4]);
    expect([...bones.nameIndex].map((name) => bones.names[name].text)).toEqual(['a', 'b', 'a', 'b']);
  });

  test("a camera motion has MMD's model name with the bytes after its NUL", () => {
    const bytes = serializeVmd(createVmd({ cameras: [{ frame: 0 }] }));
    const name = Buffer.from(bytes.subarray(30, 50)).toString('hex');
    expect(name).toBe('834a8381838981458fc696be006f6e2044617461');
    const camera = parseVmd(bytes).cameras;
    expect([camera.distances[0], ...camera.targets, camera.fovs[0], camera.perspective[0]]).toEqual([
      -45, 0, 10, 0, 30, 1,
    ]);
  });

  test('version 1 has four sections and a model name of 10 bytes', () => {
    const vmd = createVmd({
      version: 1,
      modelName: 'Dancer',
      bones: [{ name: 'arm', frame: 2 }],
      cameras: [],
    });
    const bytes = serializeVmd(vmd);
    const header = { signature: 'Vocaloid Motion Data file', modelNameBytes: 10 };
    expect(bytes).toEqual(new VmdBytes(header).counts(1).bone('arm', 2).counts(0, 0, 0).build());
    expect(parseVmd(bytes).version).toBe(1);
  });

  test('property keys are written with their IK switches', () => {
    const properties = [
      { frame: 30, visible: false },
      {
        frame: 0,
        ik: [
          { name: '左足ＩＫ', enabled: true },
          { name: '右足ＩＫ', enabled: false },
        ],
      },
    ];
    const read = parseVmd(serializeVmd(createVmd({ properties }))).properties;
    expect([...read.frames]).toEqual([0, 30]);
    expect([...read.ikStarts]).toEqual([0, 2, 2]);
    expect(read.names.map((name) => name.text)).toEqual(['左足ＩＫ', '右足ＩＫ']);
    expect([...read.ikEnabled]).toEqual([1, 0]);
    expect([...read.visible]).toEqual([1, 0]);
  });
});

describe('an edited document', () => {
  const odd = new VmdBytes().counts(2).bone('arm', 0).text('leg', 15, 0x7a).u32(3).f32(0, 0, 0, 0, 0, 0, 1);
  const bytes = odd.bytes(new Uint8Array(64).fill(0x14)).build();

  test('an odd key that was not edited keeps its bytes; an edited key is written anew', () => {
    const vmd = parseVmd(bytes);
    vmd.bones.frames[0] = 1;
    const written = serializeVmd(vmd);
    expect(written.subarray(54 + 111)).toEqual(bytes.subarray(54 + 111));
    expect(parseVmd(written).bones.frames[0]).toBe(1);
  });

  test('an edit of an odd key is not undone by its raw bytes', () => {
    const vmd = parseVmd(bytes);
    vmd.bones.curves[16] = 50;
    const written = parseVmd(serializeVmd(vmd));
    expect(written.bones.curves[16]).toBe(50);
    expect(written.bones.curves[17]).toBe(0x14);
    vmd.bones.curves[16] = 0x14;
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('a new name replaces bytes and text', () => {
    const vmd = parseVmd(bytes);
    // bytes that do not decode to the text are ignored
    vmd.bones.names[1] = { text: '頭', bytes: new Uint8Array(0) };
    const read = parseVmd(serializeVmd(vmd));
    expect(read.bones.names.map((name) => name.text)).toEqual(['arm', '頭']);
  });

  test('an edited truncated section is written whole, without its truncated record', () => {
    const vmd = parseVmd(new VmdBytes().counts(9).bone('arm', 0).bytes([1, 2, 3]).build());
    vmd.bones.count = 0;
    const read = parseVmd(serializeVmd(vmd), { strict: true });
    expect(read.bones.count).toBe(0);
    expect(read.trailing.length).toBe(0);
  });

  test('written as version 1, a document loses what version 1 has no place for, with warnings', () => {
    const vmd = createVmd({
      cameras: [
        { frame: 0, fov: 20 },
        { frame: 3, fov: 45 },
      ],
    });
    const warnings = warningsOf(vmd, { version: 1 });
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['name-truncated', 1], // カメラ・照明 has 12 bytes, the field 10
      ['not-expressible', 1],
    ]);
    expect(parseVmd(serializeVmd(vmd, { version: 1 })).cameras.fovs).toEqual(Uint32Array.of(45, 45));
  });
});

describe('warnings of serializeVmd', () => {
  test('a name that is truncated to 15 bytes gives a warning with its place', () => {
    const bones = [
      { name: 'arm', frame: 0 },
      { name: 'スカート上着制服裾', frame: 5 },
      { name: 'スカート上着制服裾', frame: 9 },
    ];
    expect(warningsOf(createVmd({ bones }))).toEqual([
      {
        code: 'name-truncated',
        section: 'bone keys',
        count: 2,
        offset: 54 + 111,
        message: 'name "スカート上着制服裾" (18 bytes) is truncated to 15 bytes: "スカート上着制"',
      },
    ]);
  });

  test('a name with characters that CP932 lacks gives a warning', () => {
    const warnings = warningsOf(
      createVmd({ modelName: '왈츠', morphs: [{ name: 'ゔ', frame: 0, weight: 1 }] }),
    );
    expect(warnings.map(({ code, section, message }) => [code, section, message])).toEqual([
      ['name-not-cp932', 'header', 'name "왈츠" is written "??": CP932 lacks 왈 츠; BVMD and JSON keep it'],
      ['name-not-cp932', 'morph keys', 'name "ゔ" is written "ヴ": CP932 lacks ゔ; BVMD and JSON keep it'],
    ]);
  });

  test('an IK name longer than 20 bytes gives a warning', () => {
    const ik = [{ name: 'x'.repeat(21), enabled: true }];
    expect(warningsOf(createVmd({ properties: [{ frame: 0, ik }] }))[0]).toMatchObject({
      code: 'name-truncated',
      section: 'property keys',
      offset: 50 + 6 * 4 + 9,
    });
  });

  test('bones and cameras in one file give a warning', () => {
    const vmd = createVmd({ bones: [{ name: 'a', frame: 0 }], cameras: [{ frame: 0 }] });
    expect(warningsOf(vmd).map(({ code }) => code)).toEqual(['mixed-sections']);
  });

  test('an ordinary motion gives no warning', () => {
    expect(warningsOf(createVmd({ modelName: '初音ミク', bones: [{ name: '右人指１', frame: 0 }] }))).toEqual(
      [],
    );
  });
});

describe('mistakes in a document', () => {
  const five = createVmd({ bones: [0, 10, 20, 30, 40].map((frame) => ({ name: `bone ${frame}`, frame })) });

  test('columns may be longer than the count says', () => {
    const vmd = parseVmd(serializeVmd(five));
    vmd.bones.count = 4;
    expect([...parseVmd(serializeVmd(vmd), { strict: true }).bones.frames]).toEqual([0, 10, 20, 30]);
  });

  test('the error names the column that is too short or has an index out of range', () => {
    const vmd = parseVmd(serializeVmd(five));
    vmd.bones.count = 6;
    expect(() => serializeVmd(vmd)).toThrow(new RangeError('bones.nameIndex has 5 entries, 6 keys need 6'));
    vmd.bones.count = 5;
    vmd.bones.nameIndex[2] = 9;
    expect(() => serializeVmd(vmd)).toThrow(new RangeError('bones.nameIndex[2] is 9, but there are 5 names'));
    const properties = createVmd({ properties: [{ frame: 0, ik: [{ name: 'a', enabled: true }] }] });
    properties.properties.ikStarts[1] = 7;
    expect(() => serializeVmd(properties)).toThrow(RangeError);
    expect(() => serializeVmd(five, { version: 3 as never })).toThrow(RangeError);
  });

  test.each<[string, (vmd: Vmd) => void]>([
    [
      'bones.positions is not an array of 32-bit floats',
      ({ bones }) => (bones.positions = [1, 2, 3] as never),
    ],
    [
      'bones.rotations is not an array of 32-bit floats',
      ({ bones }) => (bones.rotations = new Float64Array(4) as never),
    ],
    [
      'bones.curves is not an array of 8-bit whole numbers',
      ({ bones }) => (bones.curves = Array(16) as never),
    ],
    [
      'bones.frames is not an array of 32-bit whole numbers',
      ({ bones }) => (bones.frames = new Float32Array(1) as never),
    ],
    [
      'morphs.weights is not an array of 32-bit floats',
      ({ morphs }) => (morphs.weights = undefined as never),
    ],
    [
      'properties.visible is not an array of 8-bit whole numbers',
      ({ properties }) => (properties.visible = new Uint32Array(1) as never),
    ],
    [
      'properties.ikStarts is not an array of 32-bit whole numbers',
      ({ properties }) => (properties.ikStarts = [0, 1] as never),
    ],
    [
      'properties.ikEnabled is not an array of 8-bit whole numbers',
      ({ properties }) => (properties.ikEnabled = new DataView(new ArrayBuffer(1)) as never),
    ],
    [
      'bones.nameIndex[0] is -1, but there are 1 names',
      ({ bones }) => (bones.nameIndex = Int32Array.of(-1) as never),
    ],
    [
      'properties.ikStarts[1] is 1: entries must ascend from 0 to at most 1',
      ({ properties }) => (properties.ikStarts = Int32Array.of(-1, 1) as never),
    ],
  ])('%s', (message, spoil) => {
    const vmd = createVmd({
      bones: [{ name: 'arm', frame: 0 }],
      morphs: [{ name: 'a', frame: 0, weight: 1 }],
      properties: [{ frame: 0, ik: [{ name: 'leg', enabled: true }] }],
    });
    spoil(vmd);
    expect(() => serializeVmd(vmd)).toThrow(new RangeError(message));
  });

  test('columns may come from another window', () => {
    const vmd = createVmd({ bones: [{ name: 'arm', frame: 0, position: [1, 2, 3] }] });
    const bytes = serializeVmd(vmd);
    const positions = runInNewContext('Float32Array.of(1, 2, 3)') as Float32Array;
    expect(positions).not.toBeInstanceOf(Float32Array);
    vmd.bones.positions = positions;
    expect(Buffer.compare(serializeVmd(vmd), bytes)).toBe(0);
  });

  test('a version 1 document that becomes version 2 gets records of version 2', () => {
    const keys = { cameras: [{ frame: 0 }, { frame: 10 }], lights: [{ frame: 0 }] };
    const vmd = parseVmd(serializeVmd(createVmd({ version: 1, ...keys })));
    vmd.version = 2;
    const read = parseVmd(serializeVmd(vmd), { strict: true });
    expect([...read.cameras.frames]).toEqual([0, 10]);
    expect(read.lights.count).toBe(1);
  });

  test('a name with a NUL gives a warning', () => {
    expect(warningsOf(createVmd({ bones: [{ name: 'a\0b', frame: 0 }] }))[0]).toMatchObject({
      code: 'not-expressible',
      message: 'name "a\\u0000b" contains a NUL, where readers stop',
    });
  });
});
