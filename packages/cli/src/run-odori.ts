import { BAKE } from './bake/bake-command.js';
import type { Command } from './command.js';
import type { Console } from './console.js';
import { CONVERT } from './convert/convert-command.js';
import { INSPECT } from './inspect/inspect-command.js';
import { describeProblem, UsageError } from './problem.js';
import { SAMPLE } from './sample/sample-command.js';
import { readVersion } from './version.js';

/** 0: all went well. 1: a file could not be read or written, or a warning with --strict. 2: called wrongly. */
export type ExitCode = 0 | 1 | 2;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['inspect', INSPECT],
  ['convert', CONVERT],
  ['sample', SAMPLE],
  ['bake', BAKE],
]);

const HELP = `odori: MikuMikuDance motions on the command line

  odori inspect FILE…                          what is in a motion, a pose, a model, a project
  odori convert IN… OUT                        VMD, JSON, BVMD, VPD, PMM, PMD → VMD, JSON, BVMD, PMX
  odori sample MOTION --model PMX --at 1.5s    bones after IK, at any time
  odori bake MOTION --model PMX -o OUT.vmd     IK into ordinary keys

  odori COMMAND --help                         options and examples
  odori --version

A - stands for stdin or stdout. Messages go to stderr, data to stdout. Globs in quotes (* ? **) are resolved.
Exit codes: 0 all went well; 1 a file could not be read or written, or had warnings with --strict; 2 called wrongly;
130 stopped by Ctrl-C.

  odori inspect dance.vmd
  odori convert dance.vmd dance.json
`;

/**
 * Runs a command line, without the name of the program. Never throws on what files and arguments can cause.
 *
 * @example
 * await runOdori(['convert', 'dance.vmd', 'dance.json'], console); // → 0, and the file is there
 */
export async function runOdori(args: readonly string[], console: Console): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  try {
    return await run(name, rest, console);
  } catch (error) {
    if (error instanceof UsageError) {
      const help = COMMANDS.has(name) ? `odori ${name} --help` : 'odori --help';
      console.tell(`odori: ${error.message}; see ${help}`);
      return 2;
    }
    const problem = describeProblem(error);
    if (problem === undefined) throw error;
    console.tell(`odori: ${problem}`);
    return 1;
  }
}

async function run(name: string, args: readonly string[], console: Console): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return print(`${readVersion()}\n`, console);
  if (name === '--help' || name === '-h') return print(HELP, console);
  if (name === 'help') return print(helpOn(args[0]), console);
  const command = commandOf(name);
  return asksForHelp(args) ? print(command.help, console) : command.run(args, console);
}

function helpOn(name: string | undefined): string {
  return name === undefined ? HELP : commandOf(name).help;
}

function commandOf(name: string): Command {
  const command = COMMANDS.get(name);
  if (command) return command;
  const known = [...COMMANDS.keys()].join(', ');
  throw new UsageError(name === '' ? `which command? ${known}` : `no command ${name}, but ${known}`);
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
