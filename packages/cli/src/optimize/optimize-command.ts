import { packZip } from '@odori/format/internal';
import { dirname, extname, join, resolve } from 'node:path';
import { type Arguments, parseArguments, parseChoice, parseWhole } from '../arguments.js';
import type { Command } from '../command.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { PathMap } from '../files/path-map.js';
import { statsIfReadable } from '../files/paths.js';
import { checkOutput, writeOutput, type WriteOptions } from '../files/write-output.js';
import { TEXTURE_FORMATS } from './convert-texture.js';
import { type Optimization, optimizeModels } from './optimize-models.js';
import { describeOptimization, summarizeOptimization } from './report.js';

const HELP = `odori optimize INPUT -o OUT: models with fewer bytes, for pages

INPUT is a PMX model, or a folder or a zip with models, their textures and other files; OUT is a folder, or a zip.
The models stay PMX and look the same: vertices that no face uses and morphs that move nothing go, textures become
WebP or KTX2. MMD itself cannot read these: with --textures keep, the result is for MMD, too. Look at the author's terms before
you publish a model: many do not allow changed files.

A morph goes only if it changes nothing at any weight, no group and no display frame names it, and no other morph has
its name. Toons stay exact. GIF and DDS files, and files that would grow, stay as they are.

  -o, --output OUT     a folder, or a file that ends in .zip (required)
  --textures WHAT      webp (default); ktx2: a quarter of the memory on graphics cards, often in more bytes; keep: all
                       textures stay as they are
  --max-size PIXELS    the most pixels of a texture, in width and in height; larger ones become smaller (default: none)
  --keep MOTION        morphs that this motion names stay; may be given several times
  --root FOLDER        the folder that textures may be in (default: the parent of the model's folder)
  --json               print the report as JSON
  --force              overwrite files in OUT, but never those of INPUT
  --quiet              print no warnings
  --refuse CODE,…      fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…       accept files with these warnings; --allow truncated reads what is left of a cut file

  odori optimize dancer.pmx -o small/
  odori optimize dancer.zip -o small.zip --max-size 1024
  odori optimize models/ -o small/ --textures keep --json
`;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  textures: { type: 'string' },
  'max-size': { type: 'string' },
  keep: { type: 'string', multiple: true },
  root: { type: 'string' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const OPTIMIZE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const [input, ...more] = positionals;
    const { output } = values;
    if (input === undefined) throw new UsageError('missing input: odori optimize MODEL -o OUT');
    if (more.length > 0)
      throw new UsageError(`one input at a time: put ${more[0]} into the folder of ${input}`);
    if (output === undefined || output === '')
      throw new UsageError('missing --output, for example -o small/');
    const textures = readTextureOptions(values);
    const refusal = new Refusal(values);
    const log = (line: string): void => {
      if (!values.quiet) console.log(line);
    };
    const { motion: keep } = values.keep ? await readMotion(values.keep, console, refusal, log) : {};
    const { root } = values;
    const result = await optimizeModels(input, console.cwd, {
      ...textures,
      root: root === undefined ? undefined : resolve(console.cwd, root),
      refusal,
      keep,
      onTexture: (path) => console.progress?.(path),
    }).finally(() => console.progress?.(undefined));
    for (const { path, missing } of result.models) {
      for (const texture of missing) log(`odori: ${path}: warning: the texture ${texture} is missing`);
    }
    await writeResult(result, input, output, { force: values.force === true, console });
    await console.write(
      values.json
        ? `${JSON.stringify(describeOptimization(result), undefined, 2)}\n`
        : summarizeOptimization(result),
    );
    return 0;
  },
};

function readTextureOptions(values: Values): { format: (typeof TEXTURE_FORMATS)[number]; maxSize: number } {
  const format = parseChoice('textures', values.textures ?? 'webp', TEXTURE_FORMATS);
  const maxSize = values['max-size'];
  if (maxSize === undefined) return { format, maxSize: Infinity };
  if (format === 'keep') throw new UsageError('--max-size has no effect with --textures keep');
  return { format, maxSize: parseWhole('max-size', maxSize, 1) };
}

/** Writes all files, or none if one cannot be written or is a file of the input. */
async function writeResult(
  result: Optimization,
  input: string,
  output: string,
  options: WriteOptions,
): Promise<void> {
  const { cwd } = options.console;
  const isZip = extname(output).toLowerCase() === '.zip';
  const outputs: readonly (readonly [string, Uint8Array])[] = isZip
    ? [[output, packZip(result.files)]]
    : Array.from(result.files, ([path, bytes]) => [join(output, ...path.split('/')), bytes]);
  const inputs = await inputPaths(result, resolve(cwd, input));
  for (const [path] of outputs) {
    if ((await inputs.get(resolve(cwd, path))) !== undefined)
      throw new FileError(
        `${path}: this is a file of the input, which is never overwritten: name another folder`,
      );
    await inFile(path, () => checkOutput(path, options));
  }
  for (const [path, bytes] of outputs) await writeOutput(path, bytes, options);
}

/** The files of an input on the disk. */
async function inputPaths({ models, textures, copied }: Optimization, input: string): Promise<PathMap<true>> {
  const isFolder = (await statsIfReadable(input))?.isDirectory() === true;
  const folder = isFolder ? input : dirname(input);
  const paths = [...models, ...textures].map(({ path }) => path);
  const map = new PathMap<true>();
  await map.set(input, true);
  for (const path of [...paths, ...copied]) await map.set(resolve(folder, path), true);
  return map;
}
