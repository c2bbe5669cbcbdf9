import { detectFormat } from '@odori/format';
import type { PoseSource } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { createDanceGlb } from '@odori/vrm/glb';
import type { DanceMaterials } from '@odori/vrm/internal';
import { dirname, resolve } from 'node:path';
import type { Console, ExitCode } from '../command.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { type Model, readModel } from '../documents/read-model.js';
import type { Refusal } from '../documents/refusal.js';
import { readMotion } from '../documents/read-motion.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { diskContent, readHead } from '../files/content.js';
import { DiskFolder } from '../files/disk-folder.js';
import { STANDARD } from '../files/inputs.js';
import { checkOutput, writeOutput } from '../files/write-output.js';

/** How a model and its dance become a GLB. */
export interface DanceOptions {
  readonly output: string;
  readonly materials: DanceMaterials;
  /** Simulates hair and clothes. */
  readonly physics: boolean;
  readonly force: boolean;
  readonly refusal: Refusal;
  /** The folder that the paths of textures do not leave; without it the parent of the model's folder. */
  readonly root?: string | undefined;
  /** A warning causes exit code 1. */
  readonly strict: boolean;
  /** Prints no warnings and no summary. The terms of the model's author are printed all the same. */
  readonly quiet: boolean;
}

/**
 * Writes a model and its motions as one GLB, and prints what the model's author allows.
 *
 * @throws FileError with the name of the file that cannot be used.
 */
export async function convertDance(
  inputs: readonly string[],
  options: DanceOptions,
  console: Console,
): Promise<ExitCode> {
  const { output, force, quiet } = options;
  let warnings = 0;
  const log = (line: string): void => {
    if (!quiet) console.log(line);
  };
  const warn = (line: string): void => {
    warnings++;
    log(line);
  };
  if (output !== STANDARD) await inFile(output, () => checkOutput(output, { force, console }));
  const { file, motions } = await sortInputs(inputs, console);
  const model = await readModel(file, console, options.refusal);
  const motion =
    motions.length > 0 ? (await readMotion(motions, console, options.refusal, warn)).motion : undefined;
  const missing = motion && describeMissingBones(motion, bindMotion(motion, new Rig(model.definition)));
  if (missing !== undefined) warn(`odori: ${file}: warning: ${missing}`);
  const { root } = options;
  const folder = new DiskFolder(dirname(resolve(console.cwd, file)), root && resolve(console.cwd, root));
  const glb = await reportRanges(motions.join(', ') || file, async () =>
    createDanceGlb(model.pmx, motion && (await danceOf(motion, model, options, file)), {
      materials: options.materials,
      textures: async (path) => (await folder.find(path))?.read(),
    }),
  );
  for (const each of glb.warnings) warn(`odori: ${file}: warning: ${each}`);
  await writeOutput(output, glb.bytes, { force, console });
  printTerms(file, glb.terms, console);
  log(`odori: ${output}: ${glb.bytes.length} bytes`);
  return options.strict && warnings > 0 ? 1 : 0;
}

/**
 * The model among the inputs, and the motions. Stdin is a motion, because a model needs the folder of its
 * textures.
 */
async function sortInputs(
  inputs: readonly string[],
  console: Console,
): Promise<{ readonly file: string; readonly motions: readonly string[] }> {
  const models: string[] = [];
  for (const input of inputs) {
    if (input !== STANDARD && (await inFile(input, () => isModel(resolve(console.cwd, input)))))
      models.push(input);
  }
  const [file, other] = models;
  if (file === undefined)
    throw new UsageError('a GLB needs a model: odori convert MODEL.pmx MOTION… OUT.glb');
  if (other !== undefined) throw new UsageError(`a GLB has one model, but ${file} and ${other} are models`);
  return { file, motions: inputs.filter((input) => input !== file) };
}

/** Formats are known by their first bytes. */
const HEAD_BYTES = 64;

async function isModel(path: string): Promise<boolean> {
  const format = detectFormat(await readHead(diskContent(path), HEAD_BYTES));
  return format === 'pmx' || format === 'pmd';
}

async function danceOf(
  motion: Motion,
  { pmx }: Model,
  { physics }: DanceOptions,
  file: string,
): Promise<Motion | PoseSource> {
  if (!physics) return motion;
  if (!pmx.rigidBodies.some(({ mode, bone }) => mode !== 0 && bone >= 0 && bone < pmx.bones.length))
    throw new FileError(`${file}: the model has no rigid bodies that move bones; leave out --physics`);
  const { simulateDance } = await import('@odori/physics/bake');
  return simulateDance(motion, pmx);
}

/** A motion that is too long is to blame, not this program. */
async function reportRanges<T>(files: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(`${files}: ${error.message}`, { cause: error });
  }
}

/** One message for each line of the model's comment. */
function printTerms(file: string, terms: string, console: Console): void {
  const lines = terms.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const shown = lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''));
  if (shown.every((line) => line === '')) {
    console.log(`odori: ${file}: the model does not say what its author allows; look for a readme beside it`);
    return;
  }
  console.log(`odori: ${file}: the model says of itself, and of what its author allows:`);
  for (const line of shown) console.log(`  ${line}`.trimEnd());
}
