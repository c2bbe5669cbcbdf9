// Converts a motion to its mirror image, left and right exchanged: node dist/mirror.js MOTION OUTPUT
import { parseVmd, serializeVmd } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { readFile } from 'node:fs/promises';
import { runCommand, writeOutput } from './run-command.js';

await runCommand('MOTION OUTPUT', async (motionPath, output) => {
  const motion = Motion.from(parseVmd(await readFile(motionPath)));
  await writeOutput(output, serializeVmd(toVmd(motion.mirror())));
});
