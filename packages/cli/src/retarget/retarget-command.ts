import { serializeVmd } from '@odori/format';
import type { Motion } from '@odori/runtime/motion';
import type { RigDefinition } from '@odori/runtime/rig';
import { HumanoidError, type RetargetedMotion, retargetMotion, standardSource } from '@odori/vrm/humanoid';
import { parseArguments, parseChoice, parseNumber, parsePositive } from '../arguments.js';
import type { Command } from '../command.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, UsageError } from '../errors.js';
import { checkBeforeWork, writeOutput } from '../files/write-output.js';
import { countOf } from '../text/count-of.js';

const HELP = `odori retarget MOTION… --to PMX -o OUT.vmd: a dance for a model of other proportions

Limbs keep their directions, and feet stand where the dance plants them, at the scale of the model's legs. The center carries the hips,
leg IK carries the feet. Morphs, and bones that are no part of a human body, keep their keyframes.

  --to FILE            the PMX or PMD that will dance (required)
  --from FILE          the PMX or PMD that the dance was made for (default: a skeleton with Miku's measures)
  --arm-angle DEGREES  without --from: how far that model's upper arms hang below the horizontal (default 29.7)
  -o, --output OUT     a VMD file, or - for stdout (required)
  --stance WHERE       where feet stand if the hips are wider or narrower: planted (default), foot, or pelvis
  --tolerance UNITS    how far any bone may be from its place (default 0.02 MMD units)
  --angle DEGREES      how far any bone may be turned from its rotation (default 0.3)
  --force              overwrite OUT
  --quiet              do not print warnings or a summary
  --refuse CODE,…      fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…       accept files with these warnings; --allow truncated reads what is left of a cut file

  odori retarget dance.vmd --to dancer.pmx -o dance-for-her.vmd
  odori retarget dance.vmd --from miku.pmx --to dancer.pmx -o dance-for-her.vmd
`;

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  'arm-angle': { type: 'string' },
  output: { type: 'string', short: 'o' },
  stance: { type: 'string' },
  tolerance: { type: 'string' },
  angle: { type: 'string' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

export const RETARGET: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { to, from, output, 'arm-angle': armAngle, stance, tolerance, angle } = values;
    if (positionals.length === 0)
      throw new UsageError('missing motion: odori retarget MOTION… --to PMX -o OUT.vmd');
    if (to === undefined) throw new UsageError('missing --to, for example --to dancer.pmx');
    if (output === undefined) throw new UsageError('missing --output, for example -o dance-for-her.vmd');
    if (from !== undefined && armAngle !== undefined)
      throw new UsageError('--arm-angle has no effect with --from, which says how its arms rest');
    const standard = armAngle === undefined ? {} : { armAngle: parseNumber('arm-angle', armAngle, -90, 90) };
    const options = {
      ...(stance !== undefined && { stance: parseChoice('stance', stance, ['planted', 'foot', 'pelvis']) }),
      tolerance: {
        ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
        ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
      },
    };
    const refusal = new Refusal(values);
    const writing = { force: values.force === true, console };
    const log = (line: string): void => {
      if (!values.quiet) console.log(line);
    };
    await checkBeforeWork(output, '.vmd', writing);
    const target = await readModel(to, console, refusal);
    const source = from === undefined ? undefined : (await readModel(from, console, refusal)).definition;
    const { motion } = await readMotion(positionals, console, refusal, log);
    const models = { source: source ?? standardSource(standard), target: target.definition };
    const modelName = target.pmx.name;
    const result = retarget(
      motion,
      models,
      { ...options, modelName },
      { from, to, motions: positionals.join(', ') },
    );
    const bytes = serializeVmd(result.vmd, {
      onWarning: ({ message }) => log(`odori: ${output}: warning: ${message}`),
    });
    await writeOutput(output, bytes, writing);
    const { position, angle: off } = result.error;
    const keys = `keyframes for ${countOf(result.bones.length, 'bone')}, ${result.vmd.bones.count} in total`;
    log(
      `odori: ${output}: ${keys}; largest error ${position.toPrecision(2)} units and ${off.toPrecision(2)}°`,
    );
    return 0;
  },
};

/** Reports what cannot be done with the name of the file that is to blame. */
function retarget(
  motion: Motion,
  { source, target }: { readonly source: RigDefinition; readonly target: RigDefinition },
  options: Parameters<typeof retargetMotion>[3],
  files: { readonly from: string | undefined; readonly to: string; readonly motions: string },
): RetargetedMotion {
  try {
    return retargetMotion(motion, source, target, options);
  } catch (error) {
    if (error instanceof HumanoidError) {
      const models = files.from === undefined ? files.to : `${files.from} or ${files.to}`;
      throw new FileError(`${models}: ${error.message}`, { cause: error });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(`${files.motions}: ${error.message}`, { cause: error });
  }
}
