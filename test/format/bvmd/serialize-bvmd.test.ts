import { type Bvmd, type FormatWarning, parseBvmd, serializeBvmd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { BvmdBytes, sample2, sample3 } from './bvmd-bytes.js';

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

test('every version is written back byte for byte and converted to every other version', () => {
  const files = [
    { version: [3, 0, 0], bytes: sample3().build() },
    { version: [2, 1, 0], bytes: sample2(1) },
  ] as { version: Bvmd['version']; bytes: Uint8Array }[];
  for (const from of files) {
    for (const { version, bytes } of files) {
      expect(same(serializeBvmd(parseBvmd(from.bytes), { version }), bytes), version.join()).toBe(true);
    }
  }
  expect(same(serializeBvmd(parseBvmd(sample2(0))), sample2(0))).toBe(true);
});

test('bytes after the last section are written again', () => {
  const bytes = sample3().u8(1, 2, 3).build();
  expect(same(serializeBvmd(parseBvmd(bytes)), bytes)).toBe(true);
});

test('lost physics switches are reported for version 2.0', () => {
  const heard: FormatWarning[] = [];
  const bytes = serializeBvmd(parseBvmd(sample2(1)), { version: [2, 0, 0], onWarning: (w) => heard.push(w) });
  expect(same(bytes, sample2(0))).toBe(true);
  expect(heard).toMatchObject([{ code: 'not-expressible', section: 'bones', count: 1 }]);
});

describe('an unusual file is written back byte for byte', () => {
  /** The sample with some bytes replaced. */
  const patched = (offset: number, ...bytes: number[]): Uint8Array => {
    const file = sample3().build();
    file.set(bytes, offset);
    return file;
  };
  const shuffled = (): Uint8Array => {
    const [head, morphs] = [sample3().build().subarray(0, 32), sample3().build().subarray(144, 176)];
    const file = Uint8Array.from([...head, 9, 9, 9, 9, ...morphs, ...sample3().build().subarray(32, 144)]);
    new DataView(file.buffer).setUint32(12, 68, true); // bones: 32 + 4 + 32
    new DataView(file.buffer).setUint32(16, 112, true); // movable bones: 68 + 44
    new DataView(file.buffer).setUint32(20, 36, true); // morphs: 32 + 4
    file.fill(0, 24, 32); // no properties, no camera
    return file;
  };

  test.each<[string, Uint8Array]>([
    ['padding that is not zero', patched(75, 9)],
    ['a version of four bytes', patched(7, 1)],
    ['sections in another order, missing sections, and other bytes between', shuffled()],
    [
      'a shorter header',
      new BvmdBytes(3, 0, 0, 0).u32(12, 0, 0, 24).u32(1).text('aaaa').u32(1, 2).f32(1).build(),
    ],
    ['truncated inside a track', sample3().build().subarray(0, 140)],
    [
      'truncated inside padding',
      sample3()
        .build()
        .subarray(0, 267 - 64),
    ],
    ['truncated before the IK bones', sample3().build().subarray(0, 188)],
    ['truncated before the keys of the camera', sample3().build().subarray(0, 208)],
    ['version 2, truncated inside the IK bones', sample2(1).subarray(0, -72)],
    ['only a header', Uint8Array.of(0x42, 0x56, 0x4d, 0x44, 2, 0, 0)],
  ])('%s', (_, bytes) => {
    const bvmd = parseBvmd(bytes);
    expect(bvmd).toHaveProperty('source');
    expect(same(serializeBvmd(bvmd), bytes)).toBe(true);
    expect(same(serializeBvmd(structuredClone(bvmd)), bytes)).toBe(true);
  });

  test('edited values are written', () => {
    const bvmd = parseBvmd(shuffled());
    bvmd.morphs.weights[1] = 0.5; // 00 00 80 3e → 00 00 00 3f, the last of the morphs, which end at 68
    const bytes = serializeBvmd(bvmd);
    expect(Array.from(bytes.keys()).filter((i) => bytes[i] !== shuffled()[i])).toEqual([66, 67]);
  });

  test('a longer name overwrites padding that was not zero', () => {
    const bvmd = parseBvmd(patched(87, 0x20)); // after 頭, the three bytes from 84
    bvmd.bones.names[1] = { text: 'head', bytes: new TextEncoder().encode('head') };
    const { bones } = parseBvmd(serializeBvmd(bvmd));
    expect(bones.names.map(({ text }) => text)).toEqual(['a', 'head']);
  });

  test('a key can be moved to another track', () => {
    const file = new BvmdBytes(3, 0, 0, 0).u32(12, 0, 0, 24);
    file.u32(2).text('a').u8(0, 0, 0).u32(2, 1, 2).f32(0.25, 0.5);
    file.text('b').u8(9, 9, 9).u32(1, 3).f32(0.75); // it is then 8 bytes earlier
    const bvmd = parseBvmd(file.build());
    bvmd.morphs.nameIndex[1] = 1;
    const { morphs, warnings } = parseBvmd(serializeBvmd(bvmd));
    expect(morphs.names.map(({ text }) => text)).toEqual(['a', 'b']);
    expect([...morphs.nameIndex, ...morphs.frames, ...morphs.weights]).toEqual([
      0, 1, 1, 1, 2, 3, 0.25, 0.5, 0.75,
    ]);
    expect(warnings).toEqual([]);
  });

  test('a truncated file gets the usual layout if bytes are added after it', () => {
    for (const length of [140, 203]) {
      const bvmd = parseBvmd(sample3().build().subarray(0, length));
      bvmd.trailing = Uint8Array.of(7, 8);
      expect([...parseBvmd(serializeBvmd(bvmd)).trailing]).toEqual([7, 8]);
    }
  });

  test('a file with another number of keys gets the usual layout', () => {
    const bvmd = parseBvmd(sample3().build().subarray(0, 140)); // `a` is whole
    bvmd.morphs = parseBvmd(sample3().build()).morphs;
    const bytes = serializeBvmd(bvmd);
    // header, bones, no movable bones, morphs, no properties (two counts), no camera
    expect(bytes.length).toBe(32 + 44 + 4 + 32 + 8 + 4);
    const { bones, morphs, warnings } = parseBvmd(bytes);
    expect([bones.count, morphs.count, warnings]).toEqual([1, 2, []]);
  });
});

test('a bone with an edited position becomes movable', () => {
  const bvmd = parseBvmd(sample3().build());
  bvmd.bones.positions[2] = 4; // of `a`
  const { bones } = parseBvmd(serializeBvmd(bvmd));
  expect(bones.names.map(({ text }) => text)).toEqual(['a', '頭']);
  expect([...bones.movable]).toEqual([1, 1]);
  expect([...bones.positions]).toEqual([0, 0, 4, 1, 2, 3]);
});

test('a name with an edited text is written with this text', () => {
  const bvmd = parseBvmd(sample3().build());
  bvmd.morphs.names[0] = { ...bvmd.morphs.names[0], text: 'まばたき' };
  expect(parseBvmd(serializeBvmd(bvmd)).morphs.names[0].text).toBe('まばたき');
});

test('an inconsistent document is refused', () => {
  const bvmd = parseBvmd(sample3().build());
  expect(() => serializeBvmd(bvmd, { version: [4, 0, 0] })).toThrow(
    'version 4.0.0 is not supported, only 2 and 3',
  );
  const short = { ...bvmd, cameras: { ...bvmd.cameras, count: 2 } };
  expect(() => serializeBvmd(short)).toThrow('cameras.frames has 1 entries, 2 keys need 2');
  const doubled = { ...bvmd, cameras: { ...bvmd.cameras, fovs: [30.5] as never } };
  expect(() => serializeBvmd(doubled)).toThrow('cameras.fovs is not an array of 32-bit floats');
  const listed = { ...bvmd, morphs: { ...bvmd.morphs, weights: [0, 0.25] as never } };
  expect(() => serializeBvmd(listed)).toThrow('morphs.weights is not an array of 32-bit floats');
  const nameless = { ...bvmd, bones: { ...bvmd.bones, movable: new Uint8Array(1) } };
  expect(() => serializeBvmd(nameless)).toThrow('bones.movable has 1 entries, but there are 2 names');
});
