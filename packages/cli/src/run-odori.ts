import { readFileSync } from 'node:fs';
import { BAKE } from './bake/bake-command.js';
import type { Command, ExitCode } from './command.js';
import type { Console } from './console.js';
import { CONVERT } from './convert/convert-command.js';
import { describeError, MissingBrowserError, UsageError } from './errors.js';
import { FIT } from './fit/fit-command.js';
import type { Help } from './help/help.js';
import { INSPECT } from './inspect/inspect-command.js';
import { LINT } from './inspect/lint-command.js';
import { askedLanguage, languageOf, takeLanguage } from './language/choose-language.js';
import { say } from './language/message.js';
import { loadWords } from './language/words.js';
import { OPTIMIZE } from './optimize/optimize-command.js';
import { JOIN } from './render/join-command.js';
import { RENDER } from './render/render-command.js';
import { RETARGET } from './retarget/retarget-command.js';
import { SAMPLE } from './sample/sample-command.js';
import { ConsoleShell, type Shell } from './shell.js';
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

const HELP: Help = [
  { usage: 'odori', text: 'odori' },
  {
    rows: [
      ['odori inspect FILE…', 'odori-inspect'],
      ['odori lint FILE…', 'odori-lint'],
      ['odori convert IN… OUT', 'odori-convert'],
      ['odori convert MODEL MOTION… OUT.glb', 'odori-convert-glb'],
      ['odori sample MOTION… --model PMX --at TIMES', 'odori-sample'],
      ['odori bake MOTION… --model PMX -o OUT.vmd', 'odori-bake'],
      ['odori bake MOTION… --avatar VRM -o OUT.vrma', 'odori-bake-vrma'],
      ['odori retarget MOTION… --to PMX -o OUT.vmd', 'odori-retarget'],
      ['odori fit MOTION… SONG -o OUT.vmd', 'odori-fit'],
      ['odori optimize MODEL -o OUT', 'odori-optimize'],
      ['odori view MODEL MOTION…', 'odori-view'],
      ['odori render MODEL MOTION… -o FILE', 'odori-render'],
      ['odori join PART… -o FILM', 'odori-join'],
    ],
  },
  {
    rows: [
      ['odori COMMAND --help', 'odori-help'],
      ['odori --version', 'odori-version'],
      ['--lang LANGUAGE', 'odori-lang'],
    ],
  },
  { text: 'odori-streams' },
  { text: 'odori-codes' },
  {
    examples: [
      'odori inspect dance.vmd',
      'odori convert dance.vmd dance.json',
      'odori view dancer.pmx dance.vmd camera.vmd song.wav',
    ],
  },
];

/**
 * Runs a command line, given without the name of the program.
 *
 * Errors that files or arguments cause become a message and an exit code. Only an internal error is thrown.
 *
 * @example
 * await runOdori(['convert', 'dance.vmd', 'dance.json'], console); // → 0, and dance.json exists
 */
export async function runOdori(args: readonly string[], console: Console): Promise<ExitCode> {
  const { args: others, asked } = takeLanguage(args);
  const [name = '', ...rest] = others;
  let shell = new ConsoleShell(console, await loadWords(languageOf(console.language)));
  try {
    if (asked !== undefined) shell = new ConsoleShell(console, await loadWords(askedLanguage(asked)));
    return await run(name, rest, shell);
  } catch (error) {
    if (error instanceof UsageError) {
      const command = COMMANDS.has(name) ? `odori ${name} --help` : 'odori --help';
      shell.tell(say('see-help', { text: error.text, command }));
      return 2;
    }
    const message = describeError(error);
    if (message === undefined) throw error;
    shell.tell(message);
    return error instanceof MissingBrowserError ? 3 : 1;
  }
}

async function run(name: string, args: readonly string[], console: Shell): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return print(`${readVersion()}\n`, console);
  if (name === '--help' || name === '-h') return printHelp(HELP, console);
  if (name === 'help') return printHelp(args[0] === undefined ? HELP : findCommand(args[0]).help, console);
  const command = findCommand(name);
  return asksForHelp(args) ? printHelp(command.help, console) : command.run(args, console);
}

function findCommand(name: string): Command {
  const command = COMMANDS.get(name);
  if (command) return command;
  const names = [...COMMANDS.keys()];
  throw new UsageError(
    name === '' ? say('missing-command', { names }) : say('unknown-command', { name, names }),
  );
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function printHelp(help: Help, console: Shell): Promise<ExitCode> {
  const { formatHelp } = await import('./help/format-help.js'); // only help needs the texts
  return print(await formatHelp(help, console.language), console);
}

async function print(text: string, console: Shell): Promise<ExitCode> {
  await console.write(text);
  return 0;
}

/** The version of this package. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
