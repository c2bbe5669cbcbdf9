import {
  dancePulse,
  findOffset,
  type FitOptions,
  fitToSong,
  type HeardSong,
  hearSong,
  songPulse,
} from '@odori/runtime/fit';
import { type Motion, toVmd } from '@odori/runtime/motion';
import { Rig } from '@odori/runtime/rig';
import { type Arguments, parseArguments, parseChoice, parsePositive } from '../arguments.js';
import type { Command, ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { blameRange, FileError, inFile, UsageError } from '../errors.js';
import { readInput } from '../files/inputs.js';
import { type Help, WORK_ROWS } from '../help/help.js';
import { about, type Message, say } from '../language/message.js';
import { findChromium } from '../render/find-chromium.js';
import { Work, WORK_OPTIONS } from '../work.js';
import { type DecodedSong, decodeWav, isWav } from './decode-wav.js';

const USAGE = 'odori fit MOTION… SONG -o OUT.vmd';

const HELP: Help = [
  { usage: USAGE, text: 'fit' },
  { text: 'fit-about' },
  {
    rows: [
      ['-o, --output OUT', 'fit-output'],
      ['--offset', 'fit-offset'],
      ['--model FILE', 'fit-model'],
      ['--speed LEAST,GREATEST', 'fit-speed'],
      ['--mirror', 'fit-mirror'],
      ['--once', 'fit-once'],
      ['--lips along|alone|none', 'fit-lips'],
      ['--browser PATH', 'browser'],
      ...WORK_ROWS,
    ],
  },
  {
    examples: [
      'odori fit dance.vmd song.wav -o fitted.vmd',
      'odori fit dance.vmd face.vmd song.mp3 -o fitted.vmd --mirror --lips none',
      'odori view dancer.pmx dance.vmd song.ogg --offset $(odori fit dance.vmd song.ogg --offset)',
    ],
  },
];

const OPTIONS = {
  ...WORK_OPTIONS,
  offset: { type: 'boolean' },
  model: { type: 'string' },
  speed: { type: 'string' },
  mirror: { type: 'boolean' },
  once: { type: 'boolean' },
  lips: { type: 'string' },
  browser: { type: 'string' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const FIT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const song = positionals[positionals.length - 1];
    const motions = positionals.slice(0, -1);
    if (motions.length === 0) throw new UsageError(say('missing-song', { usage: USAGE }));
    const options = readOptions(values);
    const work = new Work(values, console);
    const { output } = values;
    if (output !== undefined) await work.check(output, '.vmd');
    const model = values.model === undefined ? undefined : await work.readModel(values.model);
    const { motion, modelName } = await work.readMotion(motions);
    const heard = await readSong(song, values.browser, console);
    const rig = model && new Rig(model.definition);
    if (output === undefined) return propose(heard, motion, rig, work.console);
    const fitted = await blameRange(song, () => fitToSong(motion, heard, { ...options, rig }));
    await work.writeVmd(output, toVmd(fitted, { modelName: model?.pmx.name ?? modelName }));
    work.console.tell(about(output, await describe(motion, heard, rig)));
    return 0;
  },
};

const LIPS = ['along', 'alone', 'none'] as const;

/** @throws UsageError if an option is wrong, or has no effect. */
function readOptions({ output, offset, speed, mirror, once, lips }: Values): FitOptions {
  if (offset === true && output !== undefined) throw new UsageError(say('offset-writes-nothing'));
  if (offset !== true && output === undefined)
    throw new UsageError(say('missing-option', { option: '--output', example: '-o fitted.vmd' }));
  const idle = Object.entries({ speed, mirror, once, lips }).find(([, value]) => value !== undefined);
  if (offset === true && idle)
    throw new UsageError(say('no-effect-with', { option: idle[0], other: 'offset' }));
  if (mirror === true && once === true)
    throw new UsageError(say('no-effect-with', { option: 'mirror', other: 'once' }));
  return {
    ...(speed !== undefined && { speed: parseSpeed(speed) }),
    ...(lips !== undefined && { lips: parseChoice('lips', lips, LIPS) }),
    mirror: mirror === true,
    repeat: once !== true,
  };
}

function parseSpeed(text: string): [least: number, greatest: number] {
  const parts = text.split(',');
  const [least, greatest] = parts.length === 2 ? parts.map((part) => parsePositive('speed', part)) : [];
  if (least <= greatest) return [least, greatest];
  throw new UsageError(say('not-a-speed', { value: JSON.stringify(text) }));
}

/**
 * @throws {@link FileError} with the name of the file, also of a song that is too long; {@link
 * MissingBrowserError} if it needs a browser.
 */
async function readSong(path: string, browser: string | undefined, console: Shell): Promise<HeardSong> {
  const bytes = await inFile(path, () => readInput(path, console));
  if (isWav(bytes)) return inFile(path, async () => hear(decodeWav(bytes)));
  const program = await findChromium(browser);
  const { decodeByBrowser } = await import('./decode-by-browser.js'); // WAV files need no browser
  return inFile(path, async () => hear(await decodeByBrowser(bytes, program, console)));
}

async function hear({ samples, sampleRate }: DecodedSong): Promise<HeardSong> {
  const song = await hearSong(samples, sampleRate);
  if (song.rate === 0 && song.seconds > 0) throw new FileError(say('song-too-long'));
  return song;
}

async function propose(
  song: HeardSong,
  motion: Motion,
  rig: Rig | undefined,
  console: Shell,
): Promise<ExitCode> {
  const { seconds, confidence } = await findOffset(song, motion, { rig });
  await console.write(`${seconds.toFixed(2)}\n`);
  console.tell(say('dance-begins', { seconds: seconds.toFixed(2), confidence: confidence.toFixed(2) }));
  return 0;
}

async function describe(motion: Motion, song: HeardSong, rig: Rig | undefined): Promise<Message> {
  const dance = await dancePulse(motion, rig);
  const beats = say('song-tempo', { tempo: songPulse(song).tempo.toFixed(1) });
  if (dance.tempo === 0) return say('song-tempo-only', { song: beats });
  const [tempo, confidence] = [dance.tempo.toFixed(1), dance.confidence.toFixed(2)];
  return say('song-and-dance-tempo', { song: beats, tempo, confidence });
}
