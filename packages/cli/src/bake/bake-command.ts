import { parseVmd, type Pmx } from '@odori/format';
import type { BakedPhysics, BakePhysicsOptions } from '@odori/physics/bake';
import { type BakedMotion, bakeMotion } from '@odori/runtime/bake';
import { matchTracks, Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { extname } from 'node:path';
import { type Arguments, parseArguments, parseChoice, parseNotNegative } from '../arguments.js';
import type { Command } from '../command.js';
import { describeMissingBones } from '../documents/descriptions.js';
import type { Model } from '../documents/read-model.js';
import { FileError, unexplained, UsageError } from '../errors.js';
import { type Help, WORK_ROWS } from '../help/help.js';
import { about, type Message, say } from '../language/message.js';
import { readTolerance, Work, WORK_OPTIONS } from '../work.js';
import { bakeVrma } from './bake-vrma.js';

const USAGE = 'odori bake MOTION… --model PMX -o OUT.vmd';

const HELP: Help = [
  { usage: USAGE, text: 'bake' },
  { usage: 'odori bake MOTION… --avatar VRM -o OUT.vrma', text: 'bake-vrma' },
  { text: 'bake-about' },
  { text: 'merged' },
  { text: 'bake-physics-about' },
  {
    rows: [
      ['--model FILE', 'bake-model'],
      ['-o, --output OUT', 'output-vmd'],
      ['--physics', 'bake-physics'],
      ['--ik bake|keep', 'bake-ik'],
      ['--settle SECONDS', 'bake-settle'],
      ['--tolerance UNITS', 'bake-tolerance'],
      ['--angle DEGREES', 'bake-angle'],
      ['--append keep|bake', 'bake-append'],
      ...WORK_ROWS,
    ],
  },
  { text: 'bake-vrma-about' },
  {
    rows: [
      ['--avatar FILE', 'bake-avatar'],
      ['--source FILE', 'bake-source'],
      ['--arm-angle DEGREES', 'bake-arm-angle'],
      ['--stance WHERE', 'bake-stance'],
      ['--emotions WEIGHT', 'bake-emotions'],
      ['--tolerance METRES', 'bake-hips'],
      ['--angle DEGREES', 'bake-vrma-angle'],
    ],
  },
  {
    examples: [
      'odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd',
      'odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd --append bake --tolerance 0.05 --angle 0.5',
      'odori bake dance.vmd --model dancer.pmx -o dance-with-hair.vmd --physics',
      'odori bake dance.vmd --avatar me.vrm -o dance.vrma',
    ],
  },
];

const OPTIONS = {
  ...WORK_OPTIONS,
  model: { type: 'string' },
  physics: { type: 'boolean' },
  ik: { type: 'string' },
  settle: { type: 'string' },
  tolerance: { type: 'string' },
  angle: { type: 'string' },
  append: { type: 'string' },
  avatar: { type: 'string' },
  source: { type: 'string' },
  'arm-angle': { type: 'string' },
  stance: { type: 'string' },
  emotions: { type: 'string' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const BAKE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { model, output } = values;
    const isVrma = values.avatar !== undefined || extname(output ?? '').toLowerCase() === '.vrma';
    checkEffect(values, isVrma);
    if (positionals.length === 0) throw new UsageError(say('missing-motion', { usage: USAGE }));
    if (!isVrma && model === undefined)
      throw new UsageError(say('missing-option', { option: '--model', example: '--model dancer.pmx' }));
    if (output === undefined)
      throw new UsageError(
        say('missing-option', {
          option: '--output',
          example: `-o ${isVrma ? 'dance.vrma' : 'dance-fk.vmd'}`,
        }),
      );
    if (isVrma || model === undefined) return bakeVrma(positionals, output, values, console);
    const options = readOptions(values);
    const work = new Work(values, console);
    await work.check(output, '.vmd');
    const read = await work.readModel(model);
    const { definition } = read;
    if (options.physics) checkBodies(read.pmx, model);
    const { motion, modelName } = await work.readMotion(positionals);
    const missing = describeMissingBones(motion, bindMotion(motion, new Rig(definition)));
    if (missing !== undefined) work.console.warn(model, missing);
    const baked = await bake(motion, read, { ...options, modelName }, positionals.join(', '));
    const bytes = await work.writeVmd(output, baked.vmd);
    const shared = describeSharedNames(bytes, definition, baked.bones);
    if (shared !== undefined) work.console.warn(output, shared);
    work.console.tell(about(output, summary(baked)));
    return 0;
  },
};

const VMD_OPTIONS = ['model', 'physics', 'ik', 'settle', 'append'] as const;
const VRMA_OPTIONS = ['source', 'arm-angle', 'stance', 'emotions'] as const;

/** An option without effect is an error, because the user expects that it changes the result. */
function checkEffect(values: Values, isVrma: boolean): void {
  const unused = (isVrma ? VMD_OPTIONS : VRMA_OPTIONS).find((option) => values[option] !== undefined);
  if (unused === undefined) return;
  if (unused === 'model') throw new UsageError(say('model-only-for-vmd'));
  throw new UsageError(say('only-for', { option: unused, format: isVrma ? 'VMD' : 'VRMA' }));
}

interface BakeOptions extends BakePhysicsOptions {
  readonly physics: boolean;
}

function readOptions(values: Values): BakeOptions {
  const { append, physics = false, ik, settle } = values;
  const appends = parseChoice('append', append ?? 'keep', ['keep', 'bake']);
  const iks = parseChoice('ik', ik ?? (physics ? 'keep' : 'bake'), ['keep', 'bake']);
  if (!physics && iks === 'keep') throw new UsageError(say('nothing-to-bake'));
  if (!physics && settle !== undefined)
    throw new UsageError(say('no-effect-without', { option: 'settle', other: 'physics' }));
  return {
    physics,
    ik: iks === 'keep' ? 'model' : 'motion',
    append: appends === 'keep' ? 'model' : 'motion',
    ...(settle !== undefined && { settleSeconds: parseNotNegative('settle', settle) }),
    tolerance: readTolerance(values),
  };
}

/** A body that follows its bone moves nothing. */
function checkBodies({ rigidBodies, bones }: Pmx, file: string): void {
  if (rigidBodies.some(({ mode, bone }) => mode !== 0 && bone >= 0 && bone < bones.length)) return;
  throw new FileError(about(file, say(rigidBodies.length === 0 ? 'no-bodies' : 'no-moving-bodies')));
}

/** What the options of `bakeMotion` are called here. */
const OPTION_OF: Readonly<Record<string, string>> = {
  'tolerance.position': '--tolerance',
  'tolerance.angle': '--angle',
};

/**
 * Reports a motion that cannot be baked with the names of its files, and a tolerance by the name of its
 * option.
 */
async function bake(
  motion: Motion,
  { pmx, definition }: Model,
  options: BakeOptions & { modelName: string },
  file: string,
): Promise<BakedMotion & Partial<BakedPhysics>> {
  try {
    if (!options.physics) return bakeMotion(motion, definition, options);
    const { bakePhysics } = await import('@odori/physics/bake');
    return bakePhysics(motion, pmx, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const option = Object.keys(OPTION_OF).find((name) => error.message.startsWith(name));
    if (option === undefined) throw new FileError(about(file, unexplained(error)), { cause: error });
    throw new UsageError(say('unexplained', { text: error.message.replace(option, OPTION_OF[option]) }));
  }
}

/** Names bones that the file cannot tell apart, because a VMD stores 15 bytes of a name. */
function describeSharedNames(
  vmd: Uint8Array,
  { boneNames }: RigDefinition,
  baked: readonly string[],
): Message | undefined {
  const { ambiguous } = matchTracks(Motion.from(parseVmd(vmd)).bones, boneNames);
  const shared = ambiguous.filter(({ targets }) => targets.some((name) => baked.includes(name)));
  if (shared.length === 0) return undefined;
  const [{ targets }] = shared;
  const others = shared.length - 1;
  return others === 0
    ? say('same-name', { names: targets })
    : say('same-names', { names: targets, count: others });
}

function summary({ bones, physicalBones, error, vmd }: BakedMotion & Partial<BakedPhysics>): Message {
  const { position, angle, frames } = error;
  const keys = { bones: say('bones', { count: bones.length }), total: vmd.bones.count };
  const physical = physicalBones?.length;
  return say('baked-with-error', {
    keys:
      physical === undefined
        ? say('keys-for-bones', keys)
        : physical === bones.length
          ? say('keys-for-physical', keys)
          : say('keys-for-some-physical', { ...keys, physical }),
    position: position.toPrecision(2),
    angle: angle.toPrecision(2),
    frames: say('frames', { count: frames }),
  });
}
