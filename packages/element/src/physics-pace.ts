import type { MmdModel } from '@odori/model';

type Physics = NonNullable<MmdModel['physics']>;

/** Milliseconds that the poses of a frame may take. Beyond 50 with the rest of a frame, browsers speak of a long task. */
const BUDGET = 30;
/** The same while bodies settle: substeps can wait then, and those that were not made before take longer than the last ones. */
const SETTLING_BUDGET = 16;
/** So much longer may each further frame of one settling take: bodies have to catch up with a dance that plays on. */
const GROWTH = 0.25;
/** A dance keeps that many substeps in each frame, however slow the machine is: it has all that it needs at 30 frames a second. */
const LEAST = 2;
/** So many times as many substeps of settling as in the last frame may follow: a frame may have been shorter by chance. */
const MOST_MORE = 1.5;
/** More substeps of settling never pay: a frame has less time than they take. */
const MOST = 64;
/** How much of a slow frame is still believed one frame later. */
const MEMORY = 0.75;
/** Substeps in a second, nearly always. */
const SUBSTEPS = 60;

/**
 * Keeps frames short: the bodies of a model get as many substeps in each as this machine can make without a visible stop. Settling is
 * spread over frames; after a frame that was too long for all its substeps, bodies get less time than the dance. Use one for each model.
 */
export class PhysicsPace {
  #physics: Physics | undefined;
  #isSettling = false;
  /** What the page has set. */
  #own = 0;
  #ownSettling = 0;
  /** Substeps of settling for the next frame. A page starts with one: the browser has not compiled the code yet. */
  #settling = 1;
  #settlingBudget = SETTLING_BUDGET;
  /** Substeps of this frame. */
  #substeps = 1;
  /** Milliseconds of a substep with its pose, as the slower ones of the last frames tell. */
  #cost = 0;
  #start = 0;

  /** Before the poses of a frame are computed, `seconds` after the last one. */
  begin(physics: Physics | undefined, seconds: number): void {
    this.#physics = physics;
    if (!physics) return;
    this.#isSettling = physics.isSettling;
    if (!this.#isSettling) this.#settlingBudget = SETTLING_BUDGET;
    this.#own = physics.maxSubsteps;
    this.#ownSettling = physics.maxSettlingSubsteps;
    physics.maxSubsteps = Math.min(this.#own, Math.max(LEAST, Math.floor(BUDGET / this.#cost)));
    physics.maxSettlingSubsteps = Math.min(this.#ownSettling, this.#settling);
    const needed = Math.min(Math.max(Math.round(SUBSTEPS * seconds), 1), physics.maxSubsteps);
    this.#substeps = this.#isSettling ? this.#settling : needed;
    this.#start = performance.now();
  }

  /** After they are computed. */
  end(): void {
    const physics = this.#physics;
    if (!physics) return;
    physics.maxSubsteps = this.#own;
    physics.maxSettlingSubsteps = this.#ownSettling;
    this.#cost = Math.max((performance.now() - this.#start) / this.#substeps, MEMORY * this.#cost);
    if (!this.#isSettling) return;
    const fitting = Math.floor(this.#settlingBudget / this.#cost);
    this.#settling = Math.max(1, Math.min(fitting, Math.ceil(MOST_MORE * this.#settling), MOST));
    this.#settlingBudget += GROWTH;
  }
}
