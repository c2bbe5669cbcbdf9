// What a model, its copies and a dance take, in bytes: on the JavaScript side, and of buffers on the GPU.
//
//   node -C built --expose-gc test/bench/memory.mjs [model.pmx or .pmd] [motion.vmd]
//
// Needs a build (pnpm build). Without files, it measures our dancer and our dance. Textures are not counted:
// on the GPU they take 4 bytes a pixel, and a third more for mipmaps. Each figure is the middle one of five.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { detectFormat, parsePmd, parsePmx, parseVmd, pmdToPmx } from '@odori/format';
import { createModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';

const asset = (name) => fileURLToPath(new URL(`../../packages/sample/files/${name}`, import.meta.url));
const [modelFile = asset('dancer.pmx'), motionFile = asset('dance.vmd')] = process.argv.slice(2);
const [modelBytes, motionBytes] = [modelFile, motionFile].map((file) => new Uint8Array(readFileSync(file)));
const COPIES = 20;

const readModel = () =>
  detectFormat(modelBytes) === 'pmd' ? pmdToPmx(parsePmd(modelBytes)) : parsePmx(modelBytes);
const readMotion = () => Motion.from(parseVmd(motionBytes));

console.log(
  `${basename(modelFile)} (${kB(modelBytes.length)}), ${basename(motionFile)} (${kB(motionBytes.length)})\n`,
);
console.log('                                        memory');
const model = createModel(readModel());
show(
  'document of the model',
  middle(() => readModel()),
);
show(
  'model, its document let go',
  middle(() => createModel(readModel())),
);
show(
  `each of ${COPIES} copies of it`,
  middle(() => Array.from({ length: COPIES }, () => model.clone())) / COPIES,
);
show(
  'document of the motion',
  middle(() => parseVmd(motionBytes)),
);
show('motion, its document let go', middle(readMotion));
const motion = readMotion();
show(
  `each of ${COPIES} bindings of it`,
  middle(() => Array.from({ length: COPIES }, () => bindMotion(motion, model.rig))) / COPIES,
);

console.log('\n                                        on the GPU');
const own = bytesOnGpu(model);
const copy = bytesOnGpu(model.clone());
const shared = [...copy].filter(([part]) => own.has(part)).reduce((sum, [, bytes]) => sum + bytes, 0);
show('model', total(own));
show('each copy of it, besides what it shares', total(copy) - shared);

/** The memory that the result of a function takes. */
function middle(make) {
  const found = Array.from({ length: 5 }, () => {
    const before = used();
    const kept = make();
    const after = used();
    globalThis.kept = kept; // until here
    globalThis.kept = undefined;
    return after - before;
  });
  return found.sort((a, b) => a - b)[2];
}

function used() {
  for (let i = 0; i < 4; i++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The bytes of each buffer and data texture that a model draws with. */
function bytesOnGpu({ root }) {
  const parts = new Map();
  const add = (array) => array && parts.set(array, array.byteLength);
  root.traverse(({ geometry, skeleton, material }) => {
    if (!geometry) return;
    for (const attribute of Object.values(geometry.attributes)) add((attribute.data ?? attribute).array);
    add(geometry.index?.array);
    if (skeleton && !skeleton.boneTexture) skeleton.computeBoneTexture();
    add(skeleton?.boneTexture?.image.data);
    for (const { uniforms } of [material].flat()) {
      for (const { value } of Object.values(uniforms ?? {})) if (value?.isDataTexture) add(value.image.data);
    }
  });
  return parts;
}

function total(parts) {
  return [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function show(name, bytes) {
  console.log(name.padEnd(40) + kB(bytes));
}

function kB(bytes) {
  return `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;
}
