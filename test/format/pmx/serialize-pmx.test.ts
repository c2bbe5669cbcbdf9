import {
  createPmx,
  createPmxBone,
  type FormatWarning,
  parsePmx,
  type Pmx,
  PMX_BONE,
  type PmxMorph,
  type PmxSoftBody,
  type PmxVertices,
  serializePmx,
} from '@odori/format';
import { BDEF4, QDEF, SDEF } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { PmxBytes } from '#test/support/pmx-bytes.js';

const GLOBALS_AT = 9;

describe('a new model', () => {
  test('an empty model is a header and nine counts of zero', () => {
    const expected = new PmxBytes().upTo('end').build();
    expect(serializePmx(createPmx({ name: '模型', nameEn: 'model' }))).toEqual(expected);
  });

  test('of version 2.1 in UTF-8', () => {
    const bytes = new PmxBytes({ version: 2.1, globals: [1, 0, 1, 1, 1, 1, 1, 1] }).upTo('end').u32(0);
    const pmx = createPmx({ version: 2.1, encoding: 'utf-8', name: '模型', nameEn: 'model' });
    expect(serializePmx(pmx)).toEqual(bytes.build());
  });

  test('with a bone', () => {
    const bytes = new PmxBytes().upTo('bones').u32(1).text('頭').text('head').f32(0, 17, 0);
    bytes.u8(0xff).u32(0).u16(0x1a).f32(0, 0, 0).upTo('end');
    const bone = createPmxBone({ name: '頭', nameEn: 'head', position: [0, 17, 0] });
    expect(serializePmx(createPmx({ name: '模型', nameEn: 'model', bones: [bone] }))).toEqual(bytes.build());
  });

  test.each([
    [255, 1],
    [256, 2],
    [65535, 2],
    [65536, 4],
  ])('%i vertices take indices of %i bytes', (count, size) => {
    expect(serializePmx(createPmx({ vertices: vertices(count) }))[GLOBALS_AT + 2]).toBe(size);
  });

  test.each([
    [127, 1],
    [128, 2],
    [32767, 2],
    [32768, 4],
  ])('%i textures take indices of %i bytes', (count, size) => {
    const textures = Array<string>(count).fill('');
    expect(serializePmx(createPmx({ textures }))[GLOBALS_AT + 3]).toBe(size);
  });

  test('an index without a target gets the bytes that it needs', () => {
    const bones = [createPmxBone({ parent: 128, tail: -129 })];
    const bytes = serializePmx(createPmx({ bones, indices: Uint32Array.of(0, 0, 65536) }));
    expect([...bytes.subarray(GLOBALS_AT, GLOBALS_AT + 8)]).toEqual([0, 0, 4, 1, 1, 2, 1, 1]);
    expect(parsePmx(bytes).bones[0]).toMatchObject({ parent: 128, tail: -129 });
  });
});

describe('a model from a file', () => {
  test('keeps index sizes, and takes larger ones when it must', () => {
    const file = new PmxBytes({ globals: [0, 0, 4, 2, 1, 1, 1, 1, 5] }).upTo('end').build();
    const pmx = parsePmx(file);
    expect(serializePmx(pmx)).toEqual(file);
    pmx.bones.push(createPmxBone({ parent: 200 }));
    const edited = serializePmx(pmx);
    expect([...edited.subarray(GLOBALS_AT, GLOBALS_AT + 9)]).toEqual([0, 0, 4, 2, 1, 2, 1, 1, 5]);
    expect(parsePmx(edited).bones).toEqual(pmx.bones);
  });

  test('keeps the bytes of the version', () => {
    const file = new PmxBytes({ version: 2.0001 }).upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.version).toBe(2);
    expect(serializePmx(pmx)).toEqual(file);
    expect(serializePmx({ ...pmx, version: 2.1 })).toEqual(
      new PmxBytes({ version: 2.1 }).upTo('end').u32(0).build(),
    );
  });

  test('keeps the bits of a NaN, while there is a NaN', () => {
    const nan = [0x01, 0x02, 0x80, 0x7f]; // signalling, with a payload
    const bytes = new PmxBytes()
      .upTo('bones')
      .u32(1)
      .text('')
      .text('')
      .bytes([...nan, ...nan])
      .f32(0);
    const file = bytes.u8(0xff).u32(0).u16(0).f32(0, 0, 0).upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.bones[0].position).toEqual([NaN, NaN, 0]);
    expect(serializePmx(pmx)).toEqual(file);
    pmx.bones[0].position[0] = 1;
    const [x, y] = parsePmx(serializePmx(pmx)).source!.nans;
    expect([x.bits, y]).toEqual([0x7f800201, undefined]);
  });

  test('keeps odd bytes of a text, while it says the same', () => {
    const file = new PmxBytes().upTo('textures').u32(1, 3).bytes([0x41, 0, 0x42]).upTo('end').build();
    const pmx = parsePmx(file);
    pmx.textures[0] = 'B';
    const expected = new PmxBytes().upTo('textures').u32(1).text('B').upTo('end').build();
    expect(serializePmx(pmx)).toEqual(expected);
  });

  test('written in the other encoding, it says the same', () => {
    const pmx = parsePmx(new PmxBytes().upTo('textures').u32(1).text('体.png').upTo('end').build());
    pmx.encoding = 'utf-8';
    const read = parsePmx(serializePmx(pmx));
    expect([read.encoding, read.name, read.textures]).toEqual(['utf-8', '模型', ['体.png']]);
  });

  test.each([
    ['utf-16le', [0x41, 0, 0x42], 'utf-8', 'A'],
    ['utf-8', [0x41, 0xe6, 0xa8], 'utf-16le', 'A\ufffd'],
  ] as const)('of %s with odd bytes in its name, written in the other encoding', (from, bytes, to, text) => {
    const empty = serializePmx(createPmx({ encoding: from }));
    const nameAt = GLOBALS_AT + 8;
    const file = Uint8Array.from([
      ...empty.subarray(0, nameAt),
      bytes.length,
      0,
      0,
      0,
      ...bytes,
      ...empty.subarray(nameAt + 4),
    ]);
    const pmx = parsePmx(file);
    expect(pmx.name).toBe(text);
    expect(parsePmx(serializePmx({ ...pmx, encoding: to })).name).toBe(text);
  });

  test('truncated: the rest is dropped once its section is edited', () => {
    const file = new PmxBytes().upTo('morphs').u32(2).text('a').text('').u8(1, 1).u32(0).u8(1).build();
    const pmx = parsePmx(file);
    expect(serializePmx(pmx)).toEqual(file);
    pmx.morphs.pop();
    const { bytes, warnings } = written(pmx);
    expect(bytes).toEqual(new PmxBytes().upTo('end').build());
    expect(warnings).toMatchObject([{ code: 'not-expressible', section: 'end of file', count: 1 }]);
  });

  test('is left as it was', () => {
    const pmx = parsePmx(new PmxBytes({ globals: [0, 0, 1, 1, 1, 1, 1, 1] }).upTo('end').build());
    pmx.bones.push(createPmxBone({ parent: 200 }));
    const before = structuredClone(pmx);
    serializePmx(pmx);
    expect(pmx).toEqual(before);
  });
});

describe('what version 2 lacks', () => {
  const morph = (type: 'flip' | 'impulse'): PmxMorph => ({
    name: type,
    nameEn: '',
    panel: 1,
    ...(type === 'flip'
      ? { type, morphs: Int32Array.of(0), weights: Float32Array.of(1) }
      : {
          type,
          rigidBodies: Int32Array.of(0),
          local: Uint8Array.of(0),
          velocities: new Float32Array(3),
          torques: new Float32Array(3),
        }),
  });

  test('QDEF becomes BDEF4, morphs keep their places, soft bodies are dropped; each is reported', () => {
    const qdef: PmxVertices = { ...vertices(2), weightTypes: Uint8Array.of(QDEF, QDEF) };
    qdef.boneWeights.set([0.5, 0.25, 0.125, 0.125]);
    const pmx = createPmx({
      version: 2,
      vertices: qdef,
      morphs: [morph('flip'), morph('impulse')],
      softBodies: [softBody()],
    });
    const { bytes, warnings } = written(pmx);
    const read = parsePmx(bytes);
    expect([...read.vertices.weightTypes]).toEqual([BDEF4, BDEF4]);
    expect([...read.vertices.boneWeights.subarray(0, 4)]).toEqual([0.5, 0.25, 0.125, 0.125]);
    expect(read.morphs).toEqual([
      {
        name: 'flip',
        nameEn: '',
        panel: 1,
        type: 'group',
        morphs: new Int32Array(0),
        weights: new Float32Array(0),
      },
      {
        name: 'impulse',
        nameEn: '',
        panel: 1,
        type: 'group',
        morphs: new Int32Array(0),
        weights: new Float32Array(0),
      },
    ]);
    expect([read.softBodies, read.warnings]).toEqual([[], []]);
    expect(warnings.map(({ code, section, count }) => [code, section, count])).toEqual([
      ['not-expressible', 'vertices', 2],
      ['not-expressible', 'morphs', 2],
      ['not-expressible', 'softBodies', 1],
    ]);
    expect(warnings[0].message).toBe('vertices[0] is QDEF, which version 2 lacks: BDEF4 is written');
  });

  test('version 2.1 has it', () => {
    const pmx = createPmx({
      version: 2.1,
      vertices: { ...vertices(1), weightTypes: Uint8Array.of(QDEF) },
      morphs: [morph('flip'), morph('impulse')],
      softBodies: [softBody()],
    });
    const { bytes, warnings } = written(pmx);
    expect(warnings).toEqual([]);
    expect(parsePmx(bytes)).toMatchObject({ morphs: pmx.morphs, softBodies: pmx.softBodies });
  });

  test('a lone surrogate is lost in UTF-8, and reported', () => {
    const { bytes, warnings } = written(createPmx({ encoding: 'utf-8', name: 'a\ud800' }));
    expect(parsePmx(bytes).name).toBe('a\ufffd');
    expect(warnings).toMatchObject([{ code: 'not-expressible', section: 'header' }]);
  });

  test('a lone surrogate in a text without a field name is reported too', () => {
    const { warnings } = written(createPmx({ encoding: 'utf-8', textures: ['a', '\udc00.png'] }));
    expect(warnings.map(({ message }) => message)).toEqual([
      'textures[1] has a lone surrogate in its text, which UTF-8 cannot express',
    ]);
  });
});

describe('a model with contradictory parts is refused', () => {
  const bone = createPmxBone();
  const cases: [string, Partial<Pmx>, string][] = [
    ['version', { version: 3 as never }, 'version must be 2 or 2.1, not 3'],
    ['encoding', { encoding: 'utf-16' as never }, "encoding must be 'utf-8' or 'utf-16le', not utf-16"],
    ['text', { name: undefined as never }, 'header.name is undefined, not a string'],
    [
      'short column',
      { vertices: { ...vertices(2), normals: new Float32Array(3) } },
      'vertices.normals has 3',
    ],
    ['missing column', { vertices: { ...vertices(1), uvs: undefined as never } }, 'vertices.uvs is missing'],
    [
      'column that is a list',
      { vertices: { ...vertices(1), positions: [1, 2, 3] as never } },
      'vertices.positions is not an array of 32-bit floats',
    ],
    [
      'column of doubles',
      { vertices: { ...vertices(1), edgeScales: new Float64Array(1) as never } },
      'vertices.edgeScales is not an array of 32-bit floats',
    ],
    [
      'no SDEF',
      { vertices: { ...vertices(1), weightTypes: Uint8Array.of(SDEF) } },
      'vertices[0].weightTypes',
    ],
    ['weights', { vertices: { ...vertices(1), weightTypes: Uint8Array.of(9) } }, 'is 9, not 0 to 4'],
    ['UVs', { vertices: { ...vertices(0), additionalUvCount: 5 } }, 'additionalUvCount is 5, not 0 to 4'],
    ['index', { bones: [{ ...bone, parent: 0.5 }] }, 'bones[0].parent is 0.5, not a whole number'],
    ['huge index', { bones: [bone, { ...bone, parent: 2 ** 31 }] }, 'bones[1].parent is 2147483648'],
    ['vector', { bones: [{ ...bone, position: [1, 2] as never }] }, 'bones[0].position has 2 entries'],
    ['no vector', { bones: [{ ...bone, position: undefined as never }] }, 'bones[0].position is missing'],
    ['no number', { bones: [{ ...bone, position: [1, 2, '3'] as never }] }, 'bones[0].position is 3, not a'],
    ['no IK', { bones: [{ ...bone, flags: PMX_BONE.ik }] }, 'bones[0].ik is missing'],
    ['no flag', { bones: [{ ...bone, fixedAxis: [1, 0, 0] }] }, 'bones[0].fixedAxis is present'],
    ['tail', { bones: [{ ...bone, tail: 0 }] }, 'bones[0].tail is a bone'],
    ['no tail', { bones: [{ ...bone, flags: PMX_BONE.tailIsBone }] }, 'bones[0].tail is an offset'],
    [
      'short morph',
      {
        morphs: [
          {
            name: '',
            nameEn: '',
            panel: 0,
            type: 'vertex',
            vertices: Uint32Array.of(0),
            offsets: new Float32Array(2),
          },
        ],
      },
      'morphs[0].offsets has 2 entries, it needs 3',
    ],
    [
      'morph that is a list',
      {
        morphs: [
          {
            name: '',
            nameEn: '',
            panel: 0,
            type: 'group',
            morphs: Int32Array.of(0),
            weights: [0.5] as never,
          },
        ],
      },
      'morphs[0].weights is not an array of 32-bit floats',
    ],
    [
      'UV channel',
      {
        morphs: [
          {
            name: '',
            nameEn: '',
            panel: 0,
            type: 'uv',
            channel: 5,
            vertices: new Uint32Array(0),
            offsets: new Float32Array(0),
          },
        ],
      },
      'morphs[0].channel is 5',
    ],
    [
      'frame',
      { displayFrames: [{ name: '', nameEn: '', special: 300, elements: [] }] },
      'displayFrames[0].special is 300, not a whole number from 0 to 255',
    ],
  ];

  test.each(cases)('%s', (_, content, message) => {
    expect(() => serializePmx(createPmx(content))).toThrow(RangeError);
    expect(() => serializePmx(createPmx(content))).toThrow(message);
  });
});

function written(pmx: Pmx): { bytes: Uint8Array; warnings: FormatWarning[] } {
  const warnings: FormatWarning[] = [];
  const bytes = serializePmx(pmx, { onWarning: (warning) => warnings.push(warning) });
  return { bytes, warnings };
}

function vertices(count: number): PmxVertices {
  return {
    count,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes: new Uint8Array(count),
    boneIndices: new Int32Array(4 * count).fill(-1),
    boneWeights: new Float32Array(4 * count),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(count),
  };
}

function softBody(): PmxSoftBody {
  return {
    name: '布',
    nameEn: '',
    shape: 0,
    material: -1,
    group: 0,
    collisionMask: 0,
    flags: 0,
    bendingLinkDistance: 0,
    clusterCount: 0,
    totalMass: 1,
    collisionMargin: 0,
    aeroModel: 0,
    config: new Float32Array(12),
    cluster: new Float32Array(6),
    iterations: new Int32Array(4),
    stiffness: new Float32Array(3),
    anchors: [],
    pinnedVertices: Uint32Array.of(0),
  };
}
