// A whole model in Node, without a renderer: time and garbage of model.update().
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVmd, parsePmx, parseVmd } from '../../packages/format/dist/index.js';
import { createModel } from '../../packages/model/dist/index.js';
import { bindMotion, Motion } from '../../packages/runtime/dist/index.js';

const SELF = fileURLToPath(import.meta.url);
const CORPUS = process.env.ODORI_CORPUS ?? join(SELF, '../../../../shared/corpus');
const FRAMES = 600;

if (process.argv[2] === '--garbage') console.log(bytesPerFrame());
else printLine();

function printLine() {
  const { model, binding } = dancer();
  const garbage = execFileSync(
    process.execPath,
    ['-C', 'built', '--expose-gc', '--max-semi-space-size=64', SELF, '--garbage'],
    { encoding: 'utf8' },
  );
  console.log(
    `miku.pmx with wavefile and 15 facial morphs that change every frame: model.update() ${medianTime(model, binding).toFixed(4)} ms,`,
    `${Number(garbage).toFixed(0)} bytes per frame`,
  );
}

/** Every morph of brows, eyes and mouth changes in every frame. */
function dancer() {
  const model = createModel(parsePmx(read('pmx/mmd_tools_miku/miku.pmx')));
  const facial = [...model.morphs.values()].filter(({ panel }) => ['brow', 'eye', 'mouth'].includes(panel));
  const face = createVmd({
    morphs: facial.flatMap(({ name }, i) =>
      Array.from({ length: 300 }, (_, k) => ({ name, frame: 10 * k + i, weight: (k % 2) * 0.9 + 0.05 })),
    ),
  });
  return { model, binding: bindMotion(Motion.from(parseVmd(read('vmd/wavefile_v2.vmd')), face), model.rig) };
}

function medianTime(model, binding) {
  const times = [];
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < FRAMES; i++) {
      binding.sample(round + i / 2);
      const start = performance.now();
      model.update();
      if (round > 4) times.push(performance.now() - start);
    }
  }
  return middle(times);
}

/** Clears the update ranges in each frame, as a renderer does after uploading the changes. */
function bytesPerFrame() {
  const { model, binding } = dancer();
  const { attributes } = model.mesh.geometry;
  const play = (frames) => {
    for (let i = 0; i < frames; i++) {
      binding.sample(i / 2);
      model.update();
      attributes.position.clearUpdateRanges();
    }
  };
  play(10_000);
  const samples = Array.from({ length: 9 }, () => {
    gc();
    const before = process.memoryUsage().heapUsed;
    play(FRAMES);
    return (process.memoryUsage().heapUsed - before) / FRAMES;
  });
  return middle(samples);
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function read(path) {
  return readFileSync(join(CORPUS, path));
}
