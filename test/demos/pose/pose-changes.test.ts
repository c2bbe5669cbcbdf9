import { createVpd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { expect, test } from 'vitest';
import { poseChanges } from '#demos/pose/src/pose-changes.js';

test('rotations are in degrees, translations in units, weights in percent; parts at rest are left out', () => {
  const pose = createVpd({
    bones: [
      { name: 'センター', position: [3, 0, 4] }, // 5 units
      { name: '上半身' },
      { name: '頭', rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }, // 2 acos(0.7071) = 90°
      // 60°, the shorter way
      { name: '右腕', rotation: [0, 0, -0.5, -Math.sqrt(0.75)], position: [0, 0.25, 0] },
    ],
    morphs: [
      { name: '笑い', weight: 0.5 },
      { name: 'あ', weight: 0 },
    ],
  });
  expect(poseChanges(Motion.from(pose))).toEqual([
    { kind: 'bone', name: 'センター', text: '5.00 units' },
    { kind: 'bone', name: '頭', text: '90.0°' },
    { kind: 'bone', name: '右腕', text: '60.0° · 0.25 units' },
    { kind: 'morph', name: '笑い', text: '50%' },
  ]);
});
