import { type FormatWarning, parsePmm, type Pmm, serializePmm } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { headBytes, PmmBytes, version1Bytes, wholeBytes } from './pmm-bytes.js';

const BYTES = wholeBytes().build();

/** The file that an edit makes, and what it says. */
function edited(edit: (pmm: Pmm) => void): { bytes: Uint8Array; pmm: Pmm } {
  const pmm = parsePmm(BYTES);
  edit(pmm);
  const bytes = serializePmm(pmm);
  return { bytes, pmm: parsePmm(bytes) };
}

/** Where two files of the same length differ. */
function differences(bytes: Uint8Array): number[] {
  expect(bytes.length).toBe(BYTES.length);
  return Array.from(bytes.keys()).filter((i) => bytes[i] !== BYTES[i]);
}

test('an unchanged document gives the same bytes, including those after NULs', () => {
  const pmm = parsePmm(BYTES);
  const before = structuredClone(pmm);
  expect(Buffer.compare(serializePmm(pmm), BYTES)).toBe(0);
  expect(pmm).toEqual(before); // untouched
});

test('every NaN keeps its bits, in a column or outside', () => {
  const bytes = BYTES.slice();
  const signalling = [1, 2, 0xa0, 0x7f]; // 7FA00201
  bytes.set(signalling, 42); // view angle
  bytes.set(signalling, 55 + 349 + 12 + 16); // x of the first bone key: see parse-pmm.test.ts
  const pmm = parsePmm(bytes);
  expect([pmm.editor.viewAngle, pmm.models[0].bones.positions[0]]).toEqual([NaN, NaN]);
  expect(Buffer.compare(serializePmm(structuredClone(pmm)), bytes)).toBe(0);
});

describe('edited documents', () => {
  test('an edited value of a key changes nothing else', () => {
    // 14 → 0, of 00 00 60 41
    const { bytes, pmm } = edited(({ models: [{ bones }] }) => (bones.positions[3] = 0));
    expect(pmm.models[0].bones.positions[3]).toBe(0);
    expect(differences(bytes).length).toBe(2);
  });

  test('an edited frame keeps the links', () => {
    const { bytes } = edited(({ models: [{ bones }] }) => (bones.frames[1] = 6));
    expect(differences(bytes).length).toBe(1);
  });

  test('with one more key, the pool is linked anew, by track', () => {
    const { pmm } = edited(({ models: [{ morphs }] }) => {
      // base: 0, 4; smile: 0, 6
      morphs.count = 4;
      morphs.starts = Uint32Array.of(0, 2, 4);
      morphs.frames = Uint32Array.of(0, 4, 0, 6);
      morphs.weights = Float32Array.of(0, 1, 0.5, 1);
      morphs.selected = new Uint8Array(4);
    });
    const { links, ...morphs } = pmm.models[0].morphs;
    expect(pmm.warnings).toEqual([]);
    expect(morphs).toEqual({
      count: 4,
      starts: Uint32Array.of(0, 2, 4),
      frames: Uint32Array.of(0, 4, 0, 6),
      weights: Float32Array.of(0, 1, 0.5, 1),
      selected: new Uint8Array(4),
    });
    expect(links).toEqual({
      records: Uint32Array.of(0, 2, 1, 3),
      previous: Int32Array.of(0, 0, 0, 1),
      next: Int32Array.of(2, 3, 0, 0),
    });
  });

  test('with a key moved to another bone, the pool is linked anew, by track', () => {
    const { pmm } = edited(({ models: [{ bones }] }) => {
      bones.starts = Uint32Array.of(0, 2, 5);
      bones.frames = Uint32Array.of(0, 5, 0, 3, 7);
    });
    expect(pmm.warnings).toEqual([]);
    expect(Array.from(pmm.models[0].bones.starts)).toEqual([0, 2, 5]);
    expect(Array.from(pmm.models[0].bones.frames)).toEqual([0, 5, 0, 3, 7]);
  });

  test('an edited name is written', () => {
    const { pmm } = edited(({ models: [model] }) => (model.name = { ...model.name, text: 'ミク' }));
    expect(pmm.models[0].name.text).toBe('ミク');
    expect(Array.from(pmm.models[0].name.bytes)).toEqual([0x83, 0x7e, 0x83, 0x4e]);
  });

  test('an edited path removes the bytes after the old one', () => {
    const { pmm } = edited(({ models: [model] }) => (model.path = { ...model.path, ...encodeName('a.pmd') }));
    expect(pmm.models[0].path.text).toBe('a.pmd');
    expect(pmm.models[0].path).not.toHaveProperty('rest');
  });

  test('a model and an accessory can be removed', () => {
    const { pmm } = edited((document) => {
      document.models = [];
      document.editor.ranges = [];
      document.accessories = [];
      document.accessoryOrder = [];
    });
    expect([pmm.models, pmm.accessories, pmm.warnings]).toEqual([[], [], []]);
  });
});

test('a document without source and links gives a sound file with the same values', () => {
  const pmm = parsePmm(BYTES);
  const plain = withoutSpelling(pmm) as Pmm;
  const written = parsePmm(serializePmm(plain));
  expect(written.warnings).toEqual([]);
  expect(withoutSpelling(written)).toEqual(plain);
});

describe('refused documents', () => {
  const refusal = (edit: (pmm: Pmm) => void): string => {
    const pmm = parsePmm(BYTES);
    edit(pmm);
    const error = thrownBy(() => serializePmm(pmm));
    expect(error).toBeInstanceOf(RangeError);
    return error.message;
  };

  test.each<[string, (pmm: Pmm) => void]>([
    [
      'camera.keys.distances has 1 entries, it needs 2',
      ({ camera }) => (camera.keys.distances = new Float32Array(1)),
    ],
    [
      'camera.keys.frames has 1 entries, it needs 2',
      ({ camera }) => (camera.keys.frames = new Uint32Array(1)),
    ],
    [
      'models[0].bones.positions is not an array of 32-bit floats',
      ({ models: [{ bones }] }) => (bones.positions = new Float64Array(15) as never),
    ],
    [
      'models[0].morphs.weights is not an array of 32-bit floats',
      ({ models: [{ morphs }] }) => (morphs.weights = new Uint32Array(3) as never),
    ],
    [
      'camera.keys.fovs is not an array of 32-bit whole numbers',
      ({ camera }) => (camera.keys.fovs = new Float32Array(2) as never),
    ],
    [
      'models[0].bones.frames[2] is 4, but the key before it is at 5',
      ({ models: [{ bones }] }) => (bones.frames[2] = 4),
    ],
    [
      'models[0].morphs.frames[1] is 1: a track begins at frame 0',
      ({ models: [{ morphs }] }) => {
        delete morphs.links;
        morphs.frames[1] = 1;
      },
    ],
    [
      'accessories[0].keys[1] is 1 with 128 %, not 0 or 1 with 0 to 127 %',
      ({ accessories: [{ keys }] }) => (keys.transparencies[1] = 128),
    ],
    [
      'accessories[0].current.appearance is 2 with 50 %, not 0 or 1 with 0 to 127 %',
      ({ accessories: [{ current }] }) => (current.visible = 2),
    ],
    ['display.fpsLimit is 1e+39, too large for a 32-bit float', ({ display }) => (display.fpsLimit = 1e39)],
    [
      'models[0].bones.starts has 3 entries, 3 tracks need 4',
      ({ models: [{ boneNames }] }) => boneNames.push(encodeName('x')),
    ],
    [
      'models[0].bones.starts[2] is 3: track 1 has no first key',
      ({ models: [{ bones }] }) => (bones.starts = Uint32Array.of(0, 3, 3)),
    ],
    ['light.keys.count is 1, the tracks have 2 keys', ({ light }) => (light.keys.count = 1)],
    [
      'models[0].number is 256, not a whole number from 0 to 255',
      ({ models: [model] }) => (model.number = 256),
    ],
    ['physics.mode is 0.5, not a whole number from 0 to 255', ({ physics }) => (physics.mode = 0.5)],
    [
      'gravity.acceleration is undefined, not a number',
      ({ gravity }) => (gravity.acceleration = undefined as never),
    ],
    ['accessories.order has 0 entries for 1 accessories', (pmm) => (pmm.accessoryOrder = [])],
    ['ranges.length is 0, there are 1 models', ({ editor }) => (editor.ranges = [])],
    ['ranges.on is 0, but there are 1 ranges', ({ editor }) => (editor.rangesOn = 0)],
    ['version must be 1 or 2, not 3', (pmm) => (pmm.version = 3 as never)],
  ])('%s', (message, edit) => {
    expect(refusal(edit)).toBe(message);
  });
});

test('columns from another window are accepted', () => {
  const pmm = parsePmm(BYTES);
  const distances = runInNewContext('Float32Array.of(-45, -30)') as Float32Array;
  expect(distances).not.toBeInstanceOf(Float32Array);
  pmm.camera.keys.distances = distances;
  expect(Buffer.compare(serializePmm(pmm), BYTES)).toBe(0);
});

test('a name that is too long or not encodable in CP932 is reported', () => {
  const warnings: FormatWarning[] = [];
  const pmm = parsePmm(BYTES);
  pmm.models[0].name = encodeName('x'.repeat(256));
  pmm.accessories[0].name = encodeName('가');
  serializePmm(pmm, { onWarning: (warning) => warnings.push(warning) });
  expect(warnings.map(({ code, section }) => [code, section])).toEqual([
    ['name-truncated', 'models[0]'],
    ['name-not-cp932', 'accessories[0]'],
  ]);
});

describe('the limits of texts', () => {
  const lengths = ({ models: [{ name, path }], accessories }: Pmm): number[] =>
    [name, path, accessories[0].name].map(({ bytes }) => bytes.length);
  const stretch = ({ models: [model], accessories: [accessory] }: Pmm, to: number[]): void => {
    [model.name, model.path, accessory.name] = to.map((length) => encodeName('x'.repeat(length)));
  };

  const cutsOf = (pmm: Pmm): string[] => {
    const cuts: string[] = [];
    serializePmm(pmm, {
      onWarning: ({ code, message }) => cuts.push(`${code} ${/truncated to \d+/.exec(message)?.[0]}`),
    });
    return cuts;
  };
  const CUTS = [
    'name-truncated truncated to 49',
    'name-truncated truncated to 255',
    'name-truncated truncated to 99',
  ];

  /** The whole project with full fields, which end without a NUL, and names of 60 bytes. */
  const longBytes = (): Uint8Array => {
    const nameAt = 55 + 1; // after the model's number, see parse-pmm.test.ts
    const pathAt = nameAt + 7 + 3; // Dancer, EN
    const boneAt = pathAt + 256 + 1 + 4; // rows, a count
    const bytes = new PmmBytes().bytes(BYTES.subarray(0, nameAt)).short('n'.repeat(60)).short('EN');
    bytes.bytes(new Uint8Array(256).fill(0x70)).bytes(BYTES.subarray(pathAt + 256, boneAt));
    return bytes
      .short('b'.repeat(255))
      .bytes(BYTES.subarray(boneAt + 5))
      .build(); // root
  };

  test('a text that was longer in the parsed file stays whole', () => {
    const bytes = longBytes();
    const pmm = parsePmm(bytes);
    const [{ name, path, boneNames }] = pmm.models;
    expect([name, path, ...boneNames].map((text) => text.bytes.length)).toEqual([60, 256, 255, 3]);
    expect(Buffer.compare(serializePmm(structuredClone(pmm)), bytes)).toBe(0);
    expect(cutsOf(pmm)).toEqual([]);
  });

  test('such a text stays whole in other records and after other edits', () => {
    const pmm = parsePmm(longBytes());
    const { models } = pmm;
    models.unshift({ ...models[0], name: encodeName('x'.repeat(10)) });
    pmm.editor.ranges!.push({ model: 1, range: 3 });
    expect(cutsOf(pmm)).toEqual([]);
    const again = parsePmm(serializePmm(pmm)).models;
    expect(again.map(({ name, path }) => [name.bytes.length, path.bytes.length])).toEqual([
      [10, 256],
      [60, 256],
    ]);
  });

  test('any other text is truncated before the NUL that MMD needs, and reported', () => {
    for (const to of [
      [60, 256, 100],
      [256, 257, 101],
    ]) {
      const pmm = parsePmm(BYTES);
      stretch(pmm, to);
      expect(lengths(parsePmm(serializePmm(pmm)))).toEqual([49, 255, 99]);
      expect(cutsOf(pmm)).toEqual(CUTS);
    }
  });

  test('a new text is truncated even if it replaces a longer one', () => {
    const pmm = parsePmm(longBytes());
    const [model] = pmm.models;
    model.name = { ...model.name, ...encodeName('m'.repeat(60)) };
    model.path = { ...model.path, text: 'q'.repeat(256) }; // its bytes are another text
    expect(cutsOf(pmm)).toEqual(CUTS.slice(0, 2));
  });

  test('in a new document, names are truncated to 49 bytes and paths to 255', () => {
    const pmm = withoutSpelling(parsePmm(BYTES)) as Pmm;
    stretch(pmm, [50, 256, 100]);
    expect(lengths(parsePmm(serializePmm(pmm)))).toEqual([49, 255, 99]);
    expect(cutsOf(pmm)).toEqual(CUTS);
    stretch(pmm, [49, 255, 99]);
    expect(cutsOf(pmm)).toEqual([]);
  });

  test('in version 1, names are truncated to 19 bytes', () => {
    const whole = version1Bytes();
    const file = whole.build();
    const orderAt = headBytes(1).length + 1; // after the number of models
    file.fill(0x6e, orderAt, orderAt + 20); // Other, in the list of names
    file.fill(0x6e, whole.marks['second'] + 1, whole.marks['second'] + 21); // and at the model
    const pmm = parsePmm(file);
    expect(Buffer.compare(serializePmm(pmm), file)).toBe(0);
    expect(cutsOf(pmm)).toEqual([]);
    pmm.version1!.modelOrder[1] = encodeName('x'.repeat(20));
    expect(cutsOf(pmm)).toEqual(['name-truncated truncated to 19']);
  });
});

/** A document as a program makes it. */
function withoutSpelling(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSpelling);
  const kept = Object.entries(value).filter(([key]) => !['links', 'source', 'rest'].includes(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutSpelling(entry)]));
}
