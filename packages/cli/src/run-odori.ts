import { readFileSync } from 'node:fs';
import type { Command, ExitCode } from './command.js';
import type { Console } from './console.js';
import { describeError, MissingBrowserError, UsageError } from './errors.js';
import type { Help } from './help/help.js';
import { askedLanguage, languageOf, takeLanguage } from './language/choose-language.js';
import { say } from './language/message.js';
import { loadWords } from './language/words.js';
import { ConsoleShell, type Shell } from './shell.js';

/** By name. A command is loaded when it is asked for: each needs other packages. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['inspect', async () => (await import('./inspect/inspect-command.js')).INSPECT],
  ['lint', async () => (await import('./inspect/lint-command.js')).LINT],
  ['convert', async () => (await import('./convert/convert-command.js')).CONVERT],
  ['sample', async () => (await import('./sample/sample-command.js')).SAMPLE],
  ['bake', async () => (await import('./bake/bake-command.js')).BAKE],
  ['retarget', async () => (await import('./retarget/retarget-command.js')).RETARGET],
  ['fit', async () => (await import('./fit/fit-command.js')).FIT],
  ['optimize', async () => (await import('./optimize/optimize-command.js')).OPTIMIZE],
  ['view', async () => (await import('./view/view-command.js')).VIEW],
  ['render', async () => (await import('./render/render-command.js')).RENDER],
  ['join', async () => (await import('./render/join-command.js')).JOIN],
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
  if (name === 'help')
    return printHelp(args[0] === undefined ? HELP : (await findCommand(args[0])).help, console);
  const command = await findCommand(name);
  return asksForHelp(args) ? printHelp(command.help, console) : command.run(args, console);
}

async function findCommand(name: string): Promise<Command> {
  const load = COMMANDS.get(name);
  if (load) return load();
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
