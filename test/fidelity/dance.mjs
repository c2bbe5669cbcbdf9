import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePmd, parsePmx, parseVmd, pmdToPmx } from '@odori/format';
import { curveWeight, matchTracks, Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { solveAsMmd } from '@odori/runtime/internal';

/** The corpus files behind the short names in the references. */
const MODELS = {
  miku_v2: 'pmd/miku_v2/miku_v2.pmd',
  kaito: 'pmd/KAITO.pmd',
  miku_pmx: 'pmx/mmd_tools_miku/miku.pmx',
  fx_1bone: 'pmx/test_1bone_cube.pmx',
  fx_append: 'pmx/test_append_bone.pmx',
};
const MOTIONS = {
  wavefile: 'vmd/wavefile_v2.vmd',
  blender_test: 'vmd/mmd_tools_test.vmd',
  arm: 'vmd/edvakf_arm.vmd',
  fx_1bone: 'vmd/test_1bone_cube_motion.vmd',
  fx_append: 'vmd/test_append_bone.vmd',
};

/** The pairs of model and motion in the references. */
export const DANCES = [
  ['fx_1bone', 'fx_1bone'],
  ['fx_append', 'fx_append'],
  ['miku_pmx', 'wavefile'],
  ['miku_v2', 'wavefile'],
  ['miku_v2', 'arm'],
  ['miku_v2', 'blender_test'],
  ['kaito', 'wavefile'],
];

/** Loads a model and a motion of the corpus. */
export function loadDance(corpus, model, motionName) {
  const read = (path) => new Uint8Array(readFileSync(join(corpus, path)));
  const isPmd = MODELS[model].endsWith('.pmd');
  const pmd = isPmd ? parsePmd(read(MODELS[model])) : undefined;
  const pmx = pmd ? pmdToPmx(pmd) : parsePmx(read(MODELS[model]));
  const motion = Motion.from(parseVmd(read(MOTIONS[motionName])));
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(motion, rig);
  const tracks = matchTracks(motion.bones, rig.definition.boneNames).tracks;
  return {
    pmx,
    pmd,
    rig,
    /** Solves the bones at a frame. `asMmd`: evaluates each curve by twelve bisection steps, as MMD does. */
    dance(frame, asMmd = false) {
      binding.sample(frame);
      if (asMmd) tracks.forEach((track, bone) => track && sampleAsMmd(track, frame, rig.pose, bone));
      rig.solve();
      rig.solveAfterPhysics();
    },
  };
}

/**
 * The index of our bone for each bone of a reference. If several have the same name, the n-th matches the
 * n-th.
 */
export function matchBones(names, ours) {
  const used = new Map();
  return names.map((name) => {
    const index = ours.indexOf(name, used.get(name) ?? 0);
    used.set(name, index + 1);
    return index;
  });
}

function sampleAsMmd({ frames, positions, rotations, curves }, frame, pose, bone) {
  const next = frames.findIndex((key) => key > frame);
  if (next <= 0 || frames[next - 1] === frame) return; // exactly on a keyframe
  const t = (frame - frames[next - 1]) / (frames[next] - frames[next - 1]);
  const weight = (channel) => {
    const i = 16 * next + 4 * channel;
    return curveWeight(...curves.subarray(i, i + 4), t, solveAsMmd);
  };
  for (let axis = 0; axis < 3; axis++) {
    const from = positions[3 * next - 3 + axis];
    pose.translations[3 * bone + axis] = from + (positions[3 * next + axis] - from) * weight(axis);
  }
  const a = rotations.subarray(4 * next - 4, 4 * next);
  const b = rotations.subarray(4 * next, 4 * next + 4); // in the same hemisphere
  const half = Math.acos(Math.min(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], 1));
  const w = weight(3);
  const slerp = (part) => (half < 1e-6 ? part : Math.sin(part * half) / Math.sin(half));
  for (let i = 0; i < 4; i++) pose.rotations[4 * bone + i] = slerp(1 - w) * a[i] + slerp(w) * b[i];
}
