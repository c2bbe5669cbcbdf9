import { extname } from 'node:path';
import type { Console, ExitCode } from '../command.js';
import { Refusal, type RefusalValues } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import { type WriteOptions, writeOutputBy } from '../files/write-output.js';
import { WorkerPool } from '../jobs/worker-pool.js';
import { indexFile } from './index-file.js';
import { failedRow, type IndexRow } from './index-row.js';
import { type IndexTable, linesToFile, linesToStdout, parquetToFile } from './index-table.js';
import { walkFiles } from './walk-files.js';

/** How files are indexed. Plain data, which goes to worker threads. */
export interface IndexSettings extends RefusalValues {
  readonly quiet: boolean;
}

/** A file, and its place among all. */
export interface IndexTask {
  readonly file: string;
  readonly index: number;
}

/** What is indexed, and where the table goes. */
export interface IndexRun {
  /** Files, folders and globs. */
  readonly inputs: readonly string[];
  readonly output: string;
  /** Worker threads. */
  readonly jobs: number;
  readonly force: boolean;
}

/** Writes a table with a row for each file, in the order of the folders. The rows are not kept in memory. */
export async function indexFiles(
  run: IndexRun,
  settings: IndexSettings,
  console: Console,
): Promise<ExitCode> {
  const extension = extname(run.output).toLowerCase();
  if (run.output !== STANDARD && extension !== '.jsonl' && extension !== '.parquet')
    throw new UsageError(`an index is .jsonl or .parquet, not "${run.output}"`);
  const inputs = await expandInputs(run.inputs, console.cwd);
  if (inputs.includes(STANDARD)) throw new UsageError('- is stdin, which has no name for an index');
  const options: WriteOptions = { force: run.force, console };
  const count = new RowCount(settings, console);
  const fill = (table: IndexTable): Promise<void> =>
    fillTable(table, inputs, run.jobs, settings, count, console);
  if (run.output === STANDARD) await fill(linesToStdout(console));
  else
    await writeOutputBy(run.output, options, async (temporary) =>
      fill(extension === '.jsonl' ? linesToFile(temporary) : await parquetToFile(temporary)),
    );
  return count.report();
}

async function fillTable(
  table: IndexTable,
  inputs: readonly string[],
  jobs: number,
  settings: IndexSettings,
  count: RowCount,
  console: Console,
): Promise<void> {
  const ordered = new OrderedRows();
  const finish = (task: IndexTask, rows: IndexRow[]): void | Promise<void> => {
    count.add(task.file, rows);
    return table.add(ordered.add(task.index, rows));
  };
  const tasks = numbered(walkFiles(inputs, console.cwd));
  if (jobs > 1) {
    const script = new URL('./index-worker.js', import.meta.url);
    const crashed = ({ file }: IndexTask, message: string): IndexRow[] => [
      { ...failedRow(file, new Error(message)), code: 'crashed', message },
    ];
    await new WorkerPool({ script, settings, count: jobs, console, crashed }).run(tasks, finish);
  } else {
    const refusal = new Refusal(settings);
    for await (const task of tasks) await finish(task, await indexFile(task.file, refusal, console));
  }
  await table.finish();
}

async function* numbered(files: AsyncIterable<string>): AsyncGenerator<IndexTask, void, undefined> {
  let index = 0;
  for await (const file of files) yield { file, index: index++ };
}

/** Gives rows in the order of their files, which threads finish in any order. */
class OrderedRows {
  readonly #waiting = new Map<number, IndexRow[]>();
  #next = 0;

  /** The rows whose turn it is. */
  add(index: number, rows: IndexRow[]): IndexRow[] {
    this.#waiting.set(index, rows);
    const ready: IndexRow[] = [];
    for (let next = this.#waiting.get(this.#next); next; next = this.#waiting.get(this.#next)) {
      ready.push(...next);
      this.#waiting.delete(this.#next++);
    }
    return ready;
  }
}

/** Counts rows, and names those of damaged files. */
class RowCount {
  readonly #quiet: boolean;
  readonly #console: Console;
  #rows = 0;
  #damaged = 0;

  constructor({ quiet }: IndexSettings, console: Console) {
    this.#quiet = quiet;
    this.#console = console;
  }

  add(file: string, rows: readonly IndexRow[]): void {
    this.#rows += rows.length;
    for (const row of rows) {
      if (row.code === null) continue;
      this.#damaged++;
      this.#log(`odori: ${row.file}: ${row.message}`);
    }
    if (!this.#quiet) this.#console.progress?.(`${this.#rows}: ${file}`);
  }

  report(): ExitCode {
    const damaged = this.#damaged === 0 ? '' : `; ${this.#damaged} of them are damaged and have a code`;
    if (!this.#quiet || this.#damaged > 0) this.#log(`odori: ${this.#rows} indexed${damaged}`);
    return this.#damaged > 0 ? 1 : 0;
  }

  #log(line: string): void {
    this.#console.progress?.(undefined);
    this.#console.log(line);
  }
}
