import { MmdFormatError, parsePmd, parsePmm, pmmCameraToVmd, pmmToVmd, serializePmm } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { factsOf, keyAt } from './corpus-facts.js';

interface Facts extends Record<string, unknown> {
  origin: string;
  sectionOffsets: Record<string, number>;
}

const FILES = ['pmm/accessories_v2.pmm', 'pmm/one_model_v2.pmm', 'pmm/kishimen_v1.pmm'];
const list = (column: ArrayLike<number>): number[] => Array.from(column);

describe.skipIf(!hasCorpus).each(hasCorpus ? FILES : [])('%s', (path) => {
  const bytes = readCorpus(path);
  const pmm = parsePmm(bytes);

  test('has all values that an independent parser found', () => {
    const { origin: _, sectionOffsets: _where, ...facts } = corpusFacts(path) as Facts;
    expect(factsOf(pmm, bytes)).toEqual(facts);
    expect(pmm.warnings).toEqual([]);
  });

  test('is written back byte for byte', () => {
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });

  test('lists the accessories in drawing order', () => {
    for (const { name, drawOrder } of pmm.accessories)
      expect(pmm.accessoryOrder[drawOrder].text).toBe(name.text);
  });

  test('is refused in strict mode if it is truncated anywhere', () => {
    for (let i = 0; i < 20; i++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 20));
      expect(thrownBy(() => parsePmm(cut, { strict: true }))).toBeInstanceOf(MmdFormatError);
    }
  });
});

/** The first missing part of a file that ends where a section of the facts begins. */
const FIRST_FIELDS = {
  header: 'header.signature',
  models: 'header.selectedModel',
  camera: 'camera.keys[0]',
  'camera state': 'camera.current.target',
  light: 'light.keys[0]',
  'light state': 'light.current.color',
  accessories: 'editor.selectedAccessory',
  editor: 'editor.currentFrame',
  wave: 'media.waveOn',
  avi: 'media.aviX',
  bg: 'media.backgroundX',
  display: 'display.showInfo',
  'after gshadow': 'display.transparentGroundShadow',
  gravity: 'gravity.acceleration',
  selfshadow: 'selfShadow.on',
  'edge color': 'display.edgeColor',
  'camera follow': 'camera.current.followModel',
  tail: 'camera.current.matrixOn',
};

describe.skipIf(!hasCorpus)('sections begin where an independent parser found them', () => {
  const offsetsOf = (path: string): Record<string, number> => (corpusFacts(path) as Facts).sectionOffsets;

  test.each(hasCorpus ? FILES.slice(0, 2) : [])('%s', (path) => {
    const offsets = offsetsOf(path);
    expect(Object.keys(offsets).sort()).toEqual(Object.keys(FIRST_FIELDS).sort());
    for (const [name, section] of Object.entries(FIRST_FIELDS)) {
      const cut = readCorpus(path).subarray(0, offsets[name]);
      expect(thrownBy(() => parsePmm(cut, { strict: true }))).toMatchObject({
        code: 'truncated',
        section,
        offset: offsets[name],
      });
    }
  });

  describe('version 1', () => {
    const path = 'pmm/kishimen_v1.pmm';
    const bytes = hasCorpus ? readCorpus(path) : new Uint8Array();
    const offsets = hasCorpus ? offsetsOf(path) : {};

    test.each(['header', 'models', 'accessories', 'editor', 'wave', 'avi', 'bg', 'display'] as const)(
      '%s: cut there, its first field is missing',
      (name) => {
        expect(thrownBy(() => parsePmm(bytes.subarray(0, offsets[name]), { strict: true }))).toMatchObject({
          code: 'truncated',
          section: FIRST_FIELDS[name],
          offset: offsets[name],
        });
      },
    );

    // If the file ended there, the last model would not be recognized. Odd bytes further on are reported with
    // their place.
    test.each<[string, number, number[], string, string]>([
      ['camera', 70 + 4 + 4, [0, 0, 0, 0x80], 'huge-frame', 'camera.keys'], // first key, count, number
      ['camera state', 9 * 4, [2], 'odd-value', 'camera.current'], // perspective off
      ['light', 37 + 4 + 4, [0, 0, 0, 0x80], 'huge-frame', 'light.keys'],
      ['light state', 0, [0, 0, 0xc0, 0x7f], 'not-finite', 'light.current'],
    ])('%s: an odd value %i bytes further on is reported', (name, distance, odd, code, section) => {
      const offset = offsets[name] + distance;
      const spoiled = bytes.slice();
      spoiled.set(odd, offset);
      const found = parsePmm(spoiled).warnings.find((warning) => warning.section === section);
      expect(found).toMatchObject({ code, offset });
    });

    test.each([
      ['after gshadow', 0],
      ['v1 add-blend flags', 0],
      ['v1 edge widths', 3],
      ['v1 physics', 4],
      ['v1 self shadow', 5],
      ['v1 self shadow keys', 6],
      ['v1 edge color', 7],
      ['v1 black bg', 8],
      ['v1 camera follow', 9],
      ['v1 matrix', 10],
      ['v1 ground physics', 11],
    ])('%s: truncated there, the file has %i whole blocks', (name, blockCount) => {
      const pmm = parsePmm(bytes.subarray(0, offsets[name]));
      expect([pmm.version1!.blockCount, pmm.trailing.length, pmm.warnings]).toEqual([blockCount, 0, []]);
    });

    test('the table has all twelve blocks', () => {
      expect(Object.keys(offsets).length).toBe(8 + 4 + 11);
    });
  });
});

describe.skipIf(!hasCorpus)('truncated_v2.pmm', () => {
  test('the camera of the truncated file lacks a byte', () => {
    const bytes = readCorpus('pmm/truncated_v2.pmm');
    // The camera's first key begins at 55 = 0x37; an independent parser missed a byte at 0x84 = 132 = 55 +
    // 77.
    expect(corpusFacts('pmm/truncated_v2.pmm')).toMatchObject({
      bytes: bytes.length,
      parsed: false,
      error: 'Short: need 1 at 0x84, have 0',
    });
    expect(thrownBy(() => parsePmm(bytes))).toMatchObject({
      code: 'truncated',
      section: 'camera.keys[0]',
      offset: 55,
      message: 'camera.keys[0] needs 78 bytes, 77 left (at byte 55)',
    });
  });
});

describe.skipIf(!hasCorpus)('MMD’s sample project and two of its PMDs', () => {
  const models = hasCorpus
    ? ['pmd/KAITO.pmd', 'pmd/Dammy_Bone.pmd'].map((path) => parsePmd(readCorpus(path)))
    : [];
  const pmm = hasCorpus ? parsePmm(readCorpus('pmm/kishimen_v1.pmm'), { models }) : undefined;

  test('the models are listed in drawing order', () => {
    const { version1, models: all } = pmm!;
    for (const { name, drawOrder } of all) expect(version1!.modelOrder[drawOrder - 1].text).toBe(name.text);
  });

  test('both PMDs have the numbers of bones, morphs and IKs of the project', () => {
    expect(pmm!.warnings).toEqual([]);
    expect(pmm!.models.map(({ boneNames }) => boneNames.length)).toEqual([
      30, 30, 0, 0, 0, 0, 0, 106, 0, 0, 0,
    ]);
    expect(pmm!.models[7].boneNames[0].text).toBe('センター');
  });

  test('the keys of KAITO’s motion are the first keys in the order of the bones, then the pool', () => {
    const vmd = pmmToVmd(pmm!, 7);
    expect([vmd.modelName.text, vmd.bones.count, vmd.morphs.count]).toEqual([
      'ＫＡＩＴＯ',
      106 + 2557,
      25 + 240,
    ]);
    expect(list(vmd.bones.nameIndex.subarray(0, 106))).toEqual(list(Array(106).keys() as never));
    expect(vmd.bones.frames.subarray(0, 106).every((frame) => frame === 0)).toBe(true);
    expect(vmd.bones.frames.subarray(106).every((frame) => frame > 0)).toBe(true);
    const { bones } = pmm!.models[7];
    const pool = Array.from({ length: bones.count - 106 }, (_, i) => bones.frames[keyAt(bones, 106 + i)]);
    expect(list(vmd.bones.frames.subarray(106))).toEqual(pool);
  });

  test('the keys of camera and light have the order of the VMD', () => {
    const vmd = pmmCameraToVmd(pmm!);
    expect([vmd.cameras.count, vmd.lights.count]).toEqual([15, 19]);
  });
});
