import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';

/** World matrices of all bones, for row vectors, in MMD's space. Each chain has four bones. */
interface Solved {
  readonly chains: readonly string[];
  /** Loop count and limit of each chain, and whether its link is a knee. */
  readonly parameters: readonly string[];
  readonly frames: readonly { readonly frame: number; readonly world: number[][] }[];
}

/** Degrees between two directions; by the sine, which is precise for small angles. */
function degreesBetween(a: Vector3, b: Vector3): number {
  return (Math.atan2(a.clone().cross(b).length(), a.dot(b)) * 180) / Math.PI;
}

/** Each bone points down. */
const downOf = (matrix: Matrix4): Vector3 => new Vector3(0, -1, 0).transformDirection(matrix);

test.skipIf(!hasCorpus)('IK agrees with MMD for odd loop counts and limits: 0, below 0, many', () => {
  const folder = '../oracle/mmd-names';
  const rig = new Rig(createRigDefinition(parsePmx(readCorpus(`${folder}/models/ik.pmx`))));
  const binding = bindMotion(Motion.from(parseVmd(readCorpus(`${folder}/motions/ik.vmd`))), rig);
  const { frames, chains, parameters } = readOracle('mmd-names/ik.json') as Solved;
  for (const { frame, world } of frames) {
    binding.sample(frame);
    rig.solve();
    chains.forEach((_, chain) => {
      if (parameters[chain] === '-1,1') return; // MMD then goes on until the chain is still
      for (let bone = 1 + 4 * chain; bone < 4 + 4 * chain; bone++) {
        const down = downOf(new Matrix4().fromArray(world[bone]));
        const ours = downOf(new Matrix4().fromArray(rig.worldMatrices, 16 * bone));
        const off = degreesBetween(ours, down.setZ(-down.z));
        expect(off, `frame ${frame}, ${parameters[chain]}, bone ${bone}`).toBeLessThan(0.03);
      }
    });
  }
});
