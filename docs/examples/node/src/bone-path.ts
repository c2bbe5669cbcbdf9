// Writes where a bone is at every frame of a dance, after IK: node dist/bone-path.js MODEL MOTION BONE OUTPUT
import { parsePmx, parseVmd } from '@odori/format';
import { FRAMES_PER_SECOND, Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { readFile } from 'node:fs/promises';
import { runCommand, writeOutput } from './run-command.js';

/** The path of a bone as CSV: seconds, and x, y, z in MMD units (about 8 cm; y is up, the model faces +z). */
function bonePath(rig: Rig, motion: Motion, boneName: string): string {
  const bone = rig.boneIndex(boneName);
  if (bone < 0) throw new Error(`The model has no bone ${boneName}.`);
  const binding = bindMotion(motion, rig);
  const lines = ['seconds,x,y,z'];
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    binding.sample(frame); // 30 frames per second. Fractions are allowed, for example 12.5
    rig.solve(); // append and IK
    rig.solveAfterPhysics();
    // the end of a matrix of 4 columns
    const place = rig.worldMatrices.subarray(16 * bone + 12, 16 * bone + 15);
    const numbers = [frame / FRAMES_PER_SECOND, ...place].map((number) => number.toFixed(4));
    lines.push(numbers.join(','));
  }
  return `${lines.join('\n')}\n`;
}

await runCommand('MODEL MOTION BONE OUTPUT', async (modelPath, motionPath, boneName, output) => {
  const rig = new Rig(createRigDefinition(parsePmx(await readFile(modelPath))));
  const motion = Motion.from(parseVmd(await readFile(motionPath)));
  await writeOutput(output, bonePath(rig, motion, boneName));
});
