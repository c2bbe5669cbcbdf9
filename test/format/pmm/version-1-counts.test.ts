import { parsePmm, type Pmm, serializePmm } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { ByteCursor } from '#src/format/binary/byte-reader.js';
import { VersionOneBytes } from '#src/format/pmm/version-1-bytes.js';
import { solveCounts } from '#src/format/pmm/version-1-counts.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { type Counts1, PmmBytes, restingProject1, version1Bytes } from './pmm-bytes.js';

/** Bones, morphs and IKs of each model. */
function countsOf({ models }: Pmm): Counts1[] {
  return models.map(({ bones, morphs, current }) => ({
    bones: bones.starts.length - 1,
    morphs: morphs.starts.length - 1,
    iks: current.ikEnabled.length,
  }));
}

describe('models without keys', () => {
  const parsed = (...counts: Counts1[]): Pmm => parsePmm(restingProject1(counts).build());

  test.each<[bones: number, morphs: number, iks: number]>([
    [122, 40, 7],
    [122, 40, 0],
    [1, 0, 0],
    [1, 30, 1],
    [3, 300, 3],
    [0, 0, 0],
    [1, 40, 0],
    [1500, 600, 40],
  ])('%i bones, %i morphs and %i IKs are found', (bones, morphs, iks) => {
    const pmm = parsed({ bones, morphs, iks });
    expect(countsOf(pmm)).toEqual([{ bones, morphs, iks }]);
    expect(pmm.warnings).toEqual([]);
  });

  test('twenty models of 500 bones are found', () => {
    const models = Array.from({ length: 20 }, (_, i) => ({ bones: 500, morphs: 60 + i, iks: i }));
    expect(countsOf(parsed(...models))).toEqual(models);
  });
});

describe('the list of names in the header is in the language of MMD’s window', () => {
  const list = 30 + 16 + 6 + 1 + 1;

  test('a project whose list has English names is read and written back', () => {
    const bytes = version1Bytes().build();
    bytes.set(Buffer.from('aniMEIKO\0'), list);
    const pmm = parsePmm(bytes);
    expect(pmm.models.map(({ name }) => name.text)).toEqual(['Dancer', 'Other']);
    expect(pmm.version1!.modelOrder.map(({ text }) => text)).toEqual(['aniMEIKO', 'Dancer']);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });

  test('a project with a renamed model is read again', () => {
    const pmm = parsePmm(version1Bytes().build());
    pmm.models[1].name = encodeName('改名');
    const again = parsePmm(serializePmm(pmm));
    expect(again.models.map(({ name }) => name.text)).toEqual(['Dancer', '改名']);
    expect(countsOf(again)).toEqual(countsOf(pmm));
    expect(again.warnings).toEqual([]);
  });

  test('a project from which a model was removed is read again', () => {
    const pmm = parsePmm(restingProject1([1, 2, 3].map((bones) => ({ bones, morphs: 1, iks: 0 }))).build());
    pmm.models.splice(0, 1);
    pmm.version1!.modelOrder.splice(0, 1);
    expect(countsOf(parsePmm(serializePmm(pmm))).map(({ bones }) => bones)).toEqual([2, 3]);
  });
});

describe.skipIf(!hasCorpus)('sample_e708_v1.pmm, written by an English MMD 7.08a', () => {
  const bytes = hasCorpus ? readCorpus('pmm/sample_e708_v1.pmm') : new Uint8Array();

  test('is read to its last byte and written back byte for byte', () => {
    const pmm = parsePmm(bytes);
    expect([pmm.warnings, pmm.trailing.length, pmm.version1!.blockCount]).toEqual([[], 0, 9]);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });
});

describe('hostile files', () => {
  /**
   * Bones whose curves are zeros, so that a morph or a property could begin at any of them; then zeros or
   * bone states.
   */
  function hostileKeys(length: number, after: 'bones' | 'states' | 'zeros'): Uint8Array {
    const bone = new PmmBytes().i32(0, 0, 0).bytes(new Uint8Array(16)).f32(0, 0, 0, 0, 0, 0, 1).u8(0).build();
    const state = new PmmBytes().f32(0, 0, 0, 0, 0, 0, 1, 0).u8(0, 0).build();
    const bonesEnd = after === 'bones' ? length : 57 * Math.floor(length / 114);
    const statesAt = after === 'states' ? bonesEnd + Math.floor(length / 4) : length;
    return new Uint8Array(length).map((_, i) =>
      i < bonesEnd ? bone[i % 57] : i < statesAt ? 0 : state[(i - statesAt) % 34],
    );
  }
  const KINDS = ['bones', 'states', 'zeros'] as const;

  /** Counts the looks at the bytes. */
  class CountingCursor extends ByteCursor {
    looks = 0;

    override u8At(at: number): number {
      this.looks++;
      return super.u8At(at);
    }

    override u32At(at: number): number {
      this.looks++;
      return super.u32At(at);
    }
  }

  test.each(KINDS)('the search ends with its budget: bones, then %s', (kind) => {
    const bytes = hostileKeys(100_000, kind);
    const cursor = new CountingCursor(bytes);
    const budget = { left: 4 * bytes.length };
    const within = new VersionOneBytes(cursor, budget);
    expect(solveCounts(within, 0, (at) => within.cameraAndLightAt(at))).toEqual({});
    expect(cursor.looks).toBeLessThan(8 * (4 * bytes.length));
  });

  test.each(KINDS)(
    'a fifth of a megabyte is refused; without a budget that would take hours: bones, then %s',
    (kind) => {
      const file = restingProject1([{ bones: 0, morphs: 0, iks: 0 }]);
      const keysAt = 30 + 16 + 6 + 2 + 20 + (1 + 20 + 256 + 2 + 20 + 2 + 8);
      const bytes = Buffer.concat([file.build().subarray(0, keysAt), hostileKeys(200_000, kind)]);
      expect(thrownBy(() => parsePmm(bytes))).toMatchObject({ code: 'bad-syntax', section: 'models[0]' });
    },
  );
});
