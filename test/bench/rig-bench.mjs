// Bones of real models: time per frame, additional time for three.js bones, garbage, and time from bytes to
// the first pose.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { BufferGeometry, Group, Skeleton, SkinnedMesh } from 'three';
import { bindObject, createBones } from '../../packages/runtime/dist/index.js';
import * as odori from './odori.mjs';

const SELF = fileURLToPath(import.meta.url);
const CORPUS = process.env.ODORI_CORPUS ?? join(SELF, '../../../../shared/corpus');
const MODELS = ['pmx/mmd_tools_miku/miku.pmx', 'pmd/miku_v2/miku_v2.pmd'];
const MOTION = 'vmd/wavefile_v2.vmd';
const FRAMES_PER_ROUND = 300;

const [mode, path] = process.argv.slice(2);
if (mode === '--garbage') await printGarbage(path);
else if (mode === '--first') printFirstPose(path);
else printTable();

function printTable() {
  console.log(
    'model with wavefile      rig ms/frame   + three µs   bytes/frame   bytes → pose ms   first call ms',
  );
  for (const model of MODELS) {
    const columns = [
      model.split('/').at(-1).padEnd(24),
      rigTime(model).toFixed(4).padStart(13),
      (1000 * threeTime(model)).toFixed(1).padStart(12),
      inNewProcess('--garbage', model, 3).toFixed(0).padStart(13),
      firstPoseTime(model).toFixed(1).padStart(17),
      inNewProcess('--first', model, 5).toFixed(1).padStart(15),
    ];
    console.log(columns.join(' '));
  }
}

/** Pose, IK, world and skin matrices, playing at 60 frames per second. */
function rigTime(model) {
  odori.load(read(model), read(MOTION));
  return median(120, (round) => {
    const start = performance.now();
    for (let i = 0; i < FRAMES_PER_ROUND; i++) odori.frame((round % 30) + i / 60);
    return (performance.now() - start) / FRAMES_PER_ROUND;
  });
}

/** Local transforms and world matrices of three.js bones, and the matrices of the skeleton. */
function threeTime(model) {
  const rig = odori.load(read(model), read(MOTION)) && odori.currentRig();
  const bones = createBones(rig.definition);
  const mesh = new SkinnedMesh(new BufferGeometry());
  for (const bone of bones) if (!bone.parent) mesh.add(bone);
  const skeleton = new Skeleton(bones);
  mesh.bind(skeleton);
  const root = new Group();
  root.add(mesh);
  const binding = bindObject(rig, root);
  let total = 0;
  return median(120, (round) => {
    total = 0;
    for (let i = 0; i < FRAMES_PER_ROUND; i++) {
      odori.frame((round % 30) + i / 60);
      const start = performance.now();
      binding.update();
      root.updateMatrixWorld();
      skeleton.update();
      total += performance.now() - start;
    }
    return total / FRAMES_PER_ROUND;
  });
}

/** From the bytes of both files to the first pose, with warm code. */
function firstPoseTime(model) {
  return median(30, () => timeOfFirstPose(model));
}

function timeOfFirstPose(model) {
  const bytes = [read(model), read(MOTION)];
  const start = performance.now();
  odori.load(...bytes);
  odori.frame(0);
  return performance.now() - start;
}

function printFirstPose(model) {
  console.log(timeOfFirstPose(model));
}

/** Bytes on the heap per frame. Runs with a garbage collection do not count. */
async function printGarbage(model) {
  odori.load(read(model), read(MOTION));
  let collections = 0;
  new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({
    entryTypes: ['gc'],
  });
  for (let i = 0; i < 5000; i++) odori.frame((i % 5000) / 60);
  const counts = [];
  while (counts.length < 9) {
    gc();
    await pause();
    collections = 0;
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < FRAMES_PER_ROUND; i++) odori.frame(20 + i / 60);
    const after = process.memoryUsage().heapUsed;
    await pause();
    if (collections === 0) counts.push((after - before) / FRAMES_PER_ROUND);
  }
  console.log(middle(counts));
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function read(name) {
  return new Uint8Array(readFileSync(join(CORPUS, name)));
}

function median(rounds, run) {
  return middle(Array.from({ length: rounds }, (_, round) => run(round)).slice(rounds / 3));
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function inNewProcess(flag, model, runs) {
  const flags = ['-C', 'built', '--expose-gc', '--max-semi-space-size=64'];
  return middle(
    Array.from({ length: runs }, () =>
      Number(execFileSync(process.execPath, [...flags, SELF, flag, model], { encoding: 'utf8' })),
    ),
  );
}
