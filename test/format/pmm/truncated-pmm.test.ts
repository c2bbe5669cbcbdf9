import {
  createPmm,
  type FormatWarning,
  MmdFormatError,
  parsePmm,
  type Pmm,
  serializePmm,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { IS_FULL } from '#test/support/runs.js';
import { thrownBy } from '#test/support/thrown-by.js';
import {
  BLOCKS,
  headBytes,
  modelBytes,
  PmmBytes,
  restingProject1,
  sceneBytes,
  tailBytes,
} from './pmm-bytes.js';

/** The truncation that a document reports, or the error. */
function parsedTo(bytes: Uint8Array, length: number): Pmm | MmdFormatError {
  try {
    return parsePmm(bytes.subarray(0, length));
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return error as MmdFormatError;
  }
}

/** Two models and an accessory; where each part ends. */
function project(): {
  bytes: Uint8Array;
  ends: { header: number; first: number; second: number; camera: number };
} {
  const file = headBytes().u8(2);
  const header = file.length;
  const first = modelBytes(file).length;
  const second = modelBytes(file).length;
  const bytes = tailBytes(sceneBytes(file)).u8(1, 0).i32(3).u8(1).i32(3).build();
  return { bytes, ends: { header, first, second, camera: second + 78 + 4 + 82 } };
}

const truncations = ({ warnings }: Pmm): FormatWarning[] =>
  warnings.filter(({ code }) => code === 'truncated');

describe('a truncated project', () => {
  const { bytes, ends } = project();

  test('has the models that are whole, and a warning with the place', () => {
    const pmm = parsePmm(bytes.subarray(0, ends.second - 1));
    expect(pmm.models.map(({ name }) => name.text)).toEqual(['Dancer']);
    expect(pmm.models).toEqual(parsePmm(bytes).models.slice(0, 1));
    expect(pmm.warnings).toEqual([
      {
        code: 'truncated',
        section: 'models[1]',
        count: 1,
        offset: ends.second - 1,
        message: 'models[1].calculationOrder needs 1 byte, 0 left',
      },
    ]);
  });

  test('has the sections that are whole; the others are those of a new project', () => {
    const pmm = parsePmm(bytes.subarray(0, ends.camera + 37 + 20)); // in the keys of the light
    const [whole, fresh] = [parsePmm(bytes), createPmm()];
    expect(pmm.models).toEqual(whole.models);
    expect(pmm.camera.keys).toEqual(whole.camera.keys);
    expect([pmm.light, pmm.accessories, pmm.media, pmm.physics, pmm.gravity, pmm.selfShadow]).toEqual([
      fresh.light,
      [],
      fresh.media,
      fresh.physics,
      fresh.gravity,
      fresh.selfShadow,
    ]);
    expect(truncations(pmm).map(({ section }) => section)).toEqual(['light.keys']);
  });

  test('is refused if not even one model is whole', () => {
    expect(thrownBy(() => parsePmm(bytes.subarray(0, ends.first - 1)))).toMatchObject({
      code: 'truncated',
      section: 'models[0].calculationOrder',
    });
  });

  test('is refused in strict mode', () => {
    const error = thrownBy(() => parsePmm(bytes.subarray(0, ends.second - 1), { strict: true }));
    expect(error).toMatchObject({
      code: 'truncated',
      section: 'models[1].calculationOrder',
      offset: ends.second - 1,
    });
  });

  test('keeps whole accessories', () => {
    const scene = sceneBytes(new PmmBytes()).build();
    const list = 78 + 4 + 82 + 37 + (37 + 4 + 41) + 24 + 5;
    const stage = scene.subarray(list + 1 + 100);
    const file = headBytes().u8(0).bytes(scene.subarray(0, list)).u8(2).text('fan', 100).text('stage', 100);
    file.bytes(stage).bytes(stage);
    const pmm = parsePmm(file.build().subarray(0, file.length - 1));
    expect(pmm.accessories.map(({ name }) => name.text)).toEqual(['stage']);
    expect(pmm.accessoryOrder.map(({ text }) => text)).toEqual(['fan', 'stage']);
    expect(truncations(pmm).map(({ message }) => message)).toEqual([
      'accessories[1].additive needs 1 byte, 0 left',
    ]);
    pmm.accessories[0].drawOrder = 1;
    pmm.accessories[0].additive = 1;
    pmm.display.showAxis = 0;
    const again = parsePmm(serializePmm(pmm), { strict: true });
    expect(again.accessoryOrder.map(({ text }) => text)).toEqual(['stage']);
    expect(again.accessories.map(({ drawOrder }) => drawOrder)).toEqual([0]);
  });
});

describe('a truncated project that is written again', () => {
  const { bytes, ends } = project();
  const cut = bytes.subarray(0, ends.second - 30);

  test('has the same bytes if nothing was edited', () => {
    expect(Buffer.compare(serializePmm(structuredClone(parsePmm(cut))), cut)).toBe(0);
  });

  test('has the same missing parts after an edit of a model', () => {
    const pmm = parsePmm(cut);
    pmm.models[0].name = encodeName('改名');
    const again = parsePmm(serializePmm(pmm));
    expect(again.models.map(({ name }) => name.text)).toEqual(['改名']);
    expect(truncations(again).length).toBe(1);
  });

  test.each<[string, (pmm: Pmm) => void]>([
    ['another number of models', (pmm) => pmm.models.push({ ...pmm.models[0], number: 9 })],
    ['a camera', (pmm) => (pmm.camera.keys.distances[0] = -10)],
    ['ranges', ({ editor }) => Object.assign(editor, { rangesOn: 1, ranges: [{ model: 3, range: 3 }] })],
    ['no truncation', (pmm) => delete pmm.source!.truncated],
  ])('is a whole project after an edit of what is missing: %s', (_, edit) => {
    const pmm = parsePmm(cut);
    edit(pmm);
    const warnings: FormatWarning[] = [];
    const written = serializePmm(pmm, { onWarning: (warning) => warnings.push(warning) });
    const again = parsePmm(written);
    expect(truncations(again)).toEqual([]);
    expect(again.models.map(({ name }) => name.text)).toEqual(pmm.models.map(({ name }) => name.text));
    expect(again.camera.keys.distances).toEqual(pmm.camera.keys.distances);
    if (pmm.source!.truncated) {
      expect([again.warnings, again.trailing.length]).toEqual([[], 0]);
      expect(warnings.map(({ message }) => message)).toEqual([
        `the ${pmm.trailing.length} bytes of a truncated part are dropped, because a missing part was edited`,
      ]);
    }
  });
});

test('the message about one dropped byte of a truncated project is in the singular', () => {
  const { bytes, ends } = project();
  const pmm = parsePmm(bytes.subarray(0, ends.first + 1));
  pmm.display.showAxis = 0;
  const messages: string[] = [];
  serializePmm(pmm, { onWarning: ({ message }) => messages.push(message) });
  expect(messages).toEqual(['the 1 byte of a truncated part is dropped, because a missing part was edited']);
});

test('a truncated project of version 1 with more blocks than its file had is written whole', () => {
  const file = restingProject1([{ bones: 1, morphs: 0, iks: 0 }]);
  const bytes = file.u8(0).f32(1).u8(1).u8(1).build(); // the mark of the block of edges, without a width
  const pmm = parsePmm(bytes);
  expect([pmm.version1!.blockCount, truncations(pmm).length]).toEqual([3, 1]);
  pmm.version1!.blockCount = 4;
  pmm.models[0].edgeWidth = 2;
  const again = parsePmm(serializePmm(pmm), { strict: true });
  expect([again.version1!.blockCount, again.models[0].edgeWidth]).toEqual([4, 2]);
});

describe('every place to cut', () => {
  /**
   * `pnpm test` tries a fifth of the places, and all around the ends of models; `pnpm fuzz` tries them all.
   */
  const STRIDE = IS_FULL ? 1 : 5;

  /**
   * Cuts that lose a model that stands wholly before them, or whose documents are not readable when written
   * again.
   */
  function badCuts(bytes: Uint8Array, ends: readonly number[], lengths: readonly number[]): number[] {
    const models = namesAndKeys(parsePmm(bytes));
    return lengths.filter((length) => {
      const whole = ends.filter((end) => end <= length).length;
      const pmm = parsedTo(bytes, length);
      if (pmm instanceof MmdFormatError) return whole > 0 || pmm.message === '';
      const expected = models.slice(0, whole).join();
      const again = parsePmm(serializePmm(pmm));
      pmm.camera.keys.distances[0] = -1;
      pmm.display.showAxis = 0;
      const edited = parsePmm(serializePmm(pmm));
      return [pmm, again, edited].some((each) => namesAndKeys(each).join() !== expected);
    });
  }

  function namesAndKeys({ models }: Pmm): string[] {
    return models.map(({ name, bones, morphs }) => `${name.text} ${bones.count} ${morphs.count}`);
  }

  const every = (step: number, from: number, to: number): number[] =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

  test('version 2', () => {
    const { bytes, ends } = project();
    const near = [ends.first, ends.second].flatMap((end) => every(1, end - 40, end + 80));
    expect(
      badCuts(bytes, [ends.first, ends.second], [...every(3 * STRIDE, 0, bytes.length), ...near]),
    ).toEqual([]);
  });

  test('version 1, models with and without keys', () => {
    const counts = [
      { bones: 3, morphs: 2, iks: 1 },
      { bones: 20, morphs: 30, iks: 18 },
      { bones: 1, morphs: 0, iks: 0 },
    ];
    const file = restingProject1(counts);
    const { marks } = file;
    const bytes = BLOCKS_FOR_THREE.reduce((all, block) => block(all), file).build();
    const ends = [marks['model 1'], marks['model 2'], marks['camera']];
    const near = ends.flatMap((end) => every(1, end - 40, end + 80));
    expect(badCuts(bytes, ends, [...every(5 * STRIDE, 0, bytes.length), ...near])).toEqual([]);
  });

  test('version 1: a file that ends inside of a block says so, and has none of its values', () => {
    const file = restingProject1([{ bones: 1, morphs: 0, iks: 0 }]);
    const bytes = file.u8(0).f32(1).u8(1).u8(1).f32(7).u8(1).u8(2).f32(1).build(); // physics mode, gravity
    const pmm = parsePmm(bytes);
    expect(truncations(pmm).map(({ section }) => section)).toEqual(['gravity']);
    expect([pmm.version1!.blockCount, pmm.physics.mode, pmm.models[0].edgeWidth]).toEqual([4, 0, 7]);
    const warnings: FormatWarning[] = [];
    expect(Buffer.compare(serializePmm(pmm, { onWarning: (warning) => warnings.push(warning) }), bytes)).toBe(
      0,
    );
    expect(warnings).toEqual([]);
    expect(BLOCKS.length).toBe(12);
  });

  test.skipIf(!hasCorpus)('a real project of version 2 with one model', () => {
    const bytes = readCorpus('pmm/one_model_v2.pmm');
    const end = bytes.length - MODEL_TO_END;
    const lengths = [...every(101, 0, end), ...every(1, end - 20, end + 20), ...every(7, end, bytes.length)];
    expect(badCuts(bytes, [end], lengths)).toEqual([]);
  });

  test.skipIf(!hasCorpus)('real projects of version 1, cut at every twentieth of their length', () => {
    for (const path of ['pmm/sample_e708_v1.pmm', 'pmm/kishimen_v1.pmm']) {
      const bytes = readCorpus(path);
      const { models } = parsePmm(bytes);
      let kept = 0;
      const lengths = Array.from({ length: 20 }, (_, i) => Math.floor((i / 20) * bytes.length));
      for (const length of [...lengths, bytes.length - 1]) {
        const pmm = parsedTo(bytes, length);
        if (pmm instanceof MmdFormatError) {
          expect(kept).toBe(0);
          continue;
        }
        expect(pmm.models.length).toBeGreaterThanOrEqual(kept);
        kept = pmm.models.length;
        expect(pmm.models.map(({ bones }) => bones.count)).toEqual(
          models.slice(0, kept).map(({ bones }) => bones.count),
        );
        expect(Buffer.compare(serializePmm(pmm), bytes.subarray(0, length))).toBe(0);
      }
      expect(kept).toBe(models.length);
    }
  });
});

/**
 * In one_model_v2.pmm, the bytes from the camera to the end: two accessories fewer than the annotated project
 * has.
 */
const MODEL_TO_END = 3104 - 779 - 2 * (100 + 452);
/** The blocks of a project with three models and no accessories. */
const BLOCKS_FOR_THREE: readonly ((file: PmmBytes) => PmmBytes)[] = [
  (file) => file.u8(0, 1, 0),
  BLOCKS[1],
  BLOCKS[2],
  (file) => file.u8(1).f32(1, 2, 3),
];
