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
import { parseChoice, parseNumber, parsePositive } from '../arguments.js';
import type { Console, ExitCode } from '../command.js';
import { listSome } from '../documents/descriptions.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { readInput } from '../files/inputs.js';
import { checkBeforeWork, writeOutput } from '../files/write-output.js';
import { countOf } from '../text/count-of.js';

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
  console: Console,
): Promise<ExitCode> {
  const { avatar, source } = values;
  const armAngle = readArmAngle(values);
  const options = readOptions(values);
  const refusal = new Refusal(values);
  const writing = { force: values.force === true, console };
  const log = (line: string): void => {
    if (!values.quiet) console.log(line);
  };
  await checkBeforeWork(output, '.vrma', writing);
  const humanoid = avatar === undefined ? undefined : await readAvatar(avatar, console);
  const definition =
    source === undefined ? undefined : (await readModel(source, console, refusal)).definition;
  const { motion } = await readMotion(motions, console, refusal, log);
  const missing = humanoid && describeMissingExpressions(motion, humanoid, options);
  if (missing !== undefined) log(`odori: ${avatar}: warning: ${missing}`);
  const file = { motions: motions.join(', '), avatar, source };
  const animation = bake(motion, humanoid, { ...options, ...sourceOf(definition, humanoid, armAngle) }, file);
  const bytes = serialize(animation, avatar);
  await writeOutput(output, bytes, writing);
  log(`odori: ${output}: ${summary(animation)}`);
  return 0;
}

function readArmAngle({ source, 'arm-angle': text }: VrmaValues): number | undefined {
  if (text === undefined) return undefined;
  if (source !== undefined)
    throw new UsageError('--arm-angle has no effect with --source, which says how its arms rest');
  return parseNumber('arm-angle', text, -90, 90);
}

function readOptions({ stance, emotions, tolerance, angle }: VrmaValues): BakeVrmAnimationOptions {
  return {
    ...(stance !== undefined && { stance: parseChoice('stance', stance, ['planted', 'foot', 'pelvis']) }),
    ...(emotions !== undefined && { emotions: parseNumber('emotions', emotions, 0, 1) }),
    tolerance: {
      ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
      ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
    },
  };
}

function readAvatar(path: string, console: Console): Promise<Humanoid> {
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
      throw new FileError(`${file ?? motions}: ${error.message}`, { cause: error });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(`${motions}: ${error.message}`, { cause: error });
  }
}

function serialize(animation: VrmAnimation, avatar: string | undefined): Uint8Array {
  try {
    return serializeVrma(animation);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(`${avatar ?? 'standard'}: ${error.message}`, { cause: error });
  }
}

/** Morphs that move and have no counterpart, in one sentence. */
function describeMissingExpressions(
  motion: Motion,
  { expressions }: Humanoid,
  options: BakeVrmAnimationOptions,
): string | undefined {
  const moving = [...motion.morphs]
    .filter(([, { weights }]) => weights.some((weight) => weight !== 0))
    .map(([name]) => name);
  const { missing } = bindExpressions(moving, expressions, options);
  if (missing.length === 0) return undefined;
  const have = missing.length === 1 ? 'has' : 'have';
  return `${missing.length} of ${countOf(moving.length, 'morph')} of the motion ${have} no expression: ${listSome(missing)}`;
}

function summary(animation: VrmAnimation): string {
  const { bones, hips, rotations, presets, customs, lookAt } = animation;
  const tracks = [hips, ...rotations.values(), ...presets.values(), ...customs.values(), lookAt?.track];
  const keys = tracks.reduce((count, track) => count + (track?.times.length ?? 0), 0);
  const expressions = countOf(presets.size + customs.size, 'expression');
  const seconds = vrmAnimationDuration(animation).toFixed(2);
  return `${countOf(bones.length, 'bone')}, ${expressions}, ${countOf(keys, 'keyframe')}, ${seconds} seconds`;
}
