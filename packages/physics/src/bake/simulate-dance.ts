import type { PoseSource } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { createRigDefinition, type RigSource } from '@odori/runtime/rig';
import type { PhysicsOptions } from '../physics-options.js';
import type { PhysicsModel } from '../body-simulation.js';
import { recordDance } from './record-dance.js';

/** As many as `bakeMotion` solves: nearly two hours. */
const MAX_FRAMES = 200_000;
/** The most bones at frames that fit in memory: 100 bones for 22 minutes. */
const MAX_BONE_FRAMES = 4_000_000;

/** Options of {@link simulateDance}, as in `createPhysics`. */
export type SimulateDanceOptions = Pick<
  PhysicsOptions,
  'gravity' | 'wind' | 'ground' | 'settleSeconds' | 'jumpDistance'
>;

/**
 * A dance with its physics, simulated once: shows any whole frame, in any order, with hair and clothes where
 * bodies hold them. For exports that need every frame, such as `createDanceGlb` of `@odori/vrm/glb`; for
 * keyframes of MMD, use {@link bakePhysics}.
 *
 * Simulated as by {@link bakePhysics}. No bone is sheared. O(frames · (physics + solving)).
 *
 * @throws RangeError if the motion has more than 200,000 frames, or more than 4,000,000 frames times moved
 * bones.
 * @example
 * const dance = simulateDance(motion, pmx);
 * dance.solve(300);
 * dance.rig.worldPositions; // → where all bones are after ten seconds
 */
export function simulateDance(
  motion: Motion,
  pmx: RigSource & PhysicsModel,
  options: SimulateDanceOptions = {},
): PoseSource {
  checkLength(motion, pmx);
  const definition = createRigDefinition(pmx);
  const rigOptions = { shearKnees: false };
  const dance = recordDance({ motion, model: pmx, definition, rigOptions, physicsOptions: options });
  return { motion, rig: dance.rig, solve: (frame) => dance.show(frame), isUneven: true };
}

/** @throws RangeError if a simulation of the whole motion would not fit in memory. */
export function checkLength(motion: Motion, { bones, rigidBodies }: RigSource & PhysicsModel): void {
  const frames = Math.ceil(motion.lastFrame) + 1;
  const most = Math.min(MAX_FRAMES, Math.floor(MAX_BONE_FRAMES / Math.min(bones.length, rigidBodies.length)));
  if (frames <= most) return;
  throw new RangeError(
    `the motion has ${frames} frames; for this model, bake at most ${most} of them at once`,
  );
}
