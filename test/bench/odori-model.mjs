// Odori's whole model as an engine in a comparison of MMD engines: with a mesh and morphs.
import { pmdToPmx } from '../../packages/format/dist/index.js';
import { createModel } from '../../packages/model/dist/index.js';
import { bindMotion, Motion, secondsToFrame } from '../../packages/runtime/dist/index.js';
import * as rigEngine from './odori.mjs';

export const info = {
  name: 'odori-model',
  version: rigEngine.info.version.replace('rig without three', 'model on three'),
};

export const { parse } = rigEngine;

let model;
let binding;

export function load(modelBytes, motionBytes) {
  const document = parse(modelBytes);
  model = createModel(document.format === 'pmd' ? pmdToPmx(document) : document);
  setMotion(motionBytes);
  const { boneNames, morphNames, ikNames, parents } = model.rig.definition;
  return { bones: boneNames, morphs: morphNames, iks: ikNames, parents: [...parents] };
}

export function setMotion(motionBytes) {
  binding = bindMotion(Motion.from(parse(motionBytes)), model.rig);
}

/** Updates bones with IK, skin matrices, three.js bones, morphs and bounds. */
export function frame(seconds) {
  binding.sample(secondsToFrame(seconds));
  model.update();
}

/** `frame` has computed the skin matrices already. */
export function skin() {}

export function worldMatrices() {
  const out = Float64Array.from(model.rig.worldMatrices);
  for (let o = 0; o < out.length; o += 16) for (const i of [2, 6, 8, 9, 14]) out[o + i] = -out[o + i];
  return out;
}

export const morphWeights = () => [...model.rig.pose.morphWeights];
export const ikStates = () => [...model.rig.pose.ikEnabled];

export function unload() {
  model.dispose();
  model = binding = undefined;
}
