import type { BodySimulation } from './body-simulation.js';
import type { Settling } from './settling.js';
import type { SubstepClock } from './substep-clock.js';
import type { Settings, Substeps } from './substeps.js';

/** Whether bodies move or settle, and the time that no substep has covered; then the bodies. */
const HEADER = 2;
const STALE = 0;
const SETTLING = 1;
const GOING = 2;
/** Bones are on the way to their bodies. */
const EASING = 3;

interface StateSettings extends Settings {
  readonly runUpSeconds: number;
  readonly canShare: boolean;
  readonly isSettling: boolean;
}

/**
 * The bodies of a model as numbers: `state` of a `Physics`. One thread writes them, and physics of the same
 * model in another thread reads them and goes on from there.
 *
 * @example
 * there.state.write(numbers, 0); // in a worker; numbers: Float64Array of `state.length`
 * here.state.read(numbers, 0); // in the page, whose rig shows the pose that belongs to them
 */
export class BodyState {
  /** Nothing was simulated: bodies start from the pose of the rig with the next step. @internal */
  isStale = true;
  readonly #substeps: Substeps;
  readonly #settling: Settling;
  readonly #clock: SubstepClock;
  readonly #settings: StateSettings;
  #isRead = false;
  #isEasing = false;

  constructor(substeps: Substeps, settling: Settling, clock: SubstepClock, settings: StateSettings) {
    this.#substeps = substeps;
    this.#settling = settling;
    this.#clock = clock;
    this.#settings = settings;
  }

  get #simulation(): BodySimulation {
    return this.#substeps.simulation;
  }

  /**
   * How many numbers there are. 0: the bodies move in a shared world, a worker or another engine, or are
   * disposed of, and no other thread can go on with them.
   */
  get length(): number {
    const { stateLength = 0 } = this.#simulation;
    return this.#settings.canShare && stateLength > 0 ? HEADER + stateLength : 0;
  }

  /** True from {@link read} on until bodies move here. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** True while bones are on the way to their bodies in the other thread. @internal */
  get isEasing(): boolean {
    return this.#isRead && this.#isEasing;
  }

  /** Writes the numbers from an index on. Allocates nothing; O(bodies). */
  write(out: Float64Array, start: number): void {
    out[start] = this.isStale ? STALE : this.#movement;
    out[start + 1] = this.#clock.left;
    this.#simulation.writeState!(out, start + HEADER);
  }

  /**
   * Puts the bodies where another thread wrote that they are. Their bones are held from the next `advance`
   * on. Bodies that settle there start again here. O(bodies).
   */
  read(from: Float64Array, start: number): void {
    this.#simulation.readState!(from, start + HEADER);
    this.#clock.left = from[start + 1];
    this.isStale = from[start] === STALE;
    const { settleSeconds, runUpSeconds } = this.#settings;
    if (from[start] !== SETTLING) this.#settling.end();
    else if (this.#settling.isOver) this.#settling.begin(settleSeconds, runUpSeconds);
    this.#isRead = true;
    this.#isEasing = from[start] === EASING;
  }

  get #movement(): number {
    if (!this.#settling.isOver) return SETTLING;
    return this.#settings.isSettling ? EASING : GOING;
  }

  /** Bodies move here from now on: holds their bones as the rig shows them. @internal */
  take(): void {
    if (!this.#isRead) return;
    this.#isRead = false;
    if (this.isStale || !this.#settling.isOver) return;
    this.#substeps.bodies.writeTargets(this.#substeps.from);
    this.#substeps.hold();
  }

  /** Forgets what was read. @internal */
  drop(): void {
    this.#isRead = false;
  }
}
