import { readFileSync } from 'node:fs';
import { BAKE } from './bake/bake-command.js';
import type { Command, Console, ExitCode } from './command.js';
import { CONVERT } from './convert/convert-command.js';
import { describeError, MissingBrowserError, UsageError } from './errors.js';
import { FIT } from './fit/fit-command.js';
import { INSPECT } from './inspect/inspect-command.js';
import { LINT } from './inspect/lint-command.js';
import { OPTIMIZE } from './optimize/optimize-command.js';
import { JOIN } from './render/join-command.js';
import { RENDER } from './render/render-command.js';
import { RETARGET } from './retarget/retarget-command.js';
import { SAMPLE } from './sample/sample-command.js';
import { VIEW } from './view/view-command.js';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['inspect', INSPECT],
  ['lint', LINT],
  ['convert', CONVERT],
  ['sample', SAMPLE],
  ['bake', BAKE],
  ['retarget', RETARGET],
  ['fit', FIT],
  ['optimize', OPTIMIZE],
  ['view', VIEW],
  ['render', RENDER],
  ['join', JOIN],
]);

const HELP = `odori: MikuMikuDance motions on the command line

  odori inspect FILE…                          show what motions, poses, models, projects, avatars contain
  odori lint FILE…                             what is wrong with them, for continuous integration
  odori convert IN… OUT                        convert VMD, JSON, BVMD, VPD, PMM, PMD to VMD, JSON, BVMD, VPD, PMX
  odori convert MODEL MOTION… OUT.glb          a model and its dance as one file for glTF viewers
  odori sample MOTION… --model PMX --at TIMES  bone positions and rotations after IK, also of whole folders
  odori bake MOTION… --model PMX -o OUT.vmd    replace IK or physics with ordinary keyframes
  odori bake MOTION… --avatar VRM -o OUT.vrma  a dance for a VRM avatar
  odori retarget MOTION… --to PMX -o OUT.vmd   a dance for a model of other proportions
  odori fit MOTION… SONG -o OUT.vmd            a dance in time with another song
  odori optimize MODEL -o OUT                  models with fewer bytes, for pages
  odori view MODEL MOTION…                     show them in the browser, with camera and song
  odori render MODEL MOTION… -o FILE           films, stills and sheets of pictures, without a window
  odori join PART… -o FILM                     one film of parts that several machines have rendered

  odori COMMAND --help                         show options and examples
  odori --version                              show the version

Use - for stdin or stdout. Data goes to stdout, messages go to stderr. Globs in quotes (* ? **) are expanded.
Exit codes: 0 success; 1 a file could not be read or written, is cut off, or is refused; 2 wrong usage;
3 there is no browser to draw with; 130 stopped with Ctrl-C; 141 the reader of the output stopped before its end.

  odori inspect dance.vmd
  odori convert dance.vmd dance.json
  odori view dancer.pmx dance.vmd camera.vmd song.wav
`;

/**
 * Runs a command line, given without the name of the program.
 *
 * Errors that files or arguments cause become a message and an exit code. Only an internal error is thrown.
 *
 * @example
 * await runOdori(['convert', 'dance.vmd', 'dance.json'], console); // → 0, and dance.json exists
 */
export async function runOdori(args: readonly string[], console: Console): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  try {
    return await run(name, rest, console);
  } catch (error) {
    if (error instanceof UsageError) {
      const help = COMMANDS.has(name) ? `odori ${name} --help` : 'odori --help';
      console.log(`odori: ${error.message}; see ${help}`);
      return 2;
    }
    const message = describeError(error);
    if (message === undefined) throw error;
    console.log(`odori: ${message}`);
    return error instanceof MissingBrowserError ? 3 : 1;
  }
}

async function run(name: string, args: readonly string[], console: Console): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return print(`${readVersion()}\n`, console);
  if (name === '--help' || name === '-h') return print(HELP, console);
  if (name === 'help') return print(args[0] === undefined ? HELP : findCommand(args[0]).help, console);
  const command = findCommand(name);
  return asksForHelp(args) ? print(command.help, console) : command.run(args, console);
}

function findCommand(name: string): Command {
  const command = COMMANDS.get(name);
  if (command) return command;
  const names = [...COMMANDS.keys()].join(', ');
  throw new UsageError(`${name === '' ? 'missing command' : `unknown command ${name}`}: use one of ${names}`);
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function print(text: string, console: Console): Promise<ExitCode> {
  await console.write(text);
  return 0;
}

/** The version of this package. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
