import { serializeVmd } from '@odori/format';
import type { Motion } from '@odori/runtime/motion';
import { type BakedMotion, bakeMotion, type BakeMotionOptions, type RigDefinition } from '@odori/runtime/rig';
import { parseChoice, parsePositive } from '../arguments/numbers.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import { readMotion } from '../documents/read-motion.js';
import { readRigDefinition } from '../documents/read-rig-definition.js';
import { writeOutput } from '../files/write-output.js';
import { FileProblem, UsageError } from '../problem.js';

const HELP = `odori bake MOTION… --model PMX -o OUT.vmd: IK into ordinary keys

What IK does to legs, hair and ties becomes keys of these bones, as few as the tolerance asks for, and all IK is switched
off: a motion that plays the same where there is no IK. All other keys stay as they are.

  --model FILE         a PMX or a PMD: the keys fit its skeleton
  -o, --output OUT     a VMD, or - for stdout
  --tolerance UNITS    how far any bone may be off (0.02 MMD units)
  --angle DEGREES      and how far turned (0.3)
  --append keep|bake   bones that take over turns of others: the rig that plays it does that too (keep), or the
                       motion has to (bake)
  --force              overwrite OUT
  --quiet              say nothing of what came of it

  odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd
  odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd --append bake --tolerance 0.05 --angle 0.5
`;

const OPTIONS = {
  model: { type: 'string' },
  output: { type: 'string', short: 'o' },
  tolerance: { type: 'string' },
  angle: { type: 'string' },
  append: { type: 'string' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

export const BAKE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { model, output, tolerance, angle } = values;
    if (positionals.length === 0) throw new UsageError('which motion?');
    if (model === undefined) throw new UsageError('which --model?');
    if (output === undefined) throw new UsageError('into which --output?');
    const append = parseChoice('append', values.append ?? 'keep', ['keep', 'bake']);
    const tell = (line: string): void => {
      if (!values.quiet) console.tell(line);
    };
    const options: BakeMotionOptions = {
      append: append === 'keep' ? 'model' : 'motion',
      ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
      ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
    };
    const definition = await readRigDefinition(model, console);
    const { motion, modelName } = await readMotion(positionals, console, tell);
    const baked = bake(motion, definition, { ...options, modelName }, positionals.join(', '));
    const bytes = serializeVmd(baked.vmd, {
      onWarning: ({ message }) => tell(`odori: ${output}: warning: ${message}`),
    });
    await writeOutput(output, bytes, { force: values.force === true, console });
    tell(report(baked, output));
    return 0;
  },
};

/** What a motion can do wrong, with the name of its file. */
function bake(
  motion: Motion,
  definition: RigDefinition,
  options: BakeMotionOptions,
  file: string,
): BakedMotion {
  try {
    return bakeMotion(motion, definition, options);
  } catch (error) {
    if (error instanceof RangeError) throw new FileProblem(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function report({ bones, error, vmd }: BakedMotion, output: string): string {
  const { position, angle, frames } = error;
  const off = `${position.toPrecision(2)} units and ${angle.toPrecision(2)}° off at most, at ${frames} frames`;
  return `odori: ${output}: keys for ${bones.length} bones, ${vmd.bones.count} in all; ${off}`;
}
