import { type Bvmd, type FormatWarning, parseBvmd, serializeBvmd } from '@odori/format';
import { expect, test } from 'vitest';
import { sample2, sample3 } from './bvmd-bytes.js';

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

test('every version comes back byte for byte, and becomes every other', () => {
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

test('what follows the last section is written again', () => {
  const bytes = sample3().u8(1, 2, 3).build();
  expect(same(serializeBvmd(parseBvmd(bytes)), bytes)).toBe(true);
});

test('version 2.0 tells that it has no physics', () => {
  const heard: FormatWarning[] = [];
  const bytes = serializeBvmd(parseBvmd(sample2(1)), { version: [2, 0, 0], onWarning: (w) => heard.push(w) });
  expect(same(bytes, sample2(0))).toBe(true);
  expect(heard).toMatchObject([{ code: 'not-expressible', section: 'bones', count: 1 }]);
});

test('a bone that was moved by hand becomes a movable one', () => {
  const bvmd = parseBvmd(sample3().build());
  bvmd.bones.positions[2] = 4; // of `a`
  const { bones } = parseBvmd(serializeBvmd(bvmd));
  expect(bones.names.map(({ text }) => text)).toEqual(['a', '頭']);
  expect([...bones.movable]).toEqual([1, 1]);
  expect([...bones.positions]).toEqual([0, 0, 4, 1, 2, 3]);
});

test('a name that was given a new text is written as that', () => {
  const bvmd = parseBvmd(sample3().build());
  bvmd.morphs.names[0] = { ...bvmd.morphs.names[0], text: 'まばたき' };
  expect(parseBvmd(serializeBvmd(bvmd)).morphs.names[0].text).toBe('まばたき');
});

test('refuses what does not fit together', () => {
  const bvmd = parseBvmd(sample3().build());
  expect(() => serializeBvmd(bvmd, { version: [4, 0, 0] })).toThrow('version 4.0.0 is unknown');
  const short = { ...bvmd, cameras: { ...bvmd.cameras, count: 2 } };
  expect(() => serializeBvmd(short)).toThrow('cameras.frames has 1 entries, 2 keys need 2');
  const nameless = { ...bvmd, bones: { ...bvmd.bones, movable: new Uint8Array(1) } };
  expect(() => serializeBvmd(nameless)).toThrow('bones.movable has 1 entries, there are 2 names');
});
