import { servePoses } from '#src/model/pose-pool/serve-poses.js';
import type { PoolMessage, WorkerPort } from '#src/model/pose-pool/messages.js';

/**
 * A worker of a pool that runs here, and works when a test lets it. As with a worker, messages are copies,
 * and buffers that are handed over can no longer be used.
 */
export class LocalPoseWorker implements WorkerPort {
  isTerminated = false;
  /** Messages that it has not read yet. */
  readonly inbox: PoolMessage[] = [];
  readonly #outbox: unknown[] = [];
  readonly #listeners = new Map<string, (event: never) => void>();
  readonly #serve = servePoses((message, transfer) =>
    this.#outbox.push(structuredClone(message, { transfer })),
  );

  postMessage(message: PoolMessage, transfer: ArrayBuffer[] = []): void {
    this.inbox.push(structuredClone(message, { transfer }));
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }

  /** Answers what has arrived until now. */
  work(): void {
    for (const message of this.inbox.splice(0)) this.#serve(message);
    this.#answer();
  }

  /** The same, and waits for models that open. */
  async open(): Promise<void> {
    this.work();
    await new Promise((resolve) => setImmediate(resolve));
    this.#answer();
  }

  /** Fails with an error. */
  fail(message: string): void {
    const event = Object.assign(new Event('error'), { message });
    (this.#listeners.get('error') as (event: Event) => void)(event);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** As the option `createWorker`. */
  get create(): () => Worker {
    return () => this as unknown as Worker;
  }

  #answer(): void {
    const listener = this.#listeners.get('message') as (event: { data: unknown }) => void;
    for (const data of this.#outbox.splice(0)) if (!this.isTerminated) listener({ data });
  }
}
