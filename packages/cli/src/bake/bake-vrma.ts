import { Motion } from '@odori/runtime/motion';
import type { RigDefinition } from '@odori/runtime/rig';
import {
  bindExpressions,
  type Humanoid,
  HumanoidError,
  readHumanoid,
  standardSource,
} from '@odori/vrm/humanoid';
import { bakeVrmAnimation, serializeVrma, type VrmAnimation } from '@odori/vrm/vrma';
import { type BakeVrmAnimationOptions, vrmAnimationDuration } from '@odori/vrm/internal';
import { parseChoice, parseNumber } from '../arguments.js';
import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { readTolerance, Work } from '../work.js';
import { listSome } from '../documents/descriptions.js';
import { blameRange, describeError, FileError, inFile, unexplained, UsageError } from '../errors.js';
import { readInput } from '../files/inputs.js';
import { writeOutput } from '../files/write-output.js';
import { about, type Message, say } from '../language/message.js';

/** The options of `odori bake` for VRMA, as they are on the command line. */
export interface VrmaValues {
  readonly avatar?: string | undefined;
  readonly source?: string | undefined;
  readonly 'arm-angle'?: string | undefined;
  readonly stance?: string | undefined;
  readonly emotions?: string | undefined;
  readonly tolerance?: string | undefined;
  readonly angle?: string | undefined;
  readonly force?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly refuse?: string | undefined;
  readonly allow?: string | undefined;
}

/**
 * Bakes motions for an avatar, and writes a VRMA.
 *
 * @throws UsageError for an invalid option, FileError with the name of the file that cannot be used.
 */
export async function bakeVrma(
  motions: readonly string[],
  output: string,
  values: VrmaValues,
  console: Shell,
): Promise<ExitCode> {
  const { avatar, source } = values;
  const armAngle = readArmAngle(values);
  const options = readOptions(values);
  const work = new Work(values, console);
  await work.check(output, '.vrma');
  const humanoid = avatar === undefined ? undefined : await readAvatar(avatar, console);
  const definition = source === undefined ? undefined : (await work.readModel(source)).definition;
  const { motion } = await work.readMotion(motions);
  const missing = humanoid && describeMissingExpressions(motion, humanoid, options);
  if (missing !== undefined && avatar !== undefined) work.console.warn(avatar, missing);
  const file = { motions: motions.join(', '), avatar, source };
  const animation = bake(motion, humanoid, { ...options, ...sourceOf(definition, humanoid, armAngle) }, file);
  const bytes = await blameRange(avatar ?? say('standard-skeleton'), () => serializeVrma(animation));
  await writeOutput(output, bytes, work.writing);
  work.console.tell(about(output, summary(animation)));
  return 0;
}

function readArmAngle({ source, 'arm-angle': text }: VrmaValues): number | undefined {
  if (text === undefined) return undefined;
  if (source !== undefined) throw new UsageError(say('arms-known', { other: 'source' }));
  return parseNumber('arm-angle', text, -90, 90);
}

function readOptions(values: VrmaValues): BakeVrmAnimationOptions {
  const { stance, emotions } = values;
  return {
    ...(stance !== undefined && { stance: parseChoice('stance', stance, ['planted', 'foot', 'pelvis']) }),
    ...(emotions !== undefined && { emotions: parseNumber('emotions', emotions, 0, 1) }),
    tolerance: readTolerance(values),
  };
}

function readAvatar(path: string, console: Shell): Promise<Humanoid> {
  return inFile(path, async () => readHumanoid(await readInput(path, console)));
}

/** The skeleton that the dance was made for. */
function sourceOf(
  definition: RigDefinition | undefined,
  humanoid: Humanoid | undefined,
  armAngle: number | undefined,
): { readonly source?: RigDefinition } {
  if (definition) return { source: definition };
  if (armAngle === undefined) return {};
  return { source: standardSource({ armAngle, morphs: humanoid?.expressions ?? [] }) };
}

interface FileNames {
  readonly motions: string;
  readonly avatar: string | undefined;
  readonly source: string | undefined;
}

/** Reports what cannot be baked with the name of the file that is to blame. */
function bake(
  motion: Motion,
  humanoid: Humanoid | undefined,
  options: BakeVrmAnimationOptions,
  { motions, avatar, source }: FileNames,
): VrmAnimation {
  try {
    return bakeVrmAnimation(motion, humanoid ?? 'standard', options);
  } catch (error) {
    if (error instanceof HumanoidError) {
      const file = error.code === 'bad-source' ? source : avatar;
      throw new FileError(about(file ?? motions, describeError(error)!), { cause: error });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(about(motions, unexplained(error)), { cause: error });
  }
}

/** Morphs that move and have no counterpart, in one sentence. */
function describeMissingExpressions(
  motion: Motion,
  { expressions }: Humanoid,
  options: BakeVrmAnimationOptions,
): Message | undefined {
  const moving = [...motion.morphs]
    .filter(([, { weights }]) => weights.some((weight) => weight !== 0))
    .map(([name]) => name);
  const { missing } = bindExpressions(moving, expressions, options);
  if (missing.length === 0) return undefined;
  return say('morphs-without-expression', {
    count: missing.length,
    morphs: say('morphs', { count: moving.length }),
    names: listSome(missing),
  });
}

function summary(animation: VrmAnimation): Message {
  const { bones, hips, rotations, presets, customs, lookAt } = animation;
  const tracks = [hips, ...rotations.values(), ...presets.values(), ...customs.values(), lookAt?.track];
  const keys = tracks.reduce((count, track) => count + (track?.times.length ?? 0), 0);
  return say('baked-vrma', {
    bones: say('bones', { count: bones.length }),
    expressions: say('expressions', { count: presets.size + customs.size }),
    keyframes: say('keyframes', { count: keys }),
    seconds: vrmAnimationDuration(animation).toFixed(2),
  });
}
