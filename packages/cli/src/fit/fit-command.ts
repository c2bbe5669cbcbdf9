import { serializeVmd } from '@odori/format';
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
import type { Command, Console, ExitCode } from '../command.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { readInput } from '../files/inputs.js';
import { checkBeforeWork, writeOutput } from '../files/write-output.js';
import { findChromium } from '../render/find-chromium.js';
import { type DecodedSong, decodeWav, isWav } from './decode-wav.js';

const HELP = `odori fit MOTION… SONG -o OUT.vmd: a dance in time with another song

Finds the beats of the dance and of the song, and moves the dance onto the beats of the song, from its first bar to its end. A shorter
dance repeats from one of its phrases. A WAV file is read at once; for other songs, a Chromium, Chrome or Edge of this computer decodes.
With --offset, nothing is fitted: stdout gets the seconds by which a dance begins later than the song that it was made for.

  -o, --output OUT       a VMD file, or - for stdout (required without --offset)
  --offset               only say where the dance begins in its song, in seconds; odori view and <odori-player> take them
  --model FILE           the PMX or PMD that dances (default: a usual body, which is nearly as good)
  --speed LEAST,GREATEST how slow and how fast, times the dance (default: 0.7,1.42); else she takes half or double time
  --mirror               every second repetition is the mirror image
  --once                 do not repeat a dance that is shorter than the song
  --lips WORD            lips go along with the dance (default), stay alone at their times, or none for a closed mouth
  --browser PATH         the browser (default: $CHROMIUM_PATH, one of the system, or Playwright's)
  --force                overwrite OUT
  --quiet                do not print warnings or a summary
  --refuse CODE,…        fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…         accept files with these warnings; --allow truncated reads what is left of a cut file

  odori fit dance.vmd song.wav -o fitted.vmd
  odori fit dance.vmd face.vmd song.mp3 -o fitted.vmd --mirror --lips none
  odori view dancer.pmx dance.vmd song.ogg --offset $(odori fit dance.vmd song.ogg --offset)
`;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  offset: { type: 'boolean' },
  model: { type: 'string' },
  speed: { type: 'string' },
  mirror: { type: 'boolean' },
  once: { type: 'boolean' },
  lips: { type: 'string' },
  browser: { type: 'string' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

export const FIT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const song = positionals[positionals.length - 1];
    const motions = positionals.slice(0, -1);
    if (motions.length === 0)
      throw new UsageError('missing motion or song: odori fit MOTION… SONG -o OUT.vmd');
    const options = readOptions(values);
    const refusal = new Refusal(values);
    const log = (line: string): void => {
      if (!values.quiet) console.log(line);
    };
    const writing = { force: values.force === true, console };
    if (values.output !== undefined) await checkBeforeWork(values.output, '.vmd', writing);
    const model = values.model === undefined ? undefined : await readModel(values.model, console, refusal);
    const { motion, modelName } = await readMotion(motions, console, refusal, log);
    const heard = await readSong(song, values.browser, console);
    const rig = model && new Rig(model.definition);
    if (values.output === undefined) return propose(heard, motion, rig, console, log);
    const name = model?.pmx.name ?? modelName;
    const fitted = await inFile(song, () => fit(motion, heard, { ...options, rig }));
    const bytes = serializeVmd(toVmd(fitted, { modelName: name }), {
      onWarning: ({ message }) => log(`odori: ${values.output}: warning: ${message}`),
    });
    await writeOutput(values.output, bytes, writing);
    log(`odori: ${values.output}: ${await describe(motion, heard, rig)}`);
    return 0;
  },
};

const LIPS = ['along', 'alone', 'none'] as const;

/** @throws UsageError if an option is wrong, or has no effect. */
function readOptions({ output, offset, speed, mirror, once, lips }: Values): FitOptions {
  if (offset === true && output !== undefined)
    throw new UsageError('--offset writes no file: leave out --output, or --offset to fit the dance');
  if (offset !== true && output === undefined)
    throw new UsageError('missing --output, for example -o fitted.vmd');
  const idle = Object.entries({ speed, mirror, once, lips }).find(([, value]) => value !== undefined);
  if (offset === true && idle) throw new UsageError(`--${idle[0]} has no effect with --offset`);
  if (mirror === true && once === true) throw new UsageError('--mirror has no effect with --once');
  return {
    ...(speed !== undefined && { speed: parseSpeed(speed) }),
    ...(lips !== undefined && { lips: parseChoice('lips', lips, LIPS) }),
    mirror: mirror === true,
    repeat: once !== true,
  };
}

function parseSpeed(text: string): [least: number, greatest: number] {
  const [least = '', greatest = '', ...more] = text.split(',');
  const range: [number, number] = [parsePositive('speed', least), parsePositive('speed', greatest)];
  if (more.length === 0 && range[0] <= range[1]) return range;
  throw new UsageError(`--speed ${JSON.stringify(text)} is not LEAST,GREATEST, for example 0.7,1.42`);
}

/** @throws {@link FileError} with the name of the file; {@link MissingBrowserError} if it needs a browser. */
async function readSong(path: string, browser: string | undefined, console: Console): Promise<HeardSong> {
  const bytes = await inFile(path, () => readInput(path, console));
  if (isWav(bytes)) return inFile(path, async () => hear(decodeWav(bytes)));
  const program = await findChromium(browser);
  const { decodeByBrowser } = await import('./decode-by-browser.js'); // WAV files need no browser
  return inFile(path, async () => hear(await decodeByBrowser(bytes, program, console)));
}

function hear({ samples, sampleRate }: DecodedSong): Promise<HeardSong> {
  return hearSong(samples, sampleRate);
}

async function propose(
  song: HeardSong,
  motion: Motion,
  rig: Rig | undefined,
  console: Console,
  log: (line: string) => void,
): Promise<ExitCode> {
  const { seconds, confidence } = await findOffset(song, motion, { rig });
  await console.write(`${seconds.toFixed(2)}\n`);
  log(`odori: the dance begins ${seconds.toFixed(2)} s after the song; confidence ${confidence.toFixed(2)}`);
  return 0;
}

/** @throws {@link FileError} if the song has no beats. */
async function fit(motion: Motion, song: HeardSong, options: FitOptions): Promise<Motion> {
  try {
    return await fitToSong(motion, song, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(error.message, { cause: error });
  }
}

async function describe(motion: Motion, song: HeardSong, rig: Rig | undefined): Promise<string> {
  const dance = await dancePulse(motion, rig);
  const beats = `the song has ${songPulse(song).tempo.toFixed(1)} beats a minute`;
  if (dance.tempo === 0) return `${beats}; no beat was found in the dance, which keeps its speed`;
  return `${beats}, the dance ${dance.tempo.toFixed(1)}, with the confidence ${dance.confidence.toFixed(2)}`;
}
