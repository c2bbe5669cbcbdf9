import { Box3 } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import type { Viewport } from '../../shared/viewport.js';

/** The time in which the view comes nearer to its goal by a factor of e. */
const EASE_SECONDS = 0.3;
/** In units. */
const ARRIVED = 0.02;

/** Moves the camera back until it shows all dancers, gently, when others have joined. */
export class CrowdView {
  readonly #viewport: Viewport;
  readonly #goal = new Box3();
  readonly #shown = new Box3();
  #isMoving = false;

  constructor(viewport: Viewport) {
    this.#viewport = viewport;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Begins to move, or jumps if this is the first box or the user prefers reduced motion. */
  show(box: Box3): void {
    this.#goal.copy(box);
    this.#isMoving = !this.#shown.isEmpty() && !prefersReducedMotion();
    if (!this.#isMoving) this.#look(1);
  }

  /** Moves on. */
  update(deltaSeconds: number): void {
    if (this.#isMoving) this.#look(1 - Math.exp(-deltaSeconds / EASE_SECONDS));
  }

  #look(fraction: number): void {
    const [shown, goal] = [this.#shown, this.#goal];
    if (fraction === 1) shown.copy(goal);
    shown.min.lerp(goal.min, fraction);
    shown.max.lerp(goal.max, fraction);
    this.#isMoving &&= shown.min.distanceTo(goal.min) + shown.max.distanceTo(goal.max) > ARRIVED;
    this.#viewport.lookAt(shown);
  }
}
