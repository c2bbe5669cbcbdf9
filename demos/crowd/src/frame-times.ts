/** Means over a second, of what happens in each frame. */
export interface FrameMeans {
  /** Milliseconds. */
  update: number;
  draw: number;
  framesPerSecond: number;
}

const PERIOD = 1000;

/** Collects what frames cost, and gives their means once a second. Allocates nothing. */
export class FrameTimes {
  readonly #means: FrameMeans = { update: 0, draw: 0, framesPerSecond: 0 };
  /** When the measuring began, undefined before the next frame. */
  #start: number | undefined;
  #frames = 0;
  #update = 0;
  #draw = 0;

  /** Begins anew: something else is to be measured. */
  restart(): void {
    this.#start = undefined;
  }

  /** Takes a frame: when it is, what it cost, all in milliseconds; gives the means when a second is full. */
  take(now: number, update: number, draw: number): FrameMeans | undefined {
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
