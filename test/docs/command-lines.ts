import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { odori } from '#test/cli/odori.js';
import { type CodeBlock, type Mistake, mistakeAt } from './code-block.js';
import { ROOT } from './doc-pages.js';
import type { SampleFolder } from './sample-folder.js';
import { shellCommands, shellLines, type ShellCommand } from './shell-line.js';

/** Runs the `odori` lines of a block, and checks that scripts and packages of pnpm and npm exist. */
export async function checkShell(block: CodeBlock, folder: SampleFolder): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const { line, text } of shellLines(block.code)) {
    for (const command of shellCommands(text)) {
      const message = await checkCommand(command, folder);
      if (message !== undefined) mistakes.push(mistakeAt(block, line, `${text.trim()}: ${message}`));
    }
  }
  return mistakes;
}

async function checkCommand(command: ShellCommand, folder: SampleFolder): Promise<string | undefined> {
  const words = command.words.filter((word) => word !== '-y' && word !== '--yes' && word !== '$');
  const [first, second = ''] = words;
  if (first === 'npm' && second === 'create' && !command.words.includes('--yes'))
    return 'create asks for a key on a terminal: add --yes';
  if (first === 'odori') return runOdori(words.slice(1), command, folder);
  if (first === 'npx' && /^(?:odori$|@odori\/cli\b)/.test(second))
    return runOdori(words.slice(2), command, folder);
  if (first === 'npx' && second.startsWith('pnpm@')) return checkRunner('pnpm', words.slice(2));
  if (first === 'pnpm' || first === 'npm' || first === 'yarn') return checkRunner(first, words.slice(1));
  return undefined;
}

/** Runs odori in this process on samples of the files that the line names. */
async function runOdori(
  args: readonly string[],
  { pipedFrom = [] }: ShellCommand,
  folder: SampleFolder,
): Promise<string | undefined> {
  for (const name of inputsOf(args))
    folder.add(name, args[0] === 'bake' || args.some((word) => word.endsWith('.glb')));
  const piped = pipedFrom.find((word) => extname(word) !== '' && folder.sample(word) !== undefined);
  const stdin = piped === undefined ? undefined : folder.sample(piped);
  const added = ADDED.get(args[0]) ?? [];
  const { code, messages } = await odori([...args, ...added], folder.path, stdin);
  const stopped = /^odori: (?:.+: )?stopped$/.test(messages.at(-1) ?? '');
  const isRight = STOPPED.has(args[0]) ? stopped : code === 0 || (args[0] === 'fit' && stopped);
  return isRight ? undefined : `exit code ${code}: ${messages.join('; ')}`;
}

/**
 * Commands that stop when they have read their arguments and files: a test of texts draws no films. `fit`
 * stops, too, before a browser decodes a song.
 */
const STOPPED: ReadonlySet<string> = new Set(['render', 'join']);

/**
 * Options that a test adds: an earlier line may have written the file, and no browser should open, nor be
 * missing.
 */
const ADDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['convert', ['--force']],
  ['bake', ['--force']],
  ['fit', ['--force', '--browser', process.execPath]],
  ['optimize', ['--force']],
  ['view', ['--no-open']],
  ['render', ['--browser', process.execPath]],
]);

/**
 * The files that a command line of odori reads: all but the value of `-o`, or the last file of `convert`
 * without it.
 */
function inputsOf([command, ...args]: readonly string[]): string[] {
  const outputOption = args.findIndex((word) => word === '-o' || word === '--output');
  const files = args.filter((word, i) => !word.startsWith('-') && !args[i - 1]?.startsWith('--'));
  const isLastOutput = command === 'convert' && outputOption < 0 && files.length > 1;
  const output = isLastOutput ? files.at(-1) : outputOption < 0 ? undefined : args[outputOption + 1];
  return args.filter((word) => !word.startsWith('-') && word !== output);
}

/** Words of pnpm and npm that are no scripts. */
const BUILT_IN = new Set([
  'install',
  'i',
  'add',
  'create',
  'init',
  'exec',
  'dlx',
  'test',
  'start',
  'pack',
  'ci',
  'publish',
]);

/** Scripts of the repository, of the example projects, and of a project that `npm create vite` makes. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'dev',
  'build',
  'preview',
  ...['package.json', ...examples().map((name) => `docs/examples/${name}/package.json`)].flatMap((path) =>
    Object.keys((JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { scripts?: object }).scripts ?? {}),
  ),
]);

function examples(): string[] {
  const folder = join(ROOT, 'docs/examples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
}

/** Checks a line of pnpm, npm or yarn: its script, or the packages of Odori that it installs. */
function checkRunner(runner: string, words: readonly string[]): string | undefined {
  const missing = words.find((word) => word.startsWith('@odori/') && !isPackage(word));
  if (missing !== undefined) return `there is no package ${missing}`;
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  const script = first === 'run' ? second : runner === 'npm' || BUILT_IN.has(first) ? undefined : first;
  return script === undefined || SCRIPTS.has(script) ? undefined : `there is no script ${script}`;
}

const isPackage = (word: string): boolean =>
  existsSync(join(ROOT, 'packages', word.slice('@odori/'.length).replace(/@.*/, ''), 'package.json'));
