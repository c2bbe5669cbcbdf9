import { serializeVmd } from '@odori/format';
import { type BakedMotion, bakeMotion, type BakeMotionOptions } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { extname } from 'node:path';
import { parseChoice, parsePositive } from '../arguments/numbers.js';
import { type Arguments, parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import { describeMisfit } from '../documents/describe-misfit.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { lookAtPlace, type WriteOptions } from '../files/look-at-place.js';
import { STANDARD } from '../files/read-input.js';
import { writeOutput } from '../files/write-output.js';
import { FileProblem, inFile, UsageError } from '../problem.js';

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

type Values = Arguments<typeof OPTIONS>['values'];

export const BAKE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { model, output } = values;
    if (positionals.length === 0) throw new UsageError('which motion?');
    if (model === undefined) throw new UsageError('which --model?');
    if (output === undefined) throw new UsageError('into which --output?');
    const options = readOptions(values);
    const tell = (line: string): void => {
      if (!values.quiet) console.tell(line);
    };
    const writing = { force: values.force === true, console };
    await checkOutput(output, writing);
    const { definition } = await readModel(model, console);
    const { motion, modelName } = await readMotion(positionals, console, tell);
    const misfit = describeMisfit(motion, bindMotion(motion, new Rig(definition)).missing);
    if (misfit !== undefined) tell(`odori: ${model}: warning: ${misfit}`);
    const baked = bake(motion, definition, { ...options, modelName }, positionals.join(', '));
    const bytes = serializeVmd(baked.vmd, {
      onWarning: ({ message }) => tell(`odori: ${output}: warning: ${message}`),
    });
    await writeOutput(output, bytes, writing);
    tell(report(baked, output));
    return 0;
  },
};

function readOptions({ append, tolerance, angle }: Values): BakeMotionOptions {
  const appends = parseChoice('append', append ?? 'keep', ['keep', 'bake']);
  return {
    append: appends === 'keep' ? 'model' : 'motion',
    tolerance: {
      ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
      ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
    },
  };
}

/** Before the work is done, not after. */
async function checkOutput(output: string, options: WriteOptions): Promise<void> {
  if (output === STANDARD) return;
  const extension = extname(output).toLowerCase();
  if (extension !== '.vmd' && extension !== '')
    throw new UsageError(`a VMD comes of it, not a ${extension}: odori convert leads on from there`);
  if (output === '' || /[\\/]$/.test(output)) throw new UsageError(`"${output}" names no file`);
  await inFile(output, () => lookAtPlace(output, options));
}

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
  const off = `${position.toPrecision(2)} units and ${angle.toPrecision(2)}° off at most`;
  const places = `${frames} ${frames === 1 ? 'frame' : 'frames'}`;
  return `odori: ${output}: keys for ${bones.length} bones, ${vmd.bones.count} in all; ${off}, at ${places}`;
}
