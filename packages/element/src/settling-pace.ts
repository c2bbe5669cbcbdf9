import type { MmdModel } from '@odori/model';

type Physics = NonNullable<MmdModel['physics']>;

/** Milliseconds that a frame may take for its poses while bodies settle. */
const BUDGET = 20;
/** So much longer may each further frame of one settling take: bodies have to catch up with a dance that plays on. */
const GROWTH = 0.25;
/** So many times as many substeps as in the last frame may follow: a frame may have been shorter by chance. */
const MOST_MORE = 1.5;
/** More substeps never pay: a frame has less time than they take. */
const MOST = 64;

/**
 * Spreads the settling of bodies over frames, as many substeps in each as this machine can make without a visible stop. A page
 * starts with one: the browser has not compiled the code yet. Use one for each model.
 */
export class SettlingPace {
  #physics: Physics | undefined;
  /** What the page has set. */
  #own = 0;
  #substeps = 1;
  #budget = BUDGET;
  #start = 0;

  /** Before the poses of a frame are computed. */
  begin(physics: Physics | undefined): void {
    this.#physics = physics?.isSettling === true ? physics : undefined;
    if (!this.#physics) {
      this.#budget = BUDGET;
      return;
    }
    this.#own = this.#physics.maxSettlingSubsteps;
    this.#physics.maxSettlingSubsteps = Math.min(this.#own, this.#substeps);
    this.#start = performance.now();
  }

  /** After they are computed. */
  end(): void {
    if (!this.#physics) return;
    this.#physics.maxSettlingSubsteps = this.#own;
    const fitting = Math.floor((this.#substeps * this.#budget) / (performance.now() - this.#start));
    this.#substeps = Math.max(1, Math.min(fitting, Math.ceil(MOST_MORE * this.#substeps), MOST));
    this.#budget += GROWTH;
  }
}
