// Measures the cold start: how long a fresh process needs from the bytes of a model and a motion to the first
// frame, and what each stage costs. The time to import code and to read files does not count.
//
//   node -C built test/bench/cold.mjs model.pmx motion.vmd [--peers=folder] [--runs=15]
//
// A second column says what each stage takes in a process that has done it many times. Needs a build (pnpm
// build). `--peers` is a folder of other engines: `engines/<name>.mjs` with `load`, `frame` and perhaps
// `init`. Engines take turns, so that a noisy machine slows all of them: compare the ratios. All numbers are
// medians.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const PEERS = ['babylon', 'babylon-wasm', 'three171'];
/** How often a warm process does everything, and how many of its last times count. */
const WARM_PASSES = 300;
const WARM_COUNTED = 100;
const OWN = { rig: 'odori.mjs', mesh: 'odori-model.mjs' };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'string' },
    runs: { type: 'string', default: '15' },
    child: { type: 'string' },
  },
});
const [model, motion] = positionals;

if (values.child === 'stages') console.log(JSON.stringify((await createPass())()));
else if (values.child === 'warm') console.log(JSON.stringify(await warmStages()));
else if (values.child) console.log(JSON.stringify(await firstFrame(values.child)));
else if (model && motion) compare();
else console.log('Give the paths of a model and of a motion.');

/** Prints the time to the first frame of all engines, and the stages of ours. */
function compare() {
  const engines = new Map(Object.entries(OWN).map(([kind, file]) => [`odori, ${kind}`, own(file)]));
  if (values.peers)
    for (const name of PEERS) engines.set(name, resolve(values.peers, 'engines', `${name}.mjs`));
  const runs = new Map([...engines.keys(), 'stages'].map((name) => [name, []]));
  for (let i = 0; i < Number(values.runs); i++) {
    for (const [name, path] of engines) runs.get(name).push(inNewProcess(path));
    runs.get('stages').push(inNewProcess('stages'));
  }
  const first = new Map([...engines.keys()].map((name) => [name, median(runs.get(name))]));
  console.log('engine            first frame, ms   × babylon   × babylon-wasm');
  for (const [name, ms] of first) {
    const ratios = ['babylon', 'babylon-wasm'].map((peer) =>
      first.has(peer) ? (ms / first.get(peer)).toFixed(2) : '–',
    );
    console.log(name.padEnd(14), ms.toFixed(0).padStart(18), ratios[0].padStart(11), ratios[1].padStart(16));
  }
  const warm = inNewProcess('warm');
  console.log('\nstage of ours              cold, ms   warm, ms');
  for (const stage of Object.keys(warm)) {
    const cold = runs.get('stages').map((run) => run[stage]);
    const coldText = cold[0] === undefined ? '–' : median(cold).toFixed(1);
    console.log(stage.padEnd(26), coldText.padStart(8), warm[stage].toFixed(2).padStart(10));
  }
}

function own(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

function inNewProcess(child) {
  const args = ['-C', 'built', fileURLToPath(import.meta.url), model, motion, `--child=${child}`];
  const out = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(out.slice(out.lastIndexOf('\n', out.length - 2) + 1));
}

async function firstFrame(path) {
  const engine = await import(pathToFileURL(path).href);
  await engine.init?.();
  const [modelBytes, motionBytes] = readFiles();
  const start = performance.now();
  await engine.load(modelBytes, motionBytes);
  engine.frame(0);
  return performance.now() - start;
}

/** A function that does everything once, and returns the milliseconds of each stage. */
async function createPass() {
  const { pmdToPmx } = await import('../../packages/format/dist/index.js');
  const { parse } = await import('./odori.mjs');
  const { createModel } = await import('../../packages/model/dist/index.js');
  const { bindMotion, Motion } = await import('../../packages/runtime/dist/index.js');
  const [modelBytes, motionBytes] = readFiles();
  return () => {
    const result = {};
    const timed = (stage, run) => {
      const start = performance.now();
      const value = run();
      result[stage] = performance.now() - start;
      return value;
    };
    const document = timed('parse the model', () => parse(modelBytes));
    const pmx = document.format === 'pmd' ? pmdToPmx(document) : document;
    const shown = timed('createModel', () => createModel(pmx));
    const vmd = timed('parse the motion', () => parse(motionBytes));
    const played = timed('Motion.from', () => Motion.from(vmd));
    const binding = timed('bindMotion', () => bindMotion(played, shown.rig));
    const frames = (first, end) => {
      for (let frame = first; frame < end; frame++) {
        binding.sample(frame);
        shown.update();
      }
    };
    timed('first frame', () => frames(0, 1));
    timed('the next 100 frames', () => frames(1, 101));
    timed('100 frames after those', () => frames(101, 201));
    shown.dispose();
    return result;
  };
}

/**
 * The same in a process that has done it many times, and how long a model takes for a rig, and a motion with
 * all its warnings.
 */
async function warmStages() {
  const { detectFormat, parsePmd, parsePmx, parseVmd } = await import('../../packages/format/dist/index.js');
  const pass = await createPass();
  const [modelBytes, motionBytes] = readFiles();
  const parseForRig = (bytes) =>
    detectFormat(bytes) === 'pmd' ? parsePmd(bytes) : parsePmx(bytes, { geometry: false });
  const results = Array.from({ length: WARM_PASSES }, () => {
    const result = pass();
    const start = performance.now();
    parseForRig(modelBytes);
    const middle = performance.now();
    parseVmd(motionBytes);
    result['parse the model for a rig'] = middle - start;
    result['parse the motion lossless'] = performance.now() - middle;
    return result;
  }).slice(-WARM_COUNTED);
  const stages = Object.keys(results[0]);
  return Object.fromEntries(stages.map((stage) => [stage, median(results.map((result) => result[stage]))]));
}

/** Views of what was read: a copy would be garbage, and its collection would fall into the measurement. */
function readFiles() {
  return [model, motion].map((path) => {
    const { buffer, byteOffset, length } = readFileSync(path);
    return new Uint8Array(buffer, byteOffset, length);
  });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
