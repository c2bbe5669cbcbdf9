/** Calls back once a frame, while it runs. */
export class FrameLoop {
  readonly #onFrame: (deltaSeconds: number) => void;
  #request: number | undefined;
  #last: number | undefined;

  constructor(onFrame: (deltaSeconds: number) => void) {
    this.#onFrame = onFrame;
  }

  set isRunning(isRunning: boolean) {
    if (isRunning === (this.#request !== undefined)) return;
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#last = undefined;
    this.#request = isRunning ? requestAnimationFrame(this.#tick) : undefined;
  }

  readonly #tick = (milliseconds: number): void => {
    const delta = (milliseconds - (this.#last ?? milliseconds)) / 1000;
    this.#last = milliseconds;
    this.#request = requestAnimationFrame(this.#tick);
    this.#onFrame(delta);
  };
}
