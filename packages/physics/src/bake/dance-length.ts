import type { Motion } from '@odori/runtime/motion';
import type { RigSource } from '@odori/runtime/rig';
import type { PhysicsModel } from '../body-simulation.js';

/** As many as `bakeMotion` solves: nearly two hours. */
const MAX_FRAMES = 200_000;
/** The most places of bones at frames that fit in memory: 100 bones for 22 minutes. */
const MAX_PLACES = 4_000_000;

/** @throws RangeError if a simulation of the whole motion would not fit in memory. */
export function checkLength(motion: Motion, { bones, rigidBodies }: RigSource & PhysicsModel): void {
  const frames = Math.ceil(motion.lastFrame) + 1;
  const most = Math.min(MAX_FRAMES, Math.floor(MAX_PLACES / Math.min(bones.length, rigidBodies.length)));
  if (frames <= most) return;
  throw new RangeError(
    `the motion has ${frames} frames; for this model, bake at most ${most} of them at once`,
  );
}
