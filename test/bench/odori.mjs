// Odori as an engine in a comparison of MMD engines. Needs a build (pnpm build) and node -C built.
import { readFileSync } from 'node:fs';
import { detectFormat, parsePmd, parsePmx, parseVmd, pmdToPmx } from '../../packages/format/dist/index.js';
import { Motion, secondsToFrame } from '../../packages/runtime/dist/motion/index.js';
import { bindMotion, createRigDefinition, Rig } from '../../packages/runtime/dist/rig/index.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../packages/format/package.json', import.meta.url), 'utf8'),
);

export const info = { name: 'odori', version: `${version}, rig without three` };

const READERS = { vmd: parseVmd, pmx: parsePmx, pmd: parsePmd };

/** As our loaders read files: all keyframes, vertices and names are decoded when it returns. */
export function parse(bytes) {
  return READERS[detectFormat(bytes)](bytes, { lossless: false });
}

let rig;
let binding;

/** Creates the bones, but no mesh: the geometry of a PMX is not read. */
export function load(modelBytes, motionBytes) {
  const model =
    detectFormat(modelBytes) === 'pmd'
      ? pmdToPmx(parsePmd(modelBytes))
      : parsePmx(modelBytes, { geometry: false });
  rig = new Rig(createRigDefinition(model));
  setMotion(motionBytes);
  const { boneNames, morphNames, ikNames, parents } = rig.definition;
  return { bones: boneNames, morphs: morphNames, iks: ikNames, parents: [...parents] };
}

export function setMotion(motionBytes) {
  binding = bindMotion(Motion.from(parse(motionBytes)), rig);
}

/** Computes pose, IK, world and skin matrices. */
export function frame(seconds) {
  binding.sample(secondsToFrame(seconds));
  rig.solve();
  rig.solveAfterPhysics();
}

/** `frame` has computed the skin matrices already. */
export function skin() {}

export function worldMatrices() {
  const out = Float64Array.from(rig.worldMatrices);
  for (let o = 0; o < out.length; o += 16) for (const i of [2, 6, 8, 9, 14]) out[o + i] = -out[o + i];
  return out;
}

/** For measurements that use the rig afterwards. */
export const currentRig = () => rig;

export const morphWeights = () => [...rig.pose.morphWeights];
export const ikStates = () => [...rig.pose.ikEnabled];

export function unload() {
  rig = binding = undefined;
}
