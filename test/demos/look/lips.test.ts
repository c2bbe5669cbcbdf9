import { createPmx } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime';
import { expect, test } from 'vitest';
import { createVowelWeights, Lips } from '#demos/look/src/lips.js';

test('vowels are written to the morphs of the same names; other morphs do not change, missing ones are ignored', () => {
  const morph = (name: string): { type: 'vertex'; name: string; nameEn: string; panel: number } => ({
    type: 'vertex',
    name,
    nameEn: '',
    panel: 3,
  });
  const nothing = { vertices: new Uint32Array(), offsets: new Float32Array() };
  const morphs = ['お', '笑い', 'あ'].map((name) => ({ ...morph(name), ...nothing }));
  const rig = new Rig(createRigDefinition(createPmx({ morphs })));
  rig.pose.morphWeights.set([0.1, 0.2, 0.3]);
  const lips = new Lips(rig);
  lips.write(Float64Array.of(0.9, 0.8, 0.7, 0.6, 0.5)); // a, i, u, e, o
  expect([...rig.pose.morphWeights]).toEqual([0.5, 0.2, 0.9]);
  expect([...lips.read(createVowelWeights())]).toEqual([0.9, 0, 0, 0, 0.5]);
  lips.write(Float64Array.of(0.1, 0, 0, 0, 1), 0.25); // a quarter of the way
  expect([...rig.pose.morphWeights].map((weight) => weight.toFixed(3))).toEqual(['0.625', '0.200', '0.700']);
});
