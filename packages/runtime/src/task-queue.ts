/** Milliseconds of work after which the page gets its turn. */
const SLICE = 6;
/** Milliseconds after which {@link TaskQueue.idle} no longer waits for a page that is always busy. */
const LONGEST_WAIT = 200;

/**
 * Runs long work in steps. Between them, the page can draw and handle what the viewer does. Each loader has a
 * queue.
 *
 * @example
 * const tasks = new TaskQueue();
 * const motion = await tasks.run(() => Motion.from(parseVmd(bytes)));
 * const clip = await tasks.run(() => createAnimationClip(motion, rig)); // the page reacts between the two
 */
export class TaskQueue {
  readonly #slice: number;
  /**
   * When the current slice began. The first step begins a slice: nobody knows what its task has done before.
   */
  #start = -Infinity;

  /** `slice`: milliseconds after which the page gets its turn; 0: after each step. */
  constructor(slice: number = SLICE) {
    this.#slice = slice;
  }

  /**
   * Runs a step and resolves to its result. If the slice is used up, before or after the step, the page gets
   * its turn.
   *
   * Rejects with what `step` throws or rejects with, or with the reason of `signal`; the step then does not
   * run.
   */
  async run<T>(step: () => T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
    if (this.#isUsedUp) await this.#yield();
    signal?.throwIfAborted();
    const result = await step();
    if (this.#isUsedUp) await this.#yield();
    return result;
  }

  /** Resolves when the page has nothing better to do, at the latest after 0.2 seconds. */
  async idle(): Promise<void> {
    if (typeof requestIdleCallback === 'undefined') await new Promise((resolve) => setTimeout(resolve, 1));
    else await new Promise((resolve) => requestIdleCallback(resolve, { timeout: LONGEST_WAIT }));
    this.#start = performance.now();
  }

  get #isUsedUp(): boolean {
    return performance.now() - this.#start >= this.#slice;
  }

  /** Unlike timers, messages are not slower in a page in the background. */
  async #yield(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.addEventListener('message', () => resolve(port1.close()));
      port1.start();
      port2.postMessage(0);
    });
    this.#start = performance.now();
  }
}
