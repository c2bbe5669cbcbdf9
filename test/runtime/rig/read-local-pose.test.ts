import { createPmxBone } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { readLocalPose } from '@odori/runtime/internal';
import { expect, test } from 'vitest';

test('readLocalPose gives the keyframe values with which a bone has its solved pose', () => {
  const bones = [
    createPmxBone({ name: '腰', position: [0, 10, 0] }),
    createPmxBone({ name: 'hip', position: [0, 10, 0], parent: 0 }),
    createPmxBone({ name: 'knee', position: [0, 5.5, -0.1], parent: 1 }),
    createPmxBone({ name: 'ankle', position: [0, 1, 0], parent: 2 }),
  ];
  const rig = new Rig(createRigDefinition({ bones, morphs: [] }));
  const [sine, cosine] = [Math.sin(0.3), Math.cos(0.3)];
  rig.pose.rotations.set([sine, 0, 0, cosine], 4); // the hip
  rig.pose.translations.set([0, 1, 2], 6); // the knee
  rig.pose.rotations.set([0, sine, 0, cosine], 8);
  rig.solve();
  rig.solveAfterPhysics();
  const position = [0, 0, 0];
  const rotation = readLocalPose(rig, 2, position, [0, 0, 0, 0]);
  [0, 1, 2].forEach((value, axis) => expect(position[axis]).toBeCloseTo(value, 12));
  [0, sine, 0, cosine].forEach((value, i) => expect(rotation[i]).toBeCloseTo(value, 12));
});
