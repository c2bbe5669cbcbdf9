import { isClean, leastGarbage } from '#test/support/garbage.js';
import { expect, test } from 'vitest';

const THREE = import.meta.resolve('three');

/** A rig with a face, a motion, and a point that moves. */
const DANCER = `
import { register } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { createPmx, createPmxBone, createVmd, PMX_BONE } from '@odori/format';
import { blink, breathe, chain, createCompanion, lookAt, sway } from '@odori/runtime/companion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Motion } from '@odori/runtime/motion';

const FRAMES = 5000, WARM_UP = 2 * FRAMES, COMPANIONS = 20, DELTA = 1 / 60;
const places = [['全ての親', 0], ['センター', 8], ['上半身', 13], ['上半身2', 14], ['首', 16], ['頭', 17], ['両目', 18], ['左目', 18], ['右目', 18]];
const bones = places.map(([name, y], i) => createPmxBone({ name, parent: i > 6 ? 5 : i - 1, position: [0, y, 0] }));
for (const i of [7, 8]) Object.assign(bones[i], { flags: PMX_BONE.appendRotation, append: { parent: 6, ratio: i === 7 ? 1 : 1 } });
const morphs = ['まばたき', '笑い', 'にこり', 'あ', 'い', 'う', 'え', 'お'].map((name) => ({
  name, nameEn: '', panel: 0, type: 'vertex', vertices: new Uint32Array(), offsets: new Float32Array(),
}));
const definition = createRigDefinition(createPmx({ bones, morphs }));
const keys = [];
for (let frame = 0; frame < 30000; frame += 500) {
  const half = (frame % 70) / 400;
  for (const [name] of places) keys.push({ name, frame, position: [half, 0, half], rotation: [0, Math.sin(half), 0, Math.cos(half)] });
}
const motion = Motion.from(createVmd({ bones: keys }));
const target = { x: 0, y: 18, z: 20 };
const matrixWorld = { elements: new Float64Array([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 3, 0, 2, 1]) };
const moving = (point, eyes) => { point[0] = target.x; point[1] = target.y; point[2] = eyes[2] + target.z; };
let collections = 0;
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
`;

/** Twenty characters that look at a moving point, blink, breathe and sway while they dance. */
const LIVING = `${DANCER}
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
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
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

/**
 * Twenty whole companions. At the beginning of each round, which is not measured, they go over to another
 * idle motion, and begin a gesture, words and a feeling: only frames must not allocate.
 */
const IDLING = `${DANCER}
const hook = "export const resolve = (name, context, next) => next(name === 'three' ? '${THREE}' : name, context);";
register('data:text/javascript,' + encodeURIComponent(hook));
const { MotionPlayer } = await import('@odori/runtime');
const BEGIN = 120, ROUND = 432, ROUNDS = Math.ceil(FRAMES / (ROUND - BEGIN));
// 8 seconds: they go over to each other every 432 frames.
const [calm, proud, wave] = [2000, 5000, 9000].map((frame) => motion.slice(frame, frame + 240));
const player = new MotionPlayer();
const companions = Array.from({ length: COMPANIONS }, (_, seed) => {
  const rig = new Rig(definition);
  const model = { rig, root: { matrixWorld }, update: () => (rig.solve(), rig.solveAfterPhysics()), reset: () => {} };
  return createCompanion(player, model, { idle: [calm, proud], gestures: { wave }, lookAt: seed % 2 ? moving : target, seed });
});
let frame = 0;
const run = (frames) => {
  for (let i = 0; i < frames; i++, frame++) {
    target.x = (frame % 600) / 20 - 15;
    player.update(DELTA);
  }
};
const begin = async () => {
  for (const companion of companions) {
    void companion.perform('wave', { bones: 'upper' });
    void companion.say('おはようございます。きょうもいっしょにおどりましょう。たのしみにしています。');
    companion.feel('joy', 0.8, { hold: 4 });
  }
  await settle();
  run(BEGIN);
};
const rounds = [];
const observer = new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) if (rounds.some(([from, to]) => startTime >= from && startTime <= to)) collections++;
});
for (let i = 0; i < WARM_UP; i += ROUND) {
  await begin();
  run(ROUND - BEGIN);
}
observer.observe({ entryTypes: ['gc'] });
let bytes = 0;
for (let round = 0; round < ROUNDS; round++) {
  await begin();
  gc();
  await settle();
  const from = performance.now();
  const before = process.memoryUsage().heapUsed;
  run(ROUND - BEGIN);
  bytes += process.memoryUsage().heapUsed - before;
  rounds.push([from, performance.now()]);
}
await settle();
// of half of them: each plays two motions at once
console.log(JSON.stringify({ collections, bytesPerFrame: bytes / 2 / ROUNDS / (ROUND - BEGIN) }));
`;

test.each([
  ['characters that dance and live', LIVING],
  ['whole companions', IDLING],
])('5000 frames of 20 %s cause no garbage collection', (_, program) => {
  expect(leastGarbage(program)).toSatisfy(isClean);
});
