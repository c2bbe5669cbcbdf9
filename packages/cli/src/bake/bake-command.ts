import { parseVmd, type Pmx, serializeVmd } from '@odori/format';
import type { BakedPhysics, BakePhysicsOptions } from '@odori/physics/bake';
import { type BakedMotion, bakeMotion } from '@odori/runtime/bake';
import { matchTracks, Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { extname } from 'node:path';
import {
  type Arguments,
  parseArguments,
  parseChoice,
  parseNotNegative,
  parsePositive,
} from '../arguments.js';
import type { Command } from '../command.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { type Model, readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, UsageError } from '../errors.js';
import { checkBeforeWork, writeOutput } from '../files/write-output.js';
import { countOf } from '../text/count-of.js';
import { bakeVrma } from './bake-vrma.js';

const HELP = `odori bake MOTION… --model PMX -o OUT.vmd: replace IK or physics with ordinary keyframes
odori bake MOTION… --avatar VRM -o OUT.vrma: a dance for a VRM avatar

The bones that IK moves (legs, hair, ties) get their own keyframes, as few as the tolerance allows, and all IK is
switched off. The result looks the same in programs that have no IK. All other keyframes stay as they are. Several
motions are merged, for example dance and face; if two have a keyframe for the same bone and frame, the later file wins.

With --physics, the bones that rigid bodies move (hair, skirts, ties) get keyframes instead: the dance is simulated as
in MMD, and the result looks the same in programs that have no physics. Legs keep their IK, unless --ik bake.

  --model FILE         the PMX or PMD whose skeleton the keyframes fit (required)
  -o, --output OUT     a VMD file, or - for stdout (required)
  --physics            give keyframes to the bones that rigid bodies move, with physics off
  --ik bake|keep       replace IK (bake, the default), or leave it to the program that plays the motion (keep, the
                       default with --physics); for programs without both: --physics --ik bake
  --settle SECONDS     with --physics: how long hair has to come to rest before the dance starts (default 0.5, at
                       most 10; 0 starts as MMD does)
  --tolerance UNITS    how far any bone may be from its position with IK or physics (default 0.02 MMD units; 0.05 with
                       --physics, unless --ik bake)
  --angle DEGREES      how far any bone may be turned from its rotation with IK or physics (default 0.3; 1 with
                       --physics, unless --ik bake)
  --append keep|bake   bones that append another bone's rotation: leave them to the program that plays the motion (keep,
                       the default), or give them keyframes too (bake)
  --force              overwrite OUT
  --quiet              do not print warnings or a summary
  --refuse CODE,…      fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…       accept files with these warnings; --allow truncated reads what is left of a cut file

An OUT that ends in .vrma becomes a VRM animation: the dance on an avatar, with the feet where MMD puts them. Another avatar
can play it, but its feet slide if its legs have other proportions.

  --avatar FILE        the avatar that plays it: a VRM, or another GLB with bones of known names. Without it, the animation
                       is for a neutral skeleton of 1.6 m
  --source FILE        the PMX or PMD that the dance was made for (default: a skeleton with Miku's measures)
  --arm-angle DEGREES  without --source: how far that model's upper arms hang below the horizontal (default 29.7)
  --stance WHERE       where the feet of an avatar with wide or narrow hips stand: planted (default), foot, or pelvis
  --emotions WEIGHT    for morphs of brows and moods, weight of whole faces such as happy: 0 (default) to 1
  --tolerance METRES   how far the hips may be from their place (default 0.0005)
  --angle DEGREES      how far any bone may be turned from its direction (default 0.05)

  odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd
  odori bake dance.vmd --model dancer.pmx -o dance-fk.vmd --append bake --tolerance 0.05 --angle 0.5
  odori bake dance.vmd --model dancer.pmx -o dance-with-hair.vmd --physics
  odori bake dance.vmd --avatar me.vrm -o dance.vrma
`;

const OPTIONS = {
  model: { type: 'string' },
  output: { type: 'string', short: 'o' },
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
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const BAKE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { model, output } = values;
    const isVrma = values.avatar !== undefined || extname(output ?? '').toLowerCase() === '.vrma';
    checkEffect(values, isVrma);
    if (positionals.length === 0)
      throw new UsageError('missing motion: odori bake MOTION… --model PMX -o OUT.vmd');
    if (!isVrma && model === undefined)
      throw new UsageError('missing --model, for example --model dancer.pmx');
    if (output === undefined)
      throw new UsageError(`missing --output, for example -o ${isVrma ? 'dance.vrma' : 'dance-fk.vmd'}`);
    if (isVrma || model === undefined) return bakeVrma(positionals, output, values, console);
    const options = readOptions(values);
    const refusal = new Refusal(values);
    const log = (line: string): void => {
      if (!values.quiet) console.log(line);
    };
    const writing = { force: values.force === true, console };
    await checkBeforeWork(output, '.vmd', writing);
    const read = await readModel(model, console, refusal);
    const { definition } = read;
    if (options.physics) checkBodies(read.pmx, model);
    const { motion, modelName } = await readMotion(positionals, console, refusal, log);
    const missing = describeMissingBones(motion, bindMotion(motion, new Rig(definition)));
    if (missing !== undefined) log(`odori: ${model}: warning: ${missing}`);
    const baked = await bake(motion, read, { ...options, modelName }, positionals.join(', '));
    const bytes = serializeVmd(baked.vmd, {
      onWarning: ({ message }) => log(`odori: ${output}: warning: ${message}`),
    });
    const shared = describeSharedNames(bytes, definition, baked.bones);
    if (shared !== undefined) log(`odori: ${output}: warning: ${shared}`);
    await writeOutput(output, bytes, writing);
    log(summary(baked, output));
    return 0;
  },
};

const VMD_OPTIONS = ['model', 'physics', 'ik', 'settle', 'append'] as const;
const VRMA_OPTIONS = ['source', 'arm-angle', 'stance', 'emotions'] as const;

/** An option without effect is an error, because the user expects that it changes the result. */
function checkEffect(values: Values, isVrma: boolean): void {
  const unused = (isVrma ? VMD_OPTIONS : VRMA_OPTIONS).find((option) => values[option] !== undefined);
  if (unused === undefined) return;
  const advice = unused === 'model' ? '; --source names the model that the dance was made for' : '';
  throw new UsageError(`--${unused} is only for ${isVrma ? 'VMD' : 'VRMA'} output${advice}`);
}

interface BakeOptions extends BakePhysicsOptions {
  readonly physics: boolean;
}

function readOptions({ append, tolerance, angle, physics = false, ik, settle }: Values): BakeOptions {
  const appends = parseChoice('append', append ?? 'keep', ['keep', 'bake']);
  const iks = parseChoice('ik', ik ?? (physics ? 'keep' : 'bake'), ['keep', 'bake']);
  if (!physics && iks === 'keep') throw new UsageError('--ik keep leaves nothing to bake: add --physics');
  if (!physics && settle !== undefined) throw new UsageError('--settle has no effect without --physics');
  return {
    physics,
    ik: iks === 'keep' ? 'model' : 'motion',
    append: appends === 'keep' ? 'model' : 'motion',
    ...(settle !== undefined && { settleSeconds: parseNotNegative('settle', settle) }),
    tolerance: {
      ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
      ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
    },
  };
}

/** A body that follows its bone moves nothing. */
function checkBodies({ rigidBodies, bones }: Pmx, file: string): void {
  if (rigidBodies.some(({ mode, bone }) => mode !== 0 && bone >= 0 && bone < bones.length)) return;
  const found = rigidBodies.length === 0 ? 'no rigid bodies' : 'no rigid bodies that move bones';
  throw new FileError(`${file}: the model has ${found}, so there is no physics to bake; leave out --physics`);
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
    if (option === undefined) throw new FileError(`${file}: ${error.message}`, { cause: error });
    throw new UsageError(error.message.replace(option, OPTION_OF[option]));
  }
}

/** Names bones that the file cannot tell apart, because a VMD stores 15 bytes of a name. */
function describeSharedNames(
  vmd: Uint8Array,
  { boneNames }: RigDefinition,
  baked: readonly string[],
): string | undefined {
  const { ambiguous } = matchTracks(Motion.from(parseVmd(vmd)).bones, boneNames);
  const shared = ambiguous.filter(({ targets }) => targets.some((name) => baked.includes(name)));
  if (shared.length === 0) return undefined;
  const [{ targets }] = shared;
  const others = shared.length > 1 ? `, and so for ${countOf(shared.length - 1, 'other name')}` : '';
  return `${targets.join(', ')} have one name in a VMD, which stores 15 bytes of CP932, and will not move${others}`;
}

function summary(
  { bones, physicalBones, error, vmd }: BakedMotion & Partial<BakedPhysics>,
  output: string,
): string {
  const { position, angle, frames } = error;
  const physical =
    physicalBones === undefined
      ? ''
      : physicalBones.length === bones.length
        ? ' that rigid bodies move'
        : `, ${physicalBones.length} of which rigid bodies move`;
  const keyframes = `keyframes for ${countOf(bones.length, 'bone')}${physical}, ${vmd.bones.count} in total`;
  const largest = `largest error ${position.toPrecision(2)} units and ${angle.toPrecision(2)}°`;
  return `odori: ${output}: ${keyframes}; ${largest}, checked at ${countOf(frames, 'frame')}`;
}
