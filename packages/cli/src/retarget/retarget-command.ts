import type { Motion } from '@odori/runtime/motion';
import type { RigDefinition } from '@odori/runtime/rig';
import { HumanoidError, type RetargetedMotion, retargetMotion, standardSource } from '@odori/vrm/humanoid';
import { parseArguments, parseChoice, parseNumber } from '../arguments.js';
import type { Command } from '../command.js';
import { describeError, FileError, unexplained, UsageError } from '../errors.js';
import { type Help, WORK_ROWS } from '../help/help.js';
import { about, type Message, say } from '../language/message.js';
import { readTolerance, Work, WORK_OPTIONS } from '../work.js';

const USAGE = 'odori retarget MOTION… --to PMX -o OUT.vmd';

const HELP: Help = [
  { usage: USAGE, text: 'retarget' },
  { text: 'retarget-about' },
  {
    rows: [
      ['--to FILE', 'retarget-to'],
      ['--from FILE', 'bake-source'],
      ['--arm-angle DEGREES', 'retarget-arm-angle'],
      ['-o, --output OUT', 'output-vmd'],
      ['--stance WHERE', 'retarget-stance'],
      ['--tolerance UNITS', 'retarget-tolerance'],
      ['--angle DEGREES', 'retarget-angle'],
      ...WORK_ROWS,
    ],
  },
  {
    examples: [
      'odori retarget dance.vmd --to dancer.pmx -o dance-for-her.vmd',
      'odori retarget dance.vmd --from miku.pmx --to dancer.pmx -o dance-for-her.vmd',
    ],
  },
];

const OPTIONS = {
  ...WORK_OPTIONS,
  to: { type: 'string' },
  from: { type: 'string' },
  'arm-angle': { type: 'string' },
  stance: { type: 'string' },
  tolerance: { type: 'string' },
  angle: { type: 'string' },
} as const;

export const RETARGET: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { to, from, output, 'arm-angle': armAngle, stance } = values;
    if (positionals.length === 0) throw new UsageError(say('missing-motion', { usage: USAGE }));
    if (to === undefined)
      throw new UsageError(say('missing-option', { option: '--to', example: '--to dancer.pmx' }));
    if (output === undefined)
      throw new UsageError(say('missing-option', { option: '--output', example: '-o dance-for-her.vmd' }));
    if (from !== undefined && armAngle !== undefined)
      throw new UsageError(say('arms-known', { other: 'from' }));
    const standard = armAngle === undefined ? {} : { armAngle: parseNumber('arm-angle', armAngle, -90, 90) };
    const options = {
      ...(stance !== undefined && { stance: parseChoice('stance', stance, ['planted', 'foot', 'pelvis']) }),
      tolerance: readTolerance(values),
    };
    const work = new Work(values, console);
    await work.check(output, '.vmd');
    const target = await work.readModel(to);
    const source = from === undefined ? undefined : (await work.readModel(from)).definition;
    const { motion } = await work.readMotion(positionals);
    const models = { source: source ?? standardSource(standard), target: target.definition };
    const modelName = target.pmx.name;
    const result = retarget(
      motion,
      models,
      { ...options, modelName },
      { from, to, motions: positionals.join(', ') },
    );
    await work.writeVmd(output, result.vmd);
    work.console.tell(about(output, summary(result)));
    return 0;
  },
};

function summary({ bones, vmd, error }: RetargetedMotion): Message {
  const keys = { bones: say('bones', { count: bones.length }), total: vmd.bones.count };
  return say('retargeted-with-error', {
    keys: say('keys-for-bones', keys),
    position: error.position.toPrecision(2),
    angle: error.angle.toPrecision(2),
  });
}

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
      const { from, to } = files;
      const models = from === undefined ? to : say('one-or-other', { one: from, other: to });
      throw new FileError(about(models, describeError(error)!), { cause: error });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(about(files.motions, unexplained(error)), { cause: error });
  }
}
