import type { Cameras } from './cameras.js';

/** Seconds in which about two thirds of the way to another framing are done. */
const GLIDE_SECONDS = 0.2;

/**
 * The size of the picture, and how much of it is kept free at the lower edge, for the control bar. In CSS
 * pixels.
 */
export class Framing {
  readonly #cameras: Cameras;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #width = 1;
  #height = 1;
  /** What is kept free at this moment: changes of it glide. */
  #room = 0;

  constructor(cameras: Cameras) {
    this.#cameras = cameras;
  }

  /** Is a part of the picture kept free? */
  get hasRoom(): boolean {
    return this.#room > 0;
  }

  /** Frames for another size. `room` is what shall be kept free, at most half the height. */
  resize(width: number, height: number, room: number): void {
    this.#width = width;
    this.#height = height;
    this.#room = Math.min(room, height / 2);
    this.restore();
  }

  /** Frames the whole picture until {@link restore} is called. */
  useAll(): void {
    this.#cameras.setSize(this.#width, this.#height, 0);
  }

  restore(): void {
    this.#cameras.setSize(this.#width, this.#height, this.#room);
  }

  /**
   * Moves the framing towards the room that shall be kept free; `isAtOnce`: in one step. False if it is
   * there.
   */
  glide(room: number, deltaSeconds: number, isAtOnce: boolean): boolean {
    const wanted = Math.min(room, this.#height / 2);
    if (wanted === this.#room) return false;
    const left = (this.#room - wanted) * Math.exp(-deltaSeconds / GLIDE_SECONDS);
    const isThere = Math.abs(left) < 0.5 || isAtOnce || this.#reducedMotion.matches;
    this.#room = isThere ? wanted : wanted + left;
    this.restore();
    return true;
  }
}
