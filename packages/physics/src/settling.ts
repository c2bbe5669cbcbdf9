import type { Budget } from './budget.js';
import { blendPoses, copyPoses } from './pose-matrix.js';
import type { Settings, Substeps } from './substeps.js';

/** Seconds in which the bodies of a model go from their rest poses to where they shall settle. */
const APPROACH = 20 / 60;
/** In the run-up, a pose has two substeps, however they fall into frames: the end is the same. */
const RUN_UP_SUBSTEPS = 2;
/**
 * With a limited budget, the part of the run-up that is made. After 1.2 s instead of 3, hair is on average
 * about one and a half times as far from where it would hang without a jump, and settles in less than half
 * the substeps.
 */
const HURRIED_RUN_UP = 0.4;
/** Nothing needs more seconds to come to rest. */
const LONGEST = 10;
/** What is left of a run-up when it is over, in seconds: floating point is not exact. */
const NOTHING = 1e-6;

/**
 * Lets bodies settle after a jump, over some frames. First they rest, in the pose of some seconds ago; in the
 * beginning of that they approach the pose from where the model rests. Then, in the run-up, they follow the
 * motion up to now.
 */
export class Settling {
  readonly #substeps: Substeps;
  readonly #settings: Settings;
  /** Substeps of rest that are still to be made. */
  #rest = 0;
  /** Seconds by which the bodies are behind the motion. */
  #behind = 0;
  /** Substeps of the approach, and how many of them are still to be made. */
  #whole = 0;
  #left = 0;
  #canHurry = false;

  constructor(substeps: Substeps, settings: Settings) {
    this.#substeps = substeps;
    this.#settings = settings;
  }

  get isOver(): boolean {
    return this.#rest === 0 && this.#behind === 0;
  }

  /** `canHurry`: it may be shorter where frames have a limited budget. */
  begin(seconds: number, runUpSeconds: number, canHurry = false): void {
    this.#canHurry = canHurry;
    this.#beginRest(seconds);
    this.#behind = this.#rest > 0 && runUpSeconds > 0 ? Math.min(runUpSeconds, LONGEST) : 0;
  }

  end(): void {
    this.#rest = this.#behind = this.#left = 0;
  }

  /**
   * Goes on, `seconds` after the last frame, as far as the budget allows. Without `poseAt` without run-up.
   */
  advance(seconds: number, poseAt: ((time: number) => void) | undefined, budget: Budget): void {
    if (this.#canHurry && budget.isLimited) this.#hurry();
    this.#canHurry = false;
    if (this.#behind > 0) this.#behind = poseAt ? this.#behind + seconds : 0;
    if (this.#rest > 0) {
      if (this.#behind > 0) poseAt!(seconds - this.#behind);
      this.#makeRest(budget);
      if (this.#rest > 0 || budget.isUsedUp) return;
    }
    if (this.#behind > 0) this.#catchUp(seconds, poseAt!, budget);
  }

  /** No rest follows the approach, and the run-up is shorter. */
  #hurry(): void {
    this.#rest = this.#left;
    this.#behind *= HURRIED_RUN_UP;
  }

  #beginRest(seconds: number): void {
    const { substep } = this.#settings;
    this.#rest = seconds > 0 ? Math.round(Math.min(seconds, LONGEST) / substep) : 0;
    this.#whole = this.#left = Math.min(this.#rest, Math.round(APPROACH / substep));
  }

  /** Makes substeps of rest in the pose of the rig. */
  #makeRest(budget: Budget): void {
    const { simulation, bodies, from, to } = this.#substeps;
    this.#substeps.takePose();
    bodies.writeRest(from);
    if (this.#left > 0 && this.#left === this.#whole) {
      copyPoses(from, simulation.targets);
      simulation.placeAll();
    }
    do {
      this.#rest--;
      if (this.#left > 0) this.#left--;
      blendPoses(from, to, this.#left > 0 ? 1 - this.#left / this.#whole : 1, simulation.targets);
      simulation.step();
      budget.count(1);
    } while (this.#rest > 0 && !budget.isUsedUp);
    copyPoses(to, from);
  }

  /**
   * Follows the motion, which plays on. Each frame covers at least twice its own length, so that a slow
   * device arrives, too; its substeps then stand for more time than their own. A cut in the motion starts the
   * rest again.
   */
  #catchUp(seconds: number, poseAt: (time: number) => void, budget: Budget): void {
    const { substep, settleSeconds } = this.#settings;
    const goal = Math.max(0, this.#behind - 2 * seconds);
    const fitting = budget.fitting(Math.ceil(this.#behind / substep));
    const length = Math.max(substep, (this.#behind - goal) / fitting);
    do {
      const left = Math.floor((this.#behind + NOTHING) / length);
      const count = Math.min(RUN_UP_SUBSTEPS, Math.max(1, left));
      this.#behind -= count * length;
      if (this.#behind < NOTHING) this.#behind = 0;
      poseAt(seconds - this.#behind);
      if (!this.#substeps.make(count, length, substep / length)) this.#beginRest(settleSeconds);
      budget.count(count);
    } while (this.#rest === 0 && this.#behind > 0 && (this.#behind > goal || !budget.isUsedUp));
  }
}
