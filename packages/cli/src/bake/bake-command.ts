import { serializeVmd } from '@odori/format';
import { type BakedMotion, bakeMotion, type BakeMotionOptions } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { extname } from 'node:path';
import { type Arguments, parseArguments, parseChoice, parsePositive } from '../arguments.js';
import type { Command } from '../command.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { STANDARD } from '../files/inputs.js';
import { checkOutput, type WriteOptions, writeOutput } from '../files/write-output.js';
import { countOf } from '../text/count-of.js';

const HELP = `odori bake MOTION… --model PMX -o OUT.vmd: replace IK with ordinary keyframes

The bones that IK moves (legs, hair, ties) get keyframes of their own, as few as the tolerance allows, and all IK is
switched off. The result looks the same in programs that have no IK. All other keyframes stay as they are. Several
motions are merged, for example dance and face; if two have a keyframe for the same bone and frame, the later file wins.

  --model FILE         the PMX or PMD whose skeleton the keyframes fit (required)
  -o, --output OUT     a VMD file, or - for stdout (required)
  --tolerance UNITS    how far any bone may be away from its position with IK (default 0.02 MMD units)
  --angle DEGREES      how far any bone may be turned away from its rotation with IK (default 0.3)
  --append keep|bake   bones that append another bone's rotation: leave them to the program that plays the motion (keep,
                       the default), or give them keyframes too (bake)
  --force              overwrite OUT
  --quiet              do not print warnings or a summary

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
    if (positionals.length === 0)
      throw new UsageError('missing motion: odori bake MOTION… --model PMX -o OUT.vmd');
    if (model === undefined) throw new UsageError('missing --model, for example --model dancer.pmx');
    if (output === undefined) throw new UsageError('missing --output, for example -o dance-fk.vmd');
    const options = readOptions(values);
    const log = (line: string): void => {
      if (!values.quiet) console.log(line);
    };
    const writing = { force: values.force === true, console };
    await checkBeforeWork(output, writing);
    const { definition } = await readModel(model, console);
    const { motion, modelName } = await readMotion(positionals, console, log);
    const missing = describeMissingBones(motion, bindMotion(motion, new Rig(definition)).missing);
    if (missing !== undefined) log(`odori: ${model}: warning: ${missing}`);
    const baked = bake(motion, definition, { ...options, modelName }, positionals.join(', '));
    const bytes = serializeVmd(baked.vmd, {
      onWarning: ({ message }) => log(`odori: ${output}: warning: ${message}`),
    });
    await writeOutput(output, bytes, writing);
    log(summary(baked, output));
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

/** Baking takes a long time, so an output that cannot be written is reported first. */
async function checkBeforeWork(output: string, options: WriteOptions): Promise<void> {
  if (output === STANDARD) return;
  const extension = extname(output).toLowerCase();
  if (extension !== '.vmd' && extension !== '')
    throw new UsageError(`bake writes VMD, not ${extension}: convert the result with odori convert`);
  if (output === '' || /[\\/]$/.test(output)) throw new UsageError(`"${output}" is not the name of a file`);
  await inFile(output, () => checkOutput(output, options));
}

/** What the options of `bakeMotion` are called here. */
const OPTION_OF: Readonly<Record<string, string>> = {
  'tolerance.position': '--tolerance',
  'tolerance.angle': '--angle',
};

/** Reports a motion that cannot be baked with the names of its files, and a tolerance by the name of its option. */
function bake(
  motion: Motion,
  definition: RigDefinition,
  options: BakeMotionOptions,
  file: string,
): BakedMotion {
  try {
    return bakeMotion(motion, definition, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const option = Object.keys(OPTION_OF).find((name) => error.message.startsWith(name));
    if (option === undefined) throw new FileError(`${file}: ${error.message}`, { cause: error });
    throw new UsageError(error.message.replace(option, OPTION_OF[option]));
  }
}

function summary({ bones, error, vmd }: BakedMotion, output: string): string {
  const { position, angle, frames } = error;
  const keyframes = `keyframes for ${countOf(bones.length, 'bone')}, ${vmd.bones.count} in total`;
  const largest = `largest error ${position.toPrecision(2)} units and ${angle.toPrecision(2)}°`;
  return `odori: ${output}: ${keyframes}; ${largest}, checked at ${countOf(frames, 'frame')}`;
}
