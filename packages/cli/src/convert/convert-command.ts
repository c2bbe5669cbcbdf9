import { resolve } from 'node:path';
import { parseArguments } from '../arguments.js';
import type { Command, ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { UsageError } from '../errors.js';
import { expandInputs, sharedFolder, STANDARD } from '../files/inputs.js';
import { PathMap } from '../files/path-map.js';
import { convertDance } from './convert-dance.js';
import { convertFile } from './convert-file.js';
import { OPTIONS, type ReadOptions, readOptions, type Values } from './convert-options.js';
import { readModelFiles } from './named-models.js';
import { runBatch } from './run-batch.js';
import type { Help } from '../help/help.js';
import { say } from '../language/message.js';

const USAGE = 'odori convert IN… OUT';

const HELP: Help = [
  { usage: USAGE, text: 'convert' },
  { text: 'convert-about' },
  {
    rows: [
      ['VMD, JSON, BVMD, VPD →', 'convert-motions'],
      ['VRMA, GLB →', 'convert-vrma'],
      ['PMM →', 'convert-pmm'],
      ['PMD →', 'convert-pmd-out'],
      ['PMX, PMD + VMD… →', 'convert-dance'],
    ],
  },
  { text: 'convert-several' },
  {
    rows: [
      ['-o, --output OUT', 'convert-output'],
      ['-f, --format FORMAT', 'convert-format'],
      ['--force', 'force-all'],
      ['--strict', 'strict'],
      ['--quiet', 'quiet'],
      ['--refuse CODE,…', 'refuse'],
      ['--allow CODE,…', 'allow'],
    ],
  },
  {
    heading: 'convert-motions-heading',
    rows: [
      ['--from F, --to F', 'convert-range'],
      ['--mirror', 'convert-mirror'],
      ['--offset F', 'convert-offset'],
      ['--frame F', 'convert-frame'],
      ['--model NAME', 'convert-model'],
      ['--pmd FILE', 'convert-pmd'],
      ['--vmd-version 1|2', 'convert-version'],
    ],
  },
  {
    heading: 'json-heading',
    rows: [
      ['--coordinates mmd|three', 'convert-coordinates'],
      ['--group none|name', 'convert-group'],
      ['--start-frame F', 'convert-start'],
      ['--target-id N', 'convert-target'],
      ['--json', 'convert-json'],
    ],
  },
  {
    heading: 'glb-heading',
    rows: [
      ['--physics', 'convert-physics'],
      ['--root FOLDER', 'root'],
      ['--mtoon', 'convert-mtoon'],
    ],
  },
  {
    examples: [
      'odori convert dance.vmd dance.json --coordinates three',
      'odori convert scene.pmm dances/',
      'odori convert scene.pmm camera.vmd --model camera',
      "odori convert 'poses/*.vpd' -o motions",
      'odori convert dance.vmd pose.vpd --frame 120',
      'odori convert dance.vmd -f bvmd - > dance.bvmd',
      'odori convert dance.vmd refrain.vmd --from 900 --to 1500 --mirror',
      'odori convert dancer.pmx dance.vmd dance.glb --physics',
      'odori convert clip.vrma dance.vmd',
      'odori convert mixamo.glb dance.vmd',
    ],
  },
];

export const CONVERT: Command = {
  help: HELP,
  async run(args, console): Promise<ExitCode> {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const output = values.output ?? positionals.pop();
    if (output === undefined || positionals.length === 0)
      throw new UsageError(say('missing-output', { usage: USAGE }));
    const inputs = await expandInputs(positionals, console.cwd);
    const readValues = await readOptions(values, output, console.cwd);
    const { format } = readValues.output;
    if (format === 'glb') return convertToGlb(inputs, readValues, values, console);
    if (!readValues.output.isFolder && inputs.length > 1) {
      throw new UsageError(say('too-many-inputs', { count: inputs.length, output }));
    }
    const options = {
      ...readValues,
      output: { ...readValues.output, format },
      tree: await sharedFolder(positionals, console.cwd),
      models: await readModelFiles(values.pmd ?? [], console),
    };
    const batch = { inputs: await mapInputs(inputs, console.cwd), written: new PathMap<string>() };
    return runBatch(
      inputs,
      { console, quiet: values.quiet === true, strict: values.strict === true },
      (input, warn) => convertFile(input, options, console, batch, warn),
    );
  },
};

/** The inputs are one dance. */
function convertToGlb(
  inputs: readonly string[],
  { output, force, refusal }: ReadOptions,
  values: Values,
  console: Shell,
): Promise<ExitCode> {
  if (output.isFolder) throw new UsageError(say('glb-in-folder', { output: output.path }));
  return convertDance(
    inputs,
    {
      output: output.path,
      materials: values.mtoon === true ? 'mtoon' : 'unlit',
      physics: values.physics === true,
      root: values.root,
      force,
      refusal,
      strict: values.strict === true,
      quiet: values.quiet === true,
    },
    console,
  );
}

async function mapInputs(inputs: readonly string[], cwd: string): Promise<PathMap<string>> {
  const map = new PathMap<string>();
  for (const input of inputs) if (input !== STANDARD) await map.set(resolve(cwd, input), input);
  return map;
}
