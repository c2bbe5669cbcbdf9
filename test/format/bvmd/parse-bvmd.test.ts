import { type Bvmd, MmdFormatError, parseBvmd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { BvmdBytes, sample2, sample3 } from './bvmd-bytes.js';

const LINEAR = [20, 20, 107, 107];

/** The values of the sample in every version. The curves have the order of a VMD: x1 y1 x2 y2. */
function expectSample({ bones, morphs, properties, cameras }: Bvmd): void {
  expect(bones.names.map(({ text }) => text)).toEqual(['a', '頭']);
  expect(bones.names[1].bytes).toEqual(Uint8Array.of(0xe9, 0xa0, 0xad));
  expect([...bones.movable]).toEqual([0, 1]);
  expect([...bones.nameIndex]).toEqual([0, 1]);
  expect([...bones.frames]).toEqual([7, 9]);
  expect([...bones.positions]).toEqual([0, 0, 0, 1, 2, 3]);
  expect([...bones.rotations]).toEqual([0, 0, 0.5, -0, 0, 0, 0, 1]);
  expect([...bones.curves.subarray(0, 16)]).toEqual([...LINEAR, ...LINEAR, ...LINEAR, 1, 2, 3, 4]);
  const rising = [11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44];
  expect([...bones.curves.subarray(16)]).toEqual(rising);
  expect(morphs.names[0].text).toBe('あ');
  expect([...morphs.frames]).toEqual([0, 30]);
  expect([...morphs.weights]).toEqual([0, 0.25]);
  expect(properties).toMatchObject({ count: 1, frames: Uint32Array.of(5), visible: Uint8Array.of(1) });
  expect(properties.names[0].text).toBe('足');
  expect([...properties.ikStarts, ...properties.ikNameIndex, ...properties.ikEnabled]).toEqual([0, 1, 0, 0]);
  expect([...cameras.frames, ...cameras.targets, ...cameras.rotations]).toEqual([6, 0, 10, 0, 0.5, 0, 0]);
  expect([...cameras.distances, ...cameras.fovs, ...cameras.perspective]).toEqual([-45, 30.5, 1]);
  expect([...cameras.curves]).toEqual([...rising, 51, 52, 53, 54, 61, 62, 63, 64]);
}

test('every section of version 3.0 is read', () => {
  const bytes = sample3();
  expect(bytes.length).toBe(268);
  const bvmd = parseBvmd(bytes.build());
  expectSample(bvmd);
  expect([...bvmd.bones.physics]).toEqual([0, 1]);
  expect(bvmd).toMatchObject({ format: 'bvmd', version: [3, 0, 0], warnings: [] });
});

test('version 2.1 has no offsets and aligns words only, and 2.0 has no physics', () => {
  const [late, early] = [parseBvmd(sample2(1)), parseBvmd(sample2(0))];
  expectSample(late);
  expectSample(early);
  expect([...late.bones.physics]).toEqual([0, 1]);
  expect([...early.bones.physics]).toEqual([1, 1]);
  expect([...late.warnings, ...early.warnings]).toEqual([]);
});

test('sections of version 3 are read from their offsets, or are missing', () => {
  const file = new BvmdBytes(3, 0, 0, 0).u32(12, 0, 0, 24); // the header may be shorter
  const bvmd = parseBvmd(file.u32(1).text('aaaa').u32(1, 2).f32(1).build());
  expect(bvmd.bones.count + bvmd.cameras.count + bvmd.properties.count).toBe(0);
  expect([...bvmd.morphs.frames, ...bvmd.morphs.weights]).toEqual([2, 1]);
  expect(bvmd.warnings).toEqual([]);
});

test('a view of a larger buffer is accepted', () => {
  const bytes = sample3().build();
  const larger = new Uint8Array(bytes.length + 5);
  larger.set(bytes, 5);
  expectSample(parseBvmd(larger.subarray(5)));
});

describe('damaged files', () => {
  const errorOf = (bytes: Uint8Array): Partial<MmdFormatError> => {
    const { code, section, offset, message } = thrownBy(() => parseBvmd(bytes)) as MmdFormatError;
    return { code, section, offset, message };
  };

  test('another format, another version and a truncated header are refused', () => {
    expect(errorOf(Uint8Array.of(1, 2, 3))).toMatchObject({ code: 'bad-signature', section: 'header' });
    expect(errorOf(new BvmdBytes(1, 0, 0).build())).toEqual({
      code: 'unknown-type',
      section: 'header',
      offset: 4,
      message: 'BVMD version 1.0.0 is not supported, only 2 and 3 (at byte 4)',
    });
    expect(errorOf(new BvmdBytes(3, 0).build())).toMatchObject({ code: 'truncated', section: 'header' });
    expect(errorOf(new BvmdBytes(3, 0, 0, 0).u32(20, 32).build())).toMatchObject({ code: 'truncated' });
  });

  test('a truncated file keeps its whole tracks', () => {
    const bytes = sample3().build();
    const { bones, morphs, warnings } = parseBvmd(bytes.subarray(0, 143)); // one byte of padding is left
    expect([bones.count, morphs.count]).toEqual([2, 0]);
    expect(warnings.map(({ code, section }) => `${code} ${section}`)).toEqual([
      'truncated morphs',
      'truncated properties',
      'truncated camera',
    ]);
    const shorter = parseBvmd(bytes.subarray(0, 140)); // without the physics of 頭
    expect(shorter.bones.names.map(({ text }) => text)).toEqual(['a']);
    expect(shorter.warnings[0]).toMatchObject({
      code: 'truncated',
      section: 'movable bones',
      offset: 140,
    });
  });

  test('a count beyond the file is not trusted', () => {
    const file = new BvmdBytes(2, 1, 0).u32(0xffffffff).text('a').u32(0xffffffff);
    const { bones, warnings } = parseBvmd(file.build());
    expect(bones.count).toBe(0);
    expect(warnings).toMatchObject([
      { code: 'truncated', section: 'bones', message: 'bones[0].frames needs 17179869180 bytes, 0 left' },
    ]);
  });

  test('odd values stay, and are listed with their places', () => {
    const bytes = sample3();
    const file = bytes.build();
    file.set([0, 0, 0xc0, 0x7f], 52); // NaN into the rotation of `a`
    file[68] = 128; // its curve
    file[72] = 2; // its physics
    file.set([30, 0, 0, 0], 160); // the first key of the morph, where the second is
    file.set([0xff], 152); // its name
    const { bones, morphs, warnings } = parseBvmd(file);
    expect(bones.rotations[0]).toBeNaN();
    expect([bones.curves[12], bones.physics[0]]).toEqual([128, 2]);
    expect(morphs.names[0].text).toContain('\ufffd');
    expect(warnings.map(({ code, section, offset }) => [code, section, offset])).toEqual([
      ['not-finite', 'bones', 52],
      ['odd-value', 'bones', 68],
      ['bad-text', 'morphs', 152],
      ['duplicate-keys', 'morphs', 164],
    ]);
    expect(warnings[0].message).toBe('bones[0].rotations[0] is not finite');
    expect(thrownBy(() => parseBvmd(file, { strict: true }))).toBeInstanceOf(MmdFormatError);
  });

  test('bytes after the last section are kept', () => {
    const { trailing, warnings } = parseBvmd(sample3().u8(1, 2, 3).build());
    expect([...trailing]).toEqual([1, 2, 3]);
    expect(warnings).toMatchObject([{ code: 'trailing-bytes', offset: 268 }]);
  });
});

describe('sections that share bytes are refused', () => {
  const starts = [32, 76, 144, 176, 204]; // of the sample
  test.each([
    ['in one place', 0, 144],
    ['at the last byte of the one before', 2, 143],
  ])('%s', (_, section, begin) => {
    const bytes = sample3().build();
    new DataView(bytes.buffer).setUint32(12 + 4 * section, begin, true);
    expect(thrownBy(() => parseBvmd(bytes))).toMatchObject({ code: 'too-large', offset: expect.any(Number) });
  });

  test('but not if a section is missing or comes after the others', () => {
    const bytes = sample3().build();
    const view = new DataView(bytes.buffer);
    expect(starts.map((_, i) => view.getUint32(12 + 4 * i, true))).toEqual(starts);
    view.setUint32(12, 0, true);
    expect(parseBvmd(bytes).bones.names.map(({ text }) => text)).toEqual(['頭']);
  });
});
