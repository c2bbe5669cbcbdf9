// Measures speed and memory on real files: pnpm bench. All numbers are medians; compare them only on the same
// machine.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseVmd, serializeVmd } from '../../packages/format/dist/index.js';
import { KeyCursor, Motion, sampleBone } from '../../packages/runtime/dist/motion/index.js';

const SELF = fileURLToPath(import.meta.url);
const CORPUS = process.env.ODORI_CORPUS ?? join(SELF, '../../../../shared/corpus');
const FOLDER = join(CORPUS, 'vmd');
const [mode, path] = process.argv.slice(2);

if (mode === '--first') printFirstCall(path);
else if (mode === '--retained') printRetained(path);
else if (existsSync(FOLDER)) {
  printTable();
  printSampling('wavefile_v2.vmd');
  printSampling('bilcb_bone.vmd');
  await import('./rig-bench.mjs');
  await import('./model-bench.mjs');
  await import('./crowd-bench.mjs');
  await import('./project-bench.mjs');
  await import('./physics-bench.mjs');
  await import('./physics-dance-bench.mjs');
  await import('./avatar-bench.mjs');
  await import('./companion-bench.mjs');
} else console.log('No corpus: set ODORI_CORPUS to a folder that contains a folder vmd.');

function printTable() {
  console.log(
    'file                                       kB   bone keys   parse ms   MB/s   first ms   retained   write ms',
  );
  for (const name of readdirSync(FOLDER).toSorted()) {
    const file = join(FOLDER, name);
    const bytes = readFileSync(file);
    const vmd = parseVmd(bytes);
    const parse = median(() => parseVmd(bytes));
    const write = median(() => serializeVmd(vmd));
    const columns = [
      name.padEnd(40),
      (bytes.length / 1000).toFixed(1).padStart(7),
      String(vmd.bones.count).padStart(11),
      parse.toFixed(3).padStart(10),
      (bytes.length / 1e3 / parse).toFixed(0).padStart(6),
      inNewProcess('--first', file, 5).padStart(10),
      inNewProcess('--retained', file, 3).padStart(10),
      write.toFixed(3).padStart(10),
    ];
    console.log(columns.join(' '));
  }
}

/** Samples all bones of a motion: playing at 60 frames per second, and at random times. */
function printSampling(name) {
  const bytes = readFileSync(join(FOLDER, name));
  const motion = Motion.from(parseVmd(bytes));
  const tracks = [...motion.bones.values()];
  const cursors = tracks.map(() => new KeyCursor());
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  const microseconds = (frameAt) => {
    const run = () => {
      for (let i = 0; i < 1000; i++) {
        const frame = frameAt(i);
        for (let j = 0; j < tracks.length; j++) sampleBone(tracks[j], frame, position, rotation, cursors[j]);
      }
    };
    return median(run).toFixed(2); // milliseconds for a thousand times = microseconds for one
  };
  const { lastFrame } = motion;
  const times = Float64Array.from({ length: 1000 }, () => Math.random() * lastFrame);
  console.log(
    `${name}: ${tracks.length} bones, Motion.from(parseVmd(bytes)) ${median(() => Motion.from(parseVmd(bytes))).toFixed(2)} ms,`,
    `all bones ${microseconds((i) => i * 0.5)} µs playing, ${microseconds((i) => times[i])} µs seeking`,
  );
}

function median(run) {
  const times = [];
  for (let i = 0; i < 150; i++) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return middle(times.slice(50));
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The median of several new processes: a call is cold only once, and memory is counted best alone. */
function inNewProcess(flag, file, runs) {
  const outputs = Array.from({ length: runs }, () =>
    Number(
      execFileSync(process.execPath, ['-C', 'built', '--expose-gc', SELF, flag, file], { encoding: 'utf8' }),
    ),
  );
  return middle(outputs).toFixed(2);
}

function printFirstCall(file) {
  const bytes = readFileSync(file);
  const start = performance.now();
  parseVmd(bytes);
  console.log(performance.now() - start);
}

/** The memory of a document, as a multiple of its file size: the mean of ten, after a warm-up. */
function printRetained(file) {
  const bytes = readFileSync(file);
  parseVmd(bytes);
  const before = heldBytes();
  const documents = Array.from({ length: 10 }, () => parseVmd(bytes));
  const held = (heldBytes() - before) / documents.length;
  console.log(held / bytes.length);
}

function heldBytes() {
  for (let i = 0; i < 4; i++) gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
