import type { ContactOptions } from '@odori/runtime/joints';
import { extname } from 'node:path';
import {
  MOST_JOBS,
  parseArguments,
  parseChoice,
  parseNotNegative,
  parseTime,
  parseTimes,
  parseWhole,
} from '../arguments.js';
import type { Command, Console, ExitCode } from '../command.js';
import { inFile, UsageError } from '../errors.js';
import { STANDARD } from '../files/inputs.js';
import { checkOutput, writeOutput } from '../files/write-output.js';
import { NAME, readList, reportMissing, sampleFiles } from './sample-files.js';
import { MotionSampler } from './sample-motions.js';
import {
  SAMPLE_FORMATS,
  type SampleFormat,
  type SampleSettings,
  type SampleTimes,
} from './sample-settings.js';
import { writeSample } from './write-sample.js';

const HELP = `odori sample MOTION… --model PMX (--at TIMES | --every STEP) [-o OUT]: bone positions and rotations after IK

Several motions are merged, for example dance and face; if two have a keyframe for the same bone and frame, the later
file wins. With {name} in OUT, each motion is sampled into a file of its own; {name} is its name without extension,
and with the folders below the one that holds all motions. Lengths are in MMD units (about 8 cm). Physics is not
simulated.

  --model FILE             a PMX or PMD (required)
  --at 1.5s,100f           times in seconds (s) or frames (f; 30 per second, fractions allowed)
  --every 1/60s            poses one after another: from one to the next, in seconds or frames
  --from TIME --to TIME    the part for --every (default: from 0 to the last keyframe)
  --bones NAME,NAME        only these bones, by Japanese or English name
  --joints smpl24|humanoid|all
                           the 24 joints of SMPL, the 55 human bones of VRM 1.0, or all bones (default)
  --space world|local      world: position and rotation in the space of the model (default);
                           local: translation from rest and rotation relative to the parent, as in a keyframe
  --coordinates mmd|three  MMD's left-handed space (default) or three.js's right-handed one
  --contacts               also: does a heel or do toes stand on the floor? Needs --every, not npy
  --contact-height 0.75    how far above its place at rest a standing foot may be, in MMD units
  --contact-speed 4        how fast it may move, in MMD units a second
  -o, --output OUT         a file, or files with {name} in their names (default: stdout)
  -f, --format csv|json|npy|npz|parquet
                           csv: a line for each time and bone (default); json: an entry for each time, with morph
                           weights; npy: times × bones × 7, 32-bit; npz: poses, seconds, bones, contacts; parquet: as
                           csv. Without it, the extension of OUT decides. --csv and --json are the same as -f
  --force                  overwrite existing files
  --quiet                  do not print warnings
  --refuse CODE,…          fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…           accept files with these warnings; --allow truncated reads what is left of a cut file

With {name} in OUT:
  --list FILE              reads names of motions, one on each line; - is stdin
  --jobs N                 works in N threads (default 1)
  --skip-existing          leaves out motions whose output exists: goes on where an earlier run was stopped
  --failures FILE          lists what failed, as JSON lines with code, section and offset (default: failures.jsonl in
                           the folder of the outputs); the exit code is 1 then

  odori sample dance.vmd --model dancer.pmx --at 1.5s,2.25s,100f > bones.csv
  odori sample dance.vmd face.vmd --model dancer.pmx --at 90f --bones 左足首,右足首 --space world --json
  odori sample 'dances/**/*.vmd' --model dancer.pmx --every 1/60s --joints smpl24 --contacts -o 'out/{name}.npz' --jobs 8
`;

const OPTIONS = {
  model: { type: 'string' },
  at: { type: 'string' },
  every: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  bones: { type: 'string' },
  joints: { type: 'string' },
  space: { type: 'string' },
  coordinates: { type: 'string' },
  contacts: { type: 'boolean' },
  'contact-height': { type: 'string' },
  'contact-speed': { type: 'string' },
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
  list: { type: 'string' },
  jobs: { type: 'string' },
  'skip-existing': { type: 'boolean' },
  failures: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArguments<typeof OPTIONS>>['values'];

export const SAMPLE: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    if (positionals.length === 0 && values.list === undefined)
      throw new UsageError('missing motion: odori sample MOTION… --model PMX (--at TIMES | --every STEP)');
    const output = values.output ?? STANDARD;
    const settings = readSettings(values, output);
    const motions = [
      ...positionals,
      ...(values.list === undefined ? [] : await readList(values.list, console)),
    ];
    if (motions.length === 0) throw new UsageError('the list has no motion');
    if (!output.includes(NAME)) {
      refuseManyOptions(values);
      return sampleOne(motions, output, settings, console);
    }
    const many = {
      motions,
      template: output,
      jobs: values.jobs === undefined ? 1 : parseWhole('jobs', values.jobs, 1, MOST_JOBS),
      skipExisting: values['skip-existing'] === true,
      failures: values.failures,
    };
    return sampleFiles(many, settings, console);
  },
};

/** Samples motions as one, into a file or to stdout. */
async function sampleOne(
  motions: readonly string[],
  output: string,
  settings: SampleSettings,
  console: Console,
): Promise<ExitCode> {
  const options = { force: settings.force, console };
  if (output !== STANDARD) await inFile(output, () => checkOutput(output, options));
  const sampler = await MotionSampler.open(settings, console);
  reportMissing(sampler, settings, console);
  const log = (line: string): void => {
    if (!settings.quiet) console.log(line);
  };
  const sampled = await sampler.sample(motions, console, log);
  await writeOutput(output, await writeSample(sampled, settings), options);
  return 0;
}

function readSettings(values: Values, output: string): SampleSettings {
  const { model, bones, joints } = values;
  if (model === undefined) throw new UsageError('missing --model, for example --model dancer.pmx');
  if (bones !== undefined && joints !== undefined)
    throw new UsageError('--bones and --joints exclude each other');
  const set = parseChoice('joints', joints ?? 'all', ['smpl24', 'humanoid', 'all']);
  const format = readFormat(values, output);
  const contacts = readContacts(values, format);
  return {
    model,
    times: readTimes(values),
    bones,
    joints: set === 'all' ? undefined : set,
    space: parseChoice('space', values.space ?? 'world', ['local', 'world']),
    coordinates: parseChoice('coordinates', values.coordinates ?? 'mmd', ['mmd', 'three']),
    contacts,
    format,
    force: values.force === true,
    quiet: values.quiet === true,
    refuse: values.refuse,
    allow: values.allow,
  };
}

function readTimes({ at, every, from, to }: Values): SampleTimes {
  if (at !== undefined && every !== undefined) throw new UsageError('--at and --every exclude each other');
  if (every !== undefined) {
    const step = parseTime('every', every).frame;
    if (!(step > 0)) throw new UsageError(`--every ${every} is not above 0`);
    const begin = from === undefined ? 0 : parseTime('from', from).frame;
    return { every: step, from: begin, to: to === undefined ? undefined : parseTime('to', to).frame };
  }
  if (at === undefined)
    throw new UsageError('missing --at or --every, for example --at 1.5s,100f or --every 1/60s');
  if (from !== undefined || to !== undefined) throw new UsageError('--from and --to need --every');
  return { at: parseTimes('at', at) };
}

function readFormat({ format, csv, json }: Values, output: string): SampleFormat {
  const [asked, ...others] = [format, csv && 'csv', json && 'json'].filter(
    (each) => typeof each === 'string',
  );
  if (others.length > 0) throw new UsageError('--format, --csv and --json exclude each other');
  if (asked !== undefined) return parseChoice('format', asked, SAMPLE_FORMATS);
  const extension = extname(output).slice(1).toLowerCase();
  return SAMPLE_FORMATS.find((known) => known === extension) ?? 'csv';
}

function readContacts(values: Values, format: SampleFormat): ContactOptions | undefined {
  const { contacts, 'contact-height': height, 'contact-speed': speed } = values;
  if (contacts !== true) {
    if (height !== undefined || speed !== undefined)
      throw new UsageError('--contact-height and --contact-speed need --contacts');
    return undefined;
  }
  if (values.every === undefined)
    throw new UsageError('--contacts needs --every: a standing foot does not move');
  if (format === 'npy') throw new UsageError('--contacts needs another format: npy has room for one array');
  return {
    height: height === undefined ? undefined : parseNotNegative('contact-height', height),
    speed: speed === undefined ? undefined : parseNotNegative('contact-speed', speed),
  };
}

function refuseManyOptions(values: Values): void {
  for (const option of ['jobs', 'skip-existing', 'failures'] as const) {
    if (values[option] !== undefined)
      throw new UsageError(`--${option} needs {name} in --output, for example -o 'out/{name}.npy'`);
  }
}
