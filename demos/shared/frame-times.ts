/** Means over one second. */
export interface FrameMeans {
  /** Milliseconds. */
  update: number;
  draw: number;
  framesPerSecond: number;
}

const PERIOD = 1000;

/** Collects the cost of frames and returns their means once a second. Allocates nothing. */
export class FrameTimes {
  readonly #means: FrameMeans = { update: 0, draw: 0, framesPerSecond: 0 };
  /** When the current second began; undefined before the first frame. */
  #start: number | undefined;
  #frames = 0;
  #update = 0;
  #draw = 0;

  /** Starts a new measurement. */
  restart(): void {
    this.#start = undefined;
  }

  /** Adds a frame: its time and its costs, in milliseconds. Returns the means when a second is complete. */
  add(now: number, update: number, draw: number): FrameMeans | undefined {
    if (this.#start === undefined) {
      this.#begin(now);
      return undefined;
    }
    this.#frames++;
    this.#update += update;
    this.#draw += draw;
    const passed = now - this.#start;
    if (passed < PERIOD) return undefined;
    this.#means.update = this.#update / this.#frames;
    this.#means.draw = this.#draw / this.#frames;
    this.#means.framesPerSecond = (1000 * this.#frames) / passed;
    this.#begin(now);
    return this.#means;
  }

  #begin(now: number): void {
    this.#start = now;
    this.#frames = this.#update = this.#draw = 0;
  }
}
