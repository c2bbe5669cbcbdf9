import { extname, join, relative, resolve, sep } from 'node:path';
import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { inFile, UsageError } from '../errors.js';
import { expandInputs, readInput, sharedFolder, STANDARD } from '../files/inputs.js';
import { statsOf } from '../files/paths.js';
import { checkOutput, writeOutput } from '../files/write-output.js';
import { WorkerPool } from '../jobs/worker-pool.js';
import { about, type Message, say } from '../language/message.js';
import { ENGLISH } from '../language/words.js';
import { type Failure, failureOf, type ToldFailure } from './failures.js';
import { MotionSampler } from './sample-motions.js';
import type { SampleSettings, SampleTask } from './sample-settings.js';
import { writeSample } from './write-sample.js';

/** How many motions are sampled, each into a file of its own. */
export interface ManySamples {
  /** Files and globs. */
  readonly motions: readonly string[];
  /** The outputs, with {@link NAME} in the place of the name of each motion. */
  readonly template: string;
  /** Worker threads. */
  readonly jobs: number;
  /** Motions whose output exists are left out. */
  readonly skipExisting: boolean;
  /** The file that lists what failed; undefined: `failures.jsonl` in the folder of the outputs. */
  readonly failures: string | undefined;
}

/** Stands for the name of a motion in the name of an output. */
export const NAME = '{name}';

/**
 * Samples many motions, each into a file of its own. A bad file does not stop the others: the list of
 * failures names it.
 *
 * @throws UsageError, FileError if the model cannot be read
 */
export async function sampleFiles(
  many: ManySamples,
  settings: SampleSettings,
  console: Shell,
): Promise<ExitCode> {
  const failures = resolve(console.cwd, many.failures ?? failuresBeside(many.template));
  const tasks = await tasksOf(many, console.cwd);
  const sampler = await MotionSampler.open(settings, console);
  const shell = console.quieted(settings.quiet);
  reportMissing(sampler, settings, shell);
  const failed: Failure[] = [];
  let done = 0;
  const finish = (task: SampleTask, told: ToldFailure | undefined): void => {
    done++;
    if (told) {
      failed.push(told.failure);
      console.tell(about(task.input, told.text));
    }
    shell.progress(say('one-of-several', { done, total: tasks.length, file: task.input }));
  };
  if (many.jobs > 1)
    await poolOf(settings, Math.min(many.jobs, tasks.length), shell).run(oneByOne(tasks), finish);
  else for (const task of tasks) finish(task, await sampleTask(task, sampler, settings, shell));
  console.progress(undefined);
  await writeFailures(failures, failed, console);
  (failed.length > 0 ? console : shell).tell(summary(tasks.length, failed.length, failures));
  return failed.length > 0 ? 1 : 0;
}

function poolOf(
  settings: SampleSettings,
  count: number,
  console: Shell,
): WorkerPool<SampleSettings, SampleTask, ToldFailure | undefined> {
  const script = new URL('./sample-worker.js', import.meta.url);
  const crashed = ({ input }: SampleTask, text: Message): ToldFailure => ({
    failure: { file: input, code: 'crashed', message: ENGLISH.tell(text) },
    text,
  });
  return new WorkerPool({ script, settings, count, console, crashed });
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

/** Samples one motion into its file. The result is why it failed. */
export async function sampleTask(
  { input, output }: SampleTask,
  sampler: MotionSampler,
  settings: SampleSettings,
  console: Shell,
): Promise<ToldFailure | undefined> {
  const options = { force: settings.force, console };
  try {
    await inFile(output, () => checkOutput(output, options));
    const sampled = await sampler.sample([input], console);
    await writeOutput(output, await writeSample(sampled, settings), options);
    return undefined;
  } catch (error) {
    return failureOf(input, error);
  }
}

/** Says which joints the model lacks. */
export function reportMissing(sampler: MotionSampler, settings: SampleSettings, console: Shell): void {
  if (sampler.missing.length === 0) return;
  console.warn(settings.model, say('joints-missing', { names: sampler.missing }));
}

/** Names of motions, one on each line of a file or of stdin. A shell limits those in its arguments. */
export async function readList(path: string, console: Shell): Promise<string[]> {
  const text = new TextDecoder().decode(await readInput(path, console));
  return text.split(/\r?\n/).filter((line) => line !== '');
}

async function tasksOf({ motions, template, skipExisting }: ManySamples, cwd: string): Promise<SampleTask[]> {
  const inputs = await expandInputs(motions, cwd);
  if (inputs.includes(STANDARD)) throw new UsageError(say('stdin-has-no-name', { name: NAME }));
  const folder = (await sharedFolder(motions, cwd)) ?? cwd;
  const tasks = new Map<string, SampleTask>();
  for (const input of inputs) {
    const output = template.replaceAll(NAME, nameOf(resolve(cwd, input), folder));
    const other = tasks.get(output);
    if (other) throw new UsageError(say('same-output', { one: other.input, other: input, output }));
    if (resolve(cwd, output) === resolve(cwd, input))
      throw new UsageError(say('output-is-input', { output }));
    tasks.set(output, { input, output });
  }
  const all = [...tasks.values()];
  if (!skipExisting) return all;
  const exists = await Promise.all(all.map(({ output }) => statsOf(resolve(cwd, output))));
  return all.filter((_, i) => exists[i] === undefined);
}

/** `a/b` for the file `a/b.vmd` in a folder. */
function nameOf(path: string, folder: string): string {
  const name = relative(folder, path);
  return name.slice(0, name.length - extname(name).length).replaceAll(sep, '/');
}

function failuresBeside(template: string): string {
  const folder = template.slice(0, template.indexOf(NAME));
  return join(folder.slice(0, folder.search(/[^\\/]*$/)), 'failures.jsonl');
}

/** An empty list replaces that of an earlier run; without failures and without a list, none is made. */
async function writeFailures(path: string, failed: readonly Failure[], console: Shell): Promise<void> {
  if (failed.length === 0 && (await statsOf(path)) === undefined) return;
  const lines = failed.map((failure) => `${JSON.stringify(failure)}\n`);
  await writeOutput(path, lines.join(''), { force: true, console });
}

function summary(count: number, failed: number, failures: string): Message {
  const numbers = { done: count - failed, total: count };
  return failed === 0 ? say('sampled', numbers) : say('sampled-but', { ...numbers, file: failures });
}
