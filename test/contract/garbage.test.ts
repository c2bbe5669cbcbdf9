import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const STAGE = inject('packedFolder');

/**
 * In a process of its own, on the packed code: a test runner rewrites imports, and what its engine then cannot inline
 * makes garbage that no user would see.
 */
const PROGRAM = `
import { PerformanceObserver } from 'node:perf_hooks';
import { createVmd } from '@odori/format';
import { createCameraPose, KeyCursor, Motion, sampleBone, sampleCamera, sampleMorph } from '@odori/runtime/motion';

const bones = [], morphs = [], cameras = [];
for (let i = 0; i < 100; i++) {
  for (let frame = 0; frame < 1000; frame += 10) {
    const half = (frame % 70) / 100;
    const curves = i % 5 === 0 ? [64, 0, 64, 127] : [20, 20, 107, 107];
    bones.push({ name: 'b' + i, frame, position: [i % 2, half, 0], rotation: [0, Math.sin(half), 0, Math.cos(half)], curves });
  }
}
for (let frame = 0; frame < 1000; frame += 10) {
  morphs.push({ name: 'm', frame, weight: frame % 3 });
  cameras.push({ frame, distance: -frame, curves: [64, 0, 64, 127] });
}
const motion = Motion.from(createVmd({ bones, morphs, cameras }));
const tracks = [...motion.bones.values()];
const cursors = tracks.map(() => new KeyCursor());
const [position, rotation, pose, cursor] = [new Float64Array(3), new Float64Array(4), createCameraPose(), new KeyCursor()];
// Numbers that exist already: one that is computed here would be made anew for every call, by the caller.
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.37);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    const frame = frames[i];
    for (let j = 0; j < tracks.length; j++) sampleBone(tracks[j], frame, position, rotation, cursors[j]);
    sampleMorph(motion.morphs.get('m'), frame);
    sampleCamera(motion.camera, frame, pose, cursor);
  }
};
run(5000);
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
run(5000);
await settle();
console.log(collections);
`;

test('half a million samples cause no garbage collection', () => {
  writeFileSync(join(STAGE, 'garbage.mjs'), PROGRAM);
  const output = execFileSync(process.execPath, ['--expose-gc', 'garbage.mjs'], {
    cwd: STAGE,
    encoding: 'utf8',
  });
  expect(output).toBe('0\n');
});
