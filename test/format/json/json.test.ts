import {
  createVmd,
  fromJson,
  MmdFormatError,
  parseVmd,
  serializeVmd,
  stringifyJson,
  toJson,
  type VmdJson,
} from '@odori/format';
import schema from '@odori/format/schema/vmd.schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vmd as anyVmd } from '#test/support/arbitrary-vmd.js';
import { corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { RUNS } from '#test/support/runs.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { VmdBytes } from '#test/support/vmd-bytes.js';

const validate = new Ajv2020().compile(schema);

function throughText(json: VmdJson): VmdJson {
  return JSON.parse(stringifyJson(json)) as VmdJson;
}

const NOD = createVmd({
  modelName: 'Dancer',
  bones: [
    { name: '頭', frame: 0 },
    {
      name: '首',
      frame: 5,
      position: [0.1, -0, NaN],
      rotation: [0, 0, 0, 0],
      curves: [1, 2, 3, 4],
      physics: false,
    },
    { name: '頭', frame: 15 },
  ],
  properties: [{ frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] }],
});

describe('toJson', () => {
  test('gives readable keys', () => {
    const json = toJson(NOD);
    expect(json.expansion).toEqual({
      version: 2,
      targetId: -1,
      startFrame: 0,
      coordinateSystem: 'mmd',
      fileType: 'vmd',
      groupType: 'none',
    });
    expect(json.header).toEqual({ signature: 'Vocaloid Motion Data 0002', modelName: 'Dancer' });
    expect(json.bones[1]).toEqual({
      name: '首',
      frame: 5,
      position: [0.1, -0, 'NaN'],
      rotation: [0, 0, 0, 0],
      curves: { x: [1, 2, 3, 4], y: [1, 2, 3, 4], z: [1, 2, 3, 4], rotation: [1, 2, 3, 4] },
      physics: false,
    });
    expect(json.properties).toEqual([
      { frame: 0, visible: true, ik: [{ name: '左足ＩＫ', enabled: false }] },
    ]);
    expect(json.source).toBeUndefined();
  });

  test('groups keys by name, shifts frames and keeps the target', () => {
    const json = toJson(NOD, { groupType: 'name', startFrame: 100, targetId: 3 });
    expect(json.expansion).toMatchObject({ groupType: 'name', startFrame: 100, targetId: 3 });
    expect(json.bones.map((group) => group.name)).toEqual(['頭', '首']);
    expect(json.bones[0]).toMatchObject({ keys: [{ frame: 100 }, { frame: 115 }] });
    expect(json.properties[0].frame).toBe(100);
    const read = fromJson(throughText(json));
    expect([...read.bones.frames]).toEqual([0, 15, 5]); // the order across names is lost, the frames are not
  });

  test('gives bytes in hexadecimal only if the text does not give them back', () => {
    const bytes = new VmdBytes()
      .counts(0, 2)
      .text('arm', 15)
      .u32(0, 0)
      .text('\x85\x9f', 15)
      .u32(0, 0)
      .build();
    const { morphs } = toJson(parseVmd(bytes));
    expect(morphs).toEqual([
      { name: 'arm', frame: 0, weight: 0 },
      { name: '\ufffd', nameBytes: '859f', frame: 0, weight: 0 },
    ]);
  });

  test('refuses a start frame that is no whole number', () => {
    expect(() => toJson(NOD, { startFrame: 0.5 })).toThrow(RangeError);
  });
});

describe('fromJson', () => {
  test('gives the motion back, NaN and −0 included', () => {
    expect(serializeVmd(fromJson(throughText(toJson(NOD))))).toEqual(serializeVmd(NOD));
    expect(serializeVmd(fromJson(throughText(toJson(NOD, { startFrame: -50 }))))).toEqual(serializeVmd(NOD));
  });

  test('reads −0 as the string that early versions wrote', () => {
    const json = throughText(toJson(NOD));
    json.bones[1] = { ...json.bones[1], position: [0.1, '-0', 'NaN'] } as never;
    expect(serializeVmd(fromJson(json))).toEqual(serializeVmd(NOD));
    expect(validate(json)).toBe(true);
  });

  test('keeps the bits of a NaN', () => {
    const bytes = new VmdBytes().counts(0, 1).text('a', 15).u32(0, 0xffc00001).build();
    const json = throughText(toJson(parseVmd(bytes)));
    expect(json.morphs[0]).toMatchObject({ weight: 'NaN:ffc00001' });
    expect(serializeVmd(fromJson(json))).toEqual(bytes);
  });

  test('uses an edited name, not its old bytes', () => {
    const bytes = new VmdBytes().counts(0, 1).text('\x85\x9f', 15).u32(0, 0).build();
    const json = throughText(toJson(parseVmd(bytes)));
    json.morphs[0].name = 'smile';
    expect(parseVmd(serializeVmd(fromJson(json))).morphs.names[0].text).toBe('smile');
  });

  type Edit = [place: (string | number)[], value: unknown, message: string];

  test.each<Edit>([
    [['bones', 2, 'frame'], 1.5, 'bones[2].frame must be a whole number from 0 to 4294967295, found 1.5'],
    [['bones', 0, 'position'], [0, 0], 'bones[0].position must be 3 numbers, found an array of 2'],
    [
      ['bones', 0, 'position', 1],
      'up',
      'bones[0].position[1] must be a number, "NaN", "Infinity" or "-Infinity", found "up"',
    ],
    [['bones', 0, 'curves', 'x'], [1, 2, 3], 'bones[0].curves.x must be four numbers, found an array of 3'],
    [['bones', 0, 'name'], undefined, 'bones[0].name must be a string, found nothing'],
    [['lights'], undefined, 'lights must be an array, found nothing'],
    [
      ['expansion', 'coordinateSystem'],
      'left',
      'expansion.coordinateSystem must be "mmd" or "three", found "left"',
    ],
    [['properties', 0, 'ik', 0, 'enabled'], 1, 'properties[0].ik[0].enabled must be true or false, found 1'],
  ])('names the place of what is wrong: %j', (place, value, message) => {
    const json = throughText(toJson(NOD));
    const last = place.at(-1)!;
    let target: object = json;
    for (const step of place.slice(0, -1)) target = Reflect.get(target, step) as object;
    Reflect.set(target, last, value);
    const error = thrownBy(() => fromJson(json));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ code: 'bad-json', section: message.split(' must')[0] });
  });

  test("refuses JSON in three.js's space and names the tool that reads it", () => {
    const json = throughText(toJson(NOD));
    json.expansion.coordinateSystem = 'three';
    expect(validate(json)).toBe(true); // it is valid JSON for programs that read this space
    const error = thrownBy(() => fromJson(json));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code: 'bad-json', section: 'expansion.coordinateSystem' });
    expect(error.message).toBe(
      'expansion.coordinateSystem must be "mmd" here ("odori convert" of @odori/cli reads JSON in three.js\'s space), found "three"',
    );
  });

  test('gives a document or an MmdFormatError for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => fromJson(JSON.parse(text))).toThrow(MmdFormatError);
      }),
      { numRuns: RUNS },
    );
  });

  test('gives a document or an MmdFormatError if any value is replaced by any other', () => {
    const sound = throughText(toJson(parseVmd(serializeVmd(NOD))));
    const places = placesIn(sound);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const json = structuredClone(sound);
        let target: object = json;
        for (const step of place.slice(0, -1)) target = Reflect.get(target, step) as object;
        Reflect.set(target, place.at(-1)!, value);
        try {
          serializeVmd(fromJson(json));
        } catch (error) {
          expect(error).toBeInstanceOf(MmdFormatError);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('refuses a header of another length and JSON that is nested very deeply', () => {
    const json = throughText(toJson(parseVmd(serializeVmd(NOD))));
    json.source!.signature = 'ff'.repeat(40);
    expect(() => fromJson(json)).toThrow('source.signature must be 30 bytes in hexadecimal');
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
    expect(() => fromJson({ expansion: deep })).toThrow('expansion must be an object, found an array of 1');
  });

  test('refuses raw records of another length', () => {
    const json = throughText(toJson(parseVmd(new VmdBytes().counts(1).bone('a', 0).build())));
    json.source!.bones.odd.push({ key: 0, bytes: 'ff' });
    expect(() => fromJson(json)).toThrow('source.bones.odd[0].bytes must be a whole record, found "ff"');
  });
});

describe('stringifyJson', () => {
  test('writes −0 as a number, NaN and infinities as strings', () => {
    const bones = [{ name: 'a', frame: 0, position: [-0, NaN, 1] as const }];
    const text = stringifyJson(
      toJson(createVmd({ bones, morphs: [{ name: 'b', frame: 0, weight: -Infinity }] })),
    );
    expect(text).toContain('"position":[-0,"NaN",1]');
    expect(text).toContain('"weight":"-Infinity"');
  });

  test('JSON.parse gives any value back, −0 included', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(stringifyJson(value as never))).toEqual(value);
      }),
      { numRuns: RUNS },
    );
  });

  test('writes all else as JSON.stringify does', () => {
    const odd = { a: undefined, 'b"\n': '\ud800', c: [null, true, 1e300, {}] };
    expect(stringifyJson(odd as never)).toBe(JSON.stringify(odd));
  });
});

describe('schema', () => {
  test('the schema fits the result of toJson', () => {
    fc.assert(
      fc.property(anyVmd, fc.constantFrom('none', 'name'), fc.boolean(), (vmd, groupType, isParsed) => {
        const document = isParsed ? parseVmd(serializeVmd(vmd)) : vmd;
        validate(throughText(toJson(document, { groupType })));
        expect(validate.errors).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('the schema does not fit JSON that fromJson refuses', () => {
    const json = throughText(toJson(NOD));
    json.cameras.push({ frame: 0 } as never);
    expect(validate(json)).toBe(false);
    expect(() => fromJson(json)).toThrow(MmdFormatError);
  });
});

describe.skipIf(!hasCorpus).each(corpusFiles('vmd'))('%s', (file) => {
  const bytes = readCorpus(`vmd/${file}`);
  const json = throughText(toJson(parseVmd(bytes)));

  test('the file is written back from its JSON byte for byte', () => {
    expect(Buffer.compare(serializeVmd(fromJson(json)), bytes)).toBe(0);
  });

  test('the JSON of the file fits the schema', () => {
    validate(json);
    expect(validate.errors).toBeNull();
  });
});

test.skipIf(!hasCorpus)('the 2,058 negative zeros of wavefile are numbers', () => {
  const text = stringifyJson(toJson(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))));
  expect(text.match(/(?<=[[:,])-0(?=[\],}])/g)!.length).toBe(2058);
  expect(text).not.toContain('"-0"');
});

/** The way to every value in a JSON. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const below = keys.flatMap((key) => placesIn(Reflect.get(value, key), [...path, key]));
  return path.length > 0 ? [path, ...below] : below;
}
