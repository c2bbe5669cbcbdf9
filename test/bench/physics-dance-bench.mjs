// A dancing model with physics: the pose of each substep, MMD's rules, the solver and the bones. Time,
// garbage and heap.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parsePmx, parseVmd } from '../../packages/format/dist/index.js';
import { createPhysics } from '../../packages/physics/dist/index.js';
import { Motion } from '../../packages/runtime/dist/motion/index.js';
import { bindMotion, createRigDefinition, Rig } from '../../packages/runtime/dist/rig/index.js';

const SELF = fileURLToPath(import.meta.url);
const CORPUS = process.env.ODORI_CORPUS ?? join(SELF, '../../../../shared/corpus');
const SAMPLE = join(SELF, '../../../packages/sample/files');
const FRAMES = 600;

const MODELS = {
  'miku.pmx with wavefile': [
    join(CORPUS, 'pmx/mmd_tools_miku/miku.pmx'),
    join(CORPUS, 'vmd/wavefile_v2.vmd'),
  ],
  'the sample dancer': [join(SAMPLE, 'dancer.pmx'), join(SAMPLE, 'dance.vmd')],
};

for (const [name, [model, motion]] of Object.entries(MODELS)) {
  const dance = { pmx: parsePmx(readFileSync(model)), motion: Motion.from(parseVmd(readFileSync(motion))) };
  const one = [await createDancer(dance)];
  milliseconds(one);
  const collections = await countCollections(one[0]);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => createDancer(dance)));
  for (const dancers of [one, crowd]) milliseconds(dancers);
  const [alone, together] = [one, crowd].map((dancers) => median(() => milliseconds(dancers)));
  const still = median(() => milliseconds(one, 0));
  const { rigidBodies, joints } = dance.pmx;
  console.log(
    `physics: ${name} (${rigidBodies.length} bodies, ${joints.length} joints) ${alone.toFixed(3)} ms per frame of 1/60 s, with`,
    `its bones; ${still.toFixed(3)} ms without physics. 20 dancers ${together.toFixed(2)} ms: ${(together / alone).toFixed(1)} times one.`,
  );
  console.log(`         ${collections} garbage collections in 5,000 frames`);
  await printHeap(dance);
}

async function createDancer({ pmx, motion }) {
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(motion, rig);
  const physics = await createPhysics(pmx, rig, { settleSeconds: 0 });
  let frame = 0;
  let from = 0;
  const poseAt = (seconds) => {
    binding.sample(from + 30 * seconds);
    rig.solve();
  };
  poseAt(0);
  physics.reset();
  return {
    physics,
    update(seconds) {
      from = frame;
      frame += 0.5;
      if (seconds > 0) physics.advance(seconds, poseAt);
      else poseAt(1 / 60);
      rig.solveAfterPhysics();
    },
    restart() {
      frame = from = 0;
      poseAt(0);
      physics.reset();
    },
  };
}

/** Of a frame of all dancers. */
function milliseconds(dancers, seconds = 1 / 60) {
  for (const dancer of dancers) dancer.restart();
  const start = performance.now();
  for (let i = 0; i < FRAMES; i++) for (const dancer of dancers) dancer.update(seconds);
  return (performance.now() - start) / FRAMES;
}

function median(measure) {
  return Array.from({ length: 5 }, measure).toSorted((a, b) => a - b)[2];
}

/** In 5,000 frames, before other dancers exist. */
async function countCollections(dancer) {
  let collections = 0;
  const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
  globalThis.gc?.();
  await settle();
  observer.observe({ entryTypes: ['gc'] });
  for (let i = 0; i < 5000; i++) dancer.update(1 / 60);
  await settle();
  observer.disconnect();
  return collections;
}

/** The heap before and after 1,000 worlds. */
async function printHeap(dance) {
  const makeMany = async (count) => {
    for (let i = 0; i < count; i++) (await createDancer(dance)).physics.dispose();
    globalThis.gc?.();
    await settle();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 1024;
  };
  const before = await makeMany(20);
  const after = await makeMany(1000);
  console.log(`         ${(after - before).toFixed(0)} kB more after 1,000 worlds were made and disposed of`);
}

function settle() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
