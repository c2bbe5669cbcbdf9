import { jsonMemory } from '#src/vrm/glb/json-memory.js';
import { readGlb } from '#src/vrm/glb/glb.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { HOSTILE_JSON } from '#test/vrm/hostile-glb.js';
import { expect, test } from 'vitest';

const memoryOf = (text: string): number => jsonMemory(new TextEncoder().encode(text), Infinity);

test.each([
  ['[{},{}]', 7 + 56 + 8 + 2 * 56],
  ['[1,-1,0.5]', 10 + 56 + 2 * 8 + 2 * 16],
  ['["abc"]', 7 + 56 + 16 + 8],
  ['["\\"",true]', 11 + 56 + 16 + 8 + 8 + 11], // an escape: letters of two bytes
  ['[123456789,1234567890]', 22 + 56 + 8 + 16],
  ['[{"a":1},{"a":1}]', 17 + 56 + 8 + 2 * 32 + 200 + 24], // one shape
])('%s takes %d bytes', (text, bytes) => {
  expect(memoryOf(text)).toBe(bytes);
});

test('any text ends: brackets that close too often, strings without an end', () => {
  for (const text of [']]}}', '"', '"\\', '{"a"', ':::', '', '\u00e4'])
    expect(memoryOf(text)).toBeGreaterThanOrEqual(0);
});

/** They take less than three times their bytes. */
const FITTING = ['numbers of ten digits', 'a long string with a wide letter', 'a long string with an escape'];

test.each(Object.entries(HOSTILE_JSON))(
  'a megabyte of %s is refused before it is parsed, unless it fits',
  (name, make) => {
    const perRecord = Math.max((make(4000).length - make(2000).length) / 2000, 1);
    const bytes = make(Math.ceil(1e6 / perRecord));
    if (FITTING.includes(name)) expect(readGlb(bytes).json['extras']).toBeDefined();
    else expect(thrownBy(() => readGlb(bytes))).toMatchObject({ name: 'GlbError', code: 'too-large' });
  },
);

test('the JSON of an avatar with 2,000 bones and 500 expressions is read', () => {
  const nodes = Array.from({ length: 2000 }, (_, i) => ({
    name: `Bone_${i}`,
    translation: [0.123456789, 0.5, -0.25],
    rotation: [0, 0, 0, 1],
    children: [i + 1],
  }));
  const custom = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [
      `shape ${i}`,
      { morphTargetBinds: [{ node: i, index: i, weight: 1 }] },
    ]),
  );
  const json = { nodes, extensions: { VRMC_vrm: { expressions: { custom } } } };
  expect(readGlb(glbBytes(json, new Uint8Array(1e6))).json).toEqual(json);
});
