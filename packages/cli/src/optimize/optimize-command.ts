import { packZip } from '@odori/format/internal';
import { dirname, extname, join, resolve } from 'node:path';
import { type Arguments, parseArguments, parseChoice, parseWhole } from '../arguments.js';
import type { Command } from '../command.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { PathMap } from '../files/path-map.js';
import { statsIfReadable } from '../files/paths.js';
import { checkOutput, writeOutput, type WriteOptions } from '../files/write-output.js';
import { TEXTURE_FORMATS } from './convert-texture.js';
import { type Optimization, optimizeModels } from './optimize-models.js';
import { describeOptimization, summarizeOptimization } from './report.js';
import type { Help } from '../help/help.js';
import { about, say } from '../language/message.js';
import { Work, WORK_OPTIONS } from '../work.js';

const USAGE = 'odori optimize INPUT -o OUT';

const HELP: Help = [
  { usage: USAGE, text: 'optimize' },
  { text: 'optimize-about' },
  { text: 'optimize-morphs' },
  {
    rows: [
      ['-o, --output OUT', 'optimize-output'],
      ['--textures WHAT', 'optimize-textures'],
      ['--max-size PIXELS', 'optimize-max-size'],
      ['--keep MOTION', 'optimize-keep'],
      ['--root FOLDER', 'root'],
      ['--json', 'optimize-json'],
      ['--force', 'optimize-force'],
      ['--quiet', 'optimize-quiet'],
      ['--refuse CODE,…', 'refuse'],
      ['--allow CODE,…', 'allow'],
    ],
  },
  {
    examples: [
      'odori optimize dancer.pmx -o small/',
      'odori optimize dancer.zip -o small.zip --max-size 1024',
      'odori optimize models/ -o small/ --textures keep --json',
    ],
  },
];

const OPTIONS = {
  ...WORK_OPTIONS,
  textures: { type: 'string' },
  'max-size': { type: 'string' },
  keep: { type: 'string', multiple: true },
  root: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const OPTIMIZE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const [input, ...more] = positionals;
    const { output } = values;
    if (input === undefined) throw new UsageError(say('missing-input', { usage: USAGE }));
    if (more.length > 0) throw new UsageError(say('one-input', { other: more[0], input }));
    if (output === undefined || output === '')
      throw new UsageError(say('missing-option', { option: '--output', example: '-o small/' }));
    const textures = readTextureOptions(values);
    const work = new Work(values, console);
    const { motion: keep } = values.keep ? await work.readMotion(values.keep) : {};
    const { root } = values;
    const result = await optimizeModels(input, console.cwd, {
      ...textures,
      root: root === undefined ? undefined : resolve(console.cwd, root),
      refusal: work.refusal,
      keep,
      onTexture: (path) => console.progress(path),
    }).finally(() => console.progress(undefined));
    for (const { path, missing } of result.models) {
      for (const texture of missing) work.console.warn(path, say('texture-of-model-missing', { texture }));
    }
    await writeResult(result, input, output, work.writing);
    await console.write(
      values.json
        ? `${JSON.stringify(describeOptimization(result), undefined, 2)}\n`
        : summarizeOptimization(result, console),
    );
    return 0;
  },
};

function readTextureOptions(values: Values): { format: (typeof TEXTURE_FORMATS)[number]; maxSize: number } {
  const format = parseChoice('textures', values.textures ?? 'webp', TEXTURE_FORMATS);
  const maxSize = values['max-size'];
  if (maxSize === undefined) return { format, maxSize: Infinity };
  if (format === 'keep')
    throw new UsageError(say('no-effect-with', { option: 'max-size', other: 'textures keep' }));
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
      throw new FileError(about(path, say('is-input')));
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
