import { createPmx, createPmxBone, parseVpd, serializeVpd } from '@odori/format';
import { bindMotion, createRigDefinition, Motion, Rig } from '@odori/runtime';
import { expect, test } from 'vitest';
import { poseDocument } from '#demos/pose/src/pose-document.js';

const bones = ['センター', '上半身', '頭'].map((name) => createPmxBone({ name }));
const nothing = { vertices: new Uint32Array(), offsets: new Float32Array() };
const morphs = ['あ', '笑い'].map((name) => ({
  type: 'vertex' as const,
  name,
  nameEn: '',
  panel: 3,
  ...nothing,
}));
const definition = createRigDefinition(createPmx({ bones, morphs }));

test('the document is in MMD space, without bones and morphs at rest', () => {
  const rig = new Rig(definition);
  rig.pose.translations.set([1, 2, 3]);
  rig.pose.rotations.set([0.6, 0, 0, 0.8], 4 * 2);
  rig.pose.morphWeights[1] = 0.25;
  const { bones: written, morphs: weights, modelFile } = poseDocument(rig, 'dancer.osm');
  expect(written).toEqual([
    { name: 'センター', position: [1, 2, -3], rotation: [-0, -0, 0, 1] },
    { name: '頭', position: [0, 0, -0], rotation: [-0.6, -0, 0, 0.8] }, // opposite about x
  ]);
  expect(weights).toEqual([{ name: '笑い', weight: 0.25 }]);
  expect(modelFile).toBe('dancer.osm');
});

test('a pose that is saved and read again is the same', () => {
  const rig = new Rig(definition);
  rig.pose.translations.set([0.5, -1, 0.25]);
  rig.pose.rotations.set([0, 0.6, 0, 0.8], 4);
  rig.pose.morphWeights[0] = 1;
  const again = new Rig(definition);
  bindMotion(Motion.from(parseVpd(serializeVpd(poseDocument(rig, 'x.osm')))), again).sample(0);
  rig.pose.rotations.forEach((value, i) => expect(again.pose.rotations[i]).toBeCloseTo(value, 6));
  rig.pose.translations.forEach((value, i) => expect(again.pose.translations[i]).toBeCloseTo(value, 6));
  expect([...again.pose.morphWeights]).toEqual([1, 0]);
});
