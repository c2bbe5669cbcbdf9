import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVmd, parsePmd, pmdToPmx } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { chordBetween, unitsBetween } from './compare-world.mjs';

/**
 * PMDs whose knees have keyframes, and how close they must be to MMD's own matrices. The more iterations, the
 * more MMD's 32 bits show: by the same rule in 64 bits, an independent solver differs as much.
 */
export const KNEE_TOLERANCES = {
  kn1__kn: { degrees: { p95: 2e-4, max: 2e-3 }, units: { max: 1e-4 } },
  kn2__kn: { degrees: { p95: 4e-3, max: 0.05 }, units: {} },
  kn3__kn: { degrees: { p95: 0.02, max: 0.1 }, units: {} },
  kn3s__kn: { degrees: { p95: 0.02, max: 0.1 }, units: {} },
  kn10__kn: { degrees: { median: 4e-3, p95: 0.05, max: 0.4 }, units: {} },
  kn40__kn: { degrees: { median: 0.03, p95: 0.3, max: 2 }, units: {} },
  // the maximum is that of type 9 bones: MMD's half of a rotation with w < 0 is off by 0.0913°
  kt1__kt: { degrees: { median: 2e-4, p95: 0.02, max: 0.1 }, units: {} },
  kt40__kt: { degrees: { median: 0.05, p95: 1, max: 9 }, units: {} },
};

/** The distance of all bones of such a model from MMD's own, one entry per bone and frame. */
export function measurePmdKnees(corpus, name) {
  const read = (path) =>
    JSON.parse(readFileSync(join(corpus, '../oracle/mmd-pmd-knee', `${path}.json`), 'utf8'));
  const { pmdBase64, bones, frames } = read(name);
  const pmx = pmdToPmx(parsePmd(new Uint8Array(Buffer.from(pmdBase64, 'base64'))));
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(motionOf(read(`${name.split('__')[1]}.motion`)), rig);
  return frames.flatMap(({ frame, world }) => {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    return bones.map((bone, index) => ({
      bone,
      frame,
      degrees: chordBetween(rig.worldMatrices, rig.boneIndex(bone), world, index),
      units: unitsBetween(rig.worldMatrices, rig.boneIndex(bone), world, index),
    }));
  });
}

function motionOf({ tracks, same }) {
  const all = [...Object.entries(tracks), ...Object.entries(same).map(([name, of]) => [name, tracks[of]])];
  const bones = all.flatMap(([name, keys]) =>
    keys.map(([frame, x, y, z, ...rotation]) => ({ name, frame, position: [x, y, z], rotation })),
  );
  return Motion.from(createVmd({ bones }));
}
