import { detectFormat } from '@odori/format';
import type { PoseSource } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { createDanceGlb } from '@odori/vrm/glb';
import type { DanceMaterials } from '@odori/vrm/internal';
import { dirname, resolve } from 'node:path';
import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { type Model, readModel } from '../documents/read-model.js';
import type { Refusal } from '../documents/refusal.js';
import { readMotion } from '../documents/read-motion.js';
import { blameRange, FileError, inFile, UsageError } from '../errors.js';
import { diskContent, readHead } from '../files/content.js';
import { DiskFolder } from '../files/disk-folder.js';
import { STANDARD } from '../files/inputs.js';
import { checkOutput, writeOutput } from '../files/write-output.js';
import { about, say } from '../language/message.js';

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
  console: Shell,
): Promise<ExitCode> {
  const { output, force } = options;
  const shell = console.quieted(options.quiet);
  if (output !== STANDARD) await inFile(output, () => checkOutput(output, { force, console }));
  const { file, motions } = await sortInputs(inputs, console);
  const model = await readModel(file, console, options.refusal);
  const motion = motions.length > 0 ? (await readMotion(motions, shell, options.refusal)).motion : undefined;
  const missing = motion && describeMissingBones(motion, bindMotion(motion, new Rig(model.definition)));
  if (missing !== undefined) shell.warn(file, missing);
  const { root } = options;
  const folder = new DiskFolder(dirname(resolve(console.cwd, file)), root && resolve(console.cwd, root));
  const glb = await blameRange(motions.join(', ') || file, async () =>
    createDanceGlb(model.pmx, motion && (await danceOf(motion, model, options, file)), {
      materials: options.materials,
      textures: async (path) => (await folder.find(path))?.read(),
    }),
  );
  for (const each of glb.warnings) shell.warn(file, say('unexplained', { text: each }));
  await writeOutput(output, glb.bytes, { force, console });
  printTerms(file, glb.terms, console);
  shell.tell(about(output, say('glb-bytes', { count: glb.bytes.length })));
  return options.strict && shell.warningCount > 0 ? 1 : 0;
}

/**
 * The model among the inputs, and the motions. Stdin is a motion, because a model needs the folder of its
 * textures.
 */
async function sortInputs(
  inputs: readonly string[],
  console: Shell,
): Promise<{ readonly file: string; readonly motions: readonly string[] }> {
  const models: string[] = [];
  for (const input of inputs) {
    if (input !== STANDARD && (await inFile(input, () => isModel(resolve(console.cwd, input)))))
      models.push(input);
  }
  const [file, other] = models;
  if (file === undefined)
    throw new UsageError(say('glb-without-model', { usage: 'odori convert MODEL.pmx MOTION… OUT.glb' }));
  if (other !== undefined) throw new UsageError(say('glb-two-models', { one: file, other }));
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
    throw new FileError(about(file, say('no-moving-bodies')));
  const { simulateDance } = await import('@odori/physics/bake');
  return simulateDance(motion, pmx);
}

/** One message for each line of the model's comment. */
function printTerms(file: string, terms: string, console: Shell): void {
  const lines = terms.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const shown = lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''));
  if (shown.every((line) => line === '')) {
    console.tell(about(file, say('no-terms')));
    return;
  }
  console.tell(about(file, say('terms-follow')));
  for (const line of shown) console.log(`  ${line}`.trimEnd());
}
