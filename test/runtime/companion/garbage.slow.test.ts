import { isClean, leastGarbage } from '#test/support/garbage.js';
import { expect, test } from 'vitest';

/** Twenty characters that look at a moving point, blink, breathe and sway while they dance. */
const LIVING = `
import { PerformanceObserver } from 'node:perf_hooks';
import { createPmx, createPmxBone, createVmd, PMX_BONE } from '@odori/format';
import { blink, breathe, chain, lookAt, sway } from '@odori/runtime/companion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Motion } from '@odori/runtime/motion';

const FRAMES = 5000, WARM_UP = 2 * FRAMES, COMPANIONS = 20, DELTA = 1 / 60;
const places = [['全ての親', 0], ['センター', 8], ['上半身', 13], ['上半身2', 14], ['首', 16], ['頭', 17], ['両目', 18], ['左目', 18], ['右目', 18]];
const bones = places.map(([name, y], i) => createPmxBone({ name, parent: i > 6 ? 5 : i - 1, position: [0, y, 0] }));
for (const i of [7, 8]) Object.assign(bones[i], { flags: PMX_BONE.appendRotation, append: { parent: 6, ratio: i === 7 ? 1 : 1 } });
const morph = { name: 'まばたき', nameEn: '', panel: 0, type: 'vertex', vertices: new Uint32Array(), offsets: new Float32Array() };
const definition = createRigDefinition(createPmx({ bones, morphs: [morph] }));
const keys = [];
for (let frame = 0; frame < 30000; frame += 500) {
  const half = (frame % 70) / 400;
  for (const [name] of places) keys.push({ name, frame, position: [half, 0, half], rotation: [0, Math.sin(half), 0, Math.cos(half)] });
}
const motion = Motion.from(createVmd({ bones: keys }));
const target = { x: 0, y: 18, z: 20 };
const matrixWorld = { elements: new Float64Array([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 3, 0, 2, 1]) };
const moving = (point, eyes) => { point[0] = target.x; point[1] = target.y; point[2] = eyes[2] + target.z; };
const companions = Array.from({ length: COMPANIONS }, (_, seed) => {
  const rig = new Rig(definition);
  const gaze = lookAt(seed % 2 ? moving : target, { space: { matrixWorld }, seed });
  const life = chain(breathe({ seed }), sway({ seed }), gaze, blink({ seed, duringGaze: gaze }));
  return { rig, life, dance: bindMotion(motion, rig) };
});
const clock = { seconds: DELTA, isJump: false };
let frame = 0;
const run = (frames) => {
  for (let i = 0; i < frames; i++, frame++) {
    target.x = (frame % 600) / 20 - 15;
    for (let k = 0; k < COMPANIONS; k++) {
      const { rig, life, dance } = companions[k];
      dance.sample(frame % 20000);
      life(rig, DELTA, clock);
      rig.solve();
      rig.solveAfterPhysics();
    }
  }
};
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
run(WARM_UP);
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
const before = process.memoryUsage().heapUsed;
run(FRAMES);
const bytes = process.memoryUsage().heapUsed - before;
await settle();
console.log(JSON.stringify({ collections, bytesPerFrame: bytes / FRAMES }));
`;

test('5000 frames of 20 companions cause no garbage collection', () => {
  expect(leastGarbage(LIVING)).toSatisfy(isClean);
});
