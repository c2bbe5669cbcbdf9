import type { RigDefinition } from '@odori/runtime/rig';
import { HUMAN_BONES } from '@odori/runtime/joints';
import { findSourceBones } from '@odori/runtime/internal';
import type { Humanoid } from '../humanoid.js';
import { parentsOf } from '../read/read-humanoid.js';
import { checkSource } from './body.js';

/**
 * An MMD model as a humanoid: its own bones, in MMD units, with the arms as they rest in the model.
 *
 * Its toes are at 足先EX, where there is one. `nodes` are indices of the rig's bones. O(bones).
 *
 * @throws HumanoidError if the model lacks bones of the trunk or the legs.
 * @example
 * humanoidOf(createRigDefinition(parsePmx(bytes))).version; // → 'mmd'
 */
export function humanoidOf(definition: RigDefinition): Humanoid {
  const source = findSourceBones(definition);
  checkSource(source);
  const bones = HUMAN_BONES.filter((bone) => source.joint(bone) >= 0);
  const nodes = Int32Array.from(bones, (bone) => source.joint(bone));
  return {
    version: 'mmd',
    bones,
    parents: parentsOf(bones),
    positions: Float64Array.from(
      [...nodes].flatMap((node) => [...definition.restPositions.subarray(3 * node, 3 * node + 3)]),
    ),
    rotations: Float64Array.from(bones.flatMap(() => [0, 0, 0, 1])),
    nodes,
    missing: HUMAN_BONES.filter((bone) => source.joint(bone) < 0),
    expressions: definition.morphNames,
    lookAt: source.joint('leftEye') >= 0 ? { type: 'bone', offsetFromHead: [0, 0, 0] } : undefined,
  };
}
