import { extname } from 'node:path';
import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { Refusal, type RefusalValues } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import { type WriteOptions, writeOutputBy } from '../files/write-output.js';
import { WorkerPool } from '../jobs/worker-pool.js';
import { indexFile } from './index-file.js';
import { crashedRow, type IndexRow, type ToldRow } from './index-row.js';
import { type IndexTable, linesToFile, linesToStdout, parquetToFile } from './index-table.js';
import { walkFiles } from './walk-files.js';
import { about, type Message, say } from '../language/message.js';

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
export async function indexFiles(run: IndexRun, settings: IndexSettings, console: Shell): Promise<ExitCode> {
  const extension = extname(run.output).toLowerCase();
  if (run.output !== STANDARD && extension !== '.jsonl' && extension !== '.parquet')
    throw new UsageError(say('not-an-index', { output: run.output }));
  const inputs = await expandInputs(run.inputs, console.cwd);
  if (inputs.includes(STANDARD)) throw new UsageError(say('stdin-in-index'));
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
  console: Shell,
): Promise<void> {
  const ordered = new OrderedRows();
  const finish = (task: IndexTask, told: readonly ToldRow[]): void | Promise<void> => {
    count.add(task.file, told);
    const rows = told.map(({ row }) => row);
    return table.add(ordered.add(task.index, rows));
  };
  const tasks = numbered(walkFiles(inputs, console.cwd));
  if (jobs > 1) {
    const script = new URL('./index-worker.js', import.meta.url);
    const crashed = ({ file }: IndexTask, text: Message): ToldRow[] => [crashedRow(file, text)];
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
  readonly #console: Shell;
  readonly #quieted: Shell;
  #rows = 0;
  #damaged = 0;

  constructor({ quiet }: IndexSettings, console: Shell) {
    this.#console = console;
    this.#quieted = console.quieted(quiet);
  }

  add(file: string, told: readonly ToldRow[]): void {
    this.#rows += told.length;
    for (const { row, text } of told) {
      if (text === undefined) continue;
      this.#damaged++;
      this.#console.tell(about(row.file, text));
    }
    this.#quieted.progress(say('row-count', { count: this.#rows, file }));
  }

  report(): ExitCode {
    const [count, damaged] = [this.#rows, this.#damaged];
    if (damaged === 0) this.#quieted.tell(say('indexed', { count }));
    else this.#console.tell(say('indexed-but', { count, damaged }));
    return damaged > 0 ? 1 : 0;
  }
}
