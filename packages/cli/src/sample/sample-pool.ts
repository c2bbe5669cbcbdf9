import { Worker } from 'node:worker_threads';
import type { Console } from '../command.js';
import type { Failure } from './failures.js';
import type { SampleSettings, SampleTask } from './sample-settings.js';

/** What a worker thread begins with. */
export interface SampleWorkerData {
  readonly settings: SampleSettings;
  readonly cwd: string;
}

/** What a worker thread says: a line for people, or that its task is done. */
export type SampleWorkerMessage =
  { readonly line: string } | { readonly done: true; readonly failure: Failure | undefined };

/** Worker threads that sample motions, each one after another. */
export class SamplePool {
  readonly #settings: SampleSettings;
  readonly #count: number;
  readonly #console: Console;

  constructor(settings: SampleSettings, count: number, console: Console) {
    this.#settings = settings;
    this.#count = count;
    this.#console = console;
  }

  /** Resolves when all tasks are finished. A thread that ends fails its task alone. */
  async run(
    tasks: readonly SampleTask[],
    finish: (task: SampleTask, failure: Failure | undefined) => void,
  ): Promise<void> {
    const left = tasks.values();
    const work = async (): Promise<void> => {
      let thread: SampleThread | undefined;
      for (const task of left) {
        if (thread === undefined || thread.isGone) thread = new SampleThread(this.#settings, this.#console);
        finish(task, await thread.sample(task));
      }
      await thread?.end();
    };
    await Promise.all(Array.from({ length: Math.min(this.#count, tasks.length) }, work));
  }
}

/** A worker thread with at most one task. */
class SampleThread {
  /** Has it ended, for example because its memory was used up? */
  isGone: boolean = false;
  readonly #worker: Worker;
  #task: SampleTask | undefined;
  #finish: (failure: Failure | undefined) => void = () => undefined;

  constructor(settings: SampleSettings, console: Console) {
    const data: SampleWorkerData = { settings, cwd: console.cwd };
    this.#worker = new Worker(new URL('./sample-worker.js', import.meta.url), { workerData: data });
    this.#worker.on('message', (message: SampleWorkerMessage) => {
      if ('line' in message) console.log(message.line);
      else this.#finish(message.failure);
    });
    this.#worker.on('error', (error) => this.#crash(error.message));
    this.#worker.on('exit', (code) => this.#crash(`exit code ${code}`));
  }

  sample(task: SampleTask): Promise<Failure | undefined> {
    this.#task = task;
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #crash(why: string): void {
    this.isGone = true;
    const file = this.#task?.input ?? '';
    this.#finish({ file, code: 'crashed', message: `its worker thread ended: ${why}` });
  }
}
