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
import type { Command, ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
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
import type { Help } from '../help/help.js';
import { say } from '../language/message.js';

const USAGE = 'odori sample MOTION… --model PMX (--at TIMES | --every STEP) [-o OUT]';

const HELP: Help = [
  { usage: USAGE, text: 'sample' },
  { text: 'merged' },
  { text: 'sample-about' },
  {
    rows: [
      ['--model FILE', 'sample-model'],
      ['--at 1.5s,100f', 'sample-at'],
      ['--every 1/60s', 'sample-every'],
      ['--from TIME --to TIME', 'sample-range'],
      ['--bones NAME,NAME', 'sample-bones'],
      ['--joints smpl24|humanoid|all', 'sample-joints'],
      ['--space world|local', 'sample-space'],
      ['--coordinates mmd|three', 'sample-coordinates'],
      ['--contacts', 'sample-contacts'],
      ['--contact-height 0.75', 'sample-height'],
      ['--contact-speed 4', 'sample-speed'],
      ['-o, --output OUT', 'sample-output'],
      ['-f, --format csv|json|npy|npz|parquet', 'sample-format'],
      ['--force', 'force-all'],
      ['--quiet', 'optimize-quiet'],
      ['--refuse CODE,…', 'refuse'],
      ['--allow CODE,…', 'allow'],
    ],
  },
  {
    heading: 'sample-many',
    rows: [
      ['--list FILE', 'sample-list'],
      ['--jobs N', 'jobs'],
      ['--skip-existing', 'sample-skip'],
      ['--failures FILE', 'sample-failures'],
    ],
  },
  {
    examples: [
      'odori sample dance.vmd --model dancer.pmx --at 1.5s,2.25s,100f > bones.csv',
      'odori sample dance.vmd face.vmd --model dancer.pmx --at 90f --bones 左足首,右足首 --space world --json',
      "odori sample 'dances/**/*.vmd' --model dancer.pmx --every 1/60s --joints smpl24 --contacts -o 'out/{name}.npz' --jobs 8",
    ],
  },
];

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
      throw new UsageError(say('missing-motion', { usage: USAGE }));
    const output = values.output ?? STANDARD;
    const settings = readSettings(values, output);
    const motions = [
      ...positionals,
      ...(values.list === undefined ? [] : await readList(values.list, console)),
    ];
    if (motions.length === 0) throw new UsageError(say('empty-list'));
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
  console: Shell,
): Promise<ExitCode> {
  const options = { force: settings.force, console };
  if (output !== STANDARD) await inFile(output, () => checkOutput(output, options));
  const shell = console.quieted(settings.quiet);
  const sampler = await MotionSampler.open(settings, shell);
  reportMissing(sampler, settings, shell);
  const sampled = await sampler.sample(motions, shell);
  await writeOutput(output, await writeSample(sampled, settings), options);
  return 0;
}

function readSettings(values: Values, output: string): SampleSettings {
  const { model, bones, joints } = values;
  if (model === undefined)
    throw new UsageError(say('missing-option', { option: '--model', example: '--model dancer.pmx' }));
  if (bones !== undefined && joints !== undefined)
    throw new UsageError(say('exclusive', { one: '--bones', other: '--joints' }));
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
  if (at !== undefined && every !== undefined)
    throw new UsageError(say('exclusive', { one: '--at', other: '--every' }));
  if (every !== undefined) {
    const step = parseTime('every', every).frame;
    if (!(step > 0)) throw new UsageError(say('not-above-0', { option: 'every', value: every }));
    const begin = from === undefined ? 0 : parseTime('from', from).frame;
    return { every: step, from: begin, to: to === undefined ? undefined : parseTime('to', to).frame };
  }
  if (at === undefined) throw new UsageError(say('missing-times'));
  if (from !== undefined || to !== undefined) throw new UsageError(say('range-needs-every'));
  return { at: parseTimes('at', at) };
}

function readFormat({ format, csv, json }: Values, output: string): SampleFormat {
  const [asked, ...others] = [format, csv && 'csv', json && 'json'].filter(
    (each) => typeof each === 'string',
  );
  if (others.length > 0) throw new UsageError(say('one-format'));
  if (asked !== undefined) return parseChoice('format', asked, SAMPLE_FORMATS);
  const extension = extname(output).slice(1).toLowerCase();
  return SAMPLE_FORMATS.find((known) => known === extension) ?? 'csv';
}

function readContacts(values: Values, format: SampleFormat): ContactOptions | undefined {
  const { contacts, 'contact-height': height, 'contact-speed': speed } = values;
  if (contacts !== true) {
    if (height !== undefined || speed !== undefined) throw new UsageError(say('limits-need-contacts'));
    return undefined;
  }
  if (values.every === undefined) throw new UsageError(say('contacts-need-every'));
  if (format === 'npy') throw new UsageError(say('contacts-not-npy'));
  return {
    height: height === undefined ? undefined : parseNotNegative('contact-height', height),
    speed: speed === undefined ? undefined : parseNotNegative('contact-speed', speed),
  };
}

function refuseManyOptions(values: Values): void {
  for (const option of ['jobs', 'skip-existing', 'failures'] as const) {
    if (values[option] !== undefined) throw new UsageError(say('needs-name', { option, name: NAME }));
  }
}
