import { encodeName, type FormatWarning, parsePmm, type Pmm, serializePmm } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '../../support/thrown-by.js';
import { wholeBytes } from './pmm-bytes.js';

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

test('the same bytes, junk behind NULs included', () => {
  const pmm = parsePmm(BYTES);
  const before = structuredClone(pmm);
  expect(Buffer.compare(serializePmm(pmm), BYTES)).toBe(0);
  expect(pmm).toEqual(before); // untouched
});

test('every NaN keeps its bits, alone or in a column', () => {
  const bytes = BYTES.slice();
  const signalling = [1, 2, 0xa0, 0x7f]; // 7FA00201
  bytes.set(signalling, 42); // view angle
  bytes.set(signalling, 55 + 349 + 12 + 16); // x of the first bone key: see parse-pmm.test.ts
  const pmm = parsePmm(bytes);
  expect([pmm.editor.viewAngle, pmm.models[0].bones.positions[0]]).toEqual([NaN, NaN]);
  expect(Buffer.compare(serializePmm(structuredClone(pmm)), bytes)).toBe(0);
});

describe('edits', () => {
  test('a value of a key: nothing else changes', () => {
    const { bytes, pmm } = edited(({ models: [{ bones }] }) => (bones.positions[3] = 0)); // 14 → 0, of 00 00 60 41
    expect(pmm.models[0].bones.positions[3]).toBe(0);
    expect(differences(bytes).length).toBe(2);
  });

  test('a frame that leaves the order: the links stay', () => {
    const { bytes } = edited(({ models: [{ bones }] }) => (bones.frames[1] = 6));
    expect(differences(bytes).length).toBe(1);
  });

  test('a key more: the pool is linked anew, by track', () => {
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
      places: Uint32Array.of(0, 2, 1, 3),
      previous: Int32Array.of(0, 0, 0, 1),
      next: Int32Array.of(2, 3, 0, 0),
    });
  });

  test('a key that changes its bone: likewise', () => {
    const { pmm } = edited(({ models: [{ bones }] }) => (bones.starts = Uint32Array.of(0, 2, 5)));
    expect(Array.from(pmm.models[0].bones.starts)).toEqual([0, 2, 5]);
    expect(Array.from(pmm.models[0].bones.frames)).toEqual([0, 5, 0, 7, 9]); // sorted: 9 0 7 was no track
  });

  test('a name', () => {
    const { pmm } = edited(({ models: [model] }) => (model.name = { ...model.name, text: 'ミク' }));
    expect(pmm.models[0].name.text).toBe('ミク');
    expect(Array.from(pmm.models[0].name.bytes)).toEqual([0x83, 0x7e, 0x83, 0x4e]);
  });

  test('a path: what stood behind the old one goes', () => {
    const { pmm } = edited(({ models: [model] }) => (model.path = { ...model.path, ...encodeName('a.pmd') }));
    expect(pmm.models[0].path.text).toBe('a.pmd');
    expect(pmm.models[0].path).not.toHaveProperty('rest');
  });

  test('a model and an accessory less', () => {
    const { pmm } = edited((document) => {
      document.models = [];
      document.editor.ranges = [];
      document.accessories = [];
      document.accessoryOrder = [];
    });
    expect([pmm.models, pmm.accessories, pmm.warnings]).toEqual([[], [], []]);
  });
});

test('without source and links, as a program makes it: a sound file that says the same', () => {
  const pmm = parsePmm(BYTES);
  const plain = withoutSpelling(pmm) as Pmm;
  const written = parsePmm(serializePmm(plain));
  expect(written.warnings).toEqual([]);
  expect(withoutSpelling(written)).toEqual(plain);
});

describe('refused', () => {
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
      'models[0].bones.positions is no array of 32-bit numbers',
      ({ models: [{ bones }] }) => (bones.positions = new Float64Array(15) as never),
    ],
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
    ['version must be 1 or 2, not 3', (pmm) => (pmm.version = 3 as never)],
  ])('%s', (message, edit) => {
    expect(refusal(edit)).toBe(message);
  });
});

test('a name that is too long, or that CP932 lacks, is told', () => {
  const warnings: FormatWarning[] = [];
  const pmm = parsePmm(BYTES);
  pmm.models[0].name = encodeName('x'.repeat(256));
  pmm.accessories[0].name = encodeName('가');
  serializePmm(pmm, { onWarning: (warning) => warnings.push(warning) });
  expect(warnings.map(({ code, section }) => [code, section])).toEqual([
    ['name-cut', 'models[0]'],
    ['name-not-cp932', 'accessories[0]'],
  ]);
});

/** A document as a program would put it together. */
function withoutSpelling(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSpelling);
  const kept = Object.entries(value).filter(([key]) => !['links', 'source', 'rest'].includes(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutSpelling(entry)]));
}
