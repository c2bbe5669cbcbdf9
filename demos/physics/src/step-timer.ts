import { type PhysicsBackend, World } from '@odori/physics';

/** A physics engine that measures its steps: that of the package, with a watch. */
export class StepTimer implements PhysicsBackend {
  /** Of all worlds, since the last reset. */
  milliseconds = 0;
  steps = 0;

  createWorld(): World {
    return new TimedWorld(this);
  }

  reset(): void {
    this.milliseconds = this.steps = 0;
  }
}

class TimedWorld extends World {
  readonly #timer: StepTimer;

  constructor(timer: StepTimer) {
    super();
    this.#timer = timer;
  }

  override step(): void {
    const begin = performance.now();
    super.step();
    this.#timer.milliseconds += performance.now() - begin;
    this.#timer.steps++;
  }
}
