import type { LanguageCode } from '@odori/runtime/internal/catalog';
import { Worker } from 'node:worker_threads';
import type { Shell } from '../shell.js';
import { type Message, say } from '../language/message.js';

/** What a worker thread begins with. */
export interface WorkerData<Settings> {
  readonly settings: Settings;
  readonly cwd: string;
  readonly language: LanguageCode;
}

/** What a worker thread says: a line for people, or that its task is done. */
export type WorkerMessage<Result> =
  { readonly line: string } | { readonly done: true; readonly result: Result };

/** The threads of a pool. */
export interface WorkerPoolOptions<Settings, Task, Result> {
  /** The script of each thread, which calls {@link serveTasks}. */
  readonly script: URL;
  readonly settings: Settings;
  readonly count: number;
  readonly console: Shell;
  /** The result of a task whose thread has ended, for example because its memory was used up. */
  readonly crashed: (task: Task, message: Message) => Result;
}

/** Worker threads that do tasks, each one after another. */
export class WorkerPool<Settings, Task, Result> {
  readonly #options: WorkerPoolOptions<Settings, Task, Result>;

  constructor(options: WorkerPoolOptions<Settings, Task, Result>) {
    this.#options = options;
  }

  /** Resolves when all tasks are finished. A thread that ends fails its task alone. */
  async run(
    tasks: AsyncIterable<Task>,
    finish: (task: Task, result: Result) => void | Promise<void>,
  ): Promise<void> {
    const left = tasks[Symbol.asyncIterator]();
    const work = async (): Promise<void> => {
      let thread: WorkerThread<Settings, Task, Result> | undefined;
      for (let next = await left.next(); !next.done; next = await left.next()) {
        if (thread === undefined || thread.isGone) thread = new WorkerThread(this.#options);
        await finish(next.value, await thread.do(next.value));
      }
      await thread?.end();
    };
    await Promise.all(Array.from({ length: this.#options.count }, work));
  }
}

/** A worker thread with at most one task. */
class WorkerThread<Settings, Task, Result> {
  /** Has it ended? */
  isGone: boolean = false;
  readonly #worker: Worker;
  readonly #crashed: (task: Task, message: Message) => Result;
  #task: Task | undefined;
  #finish: (result: Result) => void = () => undefined;

  constructor({ script, settings, console, crashed }: WorkerPoolOptions<Settings, Task, Result>) {
    const data: WorkerData<Settings> = { settings, cwd: console.cwd, language: console.language };
    this.#crashed = crashed;
    this.#worker = new Worker(script, { workerData: data });
    this.#worker.on('message', (message: WorkerMessage<Result>) => {
      if ('line' in message) console.log(message.line);
      else this.#finish(message.result);
    });
    this.#worker.on('error', (error) => this.#crash(error.message));
    this.#worker.on('exit', (code) => this.#crash(say('exit-code', { code })));
  }

  do(task: Task): Promise<Result> {
    this.#task = task;
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #crash(text: Message): void {
    this.isGone = true;
    if (this.#task !== undefined) this.#finish(this.#crashed(this.#task, say('worker-ended', { text })));
  }
}
